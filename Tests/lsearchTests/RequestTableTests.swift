// The table of a request's members (`RequestName`) is the same in the description of the interface, in
// Python's types and among the options: this test finds a member that one of them lacks.

import ArgumentParser
import JSON
import SearchService
import TestSupport
import Testing

@testable import lsearch

@Suite struct RequestTableTests {
    private static func document(_ path: String) throws -> JSON {
        try JSONReader.value(of: Array(contents(of: packageFolder + path).utf8))
    }

    private static func names(_ names: Set<RequestName>) -> Set<String> { Set(names.map(\.rawValue)) }

    // MARK: OpenAPI

    @Test(arguments: [
        ("/v1/search", RequestName.search), ("/v1/suggest", RequestName.suggestions),
        ("/v1/facets/{attribute}", RequestName.facet), ("/v1/scopes", RequestName.scopes),
        ("/v1/catalogs", RequestName.reader), ("/v1/records/{catalog}/{id}", RequestName.record),
        ("/v1/records/{catalog}/{id}/similar", RequestName.similar),
        ("/v1/strings/{table}", RequestName.reader),
    ])
    func parametersOfAddressesAreDescribed(path: String, names: Set<RequestName>) throws {
        let interface = try Self.document("/Server/Interface/openapi.json")
        let parameters = try #require(interface["paths"]?[path]?["get"]?["parameters"]?.elements)
        let described = parameters.compactMap { parameter -> String? in
            let name = parameter["$ref"]?.string?.split(separator: "/").last.map(String.init)
            let described = name.flatMap { interface["components"]?["parameters"]?[$0] } ?? parameter
            return described["in"]?.string == "query" ? described["name"]?.string : nil
        }
        #expect(Set(described) == Self.names(names))
        #expect(described.count == names.count)
    }

    @Test func membersOfRequestsInJSONAreDescribed() throws {
        let schema = try Self.document("/Server/Interface/openapi.json")["components"]?["schemas"]
        let members = schema?["SearchRequest"]?["properties"]?.members.map(\.name)
        #expect(members.map(Set.init) == Self.names(RequestName.search))
    }

    // MARK: Python

    @Test(arguments: [
        ("SuggestionOptions", RequestName.suggestions.subtracting([.query])),
        ("CountOptions", RequestName.facet.subtracting([.query])),
        ("SearchRequest", RequestName.search),
    ])
    func membersAreTypedInPython(type: String, names: Set<RequestName>) throws {
        let text = try contents(of: packageFolder + "/Clients/Python/src/lsearch/types.py")
        /// The members of a class and of those that it extends.
        func members(of type: String) throws -> Set<String> {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            let head = try #require(lines.firstIndex { $0.hasPrefix("class \(type)(") })
            let bases = lines[head].split(separator: "(")[1].split { ",)".contains($0) }.map(String.init)
            let own = lines[(head + 1)...].prefix { $0.isEmpty || $0.hasPrefix("    ") }
                .compactMap { try? #/^    ([a-zA-Z]+): /#.firstMatch(in: $0)?.1 }.map(String.init)
            return try bases.filter { base in lines.contains { $0.hasPrefix("class \(base)(") } }
                .reduce(into: Set(own)) { $0.formUnion(try members(of: $1)) }
        }
        #expect(try members(of: type) == Self.names(names))
    }

    // MARK: Options

    /// The members that no option of the same name sets, and why.
    private static let withoutOption: [RequestName: String] = [
        .query: "the words of the command line are the query",
        .catalogs: "--catalog names files", .fields: "a query names fields itself",
        .facetLimit: "a table of counts is short", .prefix: "a table of counts is short",
        .moment: "ages are counted from now", .returns: "--format is the form of the answer",
        .vector: "programs make it of the words", .semanticRatio: "there is no vector",
        .atMost: "it is --at-most",
        .crop: "texts are cut to the width of the terminal", .highlight: "matches are marked in color",
    ]

    @Test(arguments: RequestName.allCases)
    func membersAreOptionsOrAreKnownToBeNone(name: RequestName) throws {
        let help = try JSONReader.value(of: Array(SearchArguments._dumpHelp().utf8))
        let options = (help["command"]?["arguments"]?.elements ?? []).flatMap { argument in
            (argument["names"]?.elements ?? []).filter { $0["kind"] == "long" }.compactMap {
                $0["name"]?.string
            }
        }
        #expect(options.count > 30)
        let isOption = options.contains(name.rawValue)
        #expect(isOption == (Self.withoutOption[name] == nil), "\(name)")
    }
}
