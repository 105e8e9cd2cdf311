// A string catalog that is read again after an edit: of one key, without the others.

internal import JSON
internal import Localization
internal import Support

/// What is needed to read a catalog again.
///
/// Invariant: the tables after an edit are those that a reading of the whole catalog gives.
struct CatalogReading: Sendable {
    private let bytes: CatalogBytes
    private var locales: CatalogLocales
    private var keys: [Key]

    private struct Key: Sendable {
        var member: CatalogMember
        /// The numbers of the locales that have something about the key.
        var locales: [Int]
    }

    /// Keeps a reading; `nil` if there is something to report, whose place would be lost.
    ///
    /// - Parameter members: where the keys are, in the order of the document.
    init?(
        _ bytes: CatalogBytes, _ reader: StringCatalogReader, _ members: [CatalogMember],
        _ findings: [ExchangeDiagnostic]
    ) {
        guard findings.allSatisfy({ FileMistake($0) == nil }),
            reader.entries.count == members.count
        else { return nil }
        self.bytes = bytes
        locales = reader.locales
        keys = zip(members, reader.entries).map { Key(member: $0, locales: $1.locales) }
    }

    private init(_ bytes: CatalogBytes, locales: CatalogLocales, keys: [Key]) {
        (self.bytes, self.locales, self.keys) = (bytes, locales, keys)
    }

    /// The catalog after an edit of what is said about one key; `nil` after any other edit.
    static func edited(_ previous: FormatReading, _ bytes: [UInt8], name: String) -> FormatReading? {
        guard let old = previous.memory as? CatalogReading, previous.tables.first?.name == name else {
            return nil
        }
        let new = CatalogBytes(bytes)
        guard new.markLength == old.bytes.markLength else { return nil }
        let difference = ByteDifference(old.bytes.text, new.text)
        guard let number = old.key(around: difference) else { return nil }
        let member = old.keys[number].member
        let value = member.value.lowerBound..<(member.value.upperBound + difference.growth)
        guard old.staysInPlace(behind: member, as: value, in: new.text),
            let edit = Edit(new, member.name..<old.end(ofNameOf: member), value, old.locales, number)
        else { return nil }
        // A locale that no key has any more would have no table.
        guard Set(edit.entry.locales).isSuperset(of: old.keys[number].locales) else { return nil }
        var reading = FormatReading(tables: previous.tables, findings: previous.findings)
        guard
            let changed = edit.replace(
                in: &reading.tables, number, at: member.name..<value.upperBound, value: value.lowerBound)
        else { return nil }
        reading.changed = changed
        reading.memory = old.moved(to: new, number, value, difference.growth, edit.entry.locales)
        return reading
    }

    /// The key that has everything that is different, but not the brackets around it.
    private func key(around difference: ByteDifference) -> Int? {
        let number = keys.partitioningIndex { $0.member.value.lowerBound >= difference.start } - 1
        guard number >= 0, difference.oldEnd < keys[number].member.value.upperBound else { return nil }
        return number
    }

    /// The end of the quotes of a name: the last ones before the value.
    private func end(ofNameOf member: CatalogMember) -> Int {
        var end = member.value.lowerBound
        while end > member.name, bytes.text[end - 1] != UInt8(ascii: "\"") { end -= 1 }
        return end
    }

    /// Whether what follows a key is on the lines and columns of before.
    private func staysInPlace(behind member: CatalogMember, as value: Range<Int>, in new: [UInt8]) -> Bool {
        var end = value.upperBound
        while end < new.count, new[end] != 0x0A, new[end] != 0x0D {
            // Only a key or a text has a place.
            if new[end] == UInt8(ascii: "\"") { return false }
            end += 1
        }
        return Self.lineBreaks(bytes.text[member.value]) == Self.lineBreaks(new[value])
    }

    private static func lineBreaks(_ bytes: ArraySlice<UInt8>) -> Int {
        var count = 0
        var previous: UInt8 = 0
        for byte in bytes {
            if byte == 0x0D || byte == 0x0A && previous != 0x0D { count += 1 }
            previous = byte
        }
        return count
    }

    private func moved(
        to bytes: CatalogBytes, _ number: Int, _ value: Range<Int>, _ growth: Int, _ locales: [Int]
    ) -> CatalogReading {
        var keys = keys
        keys[number].member.value = value
        keys[number].locales = locales
        if growth != 0 {
            for index in (number + 1)..<keys.count {
                keys[index].member.name += growth
                let range = keys[index].member.value
                keys[index].member.value = (range.lowerBound + growth)..<(range.upperBound + growth)
            }
        }
        return CatalogReading(bytes, locales: self.locales, keys: keys)
    }
}

/// A key as it is after an edit.
private struct Edit {
    let entry: StringCatalogReader.Entry
    private let reader: StringCatalogReader
    private let bytes: CatalogBytes

    /// Reads a key; `nil` if its value is no JSON object, names a new locale, or has something to report.
    ///
    /// - Parameter number: the number of the key in the catalog.
    init?(
        _ bytes: CatalogBytes, _ name: Range<Int>, _ value: Range<Int>, _ locales: CatalogLocales,
        _ number: Int
    ) {
        self.bytes = bytes
        var reader = StringCatalogReader(CatalogBytes([]), locales: locales)
        // As deep as it is in the document.
        let document =
            Array("[[".utf8) + bytes.text[name] + [UInt8(ascii: ",")] + bytes.text[value] + Array("]]".utf8)
        let entry = try? JSONParser().withValue(of: document) { root -> StringCatalogReader.Entry? in
            let outer = Array(root.elements)
            guard outer.count == 1 else { return nil }
            let inner = Array(outer[0].elements)
            guard inner.count == 2, inner[0].kind == .string, inner[1].kind == .object else { return nil }
            return reader.read(entry: inner[1], String(wellFormed: inner[0].utf8), number)
        }
        guard let entry, !reader.findings.concernChecks,
            reader.locales.list.count == locales.list.count
        else { return nil }
        self.entry = entry
        self.reader = reader
    }

    /// Puts the key in the place of the one before it.
    ///
    /// - Parameters:
    ///   - number: the number of the key in the catalog. Tables may lack keys before it.
    ///   - range: the bytes of the key, from its name.
    ///   - value: where its value begins.
    /// - Returns: the numbers of the units that were replaced; `nil` if a table has the key now
    ///   and did not before, or lost it.
    func replace(
        in tables: inout [TranslationTable], _ number: Int, at range: Range<Int>, value: Int
    ) -> [[Int]]? {
        let units = reader.units(of: entry)
        let places = tables.map { $0.units.number(ofKey: entry.about.key, upTo: number) }
        guard
            let start = zip(tables, places).lazy.compactMap({ table, place in
                place.flatMap { table.units[$0].places.unit }
            }).first
        else { return nil }
        let position = SourcePosition(
            line: start.line, column: start.column, byteOffset: range.lowerBound + bytes.markLength)
        var placeReader = CatalogLocationReader(Array(bytes.text[range]), at: position)
        let keyPlaces = placeReader.places(ofKeyAt: 0, value - range.lowerBound)
        var changed: [[Int]] = []
        for (table, locale) in reader.locales.order.enumerated() {
            switch (places[table], units[locale]) {
            case (nil, nil): changed.append([])
            case (let number?, var unit?):
                keyPlaces.locate(
                    &unit, source: tables[table].sourceLocale, locale: tables[table].locale)
                tables[table].units[number] = unit
                changed.append([number])
            default: return nil
            }
        }
        return changed
    }
}
