// Texts that look wrong but are right: false alarms of other tools, and earlier ones of this tool.

import Testing
import TranslationTools

@Suite struct QuietCheckTests {
    /// With its type, which the compiler would take seconds to infer.
    private static let quietTexts: [(String, String, String)] = [
        // The second sign of a name between percent signs does not begin a specifier.
        ("uk", "%tokenLifetime% hours of %budget%", "%tokenLifetime% годин, %budget%"),
        // Blanks at the edges of a name do not belong to it.
        ("pt", "{{ userName }} deleted {nr}", "{{ userName}} eliminado {nr }"),
        ("he", "Results for “{{ query }}”", "תשובה ל\\\"{{ query }}\\\""),
        // A name for files that the program creates.
        ("pt", "dropped text.txt", "texto.txt largado"),
        // A name that a translator must keep, and an argument that Python converts.
        ("pt", "Download {name!r} to", "Transferir {name} para"), ("lo", "{a!r}. Why?{b}", "{a!r}? {b}"),
        // Units behind numbers, the same markup, and a format of dates in PHP.
        ("cs", "% (exact)", " % (přesně)"), ("uk", "s (exact)", " с (точно)"), ("fr", "MB/s", " Mo/s"),
        ("be", "<b>View</b>", "<span weight=\\\"bold\\\">Выгляд</span>"),
        ("fr", "<html>One line</html>", "Une ligne"), ("de", "g A l F d", "l, d. F G \\\\U\\\\h"),
        // Addresses that are only examples.
        ("pl", "Move to https://newdomain.com", "Przenieś do https://nowadomena.pl"),
        ("ru", "Open http://server/path", "Откройте http://сервер/путь"),
        ("gd", "Such as https://yourdomain.com", "Mar https://an-àrainn-ùr.com"),
        ("de", "See https://example.com", "Siehe https://beispiel.de"),
        ("ru", "A name (user@domain.tld)", "Имя (пользователь@домен)"),
        ("de", "Write to user@example.org", "Schreiben Sie an nutzer@beispiel"),
        // A repeated word.
        ("nl", "Update what plays", "Wat afgespeeld wordt wordt bijgewerkt"),
        ("pt", "Revert to default pattern", "Reverter ao padrão padrão"),
        // A percent sign in texts that no program formats.
        ("de", "100% of the space", "100% des Platzes"), ("fr", "50% off", "50 % de réduction"),
        // Formats of dates.
        ("de", "%H:%M:%S.%F", "%H:%M:%S Uhr"), ("ja", "%Y-%m-%d", "%Y年%m月%d日"),
        // The numbered and the unnumbered spelling are the same.
        ("es", "%@ of %@", "%1$@ de %2$@"), ("tr", "%1$@ of %2$@", "%2$@ / %1$@"),
        // Ends of texts.
        ("th", "Really delete?", "ต้องการลบจริงหรือ"), ("ja", "Name: ", "名前："), ("tr", "Import…", "… içe aktar"),
        ("hy", "Really?", "Իսկապե՞ս"), ("de", "0..10", "0..10"), ("zh_Hant", "Choose one:", "請選擇"),
        // Words that languages double.
        ("id", "files", "berkas berkas"), ("tr", "slowly", "yavaş yavaş"), ("vi", "blue", "xanh xanh"),
        ("fr", "You are wrong", "Vous vous trompez"), ("en_GB", "He had had it", "He had had it"),
        // Quotes, brackets and placeholders.
        ("de", "5\\\" disk", "5\\\"-Diskette"), ("fr", ":-)", ":-)"), ("sv", "“%@”", "”%@”"),
        ("he", "\\\"a\\\"", "״a״"),
        ("de", "lsearch <word>", "lsearch <Wort>"), ("ja", "a) one", "ア）一"),
        // Invisible characters that scripts need.
        ("fa", "I want", "می\\U200Cخواهم"), ("hi", "Ksha", "क्\\U200Dष"), ("km", "Khmer", "ភាសា\\U200Bខ្មែរ"),
        ("ar", "LRM", "\\U200Fa\\U200E"),
        // A made-up address, and a colon for which the translation has a sentence.
        ("bg", "name@email.com", "име@имейл.com"), ("lv", "Describe the issue:", "Aprakstiet problēmu."),
        // Words that Italian doubles, a name with a doubled word, and a line that begins as the one above it
        // ends.
        ("it", "Step by step", "Guida passo passo"), ("fr", "Tiny Tiny RSS reader", "Lecteur Tiny Tiny RSS"),
        ("fr", "Error: \nError 2", "Erreur\nErreur 2"), ("fr", "by deleting some", "en en supprimant"),
        // A percent sign before a number, where a language writes it there.
        ("tr", "Done ({share}%)", "Bitti (%{share})"), ("eu", "{share}% of it", "%{share}"),
        // A label in quotation marks that is not the end, a list with numbers, and a name with an ending.
        ("pl", "Shows the link \\\"Details:\\\"", "Pokazuje łącze „Szczegóły”"),
        ("is", "1. one (a)", "1) einn (a)"), ("eu", "Sorry :_(", "Barkatu :_("),
        ("sr", "Powered by Ruffle", "Покреће га Ruffleа"), ("he", "a .wasm file", "ה\\\".wasm\\\" הוא"),
        ("sl", "inch,inches,in", "palec,col,\\\",in"), ("fr", "seconds (″)", "secondes (\\\")"),
        // Letters of two scripts in one name.
        ("ru", "3D model", "3D-модель"), ("el", "5 µm", "5 µm"), ("uk", "USB disk", "USB-диск"),
        // Addresses in the language of the translation.
        ("de", "See https://en.wikipedia.org/wiki/A", "Siehe https://de.wikipedia.org/wiki/A"),
        ("ja", "http://example.org", "http://example.orgをご覧ください"),
        // An address without its scheme, as people write it.
        ("da", "Get it here: https://example.org/win", "Hent den her: example.org/win"),
        ("fr", "and/or 1.5 e.g. this", "et/ou 1,5 p. ex. ceci"), ("de", "Enter https://?", "Adresse?"),
        // Paths and addresses that are only examples of their form.
        ("de", "Open /path/to/file", "/Pfad/zur/Datei öffnen"), ("fr", "https://%@", "%@"),
        // Repeated words, and a language that doubles them.
        ("da", "It is there to be used", "Den er til til brug"), ("ig", "close", "nso nso"),
        ("de", "Get paid for being you", "Werde dafür bezahlt, dass du du bist"),
        // A suffix after a percent sign.
        ("hu", "100% of the space", "A hely 100%-a"), ("hu", "50% of them", "Az 50%-ig"),
        ("sv", "Number %", "Numeriskt %-tal"),
        // Sentences in another order, and an ellipsis of the language's own full stops.
        ("ko", "%@ is here. Open it?", "%@이(가) 있습니다. 열까요? (이것)"), ("skr", "Open…", "کھولو۔۔۔"),
        // The name of a new file, a keyword of SQL, and elements that only describe a name.
        ("sl", "labels.txt", "oznake.txt"), ("cs", "DELETE", "DELETE"),
        ("sk", "test.txt", "výkonový test.txt"),
        ("eu", "file1.txt file2.txt", "fitxategia1.txt fitxategia2.txt"),
        // The synopsis of a command, a remark of translators about themselves, and a joiner after an
        // ellipsis.
        ("pl", "git reflog [ show | expire | delete ]", "git reflog [ show | expire | delete ]"),
        ("ro", "translator_credits", "<b>Traducere</b><br>Ana"), ("fa", "Rename...", "تغییر نام...\\U200E"),
        ("cs", "Get <app>gedit</app> and use <app>gedit</app>", "Získat a používat <app>gedit</app>"),
        // Examples of paths.
        ("fi", "e.g. /photos/cameras", "esim. /kuvat/kamerat"),
        // A backslash before a line break.
        ("de", "A\\\nB", "A\\\nB"),
        // A name that doubles a word, an emoticon, and an ending after the letter that Ukrainian uses as an
        // apostrophe.
        ("sv", "hot pot", "shabu shabu"), ("ka", "Nice!", "კარგია :)"), ("uk", "of Pods", "Podʼу"),
        // The indentation of a template beside a line break.
        ("de", "\n        Sent.\n    ", "\nGesendet.\n  "),
        // An abbreviation that looks like the name of a file.
        ("de", "6 p.m.", "18 Uhr"), ("fr", "9 a.m. or 5 p.m.", "9 h ou 17 h"),
        // Punctuation of other scripts, and characters that are typed instead of it.
        ("am", "Choose a file:", "ፋይል ይምረጡ፡-"), ("am", "Name:", "ስም፦"), ("ti", "Name:", "ስም፡"),
        ("bn", "Name:", "নামকরণঃ"), ("hi", "Address:", "पताकाः"), ("mn_Mong", "Name:", "ᠨᠡᠷᠡ᠄"),
        ("zh_Hans", "Name:", "名称∶"),
        ("ja", "Really?", "本当に⁉"),
        // Letters of specifiers are not letters of words.
        ("uk", "Between %1$s and %2$s", "Між %1$sта%2$s"), ("ru", "%i pcs", "%iштук"),
        ("el", "%d {of} x", "%dα {of} x"),
        ("bg", "gone %%sPlease move", "%%sПреместете"), ("ru", "One\\\\nTwo", "Один\\\\nДва"),
        // Names in angle brackets, which would lack their end tags in HTML, and a list of signs.
        ("de", "git prune [<head>...]", "git prune [<Branch>...]"),
        ("fr", "Not allowed: < > : | ?", "Interdits : < > : \\\" | ?"),
        ("th", "Either True, False", "\\\"จริง \\\" (True) \\\"ไม่จริง\\\""),
        // Options next to each other, and before a value; an interval.
        ("bg", "With --ours/--theirs", "С „--ours“/„--theirs“"), ("vi", "--all or --url=", "--all hay --url"),
        ("bg", "%d is < 0 or >= 128", "%d не е в [0, 128)"),
        // Words that grammar repeats, and a translation that expresses the end with other words.
        ("sq", "A breach of data", "Një shkelje të të dhënave"), ("zh_Hant", "One of a, b, ...", "a、b 等其中一個"),
        ("fi", "It is gone. Perhaps it was deleted?", "Se puuttuu. Se on voitu poistaa."),
        ("ja", "What are servers?", "サーバーとは"), ("bg", "%@ failed:", "%@: грешка"),
        ("hu", "Show in…", "Megjelenítés:"),
        // The reader's own address.
        ("da", "https://home.myhouse.com", "https://home.mithjem.dk"),
        // A question instead of an ellipsis.
        ("ko", "Did you mean...", "무슨 뜻이신가요?"),
        // Percent signs of addresses.
        ("de", "See https://example.org/a%20dog", "Siehe https://example.org/Hund"),
        // Identical words, a text that is one line anyway, and an ampersand that the source does not escape
        // either.
        ("de", "Version", "Version"), ("de", "Line\\n", "Zeile\\n"), ("fr", "A & B &amp; C", "A & B"),
        // Text that fills a layout, and a copyright line.
        ("id", "Lorem ipsum dolor sit er elit lamet", "Lorem ipsum dolor sit er elit lamet"),
        ("ko", "Copyright © A Shop. All rights reserved.", "Copyright © A Shop. All rights reserved."),
        (
            "de", "Creative Commons Attribution-Share Alike 3.0 Unported License",
            "Creative Commons Attribution-Share Alike 3.0 Unported License"
        ),
        // A template that is quoted as an example, a step of a list in one sentence, and a tag that a
        // sentence is about.
        (
            "fi", "A template such as “The capital of {{Country}} is:”",
            "Malli, kuten ”Maan {{Maa}} pääkaupunki on:”"
        ),
        (
            "fr", "Move the tab to its place among the other tabs.",
            "déplacez l’onglet à sa place parmi les autres onglets,"
        ),
        ("ja", "Convert any <br> to newlines", "改行を <br> で表し、<br> は表示しません"),
        // A name for any file, and an address that only describes its parts.
        ("de", "close <nick> file.tar.gz", "close <Name> datei.tar.gz"),
        ("de", "Pack it as file.tar.gz", "Als datei.zip packen"),
        ("de", "See www.example.org.", "Siehe example.org/de."),
        ("de", "Yes and/or no, e.g. read.me/write", "Ja und/oder nein"),
        ("ru", "Open an irc://server:port/channel URL", "Открыть irc://сервер:порт/канал"),
        // The name of a command before a line that begins with it.
        ("fr", "DCC LIST - lists\nDCC CHAT - talks", "DCC LIST - la liste DCC\nDCC CHAT - parle"),
        // A list that only the translation has, and words that fill a column.
        ("nb", "Both of these", "Begge: a) den ene, b) den andre"), ("ru", "YES  ", "ДА   "),
        ("az", "NO   ", "XEYİR "),
        // The names of translators, a quoted backslash, a control character in caret notation, and dots of
        // Tibetan script.
        ("bs", "translator-credits", "   Ana\n  Ivo"),
        ("cs", "Enter the domain", "Zadejte doménu (před '\\\\')"),
        ("sr", "Insert", "^BУбаци^B"), ("dz", "Hide...", "སྦ་་་་"),
        // More emphasis than in the source, and a command in angle brackets.
        ("de", "It <em>surely</em> is", "Es <em>muss</em> <em>sicher</em> sein"),
        ("vi", "example: /dcc close nick", "thí dụ: </dcc close tên>"),
        // Emoticons from right to left, words that Hebrew doubles, and a name for braces.
        ("ar", "You have heard all ;)", "سمعت كل شيء ؛)"), ("he", "Thanks :)", "תודה (:"),
        ("he", "for animals", "תנו לחיות לחיות"),
        ("de", "Extra { or } found", "Überzählige { oder } gefunden"),
        // Line breaks that the translation adds or omits.
        ("pl", "Running.<br/>Please stop it.", "Uruchomiona. Zatrzymaj ją."),
        ("ja", "One. Two.", "一。<br>二。"),
        // A document of HTML, a unit without a space, and space after a sentence.
        ("de", "<html><body><p>A</p></body></html>\n        ", "<html><body><p>A</p></body></html>"),
        ("ko", " sec", "초"), ("fr", "You’re protected! ", "Vous êtes protégé !"),
        // Examples in an empty field, and a language's way to say "and so on".
        ("it", "https://example.com", "https://esempio.it"), ("fr", "40, 50, 60…", "30, 50, 70, etc."),
        ("nl", "Match the scheme (e.g., https://example.com)", "Schema (bijv. https://voorbeeld.nl)"),
        ("da", "Example: search.example.com/?q=%s", "Eksempel: søg.eksempel.dk/?q=%s"),
        ("zh_Hant", "Contact Line, Electrified Rail...", "架空電線, 第三軌"),
        (
            "ja", "Acer platanoides, Pyrus calleryana Chanticleer …",
            "Acer platanoides, Pyrus calleryana Chanticleer …"
        ),
        // The same thing in fewer words, a line break as an element, an element that is only named, and a key
        // that looks like a name.
        ("id", "Use graphical icons instead of text symbols in the user list.", "Gunakan ikon untuk daftar"),
        ("ko", "Logged in.\\nChoose again.", "로그인되었습니다.<br/>다시 선택하세요."),
        ("de", "Search for <b>\\\\n</b>", "Nach <b>\\\\t</b> suchen"), ("ja", "paxcounter.log", "カウンターログ"),
        ("et", "Run a script.<br />Get it.", "<i>Snap</i>’i jaoks.<br />Skript."),
        ("ko", "It failed!\\nIs the key right?", "실패했습니다!\\n키를 확인해 주세요."),
        (
            "ar", "This program is free software: you can redistribute it",
            "This program is free software: you can redistribute it"
        ),
        // A language without such an ending, and a form of older data.
        ("sw", "th", " "), ("ja", " at ", " "),
        // The beginning of a sentence whose end has the verb in Korean, and a sign that Thai does not use.
        ("ko", "will expire within ", " "), ("th", ".", ""),
        // A heading in the order of another language, and two sentences in one line.
        ("ja", "Notifications from…", "通知の送信元"), ("ja", "Ask before…", "確認する操作"),
        ("ko", "Remind me when…", "알림 시점"), ("it", "Saved.\\nClose it?", "Salvato. Chiudere?"),
        // A whole phrase for a longer one.
        (
            "sk", "Structure used to offer limited protection to vehicles, typically without walls.",
            "Prístrešky pre autá"
        ),
        // A long question, and one that asks for more than yes or no, may be statements.
        ("fi", "Are you sure that you want to remove the certificate?", "Varmenne poistetaan lopullisesti."),
        ("id", "What’s new?", "Yang baru"),
        // A short sentence that is complete.
        ("hr", "The share could not be updated. Enter a note and try it again.", "Napomena je prazna"),
        // Several examples in a row, and an entity of the document type.
        ("nb", "For example: /my/cert_dir, /other/custom.pem", "For eksempel: /min/mappe, /annen/egen.pem"),
        ("de", "Use &docname; &amp; more", "Nutzen Sie &docname; mit &tagopt;"),
        // Documentation of messages instead of translations.
        ("qqq", "Hello, %@", "{{doc}} Greets; %1$d is unknown (("),
    ]

