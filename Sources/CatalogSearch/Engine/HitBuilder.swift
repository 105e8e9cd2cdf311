// Turns a matching record into a hit.

internal import ICU

/// Makes the hits of one page.
final class HitBuilder {
    let query: PreparedQuery
    private let description: CatalogDescription
    private let scanner: RecordScanner
    private let explains: Bool
    /// The matches in the current text.
    private var ranges = JoinedRanges()
    /// The matches of spellings with parts that segments have cached, by the segment's version.
    private var cachedMatches: [UInt64: [SpellingPosition: [ValueMatch]]] = [:]

    /// - Parameters:
    ///   - query: adapted to the catalog.
    ///   - explains: whether hits say why each word matched.
    init(_ description: CatalogDescription, _ query: PreparedQuery, explains: Bool = true) {
        self.description = description
        self.query = query
        self.explains = explains
        scanner = RecordScanner(query, checksExcluded: false)
    }

    /// The hit of a record of a segment.
    ///
    /// - Throws: `SegmentError`.
    func hit(
        _ number: Int, of segment: IndexedSegment, rank: Rank, _ variants: Hit.Variants? = nil
    ) throws(SegmentError) -> Hit {
        let stored = try segment.record(number, for: query, scanner.terms)
        return try hit(
            stored.record, stored.matches, without: missingSpellings(in: number, of: segment), rank: rank,
            variants)
    }

    /// The spellings with parts that a record is known not to have: looking for them takes longest.
    private func missingSpellings(in record: Int, of segment: IndexedSegment) -> Set<SpellingPosition> {
        if scanner.spellingsWithParts.isEmpty { return [] }
        let matches =
            cachedMatches[segment.version]
            ?? segment.cachedMatches(ofComposites: scanner.spellingsWithParts, query)
        cachedMatches[segment.version] = matches
        return Set(
            matches.lazy.filter { !$0.value.contains { $0.records.contains(record) } }.map(\.key))
    }

    /// The hit of a record.
    ///
    /// - Parameters:
    ///   - known: the matches in its first texts, if they are known.
    ///   - missing: spellings with parts that it is known not to have.
    /// - Throws: `SegmentError.icu` where ICU lacks data or memory.
    func hit(
        _ record: CatalogRecord, _ known: [[TermMatch]?] = [], without missing: Set<SpellingPosition> = [],
        rank: Rank, _ variants: Hit.Variants? = nil
    ) throws(SegmentError) -> Hit {
        let chain = query.request.chain
        let texts = texts(of: record)
        let title = title(of: record)

        let price = record.price(query.request.priceChoice)
        let (words, matches) = try words(in: record, known, without: missing)
        let best = words.compactMap(\.best).max { $1.isBetter(than: $0) }
        let locale = best.flatMap { query.fields[$0.field].hasLocale ? chain[$0.locale] : nil }
        return Hit(
            id: record.id, catalog: description.id, scope: record.scope,
            locale: locale ?? title.locale, matchedLocale: query.request.match == .any ? locale : nil,
            titleText: title,
            texts: texts,
            year: record.year,
            price: price, unpricedCurrency: price == nil ? query.request.currency : nil,
            attributes: query.attributes.values(of: record, for: query.request),
            additionalMembers: record.additionalMembers,
            matches: matches.first, matchCount: matches.count,
            rank: rank,
            explanation: explains ? zip(query.words, words).map { explanation(of: $0, $1, record) } : [],
            preferences: explains ? preferences(of: rank) : [],
            learnedFactor: explains && query.preferences?.includesLearned == true
                ? rank.preferenceFactors.last : nil,
            variants: variants)
    }

    /// The factors of the score, without preferences for attributes that are hidden from readers.
    private func preferences(of rank: Rank) -> [Hit.AppliedPreference] {
        guard let declared = query.preferences?.declared else { return [] }
        let kind = query.preferences?.kindWord?.typed
        return zip(declared, rank.preferenceFactors).enumerated().compactMap { number, applied in
            let (preference, factor) = applied
            guard preference.attributes.allSatisfy({ description.attribute($0)?.isShown ?? true }) else {
                return nil
            }
            return Hit.AppliedPreference(
                preference: preference, factor: factor, kind: number == declared.count - 1 ? kind : nil)
        }
    }

    /// The texts of a record in the locales of the chain: each field in the first locale that
    /// has it, the query's fields first.
    private func texts(of record: CatalogRecord) -> [Hit.Text] {
        let chain = query.request.chain
        var fields = query.fields
        var nearest: [(level: Int, values: [String])] = Array(repeating: (.max, []), count: fields.count)
        for text in record.texts {
            let field = fields.firstIndex(of: text.field) ?? fields.count
            if field == fields.count {
                fields.append(text.field)
                nearest.append((.max, []))
            }
            guard let level = chain.firstIndex(of: text.locale) else { continue }
            if level < nearest[field].level { nearest[field] = (level, []) }
            if level == nearest[field].level { nearest[field].values.append(text.value) }
        }
        return zip(fields, nearest).compactMap { field, texts in
            // The locale as the chain spells it.
            texts.values.isEmpty
                ? nil : Hit.Text(field: field, locale: chain[texts.level], values: texts.values)
        }
    }

