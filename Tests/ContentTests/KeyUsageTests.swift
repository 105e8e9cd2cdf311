// Has every key that the program uses a text, and is every text used?

import CatalogSearch
import Localization
import Storage
import TestSupport
import Testing

@Suite struct KeyUsageTests {
    private let literals: [SwiftLiteral]
    private let texts: ShippedTexts

    init() throws {
        literals = try SwiftLiteral.all(below: packageFolder + "/Sources")
        texts = try ShippedTexts()
    }

    @Test func literalsAreFoundInAllSurroundings() throws {
        let source = ##"""
            let a = "one" // "no"
            let b = texts("two \(f("three")) \"") + """
                four "five"
                """
            let c = #"six "seven" \(x) \#(g("eight"))"#
            """##
        try withTemporaryFolder { (folder) throws in
            try makeFolder(folder + "/Sub")
            try makeFile(folder + "/Sub/a.swift", source)
            let found = try SwiftLiteral.all(below: folder)
            #expect(
                found.map(\.text) == [
                    "one", "three", "two \\() \\\"", "\n    four \"five\"\n    ", "eight",
                    "six \"seven\" \\(x) \\()",
                ])
            #expect(found[1].code.hasSuffix(" = texts(f("))
            #expect(found[2].code.hasSuffix(" = texts("))
        }
    }

    @Test func everyTextIsUsed() throws {
        var used = Set(literals.map(\.text))
        used.formUnion(try labelKeys())
        used.formUnion(fieldKeys())
        used.formUnion(syntaxKeys())
        for name in texts.tables {
            let unused = Set(texts.table(name).keys).subtracting(used)
            #expect(unused == [], "\(name)")
        }
    }

    /// Which calls take the keys of which table.
    @Test(arguments: [
        ("Localizable", ["texts(", "self("]), ("Errors", ["texts.error(", "UsageError(", "wrongType("]),
        ("Help", ["HelpTexts.text(", "HelpTexts.help("]),
    ])
    func everyKeyThatIsAskedForHasAText(table: String, calls: [String]) {
        let keys = literals.filter { literal in
            calls.contains { literal.code.hasSuffix($0) && !literal.code.hasSuffix("." + $0) }
        }.map(\.text)
        #expect(keys.count > 5)
        #expect(Set(keys).subtracting(texts.table(table).keys) == [])
    }

    @Test func everyLiteralThatIsAKeyWithArgumentsHasAText() {
        let keys = literals.map(\.text).filter { $0.wholeMatch(of: /[A-Z][A-Za-z ]+: %[1@dls].*/) != nil }
        #expect(keys.count > 30)
        let known = Set(texts.table("Localizable").keys + texts.table("Errors").keys)
        #expect(Set(keys).subtracting(known) == [])
    }

    @Test func everyFindingHasAText() {
        let known = Set(texts.table("Diagnostics").keys)
        let keys = literals.map(\.text).filter {
            $0.wholeMatch(of: /(Message|Format|Argument|Lookup)\.[A-Z][A-Za-z]+/) != nil
        }
        #expect(keys.count > 20)
        #expect(Set(keys).subtracting(known) == [])
        #expect(syntaxKeys().count > 30)
        #expect(syntaxKeys().subtracting(known) == [])
    }

    @Test func everyFieldAndLabelOfTheSamplesHasAText() throws {
        let known = Set(texts.table("Localizable").keys)
        #expect(try labelKeys().subtracting(known) == [])
        #expect(fieldKeys().subtracting(known) == [])
    }

    /// The keys of findings in `.strings` files, which are put together.
    private func syntaxKeys() -> Set<String> {
        let kinds = literals.filter {
            $0.file.hasSuffix("/StringsDiagnostic.swift") && $0.code.hasSuffix(": (")
                && !$0.text.hasSuffix(".")
        }.map { "Strings." + $0.text }
        let constructs = StringsDiagnostic.Portability.allCases.map { "Strings.Portability." + $0.rawValue }
        return Set(kinds + constructs)
    }

    /// The keys that sidecars of the samples name.
    private func labelKeys() throws -> Set<String> {
        var keys: Set<String> = ["ScopeAll"]
        for catalog in try SampleCatalog.all() {
            let labels = [catalog.reading.description.label] + catalog.reading.description.scopes.map(\.label)
            for case .key(let key)? in labels { keys.insert(key) }
        }
        return keys
    }

    /// The names of the fields that the samples search, and of numbers.
    private func fieldKeys() -> Set<String> {
        let samples =
            (try? SampleCatalog.all().flatMap { $0.reading.description.fields.map(\.rawValue) }) ?? []
        let fields = FieldName.standard.map(\.rawValue) + samples + ["year", "price"]
        return Set(fields.map { "Field" + $0.prefix(1).uppercased() + $0.dropFirst() })
    }
}
