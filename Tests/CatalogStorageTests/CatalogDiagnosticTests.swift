// Every diagnostic has a message and the arguments for it.

import CatalogStorage
import Testing
import TestSupport

@Suite struct CatalogDiagnosticTests {
    private static let kinds: [CatalogDiagnostic.Kind] = [
        .missing, .unreadable(reason: "r"), .notRegular, .noWriter, .folderEmpty, .unknownFormat, .empty,
        .nameTwice(id: "a"),
        .tooLarge(bytes: 2, limit: 1), .invalidJSON(reason: "r"), .notObject, .invalidUTF8(byte: 1),
        .unpairedSurrogate, .tooLong(bytes: 2, limit: 1), .noIdentifier,
        .duplicateIdentifier(id: "a", firstLine: 1), .wrongType(member: "year", expected: .integer),
        .invalidNumber(member: "price", text: "x"), .invalidLocale(member: "title", key: "?"), .noHeader,
        .noIdentifierColumn(columns: "a, b", separator: ";", encoding: "UTF-8", mapping: "a=id"),
        .noIdentifierMember(members: "a, b", mapping: "a=id"), .noTitle(mapping: "name=title"),
        .variantsApart(member: "a", mapping: "a=group"),
        .mappedColumnUnknown(column: "nmae", columns: "name, price"),
        .noCurrency(member: "price", mapping: "price=price[EUR]"), .tableEncoding("Windows-1252"),
        .notForSale(count: 1, columns: "active", mapping: "active="),
        .costsLeftOut(columns: "cost", mapping: "cost="),
        .columnsUnused(columns: "Brand", mapping: "Brand=attributes.brand"),
        .scopesUnused(scopes: "a, b"),
        .mappedMemberUnknown(member: "titel", nearest: "title"), .workbook, .webPage,
        .sidecarUnknownMember(member: "lable", nearest: "label"),
        .sidecarUnknownMemberOf(member: "x", known: "id, label"),
        .columnTwice(name: "x"), .fieldCount(1, header: 2), .quoteOpen, .textAfterQuote,
        .sidecarInvalid(reason: "r"), .sidecarWrongType(member: "label", expected: .list),
        .sidecarTooMany(member: "fields", count: 2, limit: 1),
    ]

    private static let types: [CatalogDiagnostic.ExpectedType] = [
        .text, .number, .integer, .object, .localizedText, .localizedTexts, .price, .list, .weight,
    ]

    @Test(arguments: kinds) func theArgumentsFitThePlaceholders(kind: CatalogDiagnostic.Kind) {
        let diagnostic = CatalogDiagnostic(file: "a", kind: kind)
        let placeholders = diagnostic.messageKey.split(separator: " ").dropFirst()
        let expected = diagnostic.arguments.map { if case .integer = $0 { "ld" } else { "@" } }
        #expect(placeholders.map { String($0.suffix(while: { $0.isLetter || $0 == "@" })) } == expected)
    }

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
        for kind in Self.kinds {
            #expect(texts.contains("\n\"\(CatalogDiagnostic(file: "a", kind: kind).messageKey)\" = "))
        }
        for type in Self.types { #expect(texts.contains("\n\"\(type.rawValue)\" = ")) }
    }
}

extension Substring {
    /// The longest suffix whose characters all satisfy a condition.
    fileprivate func suffix(while condition: (Character) -> Bool) -> Substring {
        self[(lastIndex { !condition($0) }.map(index(after:)) ?? startIndex)...]
    }
}
