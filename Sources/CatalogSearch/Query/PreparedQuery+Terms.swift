// Words that cross the borders of terms: a text may contain them although none of its terms does.

internal import ICU

extension PreparedQuery {
    /// Whether a word may contain a separator of terms. Most words have only letters, so separators need not
    /// be compared.
    var mayCrossTerms: Bool { spellings.contains { !$0.isPlain } }

    /// Whether a word contains a separator of the terms of a locale.
    ///
    /// - Parameter level: the index of the locale in the fallback chain; for ids one more.
    func crossesTerms(of index: LocaleIndex, level: Int) -> Bool {
        guard let folding = foldings[level] else { return false }
        let separators = index.separators.compactMap { Unicode.Scalar($0).map { String($0) } }
        return spellings.lazy.filter { !$0.isPlain }.contains { alternative in
            let form = alternative.forms[level]
            return separators.contains { separator in
                form.standard?.holds(folding.standard.folded(separator)) ?? false
                    || form.search?.holds(folding.search.folded(separator)) ?? false
            }
        }
    }

    /// The spellings of all words; of phrases and parts, the spellings of their words.
    private var spellings: some Sequence<Alternative> {
        (words + excluded).lazy.flatMap(\.alternatives).flatMap {
            $0.isComposite ? $0.phrase + $0.parts.joined() : [$0]
        }
    }
}

extension PreparedQuery.Alternative {
    /// Whether the spelling has only letters, of scripts that resemble no separator.
    fileprivate var isPlain: Bool {
        spelling.unicodeScalars.allSatisfy { $0.properties.isAlphabetic && $0.value < 0x2000 }
    }
}

extension BytePattern {
    /// Whether the pattern contains these bytes.
    fileprivate func holds(_ part: [UInt8]) -> Bool {
        !part.isEmpty
            && part.withUnsafeBytes { _ in bytes.withUnsafeBytes { BytePattern(part).isContained(by: $0) } }
    }
}
