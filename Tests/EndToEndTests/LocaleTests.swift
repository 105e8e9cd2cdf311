// Checks the language of the program: the one of the command line, or else of the environment.

import Testing

@Suite struct LocaleTests {
    /// GNU gettext: LANGUAGE before LC_ALL before LC_MESSAGES before LANG; empty is unset; LANGUAGE is
    /// ignored in the locale C, honoured in C.UTF-8.
    @Test(arguments: [
        (["LANG": "sv_SE.UTF-8"], "Inga träffar hittades"),
        (["LANG": "sv_SE.UTF-8", "LC_MESSAGES": "de_DE.UTF-8"], "Keine Treffer gefunden"),
        (
            ["LANG": "sv_SE.UTF-8", "LC_MESSAGES": "de_DE.UTF-8", "LC_ALL": "fr_FR.UTF-8"],
            "Aucun élément trouvé"
        ),
        (["LANG": "sv_SE.UTF-8", "LC_ALL": "fr_FR.UTF-8", "LANGUAGE": "it:de"], "Nessun elemento trovato"),
        (["LANG": "sv_SE.UTF-8", "LC_MESSAGES": "", "LC_ALL": "", "LANGUAGE": ""], "Inga träffar hittades"),
        (["LANG": "sv_SE.UTF-8", "LANGUAGE": ":de"], "Keine Treffer gefunden"),
        (["LANG": "sv_SE.UTF-8", "LANGUAGE": "eo:de"], "Keine Treffer gefunden"),
        (["LANG": "C", "LANGUAGE": "de"], "No items found"),
        (["LANG": "sv_SE.UTF-8", "LC_ALL": "POSIX", "LANGUAGE": "de"], "No items found"),
        (["LANG": "C.UTF-8", "LANGUAGE": "de"], "Keine Treffer gefunden"),
        (["LANG": "C.UTF-8"], "No items found"),
        (["LANG": ""], "No items found"),
        (["LANG": "not a locale"], "No items found"),
        (["LANG": "eo"], "No items found"),
    ])
    func theEnvironmentSaysTheLanguage(variables: [String: String], label: String) throws {
        #expect(try searchShop("zzz", environment: variables).lines.first == label)
    }

    @Test func theCommandLineGoesBeforeTheEnvironment() throws {
        let variables = ["LANGUAGE": "it", "LC_ALL": "fr_FR.UTF-8", "LANG": "sv_SE.UTF-8"]
        #expect(try searchShop("-l de zzz", environment: variables).lines.first == "Keine Treffer gefunden")
    }

    @Test(arguments: [
        "de_DE", "de-DE", "de_DE.UTF-8", "de_DE.ISO-8859-1@euro", "DE", "de_AT", "de-u-co-phonebk",
        "de_DE@collation=phonebook",
    ])
    func localesMayBeSpelledAsPosixOrBCP47(locale: String) throws {
        #expect(try searchShop("--locale \(locale) zzz").lines.first == "Keine Treffer gefunden")
    }

    @Test(arguments: [
        ("zh_TW", "找不到項目"), ("zh_CN", "未找到项目"), ("pt_BR", "Nenhum item encontrado"),
        // Portuguese of Portugal does not fall back to Brazilian texts, and Latin script does not to
        // Cyrillic.
        ("pt_PT", "No items found"), ("sr_Latn", "No items found"),
    ])
    func variantsOfALanguageAreDistinguished(locale: String, label: String) throws {
        #expect(try searchShop("--locale \(locale) zzz").lines.first == label)
    }

    @Test(arguments: [
        ("de", "199,99\u{A0}€"), ("en", "€199.99"), ("de_CH", "EUR\u{A0}199.99"), ("ja", "€199.99"),
        ("fr", "199,99\u{A0}€"), ("hi", "€199.99"), ("sv", "199,99\u{A0}€"),
    ])
    func pricesAreWrittenAsInTheLocale(locale: String, price: String) throws {
        let hit = try searchShop("-l \(locale) --chain en ring --format json").json["hits"]?.elements.first
        #expect(hit?["price"]?["text"]?.text == price)
    }

    @Test func arabicDigitsAreUsedAndUnderstood() throws {
        let run = try searchShop("-l ar --chain en ٢٠١٠")
        #expect(run.status == 0)
        #expect(run.output.contains("٢٠١٠"))
        #expect(run.output.contains("١٩٩٫٩٩"))
    }

    @Test func textsInOtherLanguagesAreNamedWhereNothingIsFound() throws {
        let files = ["shop.csv": "id,title[de],title[fr]\n1,Regenjacke,Veste\n"]
        try withFiles(files) { (folder) throws in
            let missed = try lsearch(["-l", "en", "-c", "shop.csv", "regenjacke"], in: folder)
            #expect(missed.status == 1)
            #expect(
                missed.errors
                    == "lsearch: none of the texts are in a language that is searched, but in these: de, fr; choose one with --locale\n"
            )
            #expect(try lsearch(["-l", "de", "-c", "shop.csv", "hut"], in: folder).errors.isEmpty)
            #expect(try lsearch(["-l", "en", "-c", "shop.csv"], in: folder).errors.isEmpty)
        }
    }
}
