// Reads what a page for translators saved, and the data of a page itself.

internal import JSON
internal import Localization

/// Reads the data of pages. What is not as a page writes it is left out, and named.
struct TranslatorPageReader {
    private(set) var findings: [any LocalizationDiagnostic] = []

    /// The name of the format is the first thing in a file; a program may have put spaces before it.
    private static let beginning = 256

    /// Whether a JSON file is one that a page saved.
    static func isSaved(_ bytes: [UInt8]) -> Bool {
        String(decoding: bytes.prefix(beginning), as: UTF8.self)
            .contains("\"\(TranslatorPageData.formatName)\"")
    }

    /// The tables of a file.
    mutating func tables(of bytes: [UInt8]) -> [TranslationTable] {
        let isPage = bytes.first { $0 > 0x20 } == UInt8(ascii: "<")
        guard let data = isPage ? Self.data(inPage: bytes) : bytes[...] else {
            report(.jsonUnexpectedDocument)
            return []
        }
        let document: JSON
        do throws(JSONSyntaxError) {
            document = try JSONReader.value(of: Array(data), .replacesLoneSurrogates)
        } catch {
            report(.stringCatalogInvalidJSON, error.expected)
            return []
        }
        guard document["format"]?.string == TranslatorPageData.formatName,
            document["version"]?.integer == TranslatorPageData.version,
            let sourceLocale = document["source"]?.string.flatMap({ LocaleIdentifier($0) }),
            let locale = document["locale"]?.string.flatMap({ LocaleIdentifier($0) }),
            let tables = document["tables"]?.elements
        else {
            report(.jsonUnexpectedDocument)
            return []
        }
        if isPage { report(.pageHandedOut) }
        return tables.compactMap { table in
            guard let name = table["name"]?.string, let units = table["units"]?.elements else {
                report(.pageInvalidEntry, "")
                return nil
            }
            var read = TranslationTable(
                name: name, sourceLocale: sourceLocale, locale: locale, units: self.units(units))
            read.folder = table["folder"]?.string
            return read
        }
    }

    /// The data in the HTML of a page, in which there is no `<`.
    private static func data(inPage bytes: [UInt8]) -> ArraySlice<UInt8>? {
        guard let start = bytes.firstRange(of: Array(TranslatorPage.dataStart.utf8))?.upperBound,
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "<"))
        else { return nil }
        return bytes[start..<end]
    }

    private mutating func units(_ entries: [JSON]) -> [TranslationUnit] {
        var units: [TranslationUnit] = []
        var places: [String: Int] = [:]
        for entry in entries {
            guard let unit = Self.unit(entry) else {
                report(.pageInvalidEntry, entry["key"]?.string ?? "")
                continue
            }
            if let place = places[unit.key] {
                report(.duplicateKey, unit.key)
                units[place] = unit
            } else {
                places[unit.key] = units.count
                units.append(unit)
            }
        }
        return units
    }

    /// - Returns: `nil` for what no page writes.
    private static func unit(_ entry: JSON) -> TranslationUnit? {
        guard let key = entry["key"]?.string, let source = message(key, entry["source"]),
            let state = entry["state"]?.string.flatMap(TranslationState.init(rawValue:))
        else { return nil }
        var unit = TranslationUnit(key: key, source: source)
        if let texts = entry["translation"], !texts.members.isEmpty {
            guard let translation = message(key, texts) else { return nil }
            unit.translation = translation
        }
        unit.state = state
        for member in entry["states"]?.members ?? [] {
            guard let form = TranslatorPageForm.variation(member.name),
                let state = member.value.string.flatMap(TranslationState.init(rawValue:))
            else { return nil }
            unit.formStates[form] = state
        }
        unit.translatorComment = entry["note"]?.string
        return unit
    }

    private static func message(_ key: String, _ texts: JSON?) -> Message? {
        guard let texts, !texts.members.isEmpty else { return nil }
        var forms = MessageForms()
        for member in texts.members {
            guard let form = TranslatorPageForm.variation(member.name), let text = member.value.string else {
                return nil
            }
            forms.set(text, for: form)
        }
        return forms.message(key)
    }

    private mutating func report(_ kind: ExchangeDiagnostic.Kind, _ facts: String...) {
        findings.append(ExchangeDiagnostic(kind, facts, at: nil))
    }
}
