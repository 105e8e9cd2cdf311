// Where the texts of a string catalog are.

internal import JSON
internal import Localization

/// Where the texts of a key are.
struct CatalogKeyLocations: Sendable {
    /// Where the key is.
    let key: SourcePosition
    fileprivate(set) var locales: [LocaleIdentifier: TextLocations] = [:]

    /// Gives a unit of the key its places.
    func locate(_ unit: inout TranslationUnit, source: LocaleIdentifier, locale: LocaleIdentifier?) {
        unit.places.unit = key
        unit.places.source = locales[source] ?? TextLocations()
        if let locale { unit.places.translation = locales[locale] ?? TextLocations() }
    }
}

/// The places of all texts of a catalog.
struct CatalogLocations {
    /// Where keys and what belongs to them are in the document, in its order:
    /// offsets without a byte order mark.
    private(set) var members: [CatalogMember] = []
    /// The places of each key's texts.
    private var texts: [ByteString: CatalogKeyLocations] = [:]

    init(_ bytes: CatalogBytes) {
        let start = SourcePosition(line: 1, column: 1, byteOffset: bytes.markLength)
        var reader = CatalogLocationReader(bytes.text, at: start)
        let places = JSONMemberLocations(bytes.text)
        guard let strings = places.member("strings", ofObjectAt: 0) else { return }
        let entries = places.members(ofObjectAt: strings.valueOffset)
        members.reserveCapacity(entries.count)
        for entry in entries {
            members.append(
                CatalogMember(name: entry.nameOffset, value: entry.valueOffset..<entry.valueEnd))
            texts[ByteString(entry.decodedName)] = reader.places(ofKeyAt: entry.nameOffset, entry.valueOffset)
        }
    }

    /// A table of the catalog with the places of its texts.
    func locating(_ table: TranslationTable) -> TranslationTable {
        var table = table
        for index in table.units.indices {
            texts[ByteString(table.units[index].key)]?.locate(
                &table.units[index], source: table.sourceLocale, locale: table.locale)
        }
        return table
    }
}

/// Where a key is in a document: its name in quotes, and what is said about it.
struct CatalogMember: Sendable {
    var name: Int
    var value: Range<Int>
}

/// Finds the texts of keys in well-formed JSON, or in a piece of it that begins with a key.
struct CatalogLocationReader {
    private let places: JSONMemberLocations
    private let index: PositionIndex
    private let bytes: [UInt8]
    private let start: SourcePosition
    private var known: [ArraySlice<UInt8>: LocaleIdentifier?] = [:]

    /// - Parameter start: where the bytes begin in the file.
    init(_ bytes: [UInt8], at start: SourcePosition) {
        self.bytes = bytes
        self.start = start
        places = JSONMemberLocations(bytes)
        index = PositionIndex(bytes)
    }

    /// The places of a key, given where its name and its value begin.
    mutating func places(ofKeyAt name: Int, _ value: Int) -> CatalogKeyLocations {
        var key = CatalogKeyLocations(key: position(name))
        guard let all = places.member("localizations", ofObjectAt: value) else { return key }
        for localization in places.members(ofObjectAt: all.valueOffset) {
            let locale = known[localization.name] ?? LocaleIdentifier(localization.decodedName)
            known[localization.name] = locale
            guard let locale else { continue }
            var found = TextLocations()
            read(localization.valueOffset, { $0 }, &found)
            key.locales[locale] = found
        }
        return key
    }

    /// Reads the texts below an object, which is as deep as the variations of a text: numbers within devices.
    private func read(
        _ offset: Int, _ variation: (VariationKey.Variation?) -> VariationKey.Variation?,
        _ found: inout TextLocations
    ) {
        for member in places.members(ofObjectAt: offset) {
            switch String(decoding: member.name, as: UTF8.self) {
            case "stringUnit":
                let value = places.member("value", ofObjectAt: member.valueOffset)
                found[variation(nil)] = position(value?.valueOffset ?? member.valueOffset)
                // The device `other` alone is the plain text.
                if variation(nil) == .device(Message.otherDevice), found[nil] == nil {
                    found[nil] = found[variation(nil)]
                }
            case "stringSet":
                for number in 1...64 { found[.alternative(number)] = position(member.nameOffset) }
            case "variations":
                for axis in places.members(ofObjectAt: member.valueOffset) {
                    let isPlural = axis.name.elementsEqual("plural".utf8)
                    for part in places.members(ofObjectAt: axis.valueOffset) {
                        let name = part.decodedName
                        if isPlural, let category = PluralCategory(rawValue: name) {
                            read(part.valueOffset, { variation($0 ?? .plural(category)) }, &found)
                        } else if !isPlural, axis.name.elementsEqual("device".utf8), variation(nil) == nil {
                            read(part.valueOffset, { $0.inDevice(name) }, &found)
                        }
                    }
                }
            case "substitutions":
                for part in places.members(ofObjectAt: member.valueOffset) {
                    let name = part.decodedName
                    read(part.valueOffset, { $0.inSubstitution(name) }, &found)
                }
            default: break
            }
        }
    }

    private func position(_ offset: Int) -> SourcePosition {
        let place = index.place(at: offset, in: bytes)
        return SourcePosition(
            line: start.line + place.line - 1,
            column: place.line == 1 ? start.column + place.column - 1 : place.column,
            byteOffset: start.byteOffset + offset)
    }
}

extension VariationKey.Variation? {
    /// The form within the texts for a device.
    fileprivate func inDevice(_ name: String) -> VariationKey.Variation {
        if case .plural(let category)? = self { .devicePlural(name, category) } else { .device(name) }
    }

    /// The form within a substitution.
    fileprivate func inSubstitution(_ name: String) -> VariationKey.Variation? {
        if case .plural(let category)? = self { .substitution(name: name, category) } else { nil }
    }
}
