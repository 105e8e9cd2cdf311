// Reads glossaries, and finds terms in any grammatical form.

import Localization
import TestSupport
import Testing

@testable import TranslationTools

@Suite struct GlossaryTests {
    /// Inflected forms and compounds are the term; other words are not. Synonyms after a bar are allowed.
    static let pairs: [(locale: String, source: String, translation: String, isWrong: Bool)] = [
        ("de", "Delete the folders", "Ordner löschen", false),
        ("de", "Delete the folders", "Verzeichnisse löschen", true),
        ("de", "In this folder", "In diesem Ordner", false), ("de", "New folder", "Neuer Unterordner", false),
        ("de", "Books", "Bücher", false), ("de", "The password is wrong", "Falsches Passwort", false),
        ("de", "Passwords", "Kennwörter", false), ("de", "Passwords", "Geheimwörter", true),
        ("de", "File name", "Dateiname", false),
        ("de", "The file name is too long", "Der Name der Datei ist zu lang", true),
        ("de", "Send a file", "Datei senden", false), ("de", "Profile", "Profil", false),
        ("fi", "Delete the folders", "Poista kansiot", false), ("fi", "In the folder", "Kansiossa", false),
        ("fi", "In the folder", "Hakemistossa", true), ("fi", "Books", "Kirjoja", false),
        ("pl", "Files", "Pliki", false), ("pl", "Many files", "Wiele plików", false),
        ("pl", "Many files", "Wiele zbiorów", true),
        ("pl", "Books", "Książki", false), ("it", "Folders", "Cartelle", false),
        ("it", "Folders", "Directory", true),
        ("ja", "Delete the folder", "フォルダを削除", false), ("ja", "Delete the folder", "ディレクトリを削除", true),
        ("fr", "Delete the folders", "Supprimer les répertoires", false),
        ("fi", "Some settings", "Joidenkin asetusten", false), ("fi", "Settings", "Valinnat", true),
        // Names of systems and of files are not terms.
        ("it", "Get it for Windows", "Scarica per Windows", false), ("it", "Close windows", "Chiudi", true),
        ("pl", "This makes folder.xml", "Tworzy folder.xml", false),
        ("de", "This makes folder.xml", "Erzeugt folder.xml", false),
    ]

    static let csv = """
        \u{FEFF}en,de,fi,pl,it,ja,note
        folder,Ordner,kansio,folder,cartella,フォルダ,"a ""place"", for files"
        file,Datei,tiedosto,plik,file,ファイル,
        file name,Dateiname,,,,,
        book,Buch,kirja,książka,libro,本,
        password,Passwort | Kennwort,salasana,hasło,password,パスワード,
        settings,Einstellungen,asetukset,ustawienia,impostazioni,設定,
        window,Fenster,ikkuna,okno,finestra,ウインドウ,
        """

    @Test(arguments: pairs)
    func findsOtherWordsThanTheGlossary(
        locale: String, source: String, translation: String, isWrong: Bool
    ) throws {
        let found = try Self.findings(
            Glossary(Array(Self.csv.utf8), path: "a.csv"), locale, source, translation)
        #expect(!found.isEmpty == isWrong, "\(source): \(translation)")
    }

    private static func findings(
        _ glossary: Glossary, _ locale: String, _ source: String, _ translation: String
    ) -> [Finding] {
        var options = CheckOptions(selected: ["glossary-term"], runsOnlySelected: true)
        options.glossary = glossary
        let project = LocalizationProject(
            source: "\"k\" = \"\(source)\";", [locale: "\"k\" = \"\(translation)\";"], synced: nil)
        return CheckRunner(project: project, options: options).findings()
    }

