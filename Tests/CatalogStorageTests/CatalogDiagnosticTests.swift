// Every diagnostic has a message.

import CatalogStorage
import Testing
import TestSupport

@Suite struct CatalogDiagnosticTests {
    @Test func aFindingInTranslationsHasItsMessageInAnotherTable() throws {
        let outcome = read("msgid \"a\"\nmsgstr \"x\n", as: "de.po")
        let texts = try contents(of: packageFolder + "/Localizations/en.lproj/Diagnostics.strings")
        #expect(outcome.diagnostics.map(\.messageKey) == ["PO.MissingHeader", "PO.UnterminatedString"])
        for diagnostic in outcome.diagnostics {
            #expect(diagnostic.messageTable == "Diagnostics")
            #expect(texts.contains("\n\"\(diagnostic.messageKey)\" = "))
        }
        #expect(CatalogDiagnostic(file: "a", kind: .missing).messageTable == "Errors")
    }

    @Test func everyMessageIsAmongTheTextsOfTheProgram() throws {
        let texts = try contents(of: packageFolder + "/Localizations/en.lproj/Errors.strings")
        let types = CatalogDiagnostic.ExpectedType.allCases.map(\.rawValue)
        for key in CatalogDiagnostic.Code.allCases.filter({ $0 != .finding }).map(\.rawValue) + types {
            #expect(texts.contains("\n\"\(key)\" = "), "\(key)")
        }
    }
}
