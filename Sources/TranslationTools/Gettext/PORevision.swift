// Brings a PO file in line with its template, in the file's own bytes.

public import Localization

/// A PO file that follows a template, as msgmerge(1) makes it follow.
///
/// - Messages that the file lacks are added where the template has them, without a translation.
/// - A translated message that the template lacks becomes obsolete, or is removed on request. If a new message is similar,
///   it gets the translation, marked `fuzzy` with the text that the translation was made for.
/// - A message that begins or ceases to have plural forms keeps its translation, marked `fuzzy`.
///
/// Entries that stay the same keep their bytes.
public struct PORevision: Sendable {
    /// The entries as they are to be written.
    public private(set) var entries: [POEntry]
    /// The number of plural forms.
    public let formCount: Int
    private let locale: LocaleIdentifier

    private let old: [UInt8]?
    private let oldFile: POFile
    private let header: GettextHeader

    /// The least likeness of two texts of one message.
    private static let leastLikeness = 0.6

    /// A revision of a file.
    ///
    /// - Parameters:
    ///   - template: the messages of the program. Translations in it do not count.
    ///   - old: the file as it is; `nil` for a new one.
    ///   - locale: the locale of the translations.
    ///   - removesObsolete: whether messages that the template lacks are removed instead of kept as obsolete.
    public init(
        template: POFile, old: [UInt8]?, locale: LocaleIdentifier, removesObsolete: Bool = false
    ) {
        self.old = old
        oldFile = POFile(old ?? [])
        self.locale = locale
        let derived = PluralFormsDerivation.forms(for: locale)
        formCount = oldFile.hasPluralForms ? oldFile.pluralForms.count : derived.categories.count
        header =
            old == nil
            ? Self.newHeader(template.header, locale, derived) : Self.dated(oldFile.header, template.header)
        var new: [POEntry] = []
        for var entry in template.entries where !entry.isObsolete {
            entry.translations = Array(repeating: "", count: entry.plural == nil ? 1 : formCount)
            entry.isFuzzy = false
            entry.translatorComments = []
            new.append(entry)
        }
        new = PORevision.inLanguage(new, of: oldFile, derived)
        let update = POUpdate(oldFile)
        entries = update.entries(PODocument(header: oldFile.header, entries: new))
        keepTexts()
        rename(template)
        if removesObsolete { entries.removeAll(where: \.isObsolete) }
        // Those that are obsolete now come last, as msgmerge(1) writes them.
        let wasObsolete = Set(oldFile.entries.filter(\.isObsolete).map(\.key))
        let isNew = { (entry: POEntry) in entry.isObsolete && !wasObsolete.contains(entry.key) }
        entries = entries.filter { !isNew($0) } + entries.filter(isNew)
    }

    /// Messages of a template with what only files of a language say of them: the note about the forms (`x-category`), and
    /// forms that have entries of their own because gettext has no place for them.
    private static func inLanguage(
        _ new: [POEntry], of file: POFile, _ derived: PluralFormsDerivation
    ) -> [POEntry] {
        var known: [UTF8Key: POEntry] = [:]
        for entry in file.entries where !entry.isObsolete { known[entry.key] = entry }
        let keys = Set(new.map(\.key))
        var forms: [String: [POEntry]] = [:]
        for entry in file.entries where !entry.isObsolete && !keys.contains(entry.key) {
            guard let context = entry.context.map({ GettextContext($0) }), case .form = context.part else {
                continue
            }
            forms[context.key, default: []].append(entry)
        }
        // A rule of the file's own may number the forms otherwise. msgfmt tries the same numbers.
        let usesDerived =
            !file.hasPluralForms
            || (0...1000 as ClosedRange<UInt64>).allSatisfy {
                (try? file.pluralForms.index(for: $0)) == (try? derived.forms.index(for: $0))
            }
        var note: String?
        if usesDerived {
            var lines: [String] = []
            var notes = GettextNotes()
            notes.categories = derived.categories
            notes.write(to: &lines)
            note = lines.first
        }
        return new.flatMap { entry in
            var entry = entry
            let own = known[entry.key]
            entry.replaceCategories(by: own == nil ? note : own?.categoryNote, adds: own != nil)
            let ownForms = entry.context.flatMap { forms[$0] } ?? []
            return [entry]
                + ownForms.filter { $0.identifier == entry.identifier || $0.identifier == entry.plural }
        }
    }

