// Turns a matching record into a hit.

internal import ICU

/// Makes the hits of one page.
final class HitBuilder {
    private let description: CatalogDescription
    private let query: PreparedQuery
    private let scanner: RecordScanner
    /// The matches in the current text.
    private var ranges = JoinedRanges()

    init(_ description: CatalogDescription, _ query: PreparedQuery) {
        self.description = description
        self.query = query
        scanner = RecordScanner(query, checksExcluded: false)
    }

    /// The hit of a record.
    ///
    /// - Throws: `SegmentError.icu` where ICU lacks data or memory.
    func hit(_ record: CatalogRecord, rank: Rank) throws(SegmentError) -> Hit {
        let chain = query.request.chain
        let texts = texts(of: record)
        let title = title(of: record)

        let price = record.price(query.request.priceChoice)
        let (words, matches) = try words(in: record)
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
            explanation: zip(query.words, words).map { explanation(of: $0, $1, record) })
    }

    /// The texts of a record in the locales of the chain: each field in the first locale that has it, the query's
    /// fields first.
    private func texts(of record: CatalogRecord) -> [Hit.Text] {
        var grouped: [FieldName: [LocaleIdentifier: [String]]] = [:]
        var fields = query.fields
        for text in record.texts {
            grouped[text.field, default: [:]][text.locale, default: []].append(text.value)
            if !fields.contains(text.field) { fields.append(text.field) }
        }
        return fields.compactMap { field in
            for locale in query.request.chain {
                // Show the record's spelling of the locale, not that of the chain (`zh_CN` for `zh_Hans_CN`).
                if let values = grouped[field]?[locale] {
                    return Hit.Text(field: field, locale: locale, values: values)
                }
            }
            return nil
        }
    }

    /// The record's title, see ``Hit/title``.
    private func title(of record: CatalogRecord) -> Hit.Text {
        var titles: [LocaleIdentifier: [String]] = [:]
        for text in record.texts where text.field == description.titleField {
            titles[text.locale, default: []].append(text.value)
        }
        let locale =
            query.titleChain.first { titles[$0] != nil } ?? titles.keys.min { $0.identifier < $1.identifier }
        guard let locale, let entry = titles.index(forKey: locale), !titles[entry].value.isEmpty else {
            return Hit.Text(
                field: description.titleField, locale: description.defaultLocale, values: [record.id])
        }
        return Hit.Text(field: description.titleField, locale: titles[entry].key, values: titles[entry].value)
    }

    /// The first matches of a record, and the number of all.
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

    /// Matches the words again, now with the texts that are shown. Overlapping matches are joined; numbers match as a
    /// whole.
    private func words(in record: CatalogRecord) throws(SegmentError) -> ([WordMatch], FoundMatches) {
        var matches = FoundMatches()
        var current = (field: 0, text: 0)
        var isTyped = false
        func endText() {
            ranges.removeAll {
                matches.append(query.fields[current.field], text: current.text, $0, isTyped: isTyped)
            }
            isTyped = false
        }
        let found = try scanner.matches(in: record) { field, text, range, relaxation in
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
        let best = match.bestOfFields.sorted { $0.isBetter(than: $1) }
        let labels = word.labels(ofScope: record.scope)
        return WordExplanation(
            word: word.typed,
            places: best.map { occurrence in
                let field = query.fields[occurrence.field]
                let (value, locale) =
                    switch field {
                    case .id: (record.id, LocaleIdentifier.root)
                    case .scope, .catalog:
                        labels.first { $0.best.field == occurrence.field }.map {
                            ($0.label.text, $0.label.locale)
                        }!
                    default:
                        (
                            text(of: record, field, occurrence), query.request.chain[occurrence.locale]
                        )
                    }
                let scalars = value.unicodeScalars
                let start = scalars.index(scalars.startIndex, offsetBy: occurrence.scalars.lowerBound)
                let end = scalars.index(start, offsetBy: occurrence.scalars.count)
                return .init(
                    field: field, locale: locale, match: occurrence.match,
                    rule: rule(of: occurrence, word.alternatives[occurrence.alternative].relaxation),
                    matchedText: String(scalars[start..<end]), points: occurrence.key.points)
            }, numbers: match.numbers)
    }

    /// The text of a field in which a word matches.
    private func text(of record: CatalogRecord, _ field: FieldName, _ occurrence: Occurrence) -> String {
        let locale = query.request.chain[occurrence.locale]
        return record.texts.lazy.filter { $0.field == field && $0.locale == locale }
            .dropFirst(occurrence.text).first!.value
    }

    private func rule(of occurrence: Occurrence, _ relaxation: Relaxation.Kind?) -> WordExplanation.Rule {
        switch relaxation {
        case .letters: return .letters
        case .forms: return .forms
        case .typos: return .typos
        case nil, .fewer: break
        }
        if !occurrence.isRespelled { return .exact }
        if occurrence.byStandard && occurrence.bySearch { return .bothCollations }
        return occurrence.byStandard ? .standardCollation : .searchCollation
    }
}
