// `.strings` files as a format.

public import Localization

/// `LOCALE.lproj/TABLE.strings`: one file for each table and locale.
///
/// Comments hold what the format has no place for: states, notes and earlier texts, in
/// the grammar of `EntryAnnotations`.
public struct StringsFormat: TranslationFormat {
    /// The format has no options.
    public init() {}

    /// `strings`
    public var name: String { "strings" }
    /// `strings`
    public var fileExtensions: [String] { ["strings"] }
    /// One table in one locale.
    public var contents: TranslationFileContents { .table }
    /// Those of MessageFormat, which programs for these files do not read.
    public var spelledOutPlurals: EmbeddedPluralSyntax { .messageFormat }
    /// That of Apple's formats.
    public var placeholderSyntax: PlaceholderSyntax? { .objectiveC }
    /// Entries between quotes.
    public var mergeSyntax: FileMerge.Syntax? { .strings }
    /// States of forms, and what was before.
    public var facts: ExchangedFacts { [.states, .formStates, .history] }

    /// Reads a file, whose locale is the user's or that of its `.lproj` folder. Its source
    /// texts are those of the project.
    public func read(
        _ bytes: [UInt8], from source: TranslationFileSource
    ) -> (tables: [TranslationTable], findings: [any LocalizationDiagnostic]) {
        let strings = StringsFile(sourceOrCompiled: bytes)
        let (name, sourceLocale) = (source.table ?? source.nameInFolder, source.project.sourceLocale)
        let locale = source.locale ?? source.folderLocale
        let catalog = MessageCatalog(locale: locale ?? sourceLocale, strings: strings)
        let known = source.project.sourceCatalog(name)
        var table = TranslationTable(name: name, source: known ?? catalog, translation: catalog)
        table.sourceLocale = sourceLocale
        table.locale = locale
        // What the file lacks is no unit of it.
        table.units.removeAll { $0.translation == nil }
        if known == nil {
            for index in table.units.indices { table.units[index].source = nil }
        }
        return ([table], strings.diagnostics)
    }

    /// Writes the file of a table, in the order of its units.
    public func write(_ tables: [TranslationTable], name: String, isOnly: Bool) -> [TranslationFile] {
        tables.compactMap { table in
            guard let locale = table.locale else { return nil }
            let path = table.pathInLocaleFolder(of: LocalizationFolder.locale(locale).name) + ".strings"
            return merged(table, over: nil, at: path, from: facts.union(.ownStates))
        }
    }

    /// Brings the existing file up to date in its own bytes.
    public func updated(
        _ old: [UInt8], with tables: [TranslationTable], at path: String, new: () -> TranslationFile?
    ) -> TranslationFile? {
        guard let table = tables.first(where: { $0.locale != nil }) else { return new() }
        return merged(table, over: old, at: path, from: facts.union(.ownStates))
    }

    /// The file with changes of some messages, and comments for what the format has no place for.
    public func applying(
        _ edits: [TableEdits], to old: TranslationDocument?, at path: String,
        following source: LocalizationFile?
    ) -> TranslationFile? {
        guard let edits = edits.first(where: { $0.table.locale != nil }) else { return nil }
        return edited(old?.bytes, known: old?.contents as? StringsFile, at: path) { file in
            StringsEditor(following: source).apply(edits, to: file)
        }
    }

    /// Edits a file, but for one that may have entries that were not understood.
    ///
    /// - Parameter known: the file, if it was read before.
    private func edited(
        _ old: [UInt8]?, known: StringsFile? = nil, at path: String, _ edit: (StringsFile?) -> MergedStrings
    ) -> TranslationFile {
        let known = known ?? old.map { StringsFile(sourceOrCompiled: $0) }
        let damages = known?.diagnostics.filter(\.hidesEntries) ?? []
        guard let old, !damages.isEmpty else {
            let merged = edit(known)
            // A compiled file stays compiled where nothing changes.
            let bytes = merged.isChanged ? nil : old
            return TranslationFile(
                path: path, bytes: bytes ?? merged.file.serialized(), findings: merged.findings,
                isRefused: merged.findings.contains { $0.severity == .error },
                changeCount: merged.changeCount)
        }
        return TranslationFile(path: path, bytes: old, findings: damages, isRefused: true)
    }

