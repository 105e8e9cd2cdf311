// The text of CLDR's plural rules, for translation into other notations.

internal import CICU

extension PluralRules {
    /// The locales that ICU has rules for, in ICU's spelling.
    package static var locales: [String] { pluralRuleTexts.setNames.keys.sorted() }

    /// The conditions of a locale's cardinal rules in the syntax of UTS #35, part 3, "Plural
    /// rules syntax", by keyword and without their samples: `one` is `i = 1 and v = 0`. `other`
    /// has no condition and is omitted.
    ///
    /// - Returns: `nil` if ICU's data has no rules.
    package static func conditions(for locale: LocaleIdentifier) -> [String: String]? {
        var name = locale.base.identifier[...]
        while true {
            if let set = pluralRuleTexts.setNames[String(name)] { return pluralRuleTexts.sets[set] }
            guard let end = name.lastIndex(of: "_") else { break }
            name = name[..<end]
        }
        // An unknown language gets the root's rules, as in ICU.
        return pluralRuleTexts.setNames["root"].flatMap { pluralRuleTexts.sets[$0] }
    }

    /// Whether ICU has rules for a locale's language. Others get the root's, whose only category is `other`.
    package static func areKnown(for locale: LocaleIdentifier) -> Bool {
        pluralRuleTexts.setNames.keys.contains(locale.base.language)
    }
}

/// ICU's bundle `plurals`: the set of rules of each locale, and the sets.
private let pluralRuleTexts: (setNames: [String: String], sets: [String: [String: String]]) = {
    (try? readPluralRuleTexts()) ?? ([:], [:])
}()

private func readPluralRuleTexts() throws(ICUError) -> ([String: String], [String: [String: String]]) {
    let bundle = try checked("ures_openDirect", locale: "plurals") { icu_openResource("plurals", &$0) }
    defer { icu_closeResource(bundle) }
    let locales = try checked("ures_getByKey", locale: "plurals") {
        icu_resourceByKey(bundle, "locales", &$0)
    }
    defer { icu_closeResource(locales) }
    let rules = try checked("ures_getByKey", locale: "plurals") { icu_resourceByKey(bundle, "rules", &$0) }
    defer { icu_closeResource(rules) }
    var sets: [String: [String: String]] = [:]
    for index in 0..<icu_resourceSize(rules) {
        let set = try checked("ures_getByIndex") { icu_resourceByIndex(rules, index, &$0) }
        defer { icu_closeResource(set) }
        guard let name = icu_resourceKey(set) else { continue }
        // Samples follow the condition: `n = 1 @integer 1 @decimal 1.0`.
        let texts = try resourceStrings(in: set).mapValues { text in
            String(text.prefix { $0 != "@" })
        }
        sets[String(cString: name)] = texts.filter { $0.key != "other" }
    }
    return (try resourceStrings(in: locales), sets)
}

/// The strings of a table by their keys.
private func resourceStrings(in table: OpaquePointer?) throws(ICUError) -> [String: String] {
    var strings: [String: String] = [:]
    for index in 0..<icu_resourceSize(table) {
        let entry = try checked("ures_getByIndex") { icu_resourceByIndex(table, index, &$0) }
        defer { icu_closeResource(entry) }
        guard let key = icu_resourceKey(entry), icu_resourceIsString(entry) != 0 else { continue }
        strings[String(cString: key)] = try resourceString(of: entry)
    }
    return strings
}
