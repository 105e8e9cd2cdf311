// Turns the typed query into words that can be searched for.

internal import ICU
internal import Support

/// The words of a query, each folded like the texts of every locale of the chain.
package struct PreparedQuery: Sendable {
    /// One word of the query, or several alternatives. A record must match one of them.
    package struct Word: Sendable {
        /// What the user typed.
        let typed: String
        /// The spellings to search for; a record needs one of them. The first ones are as typed,
        /// unless other words replaced them.
        var alternatives: [Alternative]
        /// The word's matches in the labels of the searched catalog, see ``CatalogLabels``.
        var labels: [LabelMatch] = []
        /// Conditions on attributes; a record that meets one need not match a spelling.
        var conditions: [Filter] = []
        /// Whether there are such conditions; shards know only the prepared ones.
        var hasConditions: Bool
        /// The conditions, prepared for the searched catalogs.
        var preparedConditions: PreparedFilter.Node?

        init(typed: String, _ alternatives: [Alternative], conditions: [Filter] = []) {
            self.typed = typed
            self.alternatives = alternatives
            self.conditions = conditions
            hasConditions = !conditions.isEmpty
        }

        /// The matches in the labels of a record with a scope.
        func labels(ofScope scope: String?) -> [LabelMatch] {
            labels.filter { $0.scope == nil || $0.scope == scope }
        }

        /// The spelling to search for first.
        var spelling: String { alternatives[0].spelling }
        /// The folded forms of that spelling.
        var forms: [Form] { alternatives[0].forms }

        var asTyped: Word {
            var word = self
            word.alternatives = alternatives.filter { $0.relaxation == nil && $0.equivalence == nil }
            return word
        }

        /// The numeric fields of a record whose value equals the word.
        func numericFields(year: Int?, price: Price?) -> [FieldName] {
            var fields: [FieldName] = []
            for case let number? in alternatives.lazy.map(\.number) {
                if let year, DecimalNumber(year) == number, !fields.contains(.year) { fields.append(.year) }
                if let price, price.amount == number, !fields.contains(.price) { fields.append(.price) }
            }
            return fields
        }
    }

    /// A spelling to search for.
    struct Alternative: Sendable {
        /// The spelling in NFC.
        let spelling: String
        /// The folded forms, one for each locale of the chain and one for ids; empty for locales
        /// without texts, and for phrases.
        let forms: [Form]
        /// The words of a phrase. Texts must have them as whole words, next to each other. Empty for a word.
        var phrase: [Alternative] = []
        /// The parts of a word that a record may have anywhere, each with alternative spellings; empty for a
        /// word.
        var parts: [[Alternative]] = []
        /// Whether only whole words match, see ``MatchClass/wholeWord``.
        var isWhole = false
        /// Whether only words with the typed marks on their letters match, in any case. Implies ``isWhole``.
        var countsMarks = false
        /// The levels of languages with compounds: in their texts, the end of a compound matches like a whole
        /// word.
        var compoundLevels: Set<Int> = []
        /// Why the spelling stands for the typed word; `nil` for the typed word, and for similar words.
        var equivalence: Equivalence?
        /// The word's value, if it is a number in the user's locale and no field is given.
        var number: DecimalNumber?
        /// The only field to search; `nil` for all.
        var field: FieldName?
        /// Where the word was typed, in Unicode scalars of the query; `nil` if it was not typed.
        var range: Range<Int>?
        /// The kind of relaxation that turned the typed word into it; `nil` for the typed word.
        var relaxation: Relaxation.Kind?
        /// The percentage of the score that its matches keep.
        var percent: Int
        /// Whether it is one letter of a script with spaces.
        let isOneLetter: Bool
        /// Whether a searched text is known to contain the spelling.
        var isInTexts = false

        init(_ spelling: String, _ forms: [Form], _ relaxation: Relaxation.Kind? = nil, percent: Int? = nil) {
            self.spelling = spelling
            self.forms = forms
            self.relaxation = relaxation
            self.percent = percent ?? Score.factor(relaxation)
            isOneLetter = spelling.isOneLetter
        }

        /// A phrase of these words. It scores like all of them together.
        init(phrase: [Alternative]) {
            self.init(
                phrase.map(\.spelling).joined(separator: " "), phrase.first?.forms.map { _ in .empty } ?? [],
                percent: phrase.reduce(0) { $0 + $1.percent })
            self.phrase = phrase.map(\.asWholeWord)
        }

        /// The same spelling, matching whole words only.
        var asWholeWord: Alternative {
            var whole = self
            whole.isWhole = true
            return whole
        }

        /// Whether it stands for one typed word but consists of several, so that its positions do not show
        /// the nearness of typed words.
        var isEquivalentComposite: Bool { isComposite && equivalence != nil }

        /// Whether it consists of several words.
        var isComposite: Bool { !phrase.isEmpty || !parts.isEmpty }

        /// Whether the spelling is searched in a field.
        func searches(_ field: FieldName) -> Bool { self.field == nil || self.field == field }
    }

    /// A word folded like the texts of one locale. `nil` if nothing remains after folding; then nothing
    /// matches.
    struct Form: Sendable {
        let standard: BytePattern?
        let search: BytePattern?
        let isSame: Bool

        /// The patterns to find in foldings: one if both are the same.
        var patterns: [BytePattern] { [standard, isSame ? nil : search].compactMap(\.self) }

        /// The form for a locale without texts.
        static let empty = Form(standard: nil, search: nil, isSame: true)
    }

    package internal(set) var request: SearchRequest
    /// The foldings of the chain's locales, then the folding of ids; `nil` for locales without texts, and if
    /// no ids are searched.
    let foldings: [Folding?]
    /// The words to search for; empty if the query matches everything or nothing.
    var words: [Word]
    /// The words that no record may match.
    var excluded: [Word] = []
    /// The conditions on attributes in the query.
    let filters: [Filter]
    /// Whether the query has no operators: only words, and all of them must match.
    let isPlain: Bool
    /// Words without any letter or digit, which are not searched for, and operators that are not complete.
    let ignoredWords: [String]
    /// Whether the query has words, but none that can be searched for.
    var matchesNothing: Bool
    /// The fields to search: the request's, or the catalog's.
    package var fields: [FieldName]
    /// Whether ids are searched: the fields contain `id`, and the catalog declares it.
    var searchesIDs = false
    /// Whether words that name the kind of thing score more, see ``TextHead``.
    var searchesHeads: Bool
    /// Whether only these words are searched.
    var searchesOnlyHeads = false
    /// The weight of each of these fields, see ``Score``.
    var weights: [FieldWeight]
    /// The catalog's title field.
    package var titleField: FieldName
    /// The locales in which a title is looked up: the chain, and the catalog's default locale.
    package var titleChain: [LocaleIdentifier]
    var attributes = CatalogAttributes.none
    /// The filter of records; `nil` for all.
    var filter: PreparedFilter?
    /// Whether pages limit how many hits have the same value of an attribute.
    var isSpread = false
    /// The preferences for each catalog that has some, by its id.
    var preferencesOfCatalogs: [String: CatalogPreferences] = [:]
    /// The preferences of the catalog that the query is adapted to; `nil` if there are none.
    var preferences: CatalogPreferences?
    /// The parsed query.
    let parsed: ParsedQuery
    /// The effects of the catalogs' rules; `nil` if none applies. Shards know only the placements.
    var rules: RulePlan?
    var placements: RulePlacements?
    /// Which words a match may lack; `nil` if it must match all.
    var partial: PartialQuery?

    /// Prepares a request.
    ///
    /// - Parameters:
    ///   - parsed: the request's query; `nil` to parse it without names of fields and attributes.
    ///   - locales: the locales that have texts to search.
    ///   - searchesIDs: whether a catalog's searched fields include `id`.
    /// - Throws: `SearchError.icu`, `.cancelled`.
    init(
        _ checked: CheckedRequest, _ parsed: ParsedQuery? = nil, locales: Set<LocaleIdentifier>,
        searchesIDs: Bool = false
    ) throws(SearchError) {
        var known = parsed
        if known == nil {
            known = try QueryParser.parse(checked.request, QueryNames(checked.request, []))
        }
        let parsed = known!
        let request = checked.request.withoutDuplicates
        self.parsed = parsed
        self.request = request
        fields = request.fields ?? FieldName.standard
        searchesHeads = request.relax != .never
        weights = fields.map { FieldWeight(Score.defaultWeight(of: $0, isTitle: $0 == .title)) }
        titleField = .title
        titleChain = request.chain

        // Without texts to search, ignored words must still be recognized.
        let used = locales.isDisjoint(with: request.chain) ? Set(request.chain.prefix(1)) : locales
        // Ids have no locale: the root's folding applies to them, whatever the chain.
        let levels = request.chain.map { ($0, used.contains($0)) } + [(LocaleIdentifier.root, searchesIDs)]
        let foldings: [Folding?] = try levels.map { (locale, isUsed) throws(SearchError) in
            guard isUsed else { return nil }
            // Deriving a folding takes milliseconds.
            try SearchError.interruptible { () throws(SegmentError) in try Interruption.check() }
            return try mappingError(SearchError.icu) { () throws(ICUError) in try Folding(locale) }
        }
        var reader = QueryWordReader(request, foldings)
        try reader.read(parsed)
        self.foldings = foldings
        excluded = reader.excluded
        isPlain = parsed.isPlain
        filters = reader.filters
        matchesNothing = reader.matchesNothing
        ignoredWords =
            (reader.words.isEmpty ? reader.ignored : reader.ignored + reader.weak.map(\.typed))
            + parsed.pending
        words = reader.words.isEmpty ? reader.weak : reader.words
    }

    /// A query from another process, before it is adapted to a catalog.
    init(
        request: SearchRequest, foldings: [Folding?], words: [Word], excluded: [Word], matchesNothing: Bool,
        filter: PreparedFilter?, searchesHeads: Bool
    ) {
        self.request = request
        self.foldings = foldings
        self.words = words
        self.excluded = excluded
        self.matchesNothing = matchesNothing
        self.filter = filter
        self.searchesHeads = searchesHeads
        parsed = ParsedQuery()
        filters = []
        isPlain = false
        ignoredWords = []
        fields = []
        weights = []
        titleField = .title
        titleChain = request.chain
    }

    /// The words of a query, in NFC, separated by Unicode white space.
    static func split(_ query: String) -> [String] {
        Normalizer.composed(query).unicodeScalars.split { $0.properties.isWhitespace }.map { String($0) }
    }
}

