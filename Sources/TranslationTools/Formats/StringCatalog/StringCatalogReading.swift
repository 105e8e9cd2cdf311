// A string catalog that is read again after an edit: of one key, without the others.

internal import JSON
internal import Localization
internal import Support

/// What is needed to read a catalog again.
///
/// Invariant: the tables after an edit are those that a reading of the whole catalog gives.
struct StringCatalogReading: Sendable {
    private let bytes: StringCatalogBytes
    private var locales: StringCatalogLocales
    private var keys: [Key]

    private struct Key: Sendable {
        /// Where the key is, in quotation marks: an offset without the byte order mark.
        var name: Int
        /// What is said about it.
        var value: Range<Int>
        /// Line and column of the key. Edits of other keys leave both as they are.
        let position: SourcePosition
        /// The numbers of the locales that have something about the key.
        var locales: [Int]
    }

    /// Keeps a reading; `nil` if there is something to report, whose place would be lost.
    init?(_ document: StringCatalogDocument) {
        guard !document.hasMistakes, document.keys.count == document.members.count else { return nil }
        (bytes, locales) = (document.bytes, document.locales)
        keys = zip(document.members, document.keys).map { member, key in
            Key(
                name: member.nameOffset, value: member.valueOffset..<member.valueEnd,
                position: key.about.places.unit ?? .unknown, locales: key.locales)
        }
    }

    private init(_ bytes: StringCatalogBytes, locales: StringCatalogLocales, keys: [Key]) {
        (self.bytes, self.locales, self.keys) = (bytes, locales, keys)
    }

    /// The catalog after an edit of what is said about one key; `nil` after any other edit.
    static func edited(_ previous: FormatReading, _ bytes: [UInt8], name: String) -> FormatReading? {
        guard let old = previous.memory as? StringCatalogReading, previous.tables.first?.name == name else {
            return nil
        }
        let new = StringCatalogBytes(bytes)
        guard new.markLength == old.bytes.markLength else { return nil }
        let difference = ByteDifference(old.bytes.text, new.text)
        guard let number = old.key(around: difference) else { return nil }
        let key = old.keys[number]
        let value = key.value.lowerBound..<(key.value.upperBound + difference.growth)
        guard old.staysInPlace(behind: key, as: value, in: new.text),
            let edit = Edit(
                new, key.name..<old.end(ofNameOf: key), value, at: key.position, old.locales)
        else { return nil }
        // A locale that no key has any more would have no table.
        guard Set(edit.entry.locales).isSuperset(of: old.keys[number].locales) else { return nil }
        var reading = FormatReading(tables: previous.tables, findings: previous.findings)
        guard let changed = edit.replace(in: &reading.tables, number) else { return nil }
        reading.changed = changed
        reading.memory = old.moved(to: new, number, value, difference.growth, edit.entry.locales)
        return reading
    }

    /// The key that has everything that is different, but not the brackets around it.
    private func key(around difference: ByteDifference) -> Int? {
        let number = keys.partitioningIndex { $0.value.lowerBound >= difference.start } - 1
        guard number >= 0, difference.oldEnd < keys[number].value.upperBound else { return nil }
        return number
    }

    /// The end of the quotes of a name: the last ones before the value.
    private func end(ofNameOf key: Key) -> Int {
        var end = key.value.lowerBound
        while end > key.name, bytes.text[end - 1] != UInt8(ascii: "\"") { end -= 1 }
        return end
    }

    /// Whether what follows a key is on the lines and columns of before.
    private func staysInPlace(behind key: Key, as value: Range<Int>, in new: [UInt8]) -> Bool {
        var end = value.upperBound
        while end < new.count, new[end] != 0x0A, new[end] != 0x0D {
            // Only a key or a text has a place.
            if new[end] == UInt8(ascii: "\"") { return false }
            end += 1
        }
        return Self.lineBreaks(bytes.text[key.value]) == Self.lineBreaks(new[value])
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
        to bytes: StringCatalogBytes, _ number: Int, _ value: Range<Int>, _ growth: Int, _ locales: [Int]
    ) -> StringCatalogReading {
        var keys = keys
        keys[number].value = value
        keys[number].locales = locales
        if growth != 0 {
            for index in (number + 1)..<keys.count {
                keys[index].name += growth
                let range = keys[index].value
                keys[index].value = (range.lowerBound + growth)..<(range.upperBound + growth)
            }
        }
        return StringCatalogReading(bytes, locales: self.locales, keys: keys)
    }
}

/// A key as it is after an edit.
private struct Edit {
    let entry: StringCatalogKey
    private let locales: StringCatalogLocales

    /// Reads a key; `nil` if its value is no JSON object, names a new locale, or has something to report.
    ///
    /// - Parameter place: the line and column of the key.
    init?(
        _ bytes: StringCatalogBytes, _ name: Range<Int>, _ value: Range<Int>, at place: SourcePosition,
        _ locales: StringCatalogLocales
    ) {
        // As deep as it is in the document.
        let document =
            Array("[[".utf8) + bytes.text[name] + [UInt8(ascii: ",")] + bytes.text[value] + Array("]]".utf8)
        let offset = 2 + name.count + 1
        let start = SourcePosition(
            line: place.line, column: place.column, byteOffset: name.lowerBound + bytes.markLength)
        let chunk = Array(bytes.text[name.lowerBound..<value.upperBound])
        let read = try? JSONParser().withLocatedValue(of: document) {
            root, locations -> (StringCatalogKey, StringCatalogReader)? in
            let outer = Array(root.elements)
            guard outer.count == 1 else { return nil }
            let inner = Array(outer[0].elements)
            guard inner.count == 2, inner[0].kind == .string, inner[1].kind == .object else { return nil }
            let places = StringCatalogLocations(
                chunk, locations, at: start, value: (offset, value.lowerBound - name.lowerBound - offset))
            var reader = StringCatalogReader(places, locales: locales)
            return (reader.read(inner[1], String(wellFormed: inner[0].utf8), inner[0]), reader)
        }
        guard let (entry, reader) = read, !reader.findings.concernChecks,
            reader.locales.list.count == locales.list.count
        else { return nil }
        (self.entry, self.locales) = (entry, locales)
    }

    /// Puts the key in the place of the one before it.
    ///
    /// - Parameter number: the number of the key in the catalog. Tables may lack keys before it.
    /// - Returns: the numbers of the units that were replaced; `nil` if a table has the key now
    ///   and did not before, or lost it.
    func replace(in tables: inout [TranslationTable], _ number: Int) -> [[Int]]? {
        let units = entry.units(locales.list.count)
        let places = tables.map { $0.units.number(ofKey: entry.about.key, upTo: number) }
        guard places.contains(where: { $0 != nil }) else { return nil }
        var changed: [[Int]] = []
        for (table, locale) in locales.order.enumerated() {
            switch (places[table], units[locale]) {
            case (nil, nil): changed.append([])
            case (let number?, let unit?):
                tables[table].units[number] = unit
                changed.append([number])
            default: return nil
            }
        }
        return changed
    }
}
