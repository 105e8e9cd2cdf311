// Where words of a query match the labels of scopes and of the catalog.
//
// Labels are few, and records carry scope numbers. So a query compares its words with the labels, and
// an index needs no terms for them.

internal import ICU
internal import Support

/// The labels of a catalog and its scopes, folded for readers.
final class CatalogLabels: Sendable {
    /// The labels for one reader.
    private struct Labels: Sendable {
        var scopes: [(id: String, label: LabelMatch.Label)] = []
        var catalog: LabelMatch.Label?
    }

    /// What the labels depend on.
    private struct Reader: Hashable, Sendable {
        let locale: LocaleIdentifier
        let chain: [LocaleIdentifier]
        /// Whether the query has the folding of each locale of the chain.
        let isFolded: [Bool]
        let texts: [String: String]
    }

    private let description: CatalogDescription
    private let scopes: [CatalogDescription.Scope]
    private let readers = Cache<Reader, Labels>(limit: 32)

    init(_ description: CatalogDescription, _ scopes: [CatalogDescription.Scope]) {
        self.description = description
        self.scopes = scopes
    }

    /// The matches of a query's word in the labels whose fields the query searches.
    func matches(of word: PreparedQuery.Word, _ query: PreparedQuery) -> [LabelMatch] {
        let positions = FieldName.labels.compactMap { query.fields.firstIndex(of: $0) }
        guard !positions.isEmpty, let labels = labels(query) else { return [] }
        let matcher = RecordMatcher(query)
        var matches: [LabelMatch] = []
        for position in positions {
            if query.fields[position] == .catalog {
                if let label = labels.catalog {
                    matches += match(of: word, label, scope: nil, position, query, matcher)
                }
            } else {
                for (id, label) in labels.scopes {
                    matches += match(of: word, label, scope: id, position, query, matcher)
                }
            }
        }
        return matches
    }

    private func match(
        of word: PreparedQuery.Word, _ label: LabelMatch.Label, scope: String?, _ position: Int,
        _ query: PreparedQuery, _ matcher: RecordMatcher
    ) -> [LabelMatch] {
        var best: Occurrence?
        var ranges: [Range<Int>] = []
        Array(label.text.utf8).withUnsafeBufferPointer { source in
            // Labels are short, and cancellation is checked elsewhere. A label is no text of the
            // record: its locale does not count.
            try? matcher.forEachOccurrence(
                of: word, field: position, level: label.level, step: 0, source: source,
                label.folded, length: label.length
            ) {
                var occurrence = $0
                occurrence.isInLabel = true
                ranges.append(occurrence.scalars)
                if best.map({ occurrence.isBetter(than: $0) }) ?? true { best = occurrence }
            }
        }
        guard let best else { return [] }
        return [LabelMatch(scope: scope, label: label, best: best, ranges: ranges)]
    }

    // MARK: A reader's labels

    /// The labels as the reader of a query sees them; `nil` where the query has no folding.
    private func labels(_ query: PreparedQuery) -> Labels? {
        let request = query.request
        let isFolded = request.chain.indices.map { query.foldings[$0] != nil }
        guard let nearest = isFolded.firstIndex(of: true) else { return nil }
        let reader = Reader(
            locale: request.locale, chain: request.chain, isFolded: isFolded, texts: request.labelTexts)
        return readers.value(of: reader) {
            var folders: [Int: TextFolder] = [:]
            func label(_ id: String, _ label: LocalizedLabel?) -> LabelMatch.Label {
                let (text, locale) = text(of: label, id, request)
                let known = request.chain.firstIndex(of: locale).flatMap { isFolded[$0] ? $0 : nil }
                let level = known ?? nearest
                let folder =
                    folders[level] ?? TextFolder(request.chain[level], query.foldings[level]!)
                folders[level] = folder
                let borders = TermBorders(query.foldings[level]!)
                return Array(text.utf8).withUnsafeBufferPointer { bytes in
                    LabelMatch.Label(
                        text: text, locale: locale, level: level, folded: folder.fold(bytes),
                        length: TextLength(words: TermStarts(bytes, borders).wordCount))
                }
            }
            return Labels(
                scopes: scopes.map { ($0.id, label($0.id, $0.label)) },
                catalog: label(description.id, description.label))
        }
    }

    /// The text of a label: of the first locale of the chain that has one, else of the
    /// catalog's default locale, else the id.
    private func text(
        of label: LocalizedLabel?, _ id: String, _ request: SearchRequest
    ) -> (String, LocaleIdentifier) {
        switch label {
        case nil: return (id, LocaleIdentifier.root)
        case .key(let key)?:
            guard let text = request.labelTexts[key] else { return (key, LocaleIdentifier.root) }
            // The program words it in the reader's language.
            let lineage = request.locale.lineage.map(\.base)
            return (text, request.chain.first(where: lineage.contains) ?? request.locale)
        case .texts(let texts)?:
            for locale in request.chain + [description.defaultLocale] {
                if let text = texts[locale] { return (text, locale) }
            }
            return (id, LocaleIdentifier.root)
        }
    }
}

extension PreparedQuery {
    /// The query with the matches of its words in a catalog's labels.
    func matched(with labels: CatalogLabels) -> PreparedQuery {
        guard fields.contains(where: FieldName.labels.contains) else { return self }
        var query = self
        for word in words.indices { query.words[word].labels = labels.matches(of: words[word], self) }
        for word in excluded.indices {
            query.excluded[word].labels = labels.matches(of: excluded[word], self)
        }
        return query
    }
}
