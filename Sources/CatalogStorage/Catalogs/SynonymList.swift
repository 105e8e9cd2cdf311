// The synonyms in a catalog's sidecar.

internal import CatalogSearch
internal import JSON

extension [CatalogDescription.Synonyms] {
    /// Reads the member `synonyms` of a sidecar: lists of words with the same meaning, as a list for all
    /// locales or as an object with a list for each locale.
    ///
    ///     [["bike", "bicycle"]]
    ///     {"en": [["bike", "bicycle"]], "de": [["Handy", "Mobiltelefon"]]}
    ///     [{"from": ["tee"], "to": ["T-shirt"]}]
    ///
    /// An object contains synonyms in one direction: `to` is found for `from`. Other JSON is ignored.
    static func list(json: String) -> Self {
        let lists = try? JSONParser().withValue(of: [UInt8](json.utf8)) { value in
            guard value.kind == .object else { return groups(value, nil) }
            return JSONText.uniqueMembers(of: value).flatMap { name, value in
                LocaleIdentifier(String(wellFormed: name.utf8)).map { groups(value, $0) } ?? []
            }
        }
        return lists ?? []
    }

    private static func groups(_ value: JSONValue, _ locale: LocaleIdentifier?) -> Self {
        guard value.kind == .list else { return [] }
        return value.elements.compactMap { group in
            if group.kind == .object {
                let (from, to) = (words(group.member("from")), words(group.member("to")))
                return from.isEmpty || to.isEmpty
                    ? nil : CatalogDescription.Synonyms(locale: locale, words: to, from: from)
            }
            let words = words(group)
            return words.count > 1 ? CatalogDescription.Synonyms(locale: locale, words: words) : nil
        }
    }

    private static func words(_ value: JSONValue?) -> [String] {
        guard let value, value.kind == .list else { return [] }
        return value.elements.compactMap(\.string).filter { !$0.isEmpty }
    }
}
