// Spellings, equality and fallback of locales.

import ICU
import Testing

@Suite struct LocaleIdentifierTests {
    @Test(arguments: [
        ("de_DE.UTF-8", "de_DE"), ("de-DE", "de_DE"), ("DE", "de"), ("sr_RS.UTF-8@latin", "sr_Latn_RS"),
        ("sr-Latn-RS", "sr_Latn_RS"), ("zh_HANS", "zh_Hans"), ("pt_br", "pt_BR"),
        ("ca@valencia", "ca_VALENCIA"), ("ca__VALENCIA", "ca_VALENCIA"), ("en@shaw", "en_Shaw"),
        ("en_GB@shaw", "en_Shaw_GB"), ("mni@beng", "mni__BENG"), ("en@quot", "en__QUOT"),
        ("sr@ijekavianlatin", "sr__IJEKAVIANLATIN"), ("sr_RS@ije", "sr_RS__IJE"),
        ("de_DE@euro", "de_DE"), ("C", "en"), ("POSIX", "en"), ("C.UTF-8", "en"), ("iw", "he"),
        ("sh", "sr_Latn"), ("deu", "de"), ("heb_IL", "he_IL"), ("tgl", "fil"), ("mni", "mni"), ("aue", "ktz"),
        ("be-luna1918", "be__LUNA1918"),
        ("es-419", "es_419"), ("de-u-co-phonebk", "de"), ("en-US-u-va-posix", "en_US_POSIX"),
        ("en-US-posix-u-co-phonebk", "en_US_POSIX"), ("und-u-co-phonebk", "und"),
        ("en-x-lvariant-shaw", "en__SHAW"), ("de-x-anything", "de"), ("de-x-lvariant-a", "de"),
    ])
    func readsEverySpelling(spelled: String, identifier: String) throws {
        #expect(try #require(LocaleIdentifier(spelled)).identifier == identifier)
    }

    /// A locale's identifier is read back as the same locale: files and responses contain it.
    @Test(arguments: [
        "de", "de_DE", "zh_Hant_TW", "es-419", "en_US_POSIX", "ca@valencia", "ca_ES@valencia", "en@shaw",
        "en_US@shaw",
        "en@quot", "mni@beng", "sr@ije", "sr_RS@ije", "sr@ijekavian", "sr@ijekavianlatin",
        "sr_Latn@ijekavian",
        "sr@latin", "de-1996", "sl-rozaj-1994", "de-u-co-phonebk", "ca_ES@valencia,ije",
    ])
    func readsItsOwnSpelling(spelled: String) throws {
        let locale = try #require(LocaleIdentifier(spelled))
        #expect(LocaleIdentifier(locale.identifier) == locale.base)
        #expect(LocaleIdentifier(locale.icuIdentifier) == locale)
        #expect(LocaleIdentifier(locale.icuIdentifier)?.variants == locale.variants)
    }

    @Test(arguments: [
        "", "d", "12", "de__DE", "sr@a-b", "de@" + String(repeating: "x", count: 30), "de__DE__",
        "de-1996-1996", "sr@ije,ije", "en--u0va-pixiUS-u0va-pixix", "de/DE", "dé", "de_DE_x", "../etc",
        "de-u-", "Latn", "de_\u{0}",
    ])
    func rejectsWhatIsNoLocale(text: String) {
        #expect(LocaleIdentifier(text) == nil)
    }

    @Test(arguments: [
        ("zh_Hant_TW", "zh_TW"), ("zh_Hans", "zh"), ("zh_CN", "zh_Hans_CN"), ("sr_Cyrl", "sr"),
        ("iw_IL", "he_IL"), ("sl-rozaj-1994", "sl-1994-rozaj"),
    ])
    func equatesWhatMeansTheSame(left: String, right: String) {
        #expect(LocaleIdentifier(left) == LocaleIdentifier(right))
    }

    @Test(arguments: [("zh_Hant", "zh"), ("sr_Latn", "sr"), ("pt_BR", "pt"), ("de-u-co-phonebk", "de")])
    func keepsApartWhatDiffers(left: String, right: String) {
        #expect(LocaleIdentifier(left) != LocaleIdentifier(right))
    }

