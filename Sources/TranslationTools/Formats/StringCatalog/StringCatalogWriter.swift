// Writes the tables of all locales as one string catalog.

internal import ICU
internal import JSON
internal import Localization

extension StringCatalog {
    /// Writes a table in all its locales, as Xcode would save it.
    ///
    /// The source texts are those of the source locale's own table; without one, the sources of the other
    /// tables' units. Messages that the format cannot represent are left out in that locale, with a finding.
    ///
    /// - Parameter tables: tables of one name and one source locale; others are reported.
    public static func write(
        _ tables: [TranslationTable]
    ) -> (bytes: [UInt8], findings: [ExchangeDiagnostic]) {
        guard let first = tables.first else { return ([], []) }
        var writer = StringCatalogWriter(tables, sourceLocale: first.sourceLocale)
        var json = IndentedJSON()
        json.append(writer.document())
        return (json.bytes, writer.findings)
    }
}

/// A key of a catalog with its texts in all locales.
struct StringCatalogEntry {
    let about: TranslationUnit
    var isStale = false
    var source: StringCatalogLocalization?
    var localizations: [(locale: LocaleIdentifier, localization: StringCatalogLocalization)] = []

    /// The value of `extractionState`.
    var extractionState: String? {
        isStale ? StringCatalog.stale : about.flags.lazy.compactMap(CatalogFlag.extractionState).first
    }

    /// Whether the key alone says the source text.
    var isSourceImplied: Bool {
        guard let source else { return true }
        let message = source.message
        guard extractionState != StringCatalog.stale, extractionState != "extracted_with_value",
            message.allFormats.count == 1,
            let text = message.text, source.states.values.allSatisfy({ $0 == .translated })
        else { return false }
        return text.source.utf8.elementsEqual(about.key.utf8)
    }
}

/// Joins the tables of several locales by their keys.
struct StringCatalogWriter {
    private(set) var findings: [ExchangeDiagnostic] = []
    private(set) var entries: [StringCatalogEntry] = []
    private let sourceLocale: LocaleIdentifier
    private var indices: [ByteString: Int] = [:]

    init(_ tables: [TranslationTable], sourceLocale: LocaleIdentifier) {
        self.sourceLocale = sourceLocale
        for table in tables {
            if table.name == tables[0].name, table.sourceLocale == sourceLocale {
                collect(table)
            } else {
                findings.append(ExchangeDiagnostic(.stringCatalogOtherTable, table.name))
            }
        }
    }

    private mutating func collect(_ table: TranslationTable) {
        let isSource = table.locale == sourceLocale
        for unit in table.units {
            let index = index(of: unit)
            if unit.state == .obsolete { entries[index].isStale = true }
            if isSource, let message = unit.translation ?? unit.source {
                entries[index].source = StringCatalogLocalization(message: message, states: unit.allStates)
            } else if entries[index].source == nil, let message = unit.source {
                entries[index].source = StringCatalogLocalization(message: message, states: [:])
            }
            if !isSource, let locale = table.locale, let message = unit.translation {
                entries[index].localizations.append(
                    (locale, StringCatalogLocalization(message: message, states: unit.allStates)))
            }
            for (name, value) in [
                ("translatorComment", unit.translatorComment), ("previousSource", unit.previousSource),
                ("previousKey", unit.previousKey),
            ] where value != nil {
                findings.append(ExchangeDiagnostic(.stringCatalogNotKept, unit.key, name))
            }
        }
    }

    private mutating func index(of unit: TranslationUnit) -> Int {
        let key = ByteString(unit.key)
        if let index = indices[key] { return index }
        indices[key] = entries.count
        entries.append(StringCatalogEntry(about: unit))
        return entries.count - 1
    }

    mutating func document() -> JSON {
        let strings = FinderOrder.sorted(entries.map(\.about.key)).map { member(entries[$0]) }
        return .object([
            .init("sourceLanguage", .string(sourceLocale.languageTag)), .init("strings", .object(strings)),
            .init("version", .string(StringCatalog.version)),
        ])
    }

    /// A key with everything about it.
    mutating func member(_ entry: StringCatalogEntry) -> JSON.Member {
        let about = entry.about
        var members: [JSON.Member] = []
        if let comment = about.describingComment { members.append(.init("comment", .string(comment))) }
        if about.describingComment.map({ EntryAnnotations($0).comment }) ?? nil != about.comment {
            findings.append(ExchangeDiagnostic(.stringCatalogNotKept, about.key, "comment"))
        }
        if let state = entry.extractionState { members.append(.init("extractionState", .string(state))) }
        if about.flags.contains(CatalogFlag.generatedComment) {
            members.append(.init("isCommentAutoGenerated", .bool(true)))
        }
        var localizations = entry.localizations
        if let source = entry.source, !entry.isSourceImplied { localizations.append((sourceLocale, source)) }
        if !localizations.isEmpty {
            var writer = StringCatalogLocalizationWriter()
            let tags = localizations.map(\.locale.languageTag)
            let nodes = FinderOrder.sorted(tags).compactMap { index -> JSON.Member? in
                writer.node(localizations[index].localization, key: about.key, tag: tags[index])
                    .map { .init(tags[index], $0) }
            }
            findings += writer.findings
            members.append(.init("localizations", .object(nodes)))
        }
        if !about.isTranslatable { members.append(.init("shouldTranslate", .bool(false))) }
        return .init(about.key, .object(members))
    }
}

extension TranslationUnit {
    /// The state of each form of the translation.
    var allStates: [VariationKey.Variation?: TranslationState] {
        var states: [VariationKey.Variation?: TranslationState] = [:]
        for form in (translation ?? source)?.allFormats ?? [] {
            states[form.variation] = state(of: form.variation)
        }
        return states
    }
}