    /// The file with the translations of a table merged into it. The table has the source
    /// texts, their order and comments.
    ///
    /// - Parameter facts: what is known beside the texts.
    func merged(
        _ table: TranslationTable, over old: [UInt8]?, at path: String, from facts: ExchangedFacts
    ) -> TranslationFile {
        let sources = table.units.compactMap { unit -> Message? in
            guard let source = unit.source, !source.forms.isEmpty else { return nil }
            let limit = unit.maximumLength.map { "max-length: \($0)" }
            let comment = [unit.comment, limit].compactMap { $0 }.joined(separator: "\n")
            return source.described(by: comment.isEmpty ? nil : comment, at: nil)
        }
        let locale = table.locale ?? table.sourceLocale
        return edited(old, at: path) { file in
            let known = TranslationTable(
                name: table.name, source: MessageCatalog(locale: table.sourceLocale, messages: sources),
                translation: MessageCatalog(locale: locale, strings: file ?? StringsFile(text: "")))
            let changes = UnitMerger(locale, from: facts, into: self.facts)
                .changes(of: table, in: known.unitsByKey)
            var merged = StringsEditor(SourceOutline(sources)).apply(
                TableEdits(setting: changes.table), to: file)
            merged.findings = changes.findings + merged.findings
            return merged
        }
    }
}

extension StringsFormat {
    /// The edits of the keys of all entries of a message, of duplicates all of them.
    public func renaming(_ key: String, to newKey: String, in text: [UInt8]) -> [TextEdit] {
        StringsFile(text, encoding: .utf8).entries.compactMap { entry in
            let (name, variation) = StringsRevision.form(entry.key)
            guard name == key else { return nil }
            // A key without a value is its own text.
            let value = entry.value == .implied ? " = " + StringsFile.quoted(entry.key) : ""
            let new = VariationKey.identifier(newKey, variation)
            return TextEdit(entry.keyRange, StringsFile.quoted(new) + value)
        }
    }

    /// A comment above the entry.
    public func commenting(_ comment: String, at offset: Int, in text: [UInt8]) -> TextEdit? {
        TextEdit(inserting: "/* \(StateComment.escaped(comment)) */", before: offset, in: text)
    }

    /// The entry of a text, as it is written in a file.
    package static func entry(_ key: String, _ variation: VariationKey.Variation?, _ text: String) -> String {
        StringsRevision.line(key, variation, text)
    }

    /// In the `.lproj` folder of its locale, else by itself: a file in the source language.
    public func place(of path: String) -> PlacedFile? {
        if let placed = PlacedFile(inLocaleFolder: path) { return placed }
        let names = PathNames(path)
        return PlacedFile(path, in: names.folder(1), .apple, table: names.stem)
    }

    /// In the `.lproj` folder of the locale.
    public func path(
        of locale: LocaleIdentifier, beside source: LocalizationFile, in project: LocalizationProject
    ) -> String? { project.pathInLocaleFolder(of: locale, beside: source) }
}

extension PlacedFile {
    /// A file in a `.lproj` folder; `nil` elsewhere. `Base.lproj` has no locale.
    init?(inLocaleFolder path: String) {
        let names = PathNames(path)
        guard let place = LocalizationFolder(name: names.name(2)) else { return nil }
        let locale: LocaleIdentifier? = if case .locale(let locale) = place { locale } else { nil }
        self.init(path, in: names.folder(2), .apple, table: names.stem, locale: locale)
    }
}

extension LocalizationProject {
    /// The path of a table's file of the same format in a `.lproj` folder. Folders may have names of before.
    func pathInLocaleFolder(of locale: LocaleIdentifier, beside source: LocalizationFile) -> String {
        let known = files(source.table, locale).first { $0.format.name == source.format.name }
        return known?.path ?? Self.joined(folder(of: locale), PathNames(source.path).name(1))
    }
}