    /// Whether the file would change. The date of the template alone is no change.
    public var isChanged: Bool { old == nil || changeCount > 0 }

    // MARK: Translations

    /// The messages without a translation, as a table whose keys are the indices of `entries`.
    public var untranslated: StringsFile {
        var text = ""
        for (index, entry) in entries.enumerated() where !entry.isObsolete && !entry.isTranslated {
            let key = String(index)
            for comment in entry.extractedComments { text += "/* \(StateComment.escaped(comment)) */\n" }
            if let plural = entry.plural {
                text += StringsRevision.line(key, .plural(.one), entry.identifier) + "\n"
                text += StringsRevision.line(key, .plural(.other), plural) + "\n"
            } else {
                text += StringsRevision.line(key, nil, entry.identifier) + "\n"
            }
        }
        return StringsFile(text: text)
    }

    /// Gives the messages that begin where units do the units' translations: texts or plural forms, and whether they are to
    /// be reviewed.
    public mutating func set(_ units: some Sequence<TranslationUnit>) {
        var indices: [Int: Int] = [:]
        for (index, entry) in entries.enumerated() {
            if let line = entry.identifierPosition?.line { indices[line] = index }
        }
        let slots = slots
        for unit in units {
            if let index = unit.places.unit.flatMap({ indices[$0.line] }) { set(unit, at: index, slots) }
        }
    }

    private mutating func set(_ unit: TranslationUnit, at index: Int, _ slots: [PluralCategory: Int]) {
        guard let translation = unit.translation else { return }
        var texts = entries[index].translations
        if entries[index].plural == nil {
            guard let text = translation.text else { return }
            texts[0] = text.source
        } else {
            for (category, form) in translation.plural {
                if let slot = slots[category], slot < texts.count { texts[slot] = form.source }
            }
        }
        entries[index].translations = texts
        entries[index].isFuzzy = unit.state == .needsReview
        if let previous = unit.previousSource { entries[index].previousIdentifier = previous }
        if !entries[index].isFuzzy {
            (entries[index].previousContext, entries[index].previousIdentifier) = (nil, nil)
            entries[index].previousPlural = nil
        }
    }

    /// The number of the form that each category of the language takes.
    private var slots: [PluralCategory: Int] {
        let rule =
            oldFile.hasPluralForms ? oldFile.pluralForms : PluralFormsDerivation.forms(for: locale).forms
        if let mapping = try? PluralMapping(rule, locale: locale) { return mapping.indices }
        let own = FileCounting(rule, locale: locale)?.indices ?? []
        return Dictionary(uniqueKeysWithValues: own.map { ($0.category, $0.index) })
    }

    /// Takes translations.
    ///
    /// - Parameters:
    ///   - file: translations of messages of `untranslated`. What their comments say of them is kept.
    ///   - isReviewed: whether nobody needs to review them.
    /// - Returns: how many messages were translated: those whose plural forms are all known.
    public mutating func take(_ file: StringsFile, isReviewed: Bool = false) -> Int {
        let slots = slots
        var count = 0
        for message in MessageCatalog(locale: locale, strings: file).list {
            guard let index = Int(message.key), entries.indices.contains(index) else { continue }
            var texts = entries[index].translations
            if entries[index].plural == nil {
                texts[0] = message.text?.source ?? ""
            } else {
                for (category, form) in message.plural {
                    if let slot = slots[category], slot < texts.count { texts[slot] = form.source }
                }
            }
            guard !texts.contains("") else { continue }
            let about = EntryAnnotations(message.comment)
            entries[index].translations = texts
            entries[index].isFuzzy = !isReviewed
            entries[index].previousIdentifier = about.previousSource
            if let note = about.translatorComment { entries[index].translatorComments += note.lines }
            count += 1
        }
        return count
    }

    /// The translations of messages whose plural forms began or ceased.
    private mutating func keepTexts() {
        var known: [UTF8Key: POEntry] = [:]
        for entry in oldFile.entries where entry.isTranslated { known[entry.key] = entry }
        for index in entries.indices where !entries[index].isTranslated {
            guard let old = known[entries[index].key], (old.plural == nil) != (entries[index].plural == nil)
            else { continue }
            let text = old.translations.last { !$0.isEmpty } ?? ""
            entries[index].translations = entries[index].translations.map { _ in text }
            entries[index].isFuzzy = true
            entries[index].previousIdentifier = old.identifier
            entries[index].previousPlural = old.plural
        }
    }

