// Every key that a program uses has a text, and every text is used.

import CatalogSearch
import CatalogStorage
import Localization
import Testing
import TestSupport
import TranslationTools

@Suite struct KeyUsageTests {
    /// Found once for all tests: there are thousands.
    private static let found = Result { try SwiftLiteral.all(below: packageFolder + "/Sources") }
    private static let shipped = Result { try ShippedTexts() }

    private let literals: [SwiftLiteral]
    private let texts: ShippedTexts

    init() throws {
        literals = try Self.found.get()
        texts = try Self.shipped.get()
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
        used.formUnion(Self.enumeratedKeys)
        used.formUnion(IndexVerification.Part.allCases.map { "IndexPart." + $0.rawValue })
        used.formUnion(extractionKeys())
        used.formUnion(checkKeys())
        // The manual page of lsearchd describes its variables.
        used.formUnion(try serverLiterals().map(\.text).filter { $0.hasPrefix("Manual.") })
        for name in texts.tables where name != "Page" && name != "Storefront" {
            let unused = Set(texts.table(name).keys).subtracting(used)
            #expect(unused == [], "\(name)")
        }
    }

    @Test func everyTextOfThePageIsUsed() throws {
        // Every quoted text in the script may be a key; the server assembles the names of fields.
        let quoted = try pageScript().matches(of: /"([^"\n]+)"/).map { String($0.1) }
        let literals = Set(try serverLiterals().map(\.text))
        let orders = SearchRequest.SortOrder.allCases.map { "Order" + $0.rawValue.capitalizedFirst }
        let used = try templateKeys().union(quoted).union(literals).union(fieldKeys())
            .union(literals.map { "Availability" + $0 })
            .union(orders + orders.map { $0 + "Reversed" })
        #expect(Set(texts.table("Page").keys).subtracting(used) == [])
    }

    @Test func everyTextThatThePageAsksForIsThere() throws {
        let known = Set(texts.table("Page").keys)
        let template = try templateKeys()
        #expect(template.count > 15)
        #expect(template.subtracting(known) == [])
        let calls = /(?:texts\??|words|this)\??\.(?:get|count|nodes)\(\s*"([^"]+)"/
        let script = try pageScript().matches(of: calls).map { String($0.1) }
        #expect(script.count > 5)
        #expect(Set(script).subtracting(known) == [])
        let requested = try serverLiterals().filter {
            $0.file.contains("/StorefrontPage/")
                && ($0.code.hasSuffix("words.text(") || $0.code.hasSuffix(" text(")
                    || $0.code.hasSuffix("group("))
        }.map(\.text)
        #expect(requested.count > 5)
        // Two are beginnings of keys; the test above checks the complete keys.
        #expect(Set(requested).subtracting(known).subtracting(["Order", "Availability"]) == [])
    }

    @Test func everyTextOfTheServerIsUsed() throws {
        let used = Set(try serverLiterals().map(\.text))
        let help = used.map { "Help." + $0 }
        let keys = used.union(help).union(try statusKeys())
        #expect(Set(texts.table("Storefront").keys).subtracting(keys) == [])
    }

    @Test func everyTextThatTheServerAsksForIsThere() throws {
        let known = Set(texts.table("Storefront").keys)
        #expect(try statusKeys().count > 10)
        #expect(try statusKeys().subtracting(known) == [])
        let literals = try serverLiterals()
        let help = literals.filter { $0.code.hasSuffix("help(") }.map { "Help." + $0.text }
        #expect(help.count > 10)
        #expect(Set(help).subtracting(known) == [])
        let calls = /(?:Problem|self\.init)\( ?\.[A-Za-z]+, $|Complaint\($|write\(text\($/
        let keys = literals.filter { $0.code.contains(calls) }.map(\.text)
        #expect(keys.count > 20)
        // `lsearch` words the errors of option values.
        #expect(Set(keys).subtracting(known).subtracting(texts.table("Errors").keys) == [])
    }

    private func serverLiterals() throws -> [SwiftLiteral] {
        // Meilisearch's protocol has its own sentences.
        try SwiftLiteral.all(below: packageFolder + "/Server/Sources")
            .filter { !$0.file.contains("/MeilisearchProtocol/") }
    }

    /// The titles of problems, by the statuses that the descriptions of the interfaces name.
    private func statusKeys() throws -> Set<String> {
        let folder = packageFolder + "/Server/Interface/"
        return Set(
            try ["openapi.json", "admin.openapi.json"].flatMap { name in
                try contents(of: folder + name).matches(of: #/"status":\ ?([45][0-9]{2})|"([45][0-9]{2})":/#)
                    .map {
                        "Status" + String($0.1 ?? $0.2 ?? "")
                    }
            })
    }

    /// Which calls take the keys of which table.
    @Test(arguments: [
        ("Localizable", ["texts(", "self("]),
        ("Errors", ["texts.error(", "ErrorMessage(", "UsageError(", "RequestError(", "wrongType("]),
        ("Help", ["HelpTexts.text(", "HelpTexts.help("]), ("Tools", ["texts.tool("]),
        ("Interactive", ["interactive("]),
    ])
    func everyKeyThatIsRequestedHasAText(table: String, calls: [String]) {
        let keys = literals.filter { literal in
            calls.contains { literal.code.hasSuffix($0) && !literal.code.hasSuffix("." + $0) }
        }.map(\.text)
        #expect(keys.count > 5)
        #expect(Set(keys).subtracting(texts.table(table).keys) == [])
    }

    @Test func everyLiteralThatIsAKeyWithArgumentsHasAText() {
        let keys = literals.map(\.text).filter { $0.wholeMatch(of: /[A-Z][A-Za-z ]+: %[1@dls].*/) != nil }
        #expect(keys.count > 30)
        let tables = ["Localizable", "Errors", "Interactive", "Tools", "Diagnostics"]
        let known = Set(tables.flatMap { texts.table($0).keys })
        #expect(Set(keys).subtracting(known) == [])
    }

    @Test func everyFindingHasAText() throws {
        let known = Set(texts.table("Diagnostics").keys)
        let keys = literals.map(\.text).filter {
            $0.wholeMatch(
                of:
                    /(Message|Format|Argument|Lookup|MO)\.[A-Z][A-Za-z]+/
            ) != nil
        }
        #expect(keys.count > 20)
        #expect(Set(keys).subtracting(known) == [])
        #expect(Self.enumeratedKeys.subtracting(known) == [])
        #expect(syntaxKeys().count > 30)
        #expect(syntaxKeys().subtracting(known) == [])
        #expect(extractionKeys().subtracting(known) == [])
    }

    @Test func everyCheckIsWordedAndExplained() {
        let known = Set(texts.table("Checks").keys)
        for check in CheckRegistry.all { #expect(known.contains(check.identifier + ".why")) }
    }

    @Test func everyFieldAndLabelOfTheSamplesHasAText() throws {
        let known = Set(texts.table("Localizable").keys)
        #expect(try labelKeys().subtracting(known) == [])
        #expect(fieldKeys().subtracting(known) == [])
    }

    /// The keys of findings in enumerations: the compiler proves that findings use no other.
    private static let enumeratedKeys = Set(
        ExchangeDiagnostic.Kind.allCases.map(\.rawValue)
            + GettextDiagnostic.MessageKey.allCases.map(\.rawValue)
            + MergeDiagnostic.MessageKey.allCases.map(\.rawValue)
            + BaselineDiagnostic.MessageKey.allCases.map(\.rawValue)
            + StringsdictDiagnostic.Kind.allCases.map(\.rawValue)
            + FormatJSDiagnostic.Kind.allCases.map(\.rawValue))

    @Test func everyTextOfThePageForTranslatorsIsThereAndUsed() {
        let known = texts.table("Tools").keys.filter { $0.hasPrefix("TranslatorPage.") }
        #expect(Set(known) == Set(TranslatorPageText.allCases.map(\.rawValue)))
    }

    /// Every text of a finding of this library has a case in an enumeration.
    @Test func everyTextOfAnEnumeratedSubjectIsACase() {
        let subjects = Set(Self.enumeratedKeys.map { $0.prefix { $0 != "." } })
        let texts = texts.table("Diagnostics").keys.filter { subjects.contains($0.prefix { $0 != "." }) }
        #expect(Set(texts) == Self.enumeratedKeys)
    }

    /// The keys of findings that consist of a prefix and a name, by the files that name them.
    private func syntaxKeys() -> Set<String> {
        let prefixes = [
            "/StringsDiagnostic.swift": "Strings.", "/PODiagnostic.swift": "PO.",
        ]
        let kinds = literals.compactMap { literal -> String? in
            guard literal.code.hasSuffix(": (") || literal.code.hasSuffix("return ("),
                literal.text.wholeMatch(of: /[A-Z][A-Za-z0-9]+(\.[A-Z][A-Za-z]+)?/) != nil
            else { return nil }
            // Findings of both formats share one text.
            if literal.text == "FurtherFindings" { return FurtherFindings.messageKey }
            return prefixes.first { literal.file.hasSuffix($0.key) }.map { $0.value + literal.text }
        }
        let constructs = StringsDiagnostic.Portability.allCases.map { "Strings.Portability." + $0.rawValue }
        return Set(kinds + constructs)
    }

    /// The keys of findings in sources. Each is made from an identifier: `dynamic-key`, `Extract.DynamicKey`.
    private func extractionKeys() -> Set<String> {
        Set(
            SourceFinding.Identifier.allCases.map { identifier in
                "Extract."
                    + identifier.rawValue.split(separator: "-")
                    .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
            })
    }

    /// The keys of the texts of checks: their identifiers, alone and with a suffix.
    private func checkKeys() -> Set<String> {
        let identifiers = CheckRegistry.all.map(\.identifier)
        return Set(
            texts.table("Checks").keys.filter { key in
                identifiers.contains { key == $0 || key.hasPrefix($0 + ".") }
            })
    }

    /// The keys that the templates of the storefront's pages name.
    private func templateKeys() throws -> Set<String> {
        let folder = packageFolder + "/Server/Page/"
        return Set(
            try names(inFolder: folder).filter { $0.hasSuffix(".mustache") }.flatMap { name in
                try contents(of: folder + name).matches(of: /\{\{text\.([A-Za-z]+)\}\}/).map {
                    String($0.1)
                }
            })
    }

    /// All modules of the script of the storefront's page.
    private func pageScript() throws -> String {
        let folder = packageFolder + "/Server/Page/assets/"
        let modules = try names(inFolder: folder).filter { $0.hasSuffix(".js") }
        return try modules.map { try contents(of: folder + $0) }.joined(separator: "\n")
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
        let fields =
            FieldName.standard.map(\.rawValue) + samples
            + ["year", "price", "id", "scope", "catalog", "source", "key", "comment"]
        return Set(fields.map { "Field" + $0.prefix(1).uppercased() + $0.dropFirst() })
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
