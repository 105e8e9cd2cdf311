// Tables with a term and its translation in each row, as Weblate writes them.

internal import Localization

/// The columns of a table of terms in two languages, which the table does not name.
struct TermPairs {
    private let source: Int
    private let target: Int
    /// The column that says of a row whether a person has yet to look at it.
    private let fuzzy: Int?

    /// Reads the first row of a table; `nil` where it has no columns `source` and `target`.
    init?(_ names: [String]) {
        let names = names.map { $0[...].trimmingBlanks.lowercased() }
        guard let source = names.firstIndex(of: "source"), let target = names.firstIndex(of: "target") else {
            return nil
        }
        (self.source, self.target, fuzzy) = (source, target, names.firstIndex(of: "fuzzy"))
    }

    /// The concept of a row; `nil` where a term is missing or not certain.
    func concept(
        _ row: [String], _ sourceLocale: LocaleIdentifier, _ locale: LocaleIdentifier
    ) -> Glossary.Concept? {
        guard row.indices.contains(source), row.indices.contains(target) else { return nil }
        if let fuzzy, row.indices.contains(fuzzy), ["true", "1"].contains(row[fuzzy].lowercased()) {
            return nil
        }
        let (term, translation) = (row[source][...].trimmingBlanks, row[target][...].trimmingBlanks)
        guard !term.isEmpty, !translation.isEmpty, locale != sourceLocale else { return nil }
        return Glossary.Concept([sourceLocale: [String(term)], locale: [String(translation)]])
    }

    /// Locales whose regions are the codes of languages, too: Breton, Twi, Catalan, Northern Sami and others.
    private static let ambiguousLocales: Set = [
        "pt-br", "zh-tw", "fr-ca", "fr-ch", "fr-be", "fr-lu", "de-ch", "de-li", "it-ch", "nl-be", "es-ar",
        "es-co", "es-cr", "es-cu", "es-pa", "es-ve", "ar-ae", "ar-sa", "ar-om", "sr-ba", "bs-ba", "hr-ba",
        "sv-se", "nb-no", "nn-no", "sl-si", "et-ee", "ga-ie", "ms-my", "ko-kr", "hy-am", "am-et", "ky-kg",
        "af-za",
    ]

    private static func isRegion(_ code: Substring, behind name: Substring) -> Bool {
        let language = name.split { "-_.".contains($0) }.last ?? ""
        return ambiguousLocales.contains("\(language)-\(code)")
    }

    /// The language at the end of a file's name, behind `-`, `_` or `.`: `shop-glossary-pt_BR.csv`; `nil` where
    /// there is none. A region alone is no language: those of languages begin with small letters. In small
    /// letters, some regions are spelled as languages, and belong to the language before them: `pt-br`.
    static func language(ofFile path: String) -> LocaleIdentifier? {
        let name = path.split(separator: "/").last ?? ""
        let stem = name[..<(name.lastIndex(of: ".") ?? name.endIndex)]
        let separators = stem.indices.filter { "-_.".contains(stem[$0]) }
        for start in separators.reversed().map(stem.index(after:)) + [stem.startIndex] {
            let code = stem[start...]
            guard code.first?.isLowercase == true, !isRegion(code, behind: stem[..<start]),
                let locale = LocaleIdentifier(String(code)), locale.isKnown
            else { continue }
            return locale.base
        }
        return nil
    }
}
