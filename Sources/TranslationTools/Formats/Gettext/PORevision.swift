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
    public internal(set) var entries: [POEntry]
    /// The number of plural forms.
    public let formCount: Int
    let locale: LocaleIdentifier
    /// The file as it is; `nil` for a new one.
    let old: [UInt8]?
    let oldFile: POFile
    let header: GettextHeader

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
}
