// The original records of a segment, packed.

/// Records with their texts in one piece of memory.
struct StoredRecords: Sendable {
    private struct Entry: Sendable {
        let field: Int32
        let locale: Int32
        let offset: Int
        let length: Int
    }

    /// Known names; entries refer to them by number.
    private(set) var fields: [FieldName] = []
    private(set) var locales: [LocaleIdentifier] = []
    private var fieldNumbers: [FieldName: Int32] = [:]
    private var localeNumbers: [LocaleIdentifier: Int32] = [:]

    private var bytes: [UInt8] = []
    private var entries: [Entry] = []
    private var firstEntry: [Int32] = [0]

    private(set) var ids: [String] = []
    /// The known scopes, and the number of each record's scope; -1 for none.
    private(set) var scopes: [String] = []
    private(set) var scopeNumbers: [Int32] = []
    private var numbersOfScopes: [String: Int32] = [:]
    private(set) var years: [Int?] = []
    private(set) var prices: [Price?] = []
    private(set) var popularities: [Double] = []
    private var additionalMembers: [Int: [CatalogRecord.Member]] = [:]

    var count: Int { ids.count }
    /// The size of all texts, in bytes.
    var textSize: Int { bytes.count }

    /// Adds a record.
    mutating func append(_ record: CatalogRecord) {
        for text in record.texts {
            let field = Self.number(of: text.field, in: &fieldNumbers, names: &fields)
            let locale = Self.number(of: text.locale, in: &localeNumbers, names: &locales)
            let offset = bytes.count
            bytes.append(contentsOf: text.value.utf8)
            entries.append(Entry(field: field, locale: locale, offset: offset, length: bytes.count - offset))
        }
        firstEntry.append(Int32(entries.count))
        ids.append(record.id)
        scopeNumbers.append(
            record.scope.map { Self.number(of: $0, in: &numbersOfScopes, names: &scopes) } ?? -1)
        years.append(record.year)
        prices.append(record.price)
        popularities.append(record.popularity)
        if !record.additionalMembers.isEmpty { additionalMembers[ids.count - 1] = record.additionalMembers }
    }

    private static func number<Name: Hashable>(
        of name: Name, in numbers: inout [Name: Int32], names: inout [Name]
    ) -> Int32 {
        if let known = numbers[name] { return known }
        let number = Int32(names.count)
        names.append(name)
        numbers[name] = number
        return number
    }

    /// The scope of the record with a number.
    func scope(of number: Int) -> String? {
        scopeNumbers[number] < 0 ? nil : scopes[Int(scopeNumbers[number])]
    }

    /// The original record with a number.
    func record(_ number: Int) -> CatalogRecord {
        CatalogRecord(
            id: ids[number], scope: scope(of: number),
            texts: (Int(firstEntry[number])..<Int(firstEntry[number + 1])).map { index in
                let entry = entries[index]
                return CatalogRecord.Text(
                    fields[Int(entry.field)], locales[Int(entry.locale)], text(of: entry))
            },
            year: years[number], price: prices[number], popularity: popularities[number],
            additionalMembers: additionalMembers[number] ?? [])
    }

    /// Whether any record may have a text in this field and locale.
    func hasTexts(_ field: FieldName, _ locale: LocaleIdentifier) -> Bool {
        fieldNumbers[field] != nil && localeNumbers[locale] != nil
    }

    /// The texts of a field in a locale.
    func texts(of number: Int, _ field: FieldName, _ locale: LocaleIdentifier) -> [String] {
        guard let field = fieldNumbers[field], let locale = localeNumbers[locale] else { return [] }
        return (Int(firstEntry[number])..<Int(firstEntry[number + 1])).compactMap { index in
            let entry = entries[index]
            return entry.field == field && entry.locale == locale ? text(of: entry) : nil
        }
    }

    /// A record's text of a field in the locale whose name sorts first.
    func firstText(of number: Int, _ field: FieldName) -> String? {
        guard let field = fieldNumbers[field] else { return nil }
        return entries[Int(firstEntry[number])..<Int(firstEntry[number + 1])].lazy.filter {
            $0.field == field
        }
        .min { locales[Int($0.locale)].identifier < locales[Int($1.locale)].identifier }.map(text)
    }

    /// Calls `body` with each text of one record in a field and a locale, in order, as UTF-8.
    func forEachText<Failure: Error>(
        of number: Int, _ field: FieldName, _ locale: LocaleIdentifier,
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        guard let field = fieldNumbers[field], let locale = localeNumbers[locale] else { return }
        try bytes.withUnsafeBufferPointer { bytes throws(Failure) in
            for index in Int(firstEntry[number])..<Int(firstEntry[number + 1]) {
                let entry = entries[index]
                guard entry.field == field, entry.locale == locale else { continue }
                try body(UnsafeBufferPointer(rebasing: bytes[entry.offset..<entry.offset + entry.length]))
            }
        }
    }

    /// Calls `body` with each text of a field in a locale, in the order of the records, as UTF-8.
    func forEachText(
        _ field: FieldName, _ locale: LocaleIdentifier,
        _ body: (_ record: Int, UnsafeBufferPointer<UInt8>) -> Void
    ) {
        guard let field = fieldNumbers[field], let locale = localeNumbers[locale] else { return }
        bytes.withUnsafeBufferPointer { bytes in
            for record in 0..<count {
                for index in Int(firstEntry[record])..<Int(firstEntry[record + 1]) {
                    let entry = entries[index]
                    guard entry.field == field, entry.locale == locale else { continue }
                    body(
                        record,
                        UnsafeBufferPointer(rebasing: bytes[entry.offset..<entry.offset + entry.length]))
                }
            }
        }
    }

    /// The number of records, except deleted ones, with a text in each locale; 0 is listed too.
    func recordCountsByLocale(without deleted: RecordSet?) -> [LocaleIdentifier: Int] {
        var counts = [Int](repeating: 0, count: locales.count)
        var last = [Int](repeating: -1, count: locales.count)
        for record in 0..<count where deleted?.contains(record) != true {
            for index in Int(firstEntry[record])..<Int(firstEntry[record + 1]) {
                let locale = Int(entries[index].locale)
                if last[locale] != record {
                    last[locale] = record
                    counts[locale] += 1
                }
            }
        }
        return Dictionary(uniqueKeysWithValues: zip(locales, counts).filter { $1 > 0 })
    }

    private func text(of entry: Entry) -> String {
        String(decoding: bytes[entry.offset..<entry.offset + entry.length], as: UTF8.self)
    }
}
