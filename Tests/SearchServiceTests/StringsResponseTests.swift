// Tables of texts are returned in the form that front ends need, and no other files.

import CatalogSearch
import SearchService
import TestSupport
import Testing

@Suite struct StringsResponseTests {
    private let english = LocaleIdentifier("en")!

    /// Runs a test with a service that has these texts, by folder and table.
    private func withTexts(_ files: [String: String], _ body: (SearchService) throws -> Void) throws {
        try withTemporaryFolder { (folder) throws in
            for name in Set(files.keys.map { String($0.split(separator: "/")[0]) }) {
                try makeFolder(folder + "/" + name)
            }
            for (name, text) in files { try makeFile(folder + "/" + name, text) }
            try body(SearchService(SearchEngine([]), localizations: [folder]))
        }
    }

    private static let files = [
        "en.lproj/Page.strings": """
        "Title" = "Search \\"it\\"";
        "Only" = "Only here";
        "Items: %ld|==|plural.one" = "%ld item";
        "Items: %ld|==|plural.other" = "%ld items";
        "%1$ld in %2$ld" = "%1$#@files@ in %2$ld";
        "%1$ld in %2$ld|==|substitutions.files.plural.one" = "%1$ld file";
        "%1$ld in %2$ld|==|substitutions.files.plural.other" = "%1$ld files";
        "Greeting %@" = "Hello, %@";
        """,
        "pl.lproj/Page.strings": """
        "Title" = "Szukaj";
        "Items: %ld|==|plural.other" = "%ld pozycji";
        "Items: %ld|==|plural.many" = "%ld pozycji";
        "Items: %ld|==|plural.few" = "%ld pozycje";
        "Items: %ld|==|plural.one" = "%ld pozycja";
        "Greeting %@" = "Witaj, %d";
        """,
        "ar.lproj/Page.strings": #""Title" = "بحث";"#,
        "en.lproj/Broken.strings": #""Title" = "#,
    ]

    @Test func textsComeInTheFormsOfTheLanguage() throws {
        try withTexts(Self.files) { (service) throws in
            #expect(
                try service.strings(table: "Page", in: LocaleIdentifier("pl")!).json
                    == #"{"locale":"pl","direction":"ltr","strings":{"#
                    + #""%1$ld in %2$ld":{"text":"%1$#@files@ in %2$ld","substitutions":{"files":{"#
                    + #""one":"%1$ld file","other":"%1$ld files"}}},"#
                    // A text that does not fit the arguments counts as not translated.
                    + #""Greeting %@":"Hello, %@","#
                    + #""Items: %ld":{"one":"%ld pozycja","few":"%ld pozycje","many":"%ld pozycji","other":"%ld pozycji"},"#
                    + #""Only":"Only here","Title":"Szukaj"}}"#)
            #expect(
                try service.strings(table: "Page", in: english).json.contains(
                    #""Items: %ld":{"one":"%ld item","other":"%ld items"}"#))
        }
    }

    @Test(arguments: [
        ("ar", "rtl"), ("ar_EG", "rtl"), ("pl", "ltr"), ("de", "ltr"),
        // A right-to-left language whose texts are in English.
        ("ur", "ltr"),
    ])
    func directionIsThatOfTheTexts(locale: String, direction: String) throws {
        try withTexts([
            "en.lproj/Page.strings": #""Title" = "Search";"#, "ar.lproj/Page.strings": #""Title" = "بحث";"#,
        ]) {
            (service) throws in
            let response = try service.strings(table: "Page", in: LocaleIdentifier(locale)!)
            #expect(response.json.hasPrefix(#"{"locale":"\#(locale)","direction":"\#(direction)","#))
            #expect(response.locale.identifier == locale)
        }
    }

    @Test func directionIsThatOfMostTexts() throws {
        // The first key by name is English, because Arabic lacks it.
        try withTexts([
            "en.lproj/Page.strings": #""A" = "First"; "Title" = "Search"; "Hint" = "Type";"#,
            "ar.lproj/Page.strings": #""Title" = "بحث"; "Hint" = "اكتب";"#,
        ]) { (service) throws in
            #expect(
                try service.strings(table: "Page", in: LocaleIdentifier("ar")!).json.contains(
                    #""direction":"rtl""#))
        }
    }

    @Test(arguments: [
        "None", "", "../Page", "en.lproj/Page", "Page.strings", "Page ", "P\u{0}ge", "Pagé", "..", ".",
        "/etc/passwd",
        String(repeating: "P", count: 101),
    ])
    func namesThatAreNoTablesAreNotFound(table: String) throws {
        try withTexts(Self.files) { (service) throws in
            let failure = #expect(throws: SearchService.Failure.self) {
                try service.strings(table: table, in: english)
            }
            #expect(failure?.kind == .notFound)
        }
    }

    @Test func tableThatIsNotThereIsReportedInTheReadersLanguage() throws {
        let service = SearchService(SearchEngine([]), localizations: [packageFolder + "/Localizations"])
        let failure = #expect(throws: SearchService.Failure.self) {
            try service.strings(table: "None", in: LocaleIdentifier("de_AT")!)
        }
        #expect(failure?.message.hasPrefix("die Texttabelle „None“ gibt es nicht") == true)
    }

    @Test func everyLanguageOfThePageHasAllOfItsTexts() throws {
        let folder = packageFolder + "/Localizations"
        let service = SearchService(SearchEngine([]), localizations: [folder])
        for name in try names(inFolder: folder) where name.hasSuffix(".lproj") {
            let locale = try #require(LocaleIdentifier(String(name.dropLast(".lproj".count))))
            let json = try service.strings(table: "Page", in: locale).json
            #expect(json.contains(#""PageTitle":"#))
            #expect(
                json.contains(#""direction":"\#(["ar", "he"].contains(locale.language) ? "rtl" : "ltr")""#),
                "\(name)")
        }
    }
}