    @Test(arguments: quietTexts)
    func isQuiet(locale: String, source: String, translation: String) {
        let project = LocalizationProject(
            source: "\"k\" = \"\(source)\";", [locale: "\"k\" = \"\(translation)\";"])
        #expect(CheckRunner(project: project).findings().filter { $0.severity > .note } == [])
    }

    /// Marks for bold text, and quotes instead of them.
    @Test func namedEscapesAreNoLineBreaks() {
        let project = LocalizationProject(
            source: "\"k\" = \"It may have \\U0002\\\\n\\U0002 in it\";",
            ["zh_Hans": "\"k\" = \"可包含“\\\\n”\";"])
        let found = CheckRunner(project: project).findings().map(\.check)
        #expect(!found.contains("line-breaks"))
    }

    /// Texts that look like those, but are wrong.
    @Test(arguments: [
        ("extra-argument", "Open “{{Name}}”?", "„{{Titel}}“ öffnen?"),
        ("extra-argument", "Open “the file {name}”?", "„Die Datei {titel}“ öffnen?"),
        (
            "truncation", "Your decision will be remembered while both the client and the program run.",
            "Die Entscheidung und"
        ),
        ("truncation", "Move the tab to its place among the others.", "Legen Sie es neben die anderen,"),
        ("markup", "See <a href=\\\"x\\\">this</a>", "Siehe <a href=\\\"x>dies</a>"),
        ("markup", "<b>Name</b>", "<b>Name</b> <i>x"),
        ("file-names", "Edit file.txt", "Datei.csv bearbeiten"),
        ("file-names", "Edit config.yml", "konfig.yml bearbeiten"),
        ("urls", "Open myapp://settings/all", "Einstellungen öffnen"),
        ("doubled-words", "A list of\nall things", "Eine Liste\nListe aller Dinge"),
        ("markup", "Fetch <b>all</b><br>of it", "Alles<br>holen"),
        ("urls", "See https://example.com", "Siehe https://andere.de"),
        ("urls", "Move to https://newdomain.com", "Umziehen"), ("edge-whitespace", "OK", " OK"),
        ("urls", "See https://mydomaine.com", "Siehe https://meine-domain.de"),
        ("markup", "<b>A</b>", "<span color=\\\"red\\\">A</span>"), ("markup", "<html><b>A</b></html>", "A"),
        ("end-punctuation", "Loading, please wait…", "Wird geladen"), ("empty-value", "Burkina Faso", " "),
        ("line-breaks", "Saved.\\\\nClose it?", "Gesichert. Schließen?"),
        ("end-punctuation", "Save As…", "Sichern unter"),
        ("edge-whitespace", "Name  ", "Nam"), ("brackets", "Size in bytes", "Größe in Byte)"),
        ("escapes", "One line", "Eine\\\\nZeile"),
        ("file-names", "E.g. /tmp/a, which is no /etc/hosts", "Z. B. /tmp/b"),
        ("markup", "Use &docname; &amp; more", "Nutzen Sie &docnmae; &amp; mehr"),
    ])
    func isFound(check: String, source: String, translation: String) {
        let project = LocalizationProject(
            source: "\"k\" = \"\(source)\";", ["de": "\"k\" = \"\(translation)\";"])
        #expect(CheckRunner(project: project).findings().map(\.check).contains(check))
    }

