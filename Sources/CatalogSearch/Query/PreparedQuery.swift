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
        /// The word's folded forms, one for each locale of the chain; empty ones for locales without texts.
        let forms: [Form]
        /// What the user typed: the word, unless that stands for it.
        let typed: String
        /// By which kind of relaxation the word stands for what was typed.
        var relaxation: Relaxation?

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

        /// Of a locale that has no texts.
        static let empty = Form(standard: nil, search: nil, isSame: true)
    }

    package internal(set) var request: SearchRequest
    /// The foldings of the chain's locales; `nil` for locales without texts.
    let foldings: [Folding?]
    /// The words to be found; empty where the query matches everything or nothing.
    var words: [Word]
    /// Words without any letter or digit, which are not looked for.
    let ignoredWords: [String]
    /// Whether the query holds words, but none that could be found.
    let matchesNothing: Bool
    /// The request's fields, or the catalog's.
    package var fields: [FieldName]
    /// The field by which the catalog calls its records.
    package var titleField: FieldName
    /// The locales in which a record's title is looked for: the chain, and the catalog's default locale.
    package var titleChain: [LocaleIdentifier]

    /// Prepares a request.
    ///
    /// - Parameter locales: those in which there are texts to be searched.
    /// - Throws: `SearchError.queryTooLong`, or `.icu`.
    init(_ request: SearchRequest, locales: Set<LocaleIdentifier>) throws(SearchError) {
        try SearchRequest.checkLength(of: request.query)
        self.request = request
        fields = request.fields ?? FieldName.standard
        titleField = .title
        titleChain = request.chain

        var words: [Word] = []
        var weak: [Word] = []
        var ignored: [String] = []
        do throws(ICUError) {
            // Without any texts to search, the words are still told from what is none.
            let used = locales.isDisjoint(with: request.chain) ? Set(request.chain.prefix(1)) : locales
            foldings = try request.chain.map { locale throws(ICUError) in
                used.contains(locale) ? try Folding(locale) : nil
            }
            var seen: Set<String> = []
            for spelling in Self.split(request.query) where seen.insert(spelling).inserted {
                let forms = foldings.map { $0.map { Form(spelling, $0) } ?? .empty }
                let usedForms = zip(forms, foldings).filter { $1 != nil }.map(\.0)
                let word = Word(
                    spelling: spelling, number: try NumberReader.number(spelling, in: request.locale),
                    forms: forms, typed: spelling)
                // A word that one of the two collations ignores is a word to the other only: it is looked for
                // where there is nothing better to look for.
                if usedForms.allSatisfy({ $0.standard != nil && $0.search != nil }) && !usedForms.isEmpty
                    || word.number != nil
                {
                    words.append(word)
                } else if usedForms.contains(where: { $0.standard != nil || $0.search != nil }) {
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

    /// The beginning of the word, so many scalars long in each folding; `nil` for a word that is shorter.
    func prefix(_ count: Int) -> PreparedQuery.Form? {
        func prefix(_ pattern: BytePattern?) -> BytePattern? {
            guard let scalars = pattern?.scalars, scalars.count >= count else { return nil }
            var bytes: [UInt8] = []
            for scalar in scalars.prefix(count) { bytes.append(utf8Of: scalar) }
            return BytePattern(bytes)
        }
        guard let standard = prefix(standard), let search = isSame ? standard : prefix(search) else {
            return nil
        }
        return PreparedQuery.Form(
            standard: standard, search: search, isSame: standard.bytes == search.bytes)
    }
}
