// Reads PO and MO files into tables.

public import Localization

/// The tables in a gettext file, and what could not be understood.
///
/// Invariant: what `GettextExport` wrote is read back as the same units. The file's own rule tells plural
/// forms apart, never the language's usual rule. Categories without a form of their own stay missing.
public struct GettextImport: Sendable {
    /// The tables, in the order in which the file names them.
    public let tables: [TranslationTable]
    /// What was found on the way, in the file's order.
    public let diagnostics: [GettextDiagnostic]

    /// Reads the entries of a PO file.
    ///
    /// - Parameters:
    ///   - table: the name of the table that entries without a note about theirs belong to.
    ///   - sourceLocale: the locale of the source texts.
    ///   - locale: the locale of the translations; by default the one that the header names. Where there is
    ///     none either, the file is a template.
    ///   - sources: the tables of the source language by name, where they are known: they tell which key an
    ///     entry without a context means.
    ///   - identifiers: what `msgid` contains.
    ///   - sharedContexts: the contexts that are no keys, because several texts have them (`SharedContexts`).
    public init(
        _ file: POFile, table: String, sourceLocale: LocaleIdentifier, locale: LocaleIdentifier? = nil,
        sources: [String: MessageCatalog] = [:], identifiers: GettextOptions.Identifiers = .source,
        sharedContexts: Set<String> = []
    ) {
        self.init(
            file.intactEntries, rule: file.hasPluralForms ? file.pluralForms : nil,
            isRuleDamaged: file.pluralFormsFailure != nil,
            header: file.header,
            table: table, sourceLocale: sourceLocale, locale: locale, sources: sources,
            identifiers: identifiers, sharedContexts: sharedContexts,
            hasNotes: true)
    }

    /// Reads the entries of an MO file, which says nothing but contexts, source texts and translations.
    ///
    /// Parameters are those of PO files.
    public init(
        _ file: MOFile, table: String, sourceLocale: LocaleIdentifier, locale: LocaleIdentifier? = nil,
        sources: [String: MessageCatalog] = [:], identifiers: GettextOptions.Identifiers = .source
    ) {
        let entries = file.entries.map {
            POEntry(
                context: $0.context, identifier: $0.identifier, plural: $0.plural,
                translations: $0.translations)
        }
        let damaged = file.damagedEntries.map {
            GettextDiagnostic(.damagedText, key: entries[$0].context ?? entries[$0].identifier)
        }
        self.init(
            entries, rule: file.pluralFormsFailure == nil ? file.pluralForms : nil,
            isRuleDamaged: file.pluralFormsFailure != nil, header: file.header,
            table: table, sourceLocale: sourceLocale, locale: locale, sources: sources,
            identifiers: identifiers, sharedContexts: [],
            hasNotes: false, diagnostics: damaged)
    }

    private init(
        _ entries: [POEntry], rule: PluralForms?, isRuleDamaged: Bool, header: GettextHeader, table: String,
        sourceLocale: LocaleIdentifier, locale: LocaleIdentifier?, sources: [String: MessageCatalog],
        identifiers: GettextOptions.Identifiers, sharedContexts: Set<String>, hasNotes: Bool,
        diagnostics: [GettextDiagnostic] = []
    ) {
        let named = header["Language"].flatMap { LocaleIdentifier($0) }
        let locale = locale ?? named
        var keys = GettextKeys(
            sources: sources, identifiers: identifiers, sharedContexts: sharedContexts)
        var forms = FormReader(rule: rule, isDamaged: isRuleDamaged, locale: locale)
        var drafts: [UnitDraft] = []
        var names: [String] = []
        var tableIndices: [String: Int] = [:]
        var indices: [TableKey: Int] = [:]
        indices.reserveCapacity(entries.count)
        drafts.reserveCapacity(entries.count)
        var diagnostics = diagnostics

        // A current entry counts before an obsolete one of the same message, whatever their order in the
        // file.
        let hasObsolete = entries.indices.contains { entries[$0].isObsolete }
        for isObsolete in hasObsolete ? [false, true] : [false] {
            for number in entries.indices where entries[number].isObsolete == isObsolete {
                var entry = entries[number]
                var comments = entry.extractedComments
                let notes = hasNotes ? GettextNotes(readingFrom: &comments) : nil
                if let context = notes?.context { entry.context = context }
                let name = notes?.table ?? table
                guard let context = keys.context(of: entry, table: name) else { continue }
                let tableIndex: Int
                if let known = tableIndices[name] {
                    tableIndex = known
                } else {
                    tableIndex = names.count
                    tableIndices[name] = tableIndex
                    names.append(name)
                }
                let place = TableKey(table: tableIndex, key: UTF8Key(context.key))
                var index = drafts.count
                // Most messages are new, so that they are looked for once.
                if let known = indices.updateValue(index, forKey: place) {
                    indices[place] = known
                    index = known
                } else {
                    drafts.append(
                        UnitDraft(
                            key: context.key, table: tableIndex, main: entry, comments: comments,
                            notes: notes,
                            identifiers: identifiers))
                }
                if isObsolete, !drafts[index].isObsolete {
                    diagnostics.append(
                        GettextDiagnostic(.supersededMessage, key: context.key, position: entry.position))
                    continue
                }
                drafts[index].add(entry, context.part, notes, identifiers, &forms)
            }
        }
        diagnostics += keys.diagnostics + forms.diagnostics
        // Drafts are large, so only the needed parts are copied, and the units are taken out of them.
        for index in drafts.indices where !drafts[index].diagnostics.isEmpty {
            diagnostics += drafts[index].diagnostics
        }
        var units = [[TranslationUnit]](repeating: [], count: max(names.count, 1))
        if units.count == 1 { units[0].reserveCapacity(drafts.count) }
        for index in drafts.indices where !drafts[index].isWithoutUse {
            units[drafts[index].table].append(drafts[index].takeUnit())
        }
        if names.isEmpty { names = [table] }
        tables = zip(names, units).map {
            var table = TranslationTable(name: $0, sourceLocale: sourceLocale, locale: locale, units: $1)
            table.counting = forms.counting
            return table
        }
        self.diagnostics = diagnostics.stablySorted()
    }

    private struct TableKey: Hashable {
        let table: Int
        let key: UTF8Key
    }
}

extension POFile {
    /// The entries without those whose texts are not what their translators wrote, or whose plural forms are
    /// not those of the header: `diagnostics` tells what is wrong with them, and a guess must not take the
    /// place of a good translation. msgfmt(1) takes nothing of a file with such an entry.
    fileprivate var intactEntries: [POEntry] {
        let damages = diagnostics.filter(\.isDamage).map(\.place.byteOffset)
        if damages.isEmpty { return entries }
        let starts = entries.compactMap(\.position?.byteOffset) + [Int.max]
        guard starts.count == entries.count + 1 else { return entries }
        var next = damages.startIndex
        return entries.indices.filter { index in
            while next < damages.endIndex, damages[next] < starts[index] { next += 1 }
            return next == damages.endIndex || damages[next] >= starts[index + 1]
        }.map { entries[$0] }
    }
}

extension PODiagnostic {
    fileprivate var isDamage: Bool {
        switch kind {
        case .invalidEscape, .invalidSequence, .unterminatedString, .wrongFormCount: true
        default: false
        }
    }
}

extension [GettextDiagnostic] {
    /// By position; findings without one come first.
    fileprivate func stablySorted() -> [GettextDiagnostic] {
        sorted { ($0.position?.byteOffset ?? -1) < ($1.position?.byteOffset ?? -1) }
    }
}
