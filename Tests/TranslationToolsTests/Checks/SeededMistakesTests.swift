// Mistakes of translators, each beside a right translation that looks almost as wrong: the right check finds
// every mistake, and nothing else is found.

import Testing
import TranslationTools

@Suite struct SeededMistakesTests {
    /// A source text, with a wrong and a right translation. Values are written as in a `.strings` file.
    struct Case: Sendable, CustomTestStringConvertible {
        let check: String
        let locale: String
        let source: String
        let wrong: String
        let right: String
        var testDescription: String { "\(check) \(locale): \(wrong)" }

        init(_ check: String, _ locale: String, _ source: String, wrong: String, right: String) {
            self.check = check
            self.locale = locale
            self.source = source
            self.wrong = wrong
            self.right = right
        }
    }

    static let cases: [Case] = [
        // Keys
        Case("empty-value", "fr", "Open", wrong: "", right: "Ouvrir"),
        Case(
            "same-as-source", "fr", "Open the document", wrong: "Open the document",
            right: "Ouvrir le document"),
        Case("same-as-source", "de", "Save your changes", wrong: "Save your changes", right: "PDF-Export"),
        // Formats
        Case("missing-argument", "es", "%@ sent %@", wrong: "%@ envió", right: "%@ envió %@"),
        Case("missing-argument", "ko", "Page %1$ld of %2$ld", wrong: "%1$ld쪽", right: "전체 %2$ld쪽 중 %1$ld쪽"),
        Case("missing-argument", "de", "%2$@ to %1$@", wrong: "%2$@", right: "%1$@ von %2$@"),
        Case("extra-argument", "it", "File %@", wrong: "File %@ di %@", right: "File %1$@"),
        Case("extra-argument", "pl", "Done", wrong: "Gotowe %d", right: "Gotowe"),
        Case("extra-argument", "ru", "%1$@ saved", wrong: "%1$@ %3$@", right: "Сохранено: %1$@"),
        Case("argument-type", "tr", "%d files", wrong: "%@ dosya", right: "%d dosya"),
        Case("argument-type", "sv", "%1$@ %2$ld", wrong: "%1$ld %2$ld", right: "%2$ld %1$@"),
        Case("argument-type", "fr", "%.1f s", wrong: "%d s", right: "%.2f s"),
        Case("argument-width", "nl", "%lld bytes", wrong: "%d bytes", right: "%lld byte"),
        Case("argument-width", "de", "%d bytes", wrong: "%ld Byte", right: "%d Byte"),
        Case("argument-order", "ja", "%@: %ld", wrong: "%ld: %@", right: "%2$ld: %1$@"),
        Case("argument-order", "zh_Hans", "%d of %@", wrong: "%@的%d", right: "%2$@的%1$d"),
        Case(
            "repeated-argument", "fr", "%1$@ and %2$@", wrong: "%1$@ et %1$@ et %2$@", right: "%2$@ et %1$@"),
        Case("invalid-format", "de", "%1$@ %2$@", wrong: "%1$@ %@", right: "%1$@ %2$@"),
        Case("invalid-format", "it", "%@ saved", wrong: "%@ %k", right: "%@ salvato"),
        Case("invalid-format", "pt_BR", "%@ saved", wrong: "%@ %n", right: "%@ salvo"),
        Case("stray-percent", "de", "%ld%% of %@", wrong: "%ld% von %@", right: "%ld%% von %@"),
        Case("stray-percent", "fr", "%d%%", wrong: "%d %", right: "%d %%"),
        Case("full-width-percent", "zh_Hant", "%@ items", wrong: "％@ %@個項目", right: "%@個項目"),
        // White space and punctuation
        Case("edge-whitespace", "it", "Name: ", wrong: "Nome:", right: "Nome: "),
        Case("edge-whitespace", "ru", "Name", wrong: " Имя", right: "Имя"),
        Case("edge-whitespace", "ja", "Line\\n", wrong: "行", right: "行\\n"),
        Case("edge-whitespace", "fr", "Name: ", wrong: "Nom", right: "Nom :\\U00A0"),
        Case("end-punctuation", "el", "Really?", wrong: "Σίγουρα", right: "Σίγουρα;"),
        Case("end-punctuation", "ar", "Really?", wrong: "حقا", right: "حقا؟"),
        Case("end-punctuation", "ja", "Open…", wrong: "開く", right: "開く..."),
        Case("end-punctuation", "zh_Hans", "Really?", wrong: "真的", right: "真的？"),
        Case("end-punctuation", "de", "Name:", wrong: "Name", right: "Name:"),
        Case("end-punctuation", "fr", "“Really?”", wrong: "« Vraiment »", right: "« Vraiment ? »"),
        Case("end-full-stop", "ja", "It is empty.", wrong: "空です", right: "空です。"),
        Case("end-full-stop", "ur", "It is empty.", wrong: "خالی ہے", right: "خالی ہے۔"),
        Case("end-full-stop", "hy", "It is empty.", wrong: "Դատարկ է", right: "Դատարկ է։"),
        Case("ellipsis", "es", "Open...", wrong: "Abrir…", right: "Abrir..."),
        Case(
            "doubled-words", "fr", "Open the file", wrong: "Ouvrir le le fichier", right: "Vous vous en allez"
        ),
        Case("doubled-words", "ru", "On the disk", wrong: "На на диске на на", right: "Мало-мало"),
        Case("doubled-words", "de", "the ones that", wrong: "auf auf Datei", right: "die, die die Datei"),
        Case("doubled-spaces", "de", "a b", wrong: "a  b", right: "a b"),
        Case("brackets", "ja", "Size (bytes)", wrong: "サイズ（バイト", right: "サイズ（バイト）"),
        Case("brackets", "de", "Size [kB]", wrong: "Größe kB]", right: "Größe (kB)"),
        Case("quotes", "fr", "Delete “%@”", wrong: "Supprimer « %@", right: "Supprimer « %@ »"),
        Case("quotes", "ja", "Delete “%@”", wrong: "「%@を削除", right: "「%@」を削除"),
        Case("quotes", "he", "Army", wrong: "\\\"צבא", right: "צה\\\"ל"),
        // Text for programs
        Case(
            "urls", "de", "See http://example.org.", wrong: "Siehe dort.",
            right: "Siehe http://example.org/de."),
        Case(
            "urls", "pl", "See https://example.org/a", wrong: "Zob. https: //example.org/a",
            right: "Zob. example.org/a"),
        Case("email-addresses", "ru", "Write to a@b.org", wrong: "Пишите", right: "Пишите: a@b.org"),
        Case(
            "file-names", "fr", "Edit /etc/hosts/x", wrong: "Modifier /etc/hôtes/x",
            right: "Modifier /etc/hosts/x"),
        Case("file-names", "de", "See Info.plist.", wrong: "Siehe Info-Liste.", right: "Siehe „Info.plist“."),
        Case("file-names", "ja", "Use --color", wrong: "--色を使う", right: "--colorを使う"),
        Case("markup", "es", "<b>Bold</b>", wrong: "<b>Negrita<b>", right: "<b>Negrita</b>"),
        Case("markup", "pl", "a<hr/>b", wrong: "a b", right: "a<hr />b"),
        Case("markup", "de", "In <4>Glean</4>", wrong: "In <4>Glean", right: "In <4>dem Glean</4>"),
        Case("markup", "de", "Synced <2></2>", wrong: "Synchron <2>", right: "<2/> synchron"),
        Case("markup", "de", "If 1 <2 and 3> 2", wrong: "Falls <1>1</1>", right: "Falls 1 < 2 und 3 > 2"),
        Case("markup", "de", "Give <name>", wrong: "<b>Name</b>", right: "<Name> angeben"),
        Case("numbers", "ar", "5 files", wrong: "٦ ملفات", right: "٥ ملفات"),
        Case("numbers", "de", "1,000 files", wrong: "100 Dateien", right: "1.000 Dateien"),
        Case("escapes", "de", "a\\nb", wrong: "a\\\\nb", right: "a\\nb"),
        Case("markup", "pl", "<b>a <i>b</i></b>", wrong: "<b>a <i>b</b></i>", right: "<i>b</i> <b>a</b>"),
        Case("markup", "de", "Tom &amp; Jerry", wrong: "Tom & Jerry", right: "Tom &amp; Jerry"),
        Case("markup", "fr", "A &amp; B &lt;", wrong: "A &amp B &lt;", right: "A et B &lt;"),
        Case(
            "markup", "de", "Copy &amp; paste", wrong: "Kopieren &am; einfügen",
            right: "Kopieren &ndash; einf&uuml;gen"),
        Case(
            "markup", "sv", "Copy & paste", wrong: "Kopiera &am; klistra in",
            right: "Kopiera & klistra in; R&D;"),
        Case(
            "truncation", "de",
            "The disk is full, so the file could not be written. Make room and try again.",
            wrong: "Die Datei konnte nicht geschrieben und", right: "Volume voll"),
        Case(
            "truncation", "zh_Hans", "The file could not be saved because the disk is full.",
            wrong: "因为磁盘已满，", right: "磁盘已满，无法存储文件"),
        Case(
            "urls", "de", "See https://example.org/a", wrong: "Siehe https://evil.example.com/a",
            right: "Siehe https://de.example.org/b"),
        Case(
            "urls", "de", "See www.example.org.", wrong: "Siehe www.example.net.",
            right: "Siehe www.example.org/de."),
        Case(
            "urls", "de", "Read example.org/help", wrong: "Siehe Hilfe", right: "Siehe de.example.org/hilfe"),
        Case(
            "urls", "fr", "See https://amazon.com", wrong: "Voir https://amazon.net",
            right: "Voir https://www.amazon.fr"),
        Case("line-breaks", "de", "a\\\\nb c", wrong: "a b c", right: "a\\\\nb c"),
        Case(
            "line-breaks", "it", "First line\nSecond", wrong: "Prima riga seconda",
            right: "Prima riga\nSeconda"),
        Case("empty-value", "de", "Open", wrong: "  ", right: "Öffnen"),
        Case(
            "markdown", "de", "See [the guide](a.html) and [more](b.html)",
            wrong: "Siehe [den Leitfaden](a.html) und mehr",
            right: "Siehe [Leitfaden](c.html), [mehr](b.html)"),
        Case(
            "markdown", "fr", "It is **very** slow", wrong: "C’est *très* lent", right: "C’est **très** lent"),
        Case("markdown", "ja", "**Note:** a/**/b", wrong: "注意：a/**/b", right: "**注意：**a/**/b"),
        Case("untranslated-word", "de", "Cancel", wrong: "Cancel", right: "Abbrechen"),
        Case("untranslated-word", "ja", "Settings…", wrong: "Settings…", right: "設定…"),
        Case(
            "untranslated-word", "fr", "The server could not be reached.",
            wrong: "The server could not be reached", right: "Le serveur ne répond pas."),
        Case(
            "untranslated-word", "he", "The server could not be reached.",
            wrong: "The server could not be reached.", right: "לא ניתן להתחבר לשרת."),
        Case("missing-argument", "de", "Hi {name}", wrong: "Hallo", right: "{name}, hallo"),
        Case("extra-argument", "fr", "Hi {name}", wrong: "Bonjour {nmae}", right: "Bonjour {name}"),
        Case("missing-argument", "es", "Hi ${user}", wrong: "Hola", right: "${user}, hola"),
        // Style
        Case("end-exclamation", "fr", "Saved!", wrong: "Enregistré", right: "Enregistré !"),
        Case("end-exclamation", "de", "a;", wrong: "a", right: "a;"),
        Case("punctuation-spacing", "fr", "Name: %@", wrong: "Nom: %@", right: "Nom\u{A0}: %@, à 10:30"),
        Case("punctuation-spacing", "el", "Really?", wrong: "Αλήθεια ;", right: "Αλήθεια;"),
        Case("kashida", "ar", "Yes", wrong: "نعـــم", right: "لـ ذلك"),
        // Characters
        Case("control-characters", "de", "Open", wrong: "Öff\\U0007nen", right: "Öffnen\\tauf"),
        Case("invisible-characters", "de", "Open", wrong: "Öffnen\\U200B", right: "Öff\\U00ADnen"),
        Case("invisible-characters", "fr", "Open", wrong: "Ou\\U200Cvrir", right: "Ouvrir"),
        Case("invisible-characters", "en_GB", "Open", wrong: "Open\\U2063", right: "Open 👩‍💻"),
        Case(
            "bidirectional-controls", "he", "The file %@ is open", wrong: "הקובץ \\U2066%@ פתוח",
            right: "הקובץ \\U2066%@\\U2069 פתוח"
        ),
        Case("bidirectional-controls", "ar", "File", wrong: "ملف\\U202C", right: "ملف\\U200F"),
        Case("unusual-characters", "de", "Open", wrong: "\\UFFFDffnen", right: "Öffnen 🙂"),
        Case("unusual-characters", "ja", "Open", wrong: "開く\\UE000", right: "開く"),
        Case("mixed-scripts", "de", "Network", wrong: "N\\U0435tzwerk", right: "Netzwerk 5 µm, ΔT"),
        Case(
            "doubled-words", "de", "It fails.", wrong: "Es geht nicht nicht.",
            right: "Es geht nicht, nicht so."),
        Case("mixed-scripts", "ru", "Cancel", wrong: "Oтмена", right: "PDF-файл"),
        Case("mixed-scripts", "el", "Home", wrong: "Aρχή", right: "Αρχή"),
        Case("mojibake", "sv", "Open", wrong: "Ã–ppna", right: "Öppna"),
        Case("invalid-escape", "fr", "100", wrong: "\\% 100", right: "100"),
    ]

