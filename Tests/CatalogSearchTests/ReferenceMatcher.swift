// A slow and simple search, based on ICU alone, to compare the engine with.

import ICU

@testable import CatalogSearch

/// Decides record by record and word by word, with ICU's own string search and collation elements;
/// without an index or a folding table.
struct ReferenceMatcher {
    let chain: [LocaleIdentifier]
    private let collators: [[Collator]]
    private let weights: [[PrimaryWeightIterator]]

    init(chain: [LocaleIdentifier]) throws {
        self.chain = chain
        collators = try chain.map { locale in
            try [.standard, .search].map { try Collator(locale, kind: $0, strength: .primary) }
        }
        weights = try collators.map { try $0.map { try $0.primaryWeights() } }
    }

    /// Whether ICU's string search finds every word by one of the collations of the text's locale.
    func stringSearchFinds(_ query: String, in record: CatalogRecord, fields: [FieldName]) throws -> Bool {
        try matches(query, record, fields) { word, text, level in
            try collators[level].contains { try $0.finds(word, in: text) }
        }
    }

    /// Whether the primary weights of a text contain those of every word: the definition of a match.
    func weightsContain(_ query: String, in record: CatalogRecord, fields: [FieldName]) throws -> Bool {
        try matches(query, record, fields) { word, text, level in
            try weights[level].contains { iterator in
                let needle = try iterator.weights(of: Normalizer.decomposed(Self.plain(word)))
                let hay = try iterator.weights(of: Normalizer.decomposed(Self.plain(text)))
                guard !needle.isEmpty, hay.count >= needle.count else { return false }
                return (0...hay.count - needle.count).contains {
                    hay[$0..<$0 + needle.count].elementsEqual(needle)
                }
            }
        }
    }

    private func matches(
        _ query: String, _ record: CatalogRecord, _ fields: [FieldName],
        _ isFound: (_ word: String, _ text: String, _ level: Int) throws -> Bool
    ) throws -> Bool {
        let words = query.split(whereSeparator: \.isWhitespace).map(String.init)
        return try words.allSatisfy { word in
            try fields.contains { field in
                let level = chain.firstIndex { locale in
                    record.texts.contains { $0.field == field && $0.locale == locale }
                }
                guard let level else { return false }
                return try record.texts.contains {
                    try $0.field == field && $0.locale == chain[level] && isFound(word, $0.value, level)
                }
            }
        }
    }

    /// A text without the characters that the engine ignores, and with straight quotation marks.
    private static func plain(_ text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.compactMap { scalar in
            if scalar.isDefaultIgnorable || scalar == "\u{640}" { return nil }
            switch scalar {
            case "‘", "’", "‚", "‛", "ʻ", "ʼ", "׳": return "'"
            case "“", "”", "„", "‟", "״": return "\""
            default: return scalar
            }
        }
    }
}