    /// Gives new messages the translations of similar ones that the template does not have any more.
    private mutating func rename(_ template: POFile) {
        let living = Set(template.entries.filter { !$0.isObsolete }.map(\.key))
        let gone = entries.indices.filter {
            entries[$0].isObsolete && entries[$0].isTranslated && !living.contains(entries[$0].key)
        }
        guard !gone.isEmpty else { return }
        // A message with plural forms gets only a translation that has as many.
        let shapes = Dictionary(grouping: gone) { entries[$0].shape }
        var similar = shapes.mapValues { SimilarityIndex($0.map { entries[$0].identifier }) }
        let known = Set(oldFile.entries.map(\.key))
        var removed: Set<Int> = []
        for index in entries.indices
        where !entries[index].isObsolete && !entries[index].isTranslated
            && !known.contains(entries[index].key)
        {
            let shape = entries[index].shape
            guard
                let best = similar[shape]?.takeBest(
                    for: entries[index].identifier, atLeast: Self.leastLikeness),
                let number = shapes[shape]?[best]
            else { continue }
            let old = entries[number]
            removed.insert(number)
            entries[index].translations = old.translations
            entries[index].isFuzzy = true
            entries[index].translatorComments = old.translatorComments
            entries[index].previousContext = old.context
            entries[index].previousIdentifier = old.identifier
            entries[index].previousPlural = old.plural
        }
        entries = entries.indices.filter { !removed.contains($0) }.map { entries[$0] }
    }

    /// How many messages differ from those of the file.
    public var changeCount: Int {
        var known: [UTF8Key: POEntry] = [:]
        for entry in oldFile.entries { known[entry.key] = entry.withoutPosition }
        let kept = Set(entries.map(\.key))
        return entries.count { known[$0.key] != $0.withoutPosition } + known.keys.count { !kept.contains($0) }
    }

    // MARK: The header

    private static func newHeader(
        _ template: GettextHeader, _ locale: LocaleIdentifier, _ derived: PluralFormsDerivation
    ) -> GettextHeader {
        var options = GettextOptions(
            project: template["Project-Id-Version"] ?? "", creationDate: template["POT-Creation-Date"])
        options.bugAddress = template["Report-Msgid-Bugs-To"] ?? ""
        let header = options.header(for: locale)
        let date = GettextHeader.Field(name: "PO-Revision-Date", value: "YEAR-MO-DA HO:MI+ZONE")
        return GettextHeader(fields: header.fields.map { $0.name == date.name ? date : $0 })
    }

    /// The file's header with the date of the template.
    private static func dated(_ header: GettextHeader, _ template: GettextHeader) -> GettextHeader {
        let name = "POT-Creation-Date"
        guard let date = template[name], !date.isEmpty else { return header }
        return GettextHeader(
            fields: header.fields.map {
                $0.name.lowercased() == name.lowercased()
                    ? GettextHeader.Field(name: $0.name, value: date) : $0
            })
    }

    // MARK: Writing

    /// The file's bytes: in UTF-8 where it is new or was in another encoding and changes.
    public func serialized() -> [UInt8] {
        guard isChanged else { return old ?? [] }
        let charset = oldFile.header.charset ?? "utf-8"
        guard let old, charset == "utf-8" || charset == "ascii" || charset == "us-ascii",
            let blocks = POBlocks(old, oldFile)
        else {
            return PODocument(
                header: header.inUTF8, headerComment: oldFile.headerComment, entries: entries
            ).serialized()
        }
        return serialized(blocks)
    }

