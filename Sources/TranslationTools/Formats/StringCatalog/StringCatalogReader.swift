// How string catalogs become tables.

internal import JSON
internal import Localization

extension StringCatalog {
    /// Reads a catalog: a table for each locale, that of the source language first.
    ///
    /// A key without a text in the source language is its own text. Of a key that is marked as stale, a
    /// locale has only what it has a text for.
    ///
    /// - Parameter name: the table's name, which only the file's name says.
    public static func read(
        _ bytes: [UInt8], name: String
    ) -> (tables: [TranslationTable], findings: [ExchangeDiagnostic]) {
        let reader = StringCatalogReader(CatalogBytes(bytes))
        return (reader.tables(name), reader.findings.findings())
    }
}

/// The bytes of a catalog, without a byte order mark.
struct CatalogBytes: Sendable {
    let text: [UInt8]
    let markLength: Int

    init(_ bytes: [UInt8]) {
        markLength = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        text = markLength == 0 ? bytes : Array(bytes.dropFirst(markLength))
    }
}

/// A text of one locale.
struct CatalogLocalization {
    let message: Message
    /// The state of each form.
    var states: [VariationKey.Variation?: TranslationState]
}

/// Reads the keys of a catalog one after the other.
struct StringCatalogReader {
    var findings: CatalogFindings
    private var sourceLocale: LocaleIdentifier?
    private(set) var entries: [Entry] = []
    private var indices: [ByteString: Int] = [:]
    private(set) var locales: CatalogLocales

    /// A key and what is said about it.
    struct Entry {
        var about: TranslationUnit
        var isStale = false
        /// The numbers of all locales that have something about the key, also what no message can represent.
        var locales: [Int] = []
        /// With the numbers of their locales; of two for one locale the last one counts.
        var localizations: [(locale: Int, localization: CatalogLocalization)] = []
    }

    init(_ bytes: CatalogBytes) {
        findings = CatalogFindings(bytes.text, markLength: bytes.markLength)
        locales = CatalogLocales()
        do {
            try JSONParser().withValue(of: bytes.text) { read($0) }
        } catch {
            if let error = error as? JSONError { findings.report(error) }
        }
    }

    /// A reader of single keys of a catalog that was read before.
    init(_ bytes: CatalogBytes, locales: CatalogLocales) {
        findings = CatalogFindings(bytes.text, markLength: bytes.markLength)
        self.locales = locales
        sourceLocale = locales.list.first
    }

    private mutating func read(_ root: JSONValue) {
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
        locales = CatalogLocales(source: source, spelled: spelled)
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

    mutating func read(entry value: JSONValue, _ key: String, _ number: Int) -> Entry {
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
                } else if CatalogFlag.extractionStates.contains(state) {
                    flags.append(CatalogFlag.extractionPrefix + state)
                } else {
                    findings.report(.stringCatalogNotKept, key, "extractionState: " + state, entry: number)
                }
            case ("isCommentAutoGenerated", .boolean):
                if member.value.boolean == true { flags.append(CatalogFlag.generatedComment) }
            case ("shouldTranslate", .boolean):
                if member.value.boolean == false { flags.append(CatalogFlag.untranslatable) }
            case ("localizations", .object):
                for localization in member.value.members {
                    let locale = String(wellFormed: localization.name.utf8)
                    read(localization: localization.value, locale, key, number, into: &entry)
                }
            case ("comment", _), ("extractionState", _), ("isCommentAutoGenerated", _),
                ("shouldTranslate", _),
                ("localizations", _):
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
        guard let index = locales.number(of: locale) else {
            return findings.report(.stringCatalogInvalidLocale, key, locale, entry: number)
        }
        entry.locales.append(index)
        var reader = CatalogLocalizationReader(key: key, locale: locale, entry: number)
        let localization = reader.read(value, &findings)
        if let localization { entry.localizations.append((index, localization)) }
    }

    /// The tables of all locales, the source first and the others by their identifiers.
    func tables(_ name: String) -> [TranslationTable] {
        guard let sourceLocale else { return [] }
        // Key by key, so that a key with many locales is looked through once.
        var units = [[TranslationUnit]](repeating: [], count: locales.list.count)
        for entry in entries {
            for (index, unit) in self.units(of: entry).enumerated() {
                if let unit { units[index].append(unit) }
            }
        }
        return locales.order.map { index in
            TranslationTable(
                name: name, sourceLocale: sourceLocale, locale: locales.list[index], units: units[index])
        }
    }

    /// A key in each locale, by the numbers of the locales; `nil` where a locale does not have it.
    func units(of entry: Entry) -> [TranslationUnit?] {
        var own = [CatalogLocalization?](repeating: nil, count: locales.list.count)
        for (locale, localization) in entry.localizations { own[locale] = localization }
        var unit = entry.about
        unit.source = own[0]?.message
        let isObsolete = entry.isStale && unit.source == nil
        if entry.isStale, !isObsolete {
            unit.flags.append(CatalogFlag.extractionPrefix + StringCatalog.stale)
        }
        if unit.source == nil, !entry.isStale { unit.source = Message(key: unit.key, text: unit.key) }
        return own.indices.map { index in
            unit.translation = index == 0 ? unit.source : own[index]?.message
            if entry.isStale, unit.translation == nil { return nil }
            unit.setStates(own[index]?.states ?? [:])
            if isObsolete { (unit.state, unit.formStates) = (.obsolete, [:]) }
            return unit
        }
    }
}

/// The locales of a catalog, by their numbers: that of the source language is 0.
struct CatalogLocales: Sendable {
    private(set) var list: [LocaleIdentifier] = []
    /// The number of each locale as it is spelled; -1 for an invalid one.
    private var numbers: [String: Int] = [:]
    private var numbersByLocale: [LocaleIdentifier: Int] = [:]

    init() {}

    init(source: LocaleIdentifier, spelled: String) {
        list = [source]
        numbers = [spelled: 0]
        numbersByLocale = [source: 0]
    }

    /// The number of a locale, which is a new one if the catalog did not name it before; `nil` if it is none.
    mutating func number(of spelled: String) -> Int? {
        if let known = numbers[spelled] { return known < 0 ? nil : known }
        guard let locale = LocaleIdentifier(spelled) else {
            numbers[spelled] = -1
            return nil
        }
        let number = numbersByLocale[locale] ?? list.count
        if number == list.count { list.append(locale) }
        numbersByLocale[locale] = number
        numbers[spelled] = number
        return number
    }

    /// The numbers in the order of tables: the source first and the others by their identifiers.
    var order: [Int] {
        list.indices.sorted {
            ($0 == 0 ? 0 : 1, list[$0].identifier) < ($1 == 0 ? 0 : 1, list[$1].identifier)
        }
    }
}
