// Finds a query's words in the texts of single records: for hits, and where a word crosses the borders of
// terms.

internal import ICU
internal import Support

/// Where a spelling is in a query.
struct SpellingPosition: Hashable {
    /// The index of its word.
    let word: Int
    /// Its index among the word's alternatives.
    let spelling: Int
}

/// The matches of a query in a record.
struct RecordMatches {
    /// The matches of each word.
    var words: [WordMatch]
    /// The smallest gap in one text between all words, or between all words that match no value of the
    /// record; `nil` if no text contains either group.
    var gap: WordGap?
    /// See ``Rank/mentions``; 0 unless the scanner counts them.
    var mentions = 0
    /// Whether an excluded word matches.
    var isExcluded = false

    /// Whether the record has all words and no excluded one.
    var isMatch: Bool { !isExcluded && words.allSatisfy(\.isMatch) }
}

/// Finds the words of a query in records, one after the other. For one catalog and one thread.
final class RecordScanner {
    let query: PreparedQuery
    let matcher: RecordMatcher
    /// Finds the words in stored texts.
    let terms: TermMatcher
    let checksExcluded: Bool
    private let countsMentions: Bool
    /// The words that have positions in texts.
    private let placed: [Int]
    /// The indexes of the searched fields, and of the chain's locales.
    private let fields: [FieldName: Int]
    private let levels: [LocaleIdentifier: Int]
    /// For each searched field the index of the field with the heads of its texts.
    private let headFields: [Int?]
    /// The spellings of several adjacent words, and those whose parts may be anywhere in the record.
    private let phrases: [SpellingPosition]
    let spellingsWithParts: [SpellingPosition]
    /// The scanners of parts, by the spelling that they are parts of.
    private var partScanners: [SpellingPosition: RecordScanner] = [:]
    /// By index in the chain, and for ids; created when first needed.
    private var analyzers: [Int: (folder: TextFolder, borders: TermBorders)] = [:]
    /// The same for ``TextHead``.
    private var segmenters: [Int: WordSegmenter] = [:]
    /// The heads of the first texts of one record: a hit shows what its scan found.
    private var heads: [(level: Int, text: String, head: String?)] = []
    /// The number of heads that are kept; most records have fewer.
    private static let keptHeads = 8