    /// Only the state says that a text is not translated yet; the same applies to the state of a form.
    @Test func aTextThatIsMarkedAsUntranslatedIsReportedOnce() {
        let project = LocalizationProject(
            source: """
                "c" = "Cancel";
                "n|==|plural.one" = "Yes";
                "n|==|plural.other" = "Never";
                """,
            [
                "de": """
                /* Flag: untranslated */
                "c" = "Cancel";
                /* Flag: untranslated
                   Flag plural.one: untranslated
                   Flag plural.other: translated */
                "n|==|plural.one" = "Yes";
                "n|==|plural.other" = "Never";
                """
            ])
        let findings = CheckRunner(project: project).findings()
        #expect(
            findings.map { "\($0.check) \($0.key ?? "")" } == [
                "unfinished c", "unfinished n", "untranslated-word n",
            ])
    }

    /// Android's preferences show the items of one array, and store those of another.
    @Test func valuesOfPreferencesAreNoTexts() {
        let project = LocalizationProject(
            source: """
                "mode_entries[0]" = "Full";
                "mode_values[0]" = "Full";
                "title" = "Full";
                """, ["de": "\"mode_entries[0]\" = \"Voll\";"])
        let found = CheckRunner(project: project).findings().filter { $0.check == "has-been-translated" }
        #expect(found.map(\.key) == ["title"])
    }

    @Test func regionalLocalesHoldWhatDiffersOnly() {
        let project = LocalizationProject(
            source: "\"a\" = \"Color\";\n\"b\" = \"Open\";", ["en_GB": "\"a\" = \"Colour\";"])
        #expect(CheckRunner(project: project).findings() == [])
    }
}