    @Test(arguments: [
        """
        <martif type="TBX"><text><body><termEntry>
        <langSet xml:lang="en"><tig><term>folder</term></tig></langSet>
        <langSet xml:lang="de"><tig><term>Ordner</term></tig>
        <tig><term>Verzeichnis</term><termNote type="administrativeStatus">deprecatedTerm-admn-sts</termNote></tig></langSet>
        </termEntry></body></text></martif>
        """,
        """
        <tbx type="TBX-Basic" xmlns="urn:iso:std:iso:30042:ed-2"><text><body><conceptEntry id="1">
        <langSec xml:lang="en"><termSec><term>folder</term></termSec></langSec>
        <langSec xml:lang="de-DE"><termSec><term>Ordner</term></termSec></langSec>
        <langSec xml:lang="de"><termSec><term>Ordner</term></termSec></langSec>
        </conceptEntry></body></text></tbx>
        """,
    ])
    func readsTBXWithoutForbiddenTerms(document: String) throws {
        let glossary = try Glossary(Array(document.utf8), path: "glossary.tbx")
        #expect(glossary.concepts.first?.terms(for: LocaleIdentifier("de")!) == ["Ordner"])
        #expect(!Self.findings(glossary, "de", "Folders", "Verzeichnisse").isEmpty)
        #expect(Self.findings(glossary, "de", "Folders", "Ordner").isEmpty)
    }

    private static let weblateTable = """
        "location","source","target","id","fuzzy","context","translator_comments","developer_comments"
        "","folder","Ordner","","False","","",""
        "","file","Akte","","True","","",""
        "","book","","","False","","",""

        """

    @Test func readsTermsWhoseLanguageTheNameOfTheFileTells() throws {
        let german = LocaleIdentifier("de")!
        let glossary = try Glossary(
            Array(Self.weblateTable.utf8), path: "g/shop-glossary-de.csv",
            source: LocaleIdentifier("en_US")!.base)
        #expect(
            glossary.concepts == [
                Glossary.Concept([LocaleIdentifier("en_US")!: ["folder"], german: ["Ordner"]])
            ])
        #expect(throws: Glossary.Failure.noLanguages) {
            try Glossary(Array(Self.weblateTable.utf8), path: "glossary.csv")
        }
    }

    @Test(
        arguments: [
            ("de.csv", "de"), ("shop-glossary-pt_BR.csv", "pt_BR"), ("terms.zh_Hans.csv", "zh_Hans"),
            ("a/de/glossary-es_419.tsv", "es_419"), ("my-app-fr.csv", "fr"), ("glossary.csv", nil),
            ("terms-BR.csv", nil), ("glossary-pt-br.csv", "pt_BR"), ("app_zh_tw.csv", "zh_TW"),
            ("br.csv", "br"), ("en-br.csv", "br"), ("terms-sv-se.csv", "sv_SE"), ("sl_si.csv", "sl_SI"),
            ("nb-no.csv", "nb_NO"), ("en-se.csv", "se"), ("sv-no.csv", "no"),
        ] as [(String, String?)])
    func theLanguageIsAtTheEndOfTheName(path: String, locale: String?) {
        #expect(TermPairs.language(ofFile: path) == locale.flatMap { LocaleIdentifier($0) })
    }

    @Test func aFileThatIsNoGlossaryIsRefused() {
        #expect(throws: Glossary.Failure.noLanguages) {
            try Glossary(Array("a,b\n1,2\n".utf8), path: "a.csv")
        }
        #expect(throws: Glossary.Failure.notUTF8) { try Glossary([0xFF, 0x2C], path: "a.csv") }
        #expect(throws: Glossary.Failure.notTBX) { try Glossary(Array("<a/>".utf8), path: "a.tbx") }
        #expect(throws: Glossary.Failure.notTBX) { try Glossary(Array("<martif>".utf8), path: "a.tbx") }
    }

    @Test func readsTheUnitsOfAMemory() {
        let file = TMXFile(
            Array(
                """
                <tmx version="1.4"><header srclang="en"/><body><tu><tuv xml:lang="en-US"><seg>A <hi>b</hi><ph>x</ph></seg></tuv>
                <tuv xml:lang="de"><seg>C</seg></tuv></tu><tu><tuv xml:lang="en"><seg>alone</seg></tuv></tu></body></tmx>
                """.utf8))
        #expect(
            file?.units.map(\.texts) == [[LocaleIdentifier("en_US")!: "A b", LocaleIdentifier("de")!: "C"]])
        #expect(TMXFile(Array("<tmx>".utf8)) == nil)
    }
}