    @Test(arguments: [
        ("de_AT", ["de_AT", "de"]), ("es_MX", ["es_MX", "es_419", "es"]), ("zh_TW", ["zh_TW", "zh_Hant"]),
        ("zh_HK", ["zh_HK", "zh_Hant"]), ("zh_CN", ["zh_CN", "zh"]),
        ("sr_Latn_RS", ["sr_Latn_RS", "sr_Latn"]),
        ("sr_Latn", ["sr_Latn"]), ("pt_PT", ["pt_PT", "pt"]), ("en_GB", ["en_GB", "en_001", "en"]),
        ("zh_Hans", ["zh_Hans"]), ("ca_ES_VALENCIA", ["ca_ES_VALENCIA", "ca_ES", "ca"]),
        ("de-u-co-phonebk", ["de"]), ("uz_Cyrl_UZ", ["uz_Cyrl_UZ", "uz_Cyrl"]),
    ])
    func fallsBackAlongTheParentsOfCLDR(locale: String, lineage: [String]) throws {
        let found = try #require(LocaleIdentifier(locale)).lineage.map(\.identifier)
        #expect(found == lineage)
    }

    @Test func knowsTheLikelyRegion() {
        #expect(LocaleIdentifier("pt")?.withLikelyRegion == LocaleIdentifier("pt_BR"))
        #expect(LocaleIdentifier("zh_Hant")?.withLikelyRegion == LocaleIdentifier("zh_TW"))
        #expect(LocaleIdentifier("pt_PT")?.withLikelyRegion == nil)
    }

    @Test func tellsLanguagesFromNoise() {
        #expect(LocaleIdentifier("de")?.isKnown == true)
        #expect(LocaleIdentifier("qqx")?.isKnown == false)
        #expect(LocaleIdentifier("jp")?.isKnown == false)
    }

    @Test func knowsTheDirection() {
        #expect(LocaleIdentifier("ar")?.isRightToLeft == true)
        #expect(LocaleIdentifier("he_IL")?.isRightToLeft == true)
        #expect(LocaleIdentifier("ja")?.isRightToLeft == false)
    }

    @Test(arguments: [
        ("de_AT", "de", "Deutsch (Österreich)", "Österreichisches Deutsch"),
        ("pt_BR", "pt_BR", "português (Brasil)", "português (Brasil)"),
        ("zh_Hans", "zh_Hans", "中文（简体）", "简体中文"), ("ja", "de", "Japanisch", "Japanisch"),
        ("qqx", "de", "qqx", "qqx"),
    ])
    func hasNames(locale: String, reader: String, name: String, dialect: String) throws {
        let locale = try #require(LocaleIdentifier(locale))
        let reader = try #require(LocaleIdentifier(reader))
        #expect(locale.displayName(in: reader) == name)
        #expect(locale.dialectName(in: reader) == dialect)
    }

    @Test(arguments: [
        ("sr_RS@latin", "sr-Latn-RS"), ("de-u-co-phonebk", "de-u-co-phonebk"), ("zh_HANT", "zh-Hant"),
    ])
    func spellsLanguageTags(locale: String, tag: String) throws {
        #expect(try #require(LocaleIdentifier(locale)).languageTag == tag)
    }

    /// Exchange files name the locale of their texts by its tag.
    @Test(arguments: [
        "de", "zh_TW", "sr@latin", "ca_ES@valencia", "en_US_POSIX", "en@shaw", "en_US@shaw", "sr_RS@ije",
        "ca@valencia,ije", "de@ije,valencia", "sl-rozaj-1994", "de-1996-u-co-phonebk", "zh__HANS",
        "de__EURO", "be-luna1918", "be-BY-luna1918",
    ])
    func readsItsLanguageTag(spelled: String) throws {
        let locale = try #require(LocaleIdentifier(spelled))
        #expect(LocaleIdentifier(locale.languageTag) == locale)
    }

    @Test func leavesLongVariantsOutOfLanguageTags() throws {
        #expect(try #require(LocaleIdentifier("sr@ijekavianlatin")).languageTag == "sr")
    }
}