extension PreparedQuery {
    /// The query with only the forced conditions, without words.
    var withOnlyForced: PreparedQuery {
        var query = self
        query.words = []
        query.excluded = []
        query.partial = nil
        query.filter = filter?.forced
        query.rules = nil
        query.placements = nil
        query.request.scope = nil
        query.request.price = nil
        query.request.year = nil
        return query
    }

    /// A query for the records whose titles or summaries say that they are what a word names, see ``TextHead``.
    /// Of the rest of the request only forced conditions apply.
    func forHeads(_ word: Word) -> PreparedQuery {
        var heads = withOnlyForced
        heads.words = [word]
        heads.searchesOnlyHeads = true
        heads.isSpread = false
        heads.preferencesOfCatalogs = [:]
        heads.preferences = nil
        heads.request.isGrouped = false
        heads.request.limit = 0
        return heads
    }

    /// The same for a query that is adapted to a catalog, without forced conditions.
    func forHeadsOfCatalog(_ word: Word) -> PreparedQuery {
        var heads = forHeads(word)
        heads.searchOnlyHeads()
        heads.searchesIDs = false
        heads.filter = nil
        return heads
    }

    /// Leaves only the fields of words that name the kind of thing, of all texts but ids.
    mutating func searchOnlyHeads() {
        fields = fields.filter { $0.headed != nil && $0 != .idHead }
        weights = fields.map { _ in FieldWeight(1) }
    }

    /// The index of the form and folding of ids, after those of the chain.
    var idLevel: Int { request.chain.count }

    /// The locale of a level: that of the chain, or the root for ids.
    func locale(ofLevel level: Int) -> LocaleIdentifier {
        level == idLevel ? .root : request.chain[level]
    }

    /// The steps down the chain that rank a match at a level: none for ids, which have no locale.
    func step(ofLevel level: Int) -> Int { level == idLevel ? 0 : level }

    /// The languages of the texts of the chain's locales, then that of ids.
    var languages: [String] {
        request.chain.map { (request.textLanguages[$0] ?? $0).language } + [LocaleIdentifier.root.language]
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

    /// The first scalars of the word in each folding; `nil` if the word is shorter.
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
