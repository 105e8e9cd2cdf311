// Storyboards and xibs are the source texts of the `.strings` files that Xcode generates from them.

import TestSupport
import Testing

@Suite struct LstringsInterfaceTests {
    private static let storyboard = """
        <?xml version="1.0" encoding="UTF-8"?>
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0"><scenes><scene><objects>
        <viewController id="Y6W-OH-hqX"><view key="view" id="5EZ-qb-Rvc"><subviews>
            <label text="Title" id="8bC-Xf-vdC"/>
            <button id="abc-de-fgh"><state key="normal" title="Save %d"/></button>
            <customView id="xyz-12-345"/>
        </subviews></view></viewController></objects></scene></scenes></document>
        """
    private static let german = """
        "8bC-Xf-vdC.text" = "Titel";

        "abc-de-fgh.normalTitle" = "Sichern %@";

        /* Class = "Own"; caption = "Caption"; ObjectID = "xyz-12-345"; */
        "xyz-12-345.caption" = "Überschrift";

        "old-old-old.text" = "Alt";
        """ + "\n"
    private static let files = [
        "App/Base.lproj/Main.storyboard": storyboard, "App/Base.lproj/LaunchScreen.storyboard": storyboard,
        "App/de.lproj/Main.strings": german,
    ]

    /// The file that Xcode exports.
    private static func xliff(_ locale: String, _ target: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
          <file original="App/Base.lproj/Main.storyboard" source-language="en" target-language="\(locale)" datatype="plaintext">
            <body>
              <trans-unit id="8bC-Xf-vdC.text" xml:space="preserve">
                <source>Title</source>
                <target>\(target)</target>
                <note>Class = "UILabel"; text = "Title"; ObjectID = "8bC-Xf-vdC";</note>
              </trans-unit>
            </body>
          </file>
        </xliff>
        """
    }

    @Test func translationsAreCheckedBesideTheTextsOfTheStoryboard() throws {
        try withFiles(Self.files) { (folder) throws in
            let found = try lstrings("check App", in: folder).lines.filter { $0.hasSuffix("]") }
            #expect(found.count == 2, "\(found)")
            #expect(found.contains { $0.contains("Main.strings:3:") && $0.hasSuffix("[argument-type]") })
            // A key of a removed object is obsolete; one of a property that only Xcode knows is not.
            #expect(found.contains { $0.contains("old-old-old.text") && $0.hasSuffix("[obsolete-key]") })
        }
    }

    /// What a translation has of a text that only the intent definition has, the file of the source language lacks.
    @Test func keysOfAnIntentDefinitionAreNotObsolete() throws {
        func text(_ name: String, _ key: String) -> String {
            "<dict><key>INIntentTitle</key><string>\(name)</string><key>INIntentTitleID</key><string>\(key)</string></dict>"
        }
        let definition =
            "<?xml version=\"1.0\"?>\n<plist version=\"1.0\"><dict><key>INIntents</key><array>"
            + text("Show chart", "xVtyec") + text("Ignore warnings", "xcBHPA") + text("Unused", "abcdef")
            + "</array></dict></plist>"
        let files = [
            "App/Base.lproj/Widget.intentdefinition": definition,
            "App/en.lproj/Widget.strings": "\"xVtyec\" = \"Show chart\";\n",
            "App/de.lproj/Widget.strings":
                "\"xVtyec\" = \"Diagramm zeigen\";\n\"xcBHPA\" = \"Warnungen übergehen\";\n\"old123\" = \"Alt\";\n",
        ]
        try withFiles(files) { (folder) throws in
            let found = try lstrings("check App", in: folder).lines.filter { $0.hasSuffix("]") }
            #expect(found.count == 2, "\(found)")
            #expect(
                found.contains {
                    $0.contains("en.lproj/Widget.strings") && $0.contains("xcBHPA")
                        && $0.hasSuffix("[missing-key]")
                })
            #expect(found.contains { $0.contains("old123") && $0.hasSuffix("[obsolete-key]") })
        }
        let withoutSource = files.filter { $0.key != "App/en.lproj/Widget.strings" }
        try withFiles(withoutSource) { (folder) throws in
            let found = try lstrings("check App", in: folder).lines.filter { $0.hasSuffix("]") }
            #expect(found.contains { $0.contains("abcdef") && $0.hasSuffix("[missing-key]") }, "\(found)")
            #expect(!found.contains { $0.contains("xcBHPA") })
        }
    }

    @Test func xliffOfXcodeIsImported() throws {
        let files = Self.files.merging([
            "de.xliff": Self.xliff("de", "Der Titel"), "en.xliff": Self.xliff("en", "Other"),
            "fr.xliff": Self.xliff("fr", "Titre"),
        ]) { $1 }
        try withFiles(files) { (folder) throws in
            #expect(try lstrings("import de.xliff --into .", in: folder).status == 0)
            #expect(
                try contents(of: folder + "/App/de.lproj/Main.strings")
                    == Self.german.replacing("Titel", with: "Der Titel"))
            #expect(try lstrings("import fr.xliff --into .", in: folder).status == 0)
            #expect(
                try contents(of: folder + "/App/fr.lproj/Main.strings").hasSuffix(
                    "\"8bC-Xf-vdC.text\" = \"Titre\";\n"))
            // Only Interface Builder changes the source texts.
            #expect(try lstrings("import en.xliff --into .", in: folder).status == 0)
            #expect(try contents(of: folder + "/App/Base.lproj/Main.storyboard") == Self.storyboard)
        }
    }

    @Test func anExportHasTheTextsOfTheStoryboardAndComesBackUnchanged() throws {
        try withFiles(Self.files) { (folder) throws in
            #expect(try lstrings("export App --to xliff -o out", in: folder).status == 0)
            let exported = try contents(of: folder + "/out/de.xliff")
            #expect(exported.contains("<source>Save %d</source>"))
            #expect(exported.contains("<source>Caption</source>"))
            #expect(try lstrings("import out/de.xliff --into App", in: folder).status == 0)
            #expect(try contents(of: folder + "/App/de.lproj/Main.strings") == Self.german)
        }
    }
}