    /// - Parameters:
    ///   - query: adapted to the catalog.
    ///   - checksExcluded: whether to look for the excluded words; `false` for records known to match.
    ///   - countsMentions: whether to count what ranks records of equal score.
    init(_ query: PreparedQuery, checksExcluded: Bool = true, countsMentions: Bool = false) {
        self.query = query
        self.countsMentions = countsMentions
        self.checksExcluded = checksExcluded && !query.excluded.isEmpty
        matcher = RecordMatcher(query)
        placed = query.words.indices.filter { query.words[$0].hasPosition }
        phrases = query.spellings { !$0.phrase.isEmpty }
        spellingsWithParts = query.spellings { !$0.parts.isEmpty }
        terms = TermMatcher(query, matcher)
        fields = Dictionary(
            query.fields.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        headFields = query.fields.map { [fields] in fields[$0.head] }
        levels = Dictionary(
            query.request.chain.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The matches of each word in the searched texts of a record, and in the labels of its scope and
    /// catalog. A field is searched in the first locale of the chain that has texts, or in all locales of the
    /// chain.
    ///
    /// - Parameters:
    ///   - known: the matches that ``terms`` found in the first texts of the record. These texts are folded
    ///     only if excluded words are looked for.
    ///   - missing: spellings with parts that the record is known not to have.
    ///   - conditions: for each word whether the record meets one of its conditions.
    ///   - visit: called with the range in scalars of each match in the first of these locales, and the
    ///     relaxation that it needs; ordered by field, then by text.
    func matches(
        in record: CatalogRecord, _ known: [[TermMatch]?] = [], without missing: Set<SpellingPosition> = [],
        meeting conditions: [Bool] = [],
        _ visit: (_ field: Int, _ text: Int, Range<Int>, Relaxation.Kind?) -> Void = { _, _, _, _ in }
    ) throws(SegmentError) -> RecordMatches {
        try matches(
            in: record, searchedTexts(of: record, known), without: missing, meeting: conditions, visit)
    }

    /// The same in texts that ``searchedTexts(of:_:)`` found.
    private func matches(
        in record: CatalogRecord, _ texts: [[SearchedTexts]], without missing: Set<SpellingPosition> = [],
        meeting conditions: [Bool],
        _ visit: (_ field: Int, _ text: Int, Range<Int>, Relaxation.Kind?) -> Void
    ) throws(SegmentError) -> RecordMatches {
        var found = RecordMatches(
            words: query.words.map {
                WordMatch(
                    numbers: $0.numericFields(
                        year: record.year, price: record.price(query.request.priceChoice)))
            })
        for word in conditions.indices { found.words[word].meetsCondition = conditions[word] }
        if checksExcluded, matchesExcludedValue(record) { found.isExcluded = true }
        guard !found.words.isEmpty || checksExcluded, !found.isExcluded else { return found }
        let labels = query.words.map { $0.labels(ofScope: record.scope) }
        let ofValues = try labelOccurrences(in: record)
        if ofValues.contains(where: \.isExcluded) {
            found.isExcluded = true
            return found
        }
        // A value has no position in a text.
        let textWords = placed.filter { word in
            found.words[word].numbers.isEmpty && labels[word].isEmpty
                && !ofValues.contains { $0.word == word }
        }
        let groups = [placed, textWords].filter { $0.count > 1 }.withoutDuplicates
        let parts = try matchesOfParts(in: record, texts, without: missing, &found)
        for (field, searched) in texts.enumerated() {
            if FieldName.labels.contains(query.fields[field]) {
                for (word, labels) in labels.enumerated() {
                    for label in labels where label.best.field == field {
                        found.words[word].append(label.best)
                        for range in label.ranges { visit(field, 0, range, label.best.key.relaxation) }
                    }
                }
                continue
            }
            for next in ofValues where next.occurrence.field == field {
                found.words[next.word].append(next.occurrence)
                visit(field, next.occurrence.text, next.occurrence.scalars, next.occurrence.key.relaxation)
            }
            // Heads are parts of texts: the same matches are visited in the whole texts.
            let isHead = query.fields[field].headed != nil
            for (level, texts) in searched {
                for (number, text) in texts.enumerated() {
                    try Interruption.check()
                    var events = TextEvents(groups)
                    var mentions =
                        countsMentions && query.fields[field].hasMentions
                        ? TextMentions(wordCount: query.words.count) : nil
                    found.isExcluded = try forEachOccurrence(in: text, level, field) {
                        word, occurrence, terms in
                        found.words[word].append(occurrence.inText(number))
                        if level == searched[0].level, !isHead {
                            visit(field, number, occurrence.scalars, occurrence.key.relaxation)
                        }
                        let alternative = query.words[word].alternatives[occurrence.alternative]
                        if !alternative.isEquivalentComposite { events.append(word, terms()) }
                        if mentions != nil, occurrence.match <= .wholeWord, !alternative.isComposite {
                            mentions!.add(word, inTerm: terms().lowerBound)
                        }
                    }
                    for part in parts where part.field == field && part.text == number {
                        if level == searched[0].level, !isHead { visit(field, number, part.range, nil) }
                    }
                    if found.isExcluded { return found }
                    // Finding the length takes as long as finding the words.
                    if mentions?.hasAny == true {
                        found.mentions += mentions!.sum(
                            weight: query.weights[field].value, length: try length(of: text, level))
                    }
                    if let gap = try events.gap() { found.gap = found.gap.map { min($0, gap) } ?? gap }
                }
            }
        }
        return found
    }

    /// Adds the matches of spellings whose parts may be anywhere in the record.
    ///
    /// - Returns: where the parts are.
    private func matchesOfParts(
        in record: CatalogRecord, _ texts: [[SearchedTexts]], without missing: Set<SpellingPosition>,
        _ found: inout RecordMatches
    ) throws(SegmentError) -> [(field: Int, text: Int, range: Range<Int>)] {
        let possible = spellingsWithParts.filter { !missing.contains($0) }
        if possible.isEmpty { return [] }
        // Most records lack a part; foldings made once rule them out.
        let folded = try foldedFields(of: record, texts)
        let unread = texts.map {
            $0.map { ($0.level, $0.texts.map { SearchedText(value: $0.value, matches: nil) }) }
        }
        var places: [(field: Int, text: Int, range: Range<Int>)] = []
        for position in possible {
            let alternative = query.words[position.word].alternatives[position.spelling]
            guard try mayHave(partsOf: alternative, in: folded) else { continue }
            let scanner = partScanners[position] ?? RecordScanner(query.forParts(of: alternative))
            partScanners[position] = scanner
            var own: [(field: Int, text: Int, range: Range<Int>)] = []
            let matches = try scanner.matches(in: record, unread, meeting: []) { field, text, range, _ in
                own.append((field, text, range))
            }
            guard matches.isMatch, var best = matches.words[0].best else { continue }
            best.alternative = position.spelling
            best.isRespelled = true
            best.key = alternative.key(ofParts: matches.words.map(\.key), Nearness(gap: matches.gap))
            found.words[position.word].append(best)
            places += own
        }
        return places
    }

    /// A match in a label of an attribute.
    private struct LabelOccurrence {
        /// The index of the word; meaningless if it is an excluded one.
        let word: Int
        let occurrence: Occurrence
        var isExcluded = false
    }

    /// The matches in the labels of a record's attributes, field after field.
    private func labelOccurrences(in record: CatalogRecord) throws(SegmentError) -> [LabelOccurrence] {
        if query.attributes.labelFields.isEmpty { return [] }
        var found: [LabelOccurrence] = []
        for field in query.fields.indices where query.isLabelField(field) {
            for (number, label) in query.searchedLabels(of: record, field).enumerated() {
                let (folder, borders) = try analyzer(label.level)
                try label.text.utf8Span.span.withUnsafeBufferPointer { source throws(SegmentError) in
                    let folded = folder.fold(source)
                    try matchText(source, folded, TermStarts(source, borders), label.level, field) {
                        var occurrence = $1.inText(number)
                        occurrence.isInLabel = true
                        found.append(LabelOccurrence(word: $0, occurrence: occurrence))
                    }
                    if checksExcluded, try hasExcluded(source, folded, label.level, field) {
                        let nowhere = Occurrence(
                            match: .insideWord, bytes: 0..<0, byStandard: false, bySearch: false)
                        found.append(LabelOccurrence(word: 0, occurrence: nowhere, isExcluded: true))
                    }
                }
            }
        }
        return found
    }

    /// Whether a year, price or label of a record is an excluded word.
    private func matchesExcludedValue(_ record: CatalogRecord) -> Bool {
        query.excluded.contains { word in
            !word.numericFields(year: record.year, price: record.price(query.request.priceChoice)).isEmpty
                || !word.labels(ofScope: record.scope).isEmpty
        }
    }

    struct SearchedText {
        let value: String
        /// The matches, where they are known.
        let matches: [TermMatch]?
    }

    /// The texts of a field in one locale, by its index in the chain.
    typealias SearchedTexts = (level: Int, texts: [SearchedText])

    /// The texts of each searched field: in the nearest locale, or in all, nearest first; ids in none.
    private func searchedTexts(of record: CatalogRecord, _ known: [[TermMatch]?]) -> [[SearchedTexts]] {
        var searched = [[SearchedTexts]](repeating: [], count: query.fields.count)
        for (number, text) in record.texts.enumerated() {
            guard text.field.hasLocale, let level = levels[text.locale] else { continue }
            let own = fields[text.field]
            // Of these texts only the heads remain, below.
            let head = own.flatMap { headFields[$0] }
            let next = SearchedText(value: text.value, matches: number < known.count ? known[number] : nil)
            for field in [own, head].compactMap(\.self) {
                let place = searched[field].firstIndex { $0.level >= level } ?? searched[field].count
                if place < searched[field].count, searched[field][place].level == level {
                    searched[field][place].texts.append(next)
                } else if query.request.match == .any {
                    searched[field].insert((level, [next]), at: place)
                } else if place == 0 {
                    searched[field] = [(level, [next])]
                }
            }
        }
        if query.searchesIDs, let field = fields[.id] {
            let text = SearchedText(value: record.id, matches: nil)
            for field in [field, headFields[field]].compactMap(\.self) {
                searched[field] = [(query.idLevel, [text])]
            }
        }
        heads.removeAll(keepingCapacity: true)
        for field in headFields.compactMap(\.self) {
            searched[field] = searched[field].compactMap { level, texts in
                let heads = texts.compactMap { head(of: $0.value, level) }
                return heads.isEmpty ? nil : (level, heads.map { SearchedText(value: $0, matches: nil) })
            }
        }
        return searched
    }

    /// The head of a text of the record that was scanned last; of its id the name without a version.
    func head(of text: String, _ level: Int) -> String? {
        if level == query.idLevel { return TextHead.name(ofID: text) }
        if let known = heads.first(where: { $0.level == level && $0.text == text }) { return known.head }
        let head = TextHead.head(of: text, in: query.request.chain[level], segmenter(level))
        if heads.count < Self.keptHeads { heads.append((level, text, head)) }
        return head
    }

    private func segmenter(_ level: Int) -> WordSegmenter {
        if let known = segmenters[level] { return known }
        let new = WordSegmenter(query.request.chain[level])
        segmenters[level] = new
        return new
    }

    /// The spellings of several adjacent words that are searched in a field.
    func phrases(in field: Int) -> [[PreparedQuery.Alternative]] {
        phrases.compactMap {
            let alternative = query.words[$0.word].alternatives[$0.spelling]
            return alternative.searches(query.fields[field]) ? alternative.phrase : nil
        }
    }

    func analyzer(_ level: Int) throws(SegmentError) -> (folder: TextFolder, borders: TermBorders) {
        if let known = analyzers[level] { return known }
        do throws(ICUError) {
            let locale = query.locale(ofLevel: level)
            let new = (folder: try TextFolder(locale), borders: try TermBorders.of(locale))
            analyzers[level] = new
            return new
        } catch {
            throw .icu(error)
        }
    }
}

/// Where the words of a query match in one text, as far as their nearness needs it.
private struct TextEvents {
    /// Groups of at least two words. The group with the smallest gap counts.
    private let groups: [[Int]]
    private var events: [(terms: ClosedRange<Int>, word: Int)] = []

    init(_ groups: [[Int]]) { self.groups = groups }

    mutating func append(_ word: Int, _ terms: @autoclosure () -> ClosedRange<Int>) {
        guard groups.contains(where: { $0.contains(word) }) else { return }
        events.append((terms(), word))
    }

    /// The smallest gap between the words of a group; `nil` if the text lacks one of each.
    ///
    /// - Throws: `SegmentError.cancelled`.
    mutating func gap() throws(SegmentError) -> WordGap? {
        guard !events.isEmpty else { return nil }
        try events.sortInterruptibly { $0.terms.lowerBound < $1.terms.lowerBound }
        return groups.compactMap { group in
            var finder = GapFinder(wordCount: group.count)
            for event in events {
                if let place = group.firstIndex(of: event.word) {
                    finder.add(word: place, terms: event.terms)
                }
            }
            return finder.gap
        }.min()
    }
}

extension Occurrence {
    /// The match in one of several texts of the field.
    fileprivate func inText(_ text: Int) -> Occurrence {
        var copy = self
        copy.text = text
        return copy
    }
}

extension PreparedQuery {
    /// The positions of the spellings that meet a condition.
    fileprivate func spellings(_ isWanted: (Alternative) -> Bool) -> [SpellingPosition] {
        words.indices.flatMap { word in
            words[word].alternatives.indices.filter { isWanted(words[word].alternatives[$0]) }
                .map { SpellingPosition(word: word, spelling: $0) }
        }
    }
}
