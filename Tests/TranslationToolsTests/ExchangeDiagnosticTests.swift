// Every finding has an English text with as many arguments as the finding has facts.

import Localization
import TestSupport
import Testing
import TranslationTools

@Suite struct ExchangeDiagnosticTests {
    @Test(arguments: ExchangeDiagnostic.Kind.allCases)
    func everyKindHasAText(kind: ExchangeDiagnostic.Kind) throws {
        let file = StringsFile(try bytes(of: packageFolder + "/Localizations/en.lproj/Diagnostics.strings"))
        let text = try #require(file[kind.rawValue]?.text)
        let format = FormatString(text)
        #expect(format.problems == [])
        #expect(
            format.specifiers.allSatisfy { $0.conversion == .object && (1...2).contains($0.position ?? 0) })
    }

    @Test func keysAreThoseOfTheSubjects() {
        let subjects = Set(ExchangeDiagnostic.Kind.allCases.map { $0.rawValue.prefix { $0 != "." } })
        #expect(
            subjects == [
                "XML", "XLIFF", "Stringsdict", "StringCatalog", "Android", "JSON", "Fluent", "Text",
                "TranslatorPage",
            ])
    }
}
