// From what was typed to what is looked for.

internal import ICU

/// A query cut into words, each folded as the texts of every locale of the chain are.
package struct PreparedQuery: Sendable {
    /// One word of the query.
    package struct Word: Sendable {
        /// The word as typed, in NFC.
        let spelling: String
        /// The word's value, where it reads as a number in the user's locale.
        let number: DecimalNumber?
        /// The word's folded forms, one for each locale of the chain.
        let forms: [Form]

        /// The numeric fields of a record whose value the word is.
        func numericFields(year: Int?, price: Price?) -> [FieldName] {
            guard let number else { return [] }
            var fields: [FieldName] = []
            if let year, DecimalNumber(year) == number { fields.append(.year) }
            if let price, price.amount == number { fields.append(.price) }
            return fields
        }
    }

    /// A word folded as the texts of one locale are. `nil` where nothing of it is left, and nothing matches.
    struct Form: Sendable {
        let standard: BytePattern?
        let search: BytePattern?
        let isSame: Bool
    }

    package let request: SearchRequest
    /// The foldings of the chain's locales.
    let foldings: [Folding]
    /// The words to be found; empty where the query matches everything or nothing.
    let words: [Word]
    /// Words without any letter or digit, which are not looked for.
    let ignoredWords: [String]
    /// Whether the query holds words, but none that could be found.
    let matchesNothing: Bool
    /// The request's fields, or the catalog's.
    package var fields: [FieldName]
    /// The field by which the catalog calls its records.
    package var titleField: FieldName

    /// Prepares a request.
    ///
    /// - Throws: `SearchError.queryTooLong`, or `.icu`.
    init(_ request: SearchRequest) throws(SearchError) {
        try SearchRequest.checkLength(of: request.query)
        self.request = request
        fields = request.fields ?? FieldName.standard
        titleField = .title

        var words: [Word] = []
        var weak: [Word] = []
        var ignored: [String] = []
        do throws(ICUError) {
            foldings = try request.chain.map { locale throws(ICUError) in try Folding(locale) }
            var seen: Set<String> = []
            for spelling in Self.split(request.query) where seen.insert(spelling).inserted {
                let forms = foldings.map { Form(spelling, $0) }
                let word = try Word(
                    spelling: spelling, number: NumberReader.number(spelling, in: request.locale),
                    forms: forms)
                // A word that one of the two collations ignores is a word to the other only: it is looked for
                // where there is nothing better to look for.
                if forms.allSatisfy({ $0.standard != nil && $0.search != nil }) && !forms.isEmpty
                    || word.number != nil
                {
                    words.append(word)
                } else if forms.contains(where: { $0.standard != nil || $0.search != nil }) {
                    weak.append(word)
                } else {
                    ignored.append(spelling)
                }
            }
        } catch {
            throw .icu(error)
        }
        self.matchesNothing = words.isEmpty && weak.isEmpty && !ignored.isEmpty
        self.ignoredWords = words.isEmpty ? ignored : ignored + weak.map(\.spelling)
        self.words = words.isEmpty ? weak : words
    }

    /// The words of a query, in NFC: cut at Unicode white space.
    static func split(_ query: String) -> [String] {
        Normalizer.composed(query).unicodeScalars.split { $0.properties.isWhitespace }.map { String($0) }
    }
}

extension PreparedQuery.Form {
    init(_ word: String, _ folding: Folding) {
        let standard = folding.standard.folded(word)
        let search = folding.search.folded(word)
        self.standard = standard.isEmpty ? nil : BytePattern(standard)
        self.search = search.isEmpty ? nil : BytePattern(search)
        isSame = standard == search
    }
}