    private func serialized(_ blocks: POBlocks) -> [UInt8] {
        var bytes = blocks.header.comments
        if let entry = oldFile.headerEntry, header != oldFile.header {
            var new = entry
            new.translations = [header.text]
            bytes += statement(new, blocks)
        } else {
            bytes += blocks.header.statement
        }
        var places: [UTF8Key: Int] = [:]
        for (index, entry) in oldFile.entries.enumerated() { places[entry.key] = index }
        let separator = blocks.lineBreak
        for entry in entries {
            guard let place = places[entry.key] else {
                if !bytes.isEmpty { bytes += separator }
                let earlier = entry.previousIdentifier.flatMap {
                    places[UTF8Key(context: entry.previousContext, identifier: $0)]
                }
                bytes += comments(entry, blocks) + statement(entry, blocks, translatedAs: earlier)
                continue
            }
            let (before, block) = (oldFile.entries[place], blocks.entries[place])
            if before.withoutPosition == entry.withoutPosition {
                bytes += block.bytes
                continue
            }
            let blank = block.comments.lines.prefix { $0.isBlank }.joined()
            if before.isObsolete == entry.isObsolete, before.comments == entry.comments {
                bytes += block.comments
            } else {
                bytes += Array(blank) + comments(entry, blocks)
            }
            bytes += before.texts == entry.texts ? block.statement : statement(entry, blocks)
        }
        return bytes + blocks.rest
    }

    private func comments(_ entry: POEntry, _ blocks: POBlocks) -> [UInt8] {
        Self.written(entry, blocks).prefix { $0.isCommentOfNext }.flatMap { $0 }
    }

    private func statement(_ entry: POEntry, _ blocks: POBlocks) -> [UInt8] {
        Self.written(entry, blocks).drop { $0.isCommentOfNext }.flatMap { $0 }
    }

    /// The keywords and texts of a new entry. A translation that another entry had keeps its lines.
    ///
    /// - Parameter earlier: the number of the other entry.
    private func statement(_ entry: POEntry, _ blocks: POBlocks, translatedAs earlier: Int?) -> [UInt8] {
        let new = statement(entry, blocks)
        guard let earlier, !oldFile.entries[earlier].isObsolete,
            oldFile.entries[earlier].translations == entry.translations
        else { return new }
        func isTranslation(_ line: [UInt8]) -> Bool { line.starts(with: "msgstr".utf8) }
        let (lines, known) = (new.lines, blocks.entries[earlier].statement.lines)
        guard let end = lines.firstIndex(where: isTranslation),
            let start = known.firstIndex(where: isTranslation), known.last?.last == 0x0A
        else { return new }
        return Array((lines[..<end] + known[start...]).joined())
    }

    /// The lines of an entry.
    private static func written(_ entry: POEntry, _ blocks: POBlocks) -> [[UInt8]] {
        var writer = POWriter()
        writer.write(entry)
        let lines = writer.bytes.lines
        return blocks.lineBreak.count == 1 ? lines : lines.map { $0.dropLast() + blocks.lineBreak }
    }
}

extension POEntry {
    /// The note that names the plural forms.
    fileprivate var categoryNote: String? { extractedComments.first(where: GettextNotes.namesCategories) }

    /// Gives the entry the note of another language.
    ///
    /// - Parameter adds: whether it gets one that it did not have.
    fileprivate mutating func replaceCategories(by note: String?, adds: Bool) {
        let place = extractedComments.firstIndex(where: GettextNotes.namesCategories)
        extractedComments.removeAll(where: GettextNotes.namesCategories)
        guard let note, adds || place != nil else { return }
        let next = extractedComments.firstIndex { $0.hasPrefix("x-source") || $0.hasPrefix("x-previous") }
        extractedComments.insert(note, at: place ?? next ?? extractedComments.endIndex)
    }

    /// Whether the message has plural forms, and how many texts its translation has.
    fileprivate var shape: [Int] { [plural == nil ? 0 : 1, translations.count] }

    /// What is written above the keywords.
    fileprivate var comments: POEntry {
        var entry = withoutPosition
        (entry.context, entry.identifier, entry.plural, entry.translations) = (nil, "", nil, [])
        return entry
    }

    /// What is written with keywords.
    fileprivate var texts: [String?] {
        [isObsolete ? "#~" : nil, context, identifier, plural] + translations
    }
}

extension GettextHeader {
    /// The header of the same file in UTF-8.
    fileprivate var inUTF8: GettextHeader {
        GettextHeader(
            fields: fields.map {
                $0.name.lowercased() == "content-type"
                    ? Field(name: $0.name, value: "text/plain; charset=UTF-8") : $0
            })
    }
}