    /// Checks of style that report both sides of many cases.
    private static let alsoAllowed: Set<String> = [
        "end-full-stop", "ellipsis", "numbers", "portability", "same-as-source", "missing-argument",
        "doubled-spaces", "line-breaks", "end-exclamation",
        "extra-argument", "end-punctuation", "stray-percent", "urls", "edge-whitespace",
    ]

    @Test(arguments: cases)
    func findsTheMistake(case mistake: Case) {
        let found = findings(mistake, mistake.wrong)
        #expect(found.contains(mistake.check))
        #expect(found.subtracting([mistake.check]).subtracting(Self.alsoAllowed) == [])
    }

    @Test(arguments: cases)
    func saysNothingAboutWhatIsRight(case mistake: Case) {
        let found = findings(mistake, mistake.right)
        #expect(!found.contains(mistake.check))
        #expect(defaultFindings(mistake, mistake.right) == [])
    }

    @Test func rightTranslationsAreQuietTogether() {
        // In one file, checks of whole files see all of them at once.
        for locale in Set(Self.cases.map(\.locale)).sorted() {
            let chosen = Self.cases.enumerated().filter { $0.element.locale == locale }
            let source = chosen.map { "\"\($0.offset)\" = \"\($0.element.source)\";" }
            let right = chosen.map { "\"\($0.offset)\" = \"\($0.element.right)\";" }
            let project = LocalizationProject(
                source: source.joined(separator: "\n"), [locale: right.joined(separator: "\n")])
            #expect(CheckRunner(project: project).findings().filter { $0.severity > .note } == [])
        }
    }

    private func findings(_ mistake: Case, _ value: String) -> Set<String> {
        Set(run(mistake, value, CheckOptions(selected: ["all"])).map(\.check))
    }

    private func defaultFindings(_ mistake: Case, _ value: String) -> [Finding] {
        run(mistake, value, CheckOptions()).filter { $0.severity > .note }
    }

    private func run(_ mistake: Case, _ value: String, _ options: CheckOptions) -> [Finding] {
        let project = LocalizationProject(
            source: "\"key\" = \"\(mistake.source)\";", [mistake.locale: "\"key\" = \"\(value)\";"])
        return CheckRunner(project: project, options: options).findings()
    }
}