    /// The record's title, see ``Hit/title``.
    private func title(of record: CatalogRecord) -> Hit.Text {
        let titles = record.texts.filter { $0.field == description.titleField }
        let wanted = query.titleChain.first { locale in titles.contains { $0.locale == locale } }
        // The locale as the record spells it, not the chain (`zh_CN` for `zh_Hans_CN`).
        let locale =
            wanted.flatMap { wanted in titles.first { $0.locale == wanted }?.locale }
            ?? titles.map(\.locale).min { $0.identifier < $1.identifier }
        guard let locale else {
            return Hit.Text(
                field: description.titleField, locale: description.defaultLocale, values: [record.id])
        }
        return Hit.Text(
            field: description.titleField, locale: locale,
            values: titles.filter { $0.locale == locale }.map(\.value))
    }

    /// The first matches of a record, and the number of all matches.
    private struct FoundMatches {
        private(set) var first: [Hit.Match] = []
        private(set) var count = 0

        mutating func append(
            _ field: FieldName, text: Int = 0, _ range: Range<Int>, isTyped: Bool = true
        ) {
            if count < Hit.maximumMatchCount {
                first.append(Hit.Match(field: field, text: text, range: range, isTyped: isTyped))
            }
            count += 1
        }
    }

    /// Matches the words again, now with the texts that are shown. Overlapping matches are
    /// joined; numbers match as a whole.
    private func words(
        in record: CatalogRecord, _ known: [[TermMatch]?], without missing: Set<SpellingPosition>
    ) throws(SegmentError) -> ([WordMatch], FoundMatches) {
        var matches = FoundMatches()
        var current = (field: 0, text: 0)
        var isTyped = false
        func endText() {
            ranges.removeAll {
                matches.append(query.fields[current.field], text: current.text, $0, isTyped: isTyped)
            }
            isTyped = false
        }
        let found = try scanner.matches(in: record, known, without: missing) {
            field, text, range, relaxation in
            if current != (field, text) { endText() }
            current = (field, text)
            isTyped = isTyped || relaxation == nil
            ranges.insert(range)
        }
        endText()
        let numbers = Set(found.words.flatMap(\.numbers))
        if numbers.contains(.year), let year = record.year {
            matches.append(.year, 0..<String(year).count)
        }
        if numbers.contains(.price), let price = record.price(query.request.priceChoice) {
            matches.append(.price, 0..<price.spelling.count)
        }
        return (found.words, matches)
    }

    private func explanation(
        of word: PreparedQuery.Word, _ match: WordMatch, _ record: CatalogRecord
    ) -> WordExplanation {
        // A text matches if its head matches: the better match of both is shown.
        var shown = Set<FieldName>()
        let best = match.bestOfFields.sorted { $0.isBetter(than: $1) }.filter {
            let field = query.fields[$0.field]
            return shown.insert(field.headed ?? field).inserted
        }
        let labels = word.labels(ofScope: record.scope)
        return WordExplanation(
            word: word.typed,
            locations: best.map { occurrence in
                let field = query.fields[occurrence.field]
                // The name in an id is part of its text, and says nothing about the kind.
                let isName = field == .idHead
                let (value, locale) =
                    switch field {
                    case .id, .idHead: (record.id, LocaleIdentifier.root)
                    case .scope, .catalog:
                        labels.first { $0.best.field == occurrence.field }.map {
                            ($0.label.text, $0.label.locale)
                        }!
                    case _ where query.isLabelField(occurrence.field):
                        (
                            query.searchedLabels(of: record, occurrence.field)[occurrence.text].text,
                            query.request.chain[occurrence.locale]
                        )
                    default:
                        (
                            text(of: record, field, occurrence), query.request.chain[occurrence.locale]
                        )
                    }
                let scalars = value.unicodeScalars
                let start = scalars.index(scalars.startIndex, offsetBy: occurrence.scalars.lowerBound)
                let end = scalars.index(start, offsetBy: occurrence.scalars.count)
                return .init(
                    field: field.headed ?? field, locale: locale,
                    match: isName ? max(occurrence.match, .wholeWord) : occurrence.match,
                    isKind: description.fieldWeight(field).isKind,
                    rule: rule(of: occurrence, word.alternatives[occurrence.alternative]),
                    matchedText: String(scalars[start..<end]), score: occurrence.key.points)
            }, numbers: match.numbers)
    }

    /// The text of a field in which a word matches.
    private func text(of record: CatalogRecord, _ field: FieldName, _ occurrence: Occurrence) -> String {
        let locale = query.request.chain[occurrence.locale]
        if let headed = field.headed {
            return record.texts.filter { $0.field == headed && $0.locale == locale }
                .compactMap { scanner.head(of: $0.value, occurrence.locale) }[occurrence.text]
        }
        return record.texts.lazy.filter { $0.field == field && $0.locale == locale }
            .dropFirst(occurrence.text).first!.value
    }

    private func rule(
        of occurrence: Occurrence, _ alternative: PreparedQuery.Alternative
    ) -> WordExplanation.Rule {
        switch alternative.equivalence {
        case .edges: return .edges
        case .separators: return .separators
        case .units: return .units
        case .script: return .script
        case .elision: return .elision
        case .segments: return .segments
        case .compound: return .compound
        case .forms, .synonyms: return .forms
        case nil: break
        }
        switch alternative.relaxation {
        case .letters: return .letters
        case .forms: return .forms
        case .typos: return .typos
        case nil, .fewer: break
        }
        if !occurrence.isRespelled, !occurrence.hasOtherCase { return .exact }
        if occurrence.byStandard && occurrence.bySearch { return .bothCollations }
        return occurrence.byStandard ? .standardCollation : .searchCollation
    }
}
