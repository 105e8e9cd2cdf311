// How string catalogs become tables.

internal import JSONCoding
internal import Localization

extension StringCatalog {
    /// Reads a catalog: a table for each locale, that of the source language first.
    ///
    /// A key without a text in the source language is its own text. Of a key that is marked as stale, a locale has
    /// only what it has a text for.
    ///
    /// - Parameter name: the table's name, which only the file's name says.
    public static func read(
        _ bytes: [UInt8], name: String
    ) -> (tables: [TranslationTable], findings: [ExchangeDiagnostic]) {
        let markLength = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let text = markLength == 0 ? bytes : Array(bytes.dropFirst(markLength))
        var reader = StringCatalogReader(CatalogFindings(text, markLength: markLength))
        do {
            try JSONParser().withValue(of: text) { reader.read($0) }
        } catch {
            if let error = error as? JSONError { reader.findings.report(error) }
        }
        return (reader.tables(name), reader.findings.findings())
    }
}

/// A text of one locale.
struct CatalogLocalization {
    let message: Message
    /// The state of each form.
    var states: [VariationKey.Variation?: TranslationState]
}

private struct StringCatalogReader {
    var findings: CatalogFindings
    private var sourceLocale: LocaleIdentifier?
    private var entries: [Entry] = []
    private var indices: [ByteString: Int] = [:]
    private var locales: [LocaleIdentifier] = []
    /// The place in `locales` of each locale as it is spelled; -1 for an invalid one.
    private var localeIndices: [String: Int] = [:]

    private struct Entry {
        var about: TranslationUnit
        var isStale = false
        /// With the places of their locales; of two for one locale the last one counts.
        var localizations: [(locale: Int, localization: CatalogLocalization)] = []
    }

    init(_ findings: CatalogFindings) { self.findings = findings }

    mutating func read(_ root: JSONValue) {
        guard let spelled = root.member("sourceLanguage")?.string, let source = LocaleIdentifier(spelled)
        else {
            return findings.report(.stringCatalogUnexpectedDocument, "sourceLanguage")
        }
        guard let strings = root.member("strings"), strings.kind == .object else {
            return findings.report(.stringCatalogUnexpectedDocument, "strings")
        }
        if let version = root.member("version")?.string, version != StringCatalog.version {
            findings.report(.stringCatalogNotKept, "version", version)
        }
        sourceLocale = source
        locales = [source]
        localeIndices[spelled] = 0
        for (number, member) in strings.members.enumerated() {
            let key = String(wellFormed: member.name.utf8)
            let entry = read(entry: member.value, key, number)
            if let index = indices[ByteString(key)] {
                findings.report(.stringCatalogDuplicateKey, key, entry: number)
                entries[index] = entry
            } else {
                indices[ByteString(key)] = entries.count
                entries.append(entry)
            }
        }
    }

    private mutating func read(entry value: JSONValue, _ key: String, _ number: Int) -> Entry {
        var entry = Entry(about: TranslationUnit(key: key))
        guard value.kind == .object else {
            findings.report(.stringCatalogUnexpectedValue, key, key, entry: number)
            return entry
        }
        var flags: [String] = []
        for member in value.members {
            let name = String(wellFormed: member.name.utf8)
            switch (name, member.value.kind) {
            case ("comment", .string):
                let about = EntryAnnotations(member.value.string)
                entry.about.comment = about.comment
                entry.about.references = about.references
                entry.about.flags = about.flags
                entry.about.maximumLength = about.maximumLength
            case ("extractionState", .string):
                let state = member.value.string ?? ""
                if state == StringCatalog.stale {
                    entry.isStale = true
                } else if StringCatalog.Flag.extractionStates.contains(state) {
                    flags.append(StringCatalog.Flag.extractionPrefix + state)
                } else {
                    findings.report(.stringCatalogNotKept, key, "extractionState: " + state, entry: number)
                }
            case ("shouldTranslate", .boolean):
                if member.value.boolean == false { flags.append(StringCatalog.Flag.untranslatable) }
            case ("localizations", .object):
                for localization in member.value.members {
                    let locale = String(wellFormed: localization.name.utf8)
                    read(localization: localization.value, locale, key, number, into: &entry)
                }
            case ("comment", _), ("extractionState", _), ("shouldTranslate", _), ("localizations", _):
                findings.report(.stringCatalogUnexpectedValue, key, name, entry: number)
            default: findings.report(.stringCatalogNotKept, key, name, entry: number)
            }
        }
        entry.about.flags += flags
        return entry
    }

    private mutating func read(
        localization value: JSONValue, _ locale: String, _ key: String, _ number: Int, into entry: inout Entry
    ) {
        guard let index = localeIndex(locale) else {
            return findings.report(.stringCatalogInvalidLocale, key, locale, entry: number)
        }
        var reader = CatalogLocalizationReader(key: key, locale: locale, entry: number)
        let localization = reader.read(value, &findings)
        if let localization { entry.localizations.append((index, localization)) }
    }

    private mutating func localeIndex(_ spelled: String) -> Int? {
        if let index = localeIndices[spelled] { return index < 0 ? nil : index }
        guard let locale = LocaleIdentifier(spelled) else {
            localeIndices[spelled] = -1
            return nil
        }
        let index = locales.firstIndex(of: locale) ?? locales.count
        if index == locales.count { locales.append(locale) }
        localeIndices[spelled] = index
        return index
    }

    /// The tables of all locales, the source first and the others by their identifiers.
    func tables(_ name: String) -> [TranslationTable] {
        guard let sourceLocale else { return [] }
        let order = locales.indices.sorted {
            ($0 == 0 ? 0 : 1, locales[$0].identifier) < ($1 == 0 ? 0 : 1, locales[$1].identifier)
        }
        // Key by key, so that a key with many locales is looked through once.
        var units = [[TranslationUnit]](repeating: [], count: locales.count)
        for entry in entries {
            var own = [CatalogLocalization?](repeating: nil, count: locales.count)
            for (locale, localization) in entry.localizations { own[locale] = localization }
            var unit = entry.about
            unit.source = own[0]?.message
            let isObsolete = entry.isStale && unit.source == nil
            if entry.isStale, !isObsolete {
                unit.flags.append(StringCatalog.Flag.extractionPrefix + StringCatalog.stale)
            }
            if unit.source == nil, !entry.isStale { unit.source = Message(key: unit.key, text: unit.key) }
            for index in locales.indices {
                unit.translation = index == 0 ? unit.source : own[index]?.message
                if entry.isStale, unit.translation == nil { continue }
                unit.setStates(own[index]?.states ?? [:])
                if isObsolete { (unit.state, unit.formStates) = (.obsolete, [:]) }
                units[index].append(unit)
            }
        }
        return order.map { index in
            TranslationTable(
                name: name, sourceLocale: sourceLocale, locale: locales[index], units: units[index])
        }
    }
}
