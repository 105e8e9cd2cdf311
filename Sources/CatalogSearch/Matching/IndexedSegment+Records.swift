// The records of a segment, with all their texts or with those that a hit shows.

internal import ICU
internal import Support

struct SegmentRecord {
    var record: CatalogRecord
    /// For the first texts of the record the matches of a query's words; `nil` if they are not known.
    let matches: [[TermMatch]?]
}

extension IndexedSegment {
    package func id(of number: Int) throws(SegmentError) -> String { try records.id(of: number) }

    /// The number of the record with an id, deleted or not. Ids are equal if their bytes are.
    package func number(ofID id: String) throws(SegmentError) -> Int? { try records.number(ofID: id) }

    /// The record with a number, with all its texts.
    package func record(_ number: Int) throws(SegmentError) -> CatalogRecord {
        var found = try record(number, locales: Array(localeNames.indices)).record
        for column in vectors {
            if let vector = try column.vector(of: number) { found.vectors.append(vector) }
        }
        return found
    }

    /// A record with its texts in some locales.
    ///
    /// - Parameters:
    ///   - matcher: finds the matches in the texts.
    ///   - isWanted: whether the texts of a field in a locale are needed.
    private func record(
        _ number: Int, locales: [Int], _ matcher: TermMatcher? = nil,
        _ isWanted: (FieldName, LocaleIdentifier) -> Bool = { _, _ in true }
    ) throws(SegmentError) -> SegmentRecord {
        var texts: [CatalogRecord.Text] = []
        var matches: [[TermMatch]?] = []
        matcher?.startRecord()
        for locale in locales {
            let index = try index(ofLocale: locale)
            for (field, column) in zip(fields, index.columns)
            where field.headed == nil && isWanted(field, index.locale) {
                guard try column.owns(number) else { continue }
                for text in try column.texts(of: number) {
                    guard let matcher else {
                        texts.append(CatalogRecord.Text(field, index.locale, try index.text(text)))
                        continue
                    }
                    let read = try matcher.read(text, of: index, field)
                    texts.append(CatalogRecord.Text(field, index.locale, read.text))
                    matches.append(read.matches)
                }
            }
        }
        texts += try records.otherTexts(of: number)
        let record = CatalogRecord(
            id: try records.id(of: number), scope: try records.scope(of: number), texts: texts,
            year: try records.year(of: number), price: try records.price(of: number),
            prices: try records.prices(of: number),
            popularity: try records.popularity(of: number),
            attributes: try attributes.values(of: number),
            additionalMembers: try records.additionalMembers(of: number))
        return SegmentRecord(record: record, matches: matches)
    }

    /// The record with a number, with at least the texts that a query's hit shows.
    ///
    /// - Parameter matcher: finds the matches in the texts.
    func record(
        _ number: Int, for query: PreparedQuery, _ matcher: TermMatcher? = nil
    ) throws(SegmentError) -> SegmentRecord {
        let wanted = query.titleChain.compactMap { localeNames.firstIndex(of: $0) }
        // Closures would copy the query.
        let (titleField, chain) = (query.titleField, query.request.chain)
        // In the catalog's default locale only the title is shown, unless the request searches it.
        var record = try record(number, locales: wanted.withoutDuplicates, matcher) { field, locale in
            field == titleField || chain.contains(locale)
        }
        if !record.record.texts.contains(where: { $0.field == titleField }),
            let title = try firstTitle(of: number, titleField)
        {
            record.record.texts.append(title)
        }
        return record
    }

    /// The title in the locale whose name sorts first.
    private func firstTitle(of number: Int, _ field: FieldName) throws(SegmentError) -> CatalogRecord.Text? {
        guard let column = fields.firstIndex(of: field) else { return nil }
        for locale in localeNames.indices.sorted(by: {
            localeNames[$0].identifier < localeNames[$1].identifier
        }) {
            let index = try index(ofLocale: locale)
            guard try index.columns[column].owns(number),
                let text = try index.columns[column].texts(of: number).first
            else { continue }
            return CatalogRecord.Text(
                field, index.locale, try index.text(text))
        }
        return nil
    }

    /// The title as a hit shows it: in the first locale of the chain that has one, else in the locale
    /// whose name sorts first, else the id.
    func title(of number: Int, _ key: TitleOrderKey) throws(SegmentError) -> String {
        // A record's own texts of the field `id` are stored apart.
        if key.field != .id, let field = fields.firstIndex(of: key.field) {
            for name in key.chain {
                guard let index = try locale(name), try index.columns[field].owns(number),
                    let text = try index.columns[field].texts(of: number).first
                else { continue }
                return try index.text(text)
            }
        } else {
            let titles = try records.otherTexts(of: number).filter { $0.field == key.field }
            for name in key.chain {
                if let title = titles.first(where: { $0.locale == name }) { return title.value }
            }
            if let title = titles.min(by: { $0.locale.identifier < $1.locale.identifier }) {
                return title.value
            }
        }
        if let title = try firstTitle(of: number, key.field) { return title.value }
        return try records.id(of: number)
    }
}
