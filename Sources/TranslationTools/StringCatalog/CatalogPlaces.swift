// Where the texts of a string catalog are.

internal import JSONCoding
internal import Localization

/// Finds the texts of a catalog that is known to be well-formed JSON.
struct CatalogPlaces {
    private let places: JSONMemberPlaces
    private let index: PositionIndex
    private let bytes: [UInt8]
    private let markLength: Int
    /// The places of each key's texts, by locale.
    private var texts: [String: Key] = [:]

    private struct Key {
        let place: SourcePosition
        var locales: [LocaleIdentifier: TextPlaces] = [:]
    }

    /// - Parameter bytes: the file.
    init(_ bytes: [UInt8]) {
        markLength = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        self.bytes = markLength == 0 ? bytes : Array(bytes.dropFirst(markLength))
        places = JSONMemberPlaces(self.bytes)
        index = PositionIndex(self.bytes)
        var known: [ArraySlice<UInt8>: LocaleIdentifier?] = [:]
        guard let strings = places.member("strings", ofObjectAt: 0) else { return }
        for entry in places.members(ofObjectAt: strings.valueOffset) {
            var key = Key(place: position(entry.nameOffset))
            if let all = places.member("localizations", ofObjectAt: entry.valueOffset) {
                for localization in places.members(ofObjectAt: all.valueOffset) {
                    let locale = known[localization.name] ?? LocaleIdentifier(localization.decodedName)
                    known[localization.name] = locale
                    guard let locale else { continue }
                    var found = TextPlaces()
                    read(localization.valueOffset, { $0 }, &found)
                    key.locales[locale] = found
                }
            }
            texts[entry.decodedName] = key
        }
    }

    /// A table of the catalog with the places of its texts.
    func locating(_ table: TranslationTable) -> TranslationTable {
        var table = table
        for index in table.units.indices {
            guard let key = texts[table.units[index].key] else { continue }
            table.units[index].places.unit = key.place
            table.units[index].places.source = key.locales[table.sourceLocale] ?? TextPlaces()
            if let locale = table.locale {
                table.units[index].places.translation = key.locales[locale] ?? TextPlaces()
            }
        }
        return table
    }

    /// Reads the texts below an object, which is as deep as the variations of a text: numbers within devices.
    private func read(
        _ offset: Int, _ variation: (VariationKey.Variation?) -> VariationKey.Variation?,
        _ found: inout TextPlaces
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
        return SourcePosition(line: place.line, column: place.column, byteOffset: offset + markLength)
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
