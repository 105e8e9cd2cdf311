// Each text has one member with a fixed name and with the types of its arguments, or is rejected with a
// reason.

import Testing

@testable import TranslationTools

@Suite struct SwiftAccessorsTests {
    private func accessors(_ tables: [String: String]) -> SwiftAccessors {
        let english = LocaleIdentifier("en")!
        let files = tables.sorted { $0.key < $1.key }.map { name, text in
            LocalizationFile(path: name + ".strings", table: name, locale: english, bytes: Array(text.utf8))
        }
        let project = LocalizationProject(sourceLocale: english, files: files)
        return SwiftAccessors(project, typeName: "Texts", access: .internal, path: "Localizations")
    }

    /// The members of the table `Localizable`, without those that all types have.
    private func members(_ text: String) -> [String] {
        accessors(["Localizable": text]).text.split(separator: "\n").map { $0.drop { $0 == " " } }
            .filter { ($0.hasPrefix("var ") || $0.hasPrefix("func ")) }
            .map { String($0.split(separator: " {")[0]) }
    }

    private func refusals(_ tables: [String: String]) -> [String] {
        accessors(tables).refused.map {
            "\($0.path):\($0.diagnostic.position?.line ?? 0) \($0.diagnostic.messageKey)"
        }
    }

    @Test(arguments: [
        ("\"Title\" = \"Shop\";", "var title: String"), ("\"OK\" = \"OK\";", "var ok: String"),
        ("\"URLList\" = \"x\";", "var urlList: String"),
        ("\"can't.open file\" = \"x\";", "var cantOpenFile: String"),
        ("\"default\" = \"x\";", "var `default`: String"), ("\"größe_max\" = \"x\";", "var größeMax: String"),
        ("\"100% of\" = \"100% of it\"; /* name: all */", "var all: String"),
        ("\"Items: %ld\" = \"%ld\";", "func items(_ count: Int) -> String"),
        ("\"k\" = \"%@ %.1f\";", "func k(_ argument1: String, _ argument2: Double) -> String"),
        ("\"k\" = \"%2$@ %1$ld\";", "func k(_ argument1: Int, _ argument2: String) -> String"),
        ("\"k\" = \"%2$@\";", "func k(_ argument1: any FormatArgument, _ argument2: String) -> String"),
        (
            "\"k|==|plural.one\" = \"One\"; \"k|==|plural.other\" = \"Some\";",
            "func k(_ count: Int) -> String"
        ),
        (
            "/* name: moved(from:_:) */ \"k\" = \"%@ %@\";",
            "func moved(from argument1: String, _ argument2: String) -> String"
        ),
        (
            "\"k\" = \"%1$#@n@ in %2$@\"; \"k|==|substitutions.n.plural.one\" = \"%arg file\"; "
                + "\"k|==|substitutions.n.plural.other\" = \"%arg files\";",
            "func k(_ argument1: Int, _ argument2: String) -> String"
        ),
    ])
    func aTextHasAMember(entry: String, member: String) { #expect(members(entry) == [member]) }

    @Test func theSourceTextAndTheCommentAreTheDocumentation() {
        let text = accessors([
            "Localizable": """
            /* Above the list.
               max-length: 9 */
            "List" = "All\\nitems \\"here\\"";
            "Files: %ld|==|plural.one" = "%ld file";
            "Files: %ld|==|plural.other" = "%ld files";
            """
        ]).text
        #expect(
            text == #"""
                // Made by `lstrings generate --to swift` from Localizations. Do not edit it: change the texts instead.

                internal import Localization

                /// The texts of the program.
                struct Texts: Sendable {
                    /// Looks the texts up.
                    let localizer: Localizer

                    /// Texts that a localizer looks up.
                    init(_ localizer: Localizer) { self.localizer = localizer }

                    /// All
                    /// items "here"
                    ///
                    /// Above the list.
                    var list: String { localizer("List", table: "Localizable") }

                    /// plural.one: %ld file
                    /// plural.other: %ld files
                    func files(_ count: Int) -> String {
                        localizer("Files: %ld", count, table: "Localizable")
                    }
                }

                """#)
    }

    @Test func otherTablesAreTypesInside() {
        let text = accessors(["Localizable": "\"a\" = \"A\";", "Errors": "\"a\" = \"A\";"]).text
        #expect(text.contains("    var errors: ErrorsTexts { ErrorsTexts(localizer) }\n"))
        #expect(text.contains("        var a: String { localizer(\"a\", table: \"Errors\") }\n"))
        // The only table is the type itself, whatever its name is.
        #expect(!accessors(["Errors": "\"a\" = \"A\";"]).text.contains("ErrorsTexts"))
    }

    @Test(arguments: [
        ("\"…\" = \"x\";", "NoName"), ("\"1 file\" = \"x\";", "NoName"), ("\"self\" = \"x\";", "NoName"),
        ("\n/* name: 1file */ \"a\" = \"x\";", "InvalidName"),
        ("\n/* name: f(a) */ \"a\" = \"%@\";", "InvalidName"),
        ("\n/* name: f(a:b:) */ \"a\" = \"%@\";", "LabelCount"),
        ("\"a b\" = \"x\";\n\"aB\" = \"y\";", "SameName"),
        ("\"a: %@\" = \"%@\";\n\"a\" = \"%ld\";", "SameName"),
        ("\n\"localizer\" = \"x\";", "SameName"),
    ])
    func whatMakesNoNameIsRefused(text: String, reason: String) {
        let line = text.contains("\n") ? 2 : 1
        #expect(refusals(["Localizable": text]) == ["Localizable.strings:\(line) Accessor.\(reason)"])
    }

    @Test func namesThatDifferInTheirArgumentsAreDifferent() {
        #expect(refusals(["Localizable": "\"a\" = \"x\"; \"a: %@\" = \"%@\";"]) == [])
        #expect(refusals(["Localizable": "\"errors\" = \"x\";", "Errors": "\"a\" = \"A\";"]).count == 1)
    }

    @Test func aCommentForPeopleIsNoName() {
        #expect(members("/* name: the user's */ \"a\" = \"x\";") == ["var a: String"])
    }

    @Test func noTextEndsItsComment() {
        let text = accessors(["Localizable": "\"a\\r\\\\(x)\\\"\" = \"x\\r\\nlet y = 1\\U2028z\\0\";"]).text
        #expect(
            !text.contains("\nlet") && !text.contains("\u{2028}") && !text.contains("\0")
                && !text.contains("\r"))
        #expect(text.contains(#"localizer("a\r\\(x)\"""#))
    }
}
