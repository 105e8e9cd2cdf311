// `lstrings pseudo`: pseudolocales.

import TestSupport
import Testing

@Suite struct LstringsPseudoTests {
    @Test func bothPseudoLocalesAreMadeBesideTheOthers() throws {
        try withProject { (project) throws in
            let run = try project.run("pseudo")
            #expect(run.status == 0)
            #expect(run.errors == "8 messages changed in 2 files.\n")
            let accented = try project.text("Localizations/en-XA.lproj/Localizable.strings")
            #expect(accented.contains("\"Title\" = \"[Š"))
            #expect(accented.contains("%ld"))
            let turned = try project.text("Localizations/ar-XB.lproj/Localizable.strings")
            #expect(turned.contains("\"Title\" = \"\u{202E}Shop\u{202C}\";\n"))
            #expect(turned.contains("plural.few"))
            #expect(try project.strings("en") == ShopTexts.english)
            #expect(try project.run("pseudo").errors == "Nothing to change.\n")
            // The texts keep the arguments of the source.
            #expect(try project.run("check --select missing-argument Localizations/en-XA.lproj").status == 0)
        }
    }

    @Test func theFolderTheLocaleAndTheGrowthAreChosen() throws {
        try withProject { (project) throws in
            #expect(try project.run("pseudo -l en_XA --growth 0 -o out").status == 0)
            #expect(try names(inFolder: project.path + "/out") == ["en-XA.lproj"])
            let short = try project.text("out/en-XA.lproj/Localizable.strings")
            #expect(try project.run("pseudo -l en-XA --growth 200 -o out").status == 0)
            #expect(try project.text("out/en-XA.lproj/Localizable.strings").count > short.count)
            #expect(try project.isUntouched())
        }
    }

    /// The files of pseudolocales are beside the source, in any folder.
    @Test func aFolderIsChosenForJSONToo() throws {
        try withFiles(["shop/locales/en.json": "{\"title\": \"Shop\"}\n"]) { folder throws in
            let made = try run(.lstrings, ["pseudo", "-l", "en_XA", "-o", "out", "shop"], in: folder)
            #expect(made.status == 0, "\(made.errors)")
            #expect(try contents(of: folder + "/out/en-XA.json").contains("Šĥ"))
            #expect(try names(inFolder: folder + "/shop/locales") == ["en.json"])
        }
    }

    @Test(arguments: ["-l de", "--growth much", "--growth=-1", "Nowhere"])
    func aWrongCommandLineWritesNothing(
        options: String
    ) throws {
        try withProject { (project) throws in
            let run = try project.run("pseudo " + options)
            #expect(run.status == 2)
            #expect(run.errorLines.count == 1)
            #expect(try project.isUntouched())
        }
    }
}
