// The tools that `lsearch mcp` offers to agents: searching, reading records, and listing what can be
// searched.

internal import CatalogSearch
internal import JSON
internal import Localization
internal import ModelContextProtocol
internal import ProgramSupport
internal import SearchService

/// Calls of agents, to which the same service responds as to `--batch`.
struct SearchTools: ToolProvider {
    private let catalogs: SearchedCatalogs
    private let service: SearchService

    /// The instructions that agents get before the tools.
    static let instructions = """
        Searches the catalogs of this machine by the rules of a reader's language. Call "catalogs" first: it says which catalogs, \
        scopes and languages there are. Then "search"; "record" has all texts of a hit, "similar" what resembles it.
        """

    /// An agent reads all of a response, so hits are few and short, and "record" has the rest.
    private static let limits = ServiceLimits(
        hits: 100, ids: 1000, depth: 10_000, values: 200, textSize: 256 << 10, responseSize: 384 << 10)
    /// The most characters of a text in a hit, unless the call specifies it.
    private static let textLength = 300

    /// - Parameters:
    ///   - options: defaults for arguments that calls leave out.
    ///   - folders: the folders of messages in other languages.
    init(_ catalogs: SearchedCatalogs, _ options: SearchOptions, _ texts: Texts, folders: [String]) {
        self.catalogs = catalogs
        var defaults = options.request
        defaults.crop = Self.textLength
        service = SearchService(
            catalogs.engine, folders: folders, defaults: defaults, preferredLocales: options.preferredLocales,
            texts: texts, limits: Self.limits, queryVector: catalogs.queryVector)
    }

    let tools = [
        Tool(
            "search",
            """
            Finds records of the catalogs: each word must match, in any field; other spellings and forms are found, too. \
            The answer says how many there are, in which scopes, and what was looked for where nothing has all words.
            """,
            properties: RequestName.searchSchema, required: [RequestName.query.rawValue]),
        Tool(
            "record", "Returns a record with all its texts in all languages.",
            properties: RequestName.schema(ofRecord: RequestName.record), required: ["catalog", "id"]),
        Tool(
            "similar", "Finds records that are similar to one.",
            properties: RequestName.schema(ofRecord: RequestName.similar), required: ["catalog", "id"]),
        Tool(
            "catalogs",
            "Lists the catalogs with the number and the languages of their records, and the scopes of them all.",
            properties: .object([RequestName.locale.property])),
    ]

    nonisolated(nonsending) func call(_ tool: String, _ arguments: JSON) async throws(ToolFailure) -> String {
        do throws(SearchService.Failure) {
            return try await catalogs.repairing(repaired: { service.engine = $0 }) {
                () throws(SearchService.Failure) in try respond(to: tool, arguments)
            }
        } catch {
            throw .words(error.message)
        }
    }

    private func respond(to tool: String, _ arguments: JSON) throws(SearchService.Failure) -> String {
        switch tool {
        case "record":
            let (id, catalog, request) = try record(arguments, RequestName.record)
            return try service.record(id, in: catalog, request).json
        case "similar":
            let (id, catalog, request) = try record(arguments, RequestName.similar)
            return try service.similar(to: id, in: catalog, request).json
        case "catalogs":
            let request = try service.request(
                parameters: Self.parameters(arguments), names: RequestName.reader)
            var response = JSONObject()
            response.set("catalogs", json: try service.catalogs(in: request.request.locale).json)
            response.set("scopes", json: try service.scopes(request).json)
            return response.text
        default: return try service.response(to: Array(arguments.text.utf8)).json
        }
    }

    /// The record that a call names, and the request for its form.
    private func record(
        _ arguments: JSON, _ names: Set<RequestName>
    ) throws(SearchService.Failure) -> (id: String, catalog: String, ServiceRequest) {
        var rest = arguments
        (rest["id"], rest["catalog"]) = (nil, nil)
        let request = try service.request(parameters: Self.parameters(rest), names: names)
        return (arguments["id"]?.string ?? "", arguments["catalog"]?.string ?? "", request)
    }

    /// Arguments as the parameters of an address.
    private static func parameters(_ arguments: JSON) -> [(name: String, value: String)] {
        arguments.members.map { member in
            let value =
                switch member.value {
                case .string(let text): text
                case .array(let elements): elements.compactMap(\.string).joined(separator: ",")
                case let other: other.text
                }
            return (member.name, value)
        }
    }
}
