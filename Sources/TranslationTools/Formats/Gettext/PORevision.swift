// Brings a PO file in line with its template, in the file's own bytes.

internal import Localization

/// A PO file that follows a template, as msgmerge(1) makes it follow.
///
/// - Messages that the file lacks are added where the template has them, without a translation.
/// - A translated message that the template lacks becomes obsolete.
/// - A message that gains or loses plural forms keeps its translation, marked `fuzzy`.
///
/// Edits then set translations, take those of similar messages that became obsolete, for review, and remove
/// obsolete messages.
/// Entries that stay the same keep their bytes.
struct PORevision: Sendable {
    /// The entries as they are to be written.
    var entries: [POEntry]
    /// The number of plural forms.
    let formCount: Int
    let locale: LocaleIdentifier
    /// The file as it is; `nil` for a new one.
    let old: [UInt8]?
    let oldFile: POFile
    let header: GettextHeader

    /// A revision of a file.
    ///
    /// - Parameters:
    ///   - template: the messages of the program. Translations in it do not count.
    ///   - old: the file as it is; `nil` for a new one.
    ///   - oldFile: the same, if it is read already.
    ///   - locale: the locale of the translations.
    init(template: POFile, old: [UInt8]?, oldFile: POFile? = nil, locale: LocaleIdentifier) {
        self.old = old
        let oldFile = oldFile ?? POFile(old ?? [])
        self.oldFile = oldFile
        self.locale = locale
        let derived = PluralFormsDerivation.forms(for: locale)
        formCount = oldFile.hasPluralForms ? oldFile.pluralForms.count : derived.categories.count
        header =
            old == nil
            ? Self.newHeader(template.header, locale, derived) : Self.dated(oldFile.header, template.header)
        var new: [POEntry] = []
        new.reserveCapacity(template.entries.count)
        let untranslated = [""]
        for var entry in template.entries where !entry.isObsolete {
            entry.translations =
                entry.plural == nil ? untranslated : Array(repeating: "", count: formCount)
            entry.isFuzzy = false
            entry.translatorComments = []
            new.append(entry)
        }
        PORevision.addTextsOfLanguage(to: &new, of: oldFile, derived)
        let update = POUpdate(oldFile)
        entries = update.entries(PODocument(header: oldFile.header, entries: new))
        keepTexts()
    }

    /// Gives messages of a template what only files of a language say of them: the note about the forms
    /// (`x-category`), and forms that have entries of their own because gettext has no place for them.
    private static func addTextsOfLanguage(
        to new: inout [POEntry], of file: POFile, _ derived: PluralFormsDerivation
    ) {
        var known: [UTF8Key: Int] = [:]
        for (index, entry) in file.entries.enumerated() where !entry.isObsolete { known[entry.key] = index }
        let keys = new.numbers
        var forms: [String: [POEntry]] = [:]
        for entry in file.entries where !entry.isObsolete && entry.context != nil {
            guard let context = entry.context.map({ GettextContext($0) }), case .form = context.part,
                keys[entry.key] == nil
            else { continue }
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
        for index in new.indices {
            let own = known[new[index].key].map { file.entries[$0] }
            new[index].replaceCategories(by: own == nil ? note : own?.categoryNote, adds: own != nil)
        }
        // Most files have no forms of that kind, and entries are large.
        guard !forms.isEmpty else { return }
        new = new.flatMap { entry in
            let ownForms = entry.context.flatMap { forms[$0] } ?? []
            return [entry]
                + ownForms.filter { $0.identifier == entry.identifier || $0.identifier == entry.plural }
        }
    }

    /// Keeps the translations of messages that gained or lost plural forms.
    private mutating func keepTexts() {
        var known: [UTF8Key: Int] = [:]
        for (index, entry) in oldFile.entries.enumerated() where entry.isTranslated {
            known[entry.key] = index
        }
        for index in entries.indices where !entries[index].isTranslated {
            guard let old = known[entries[index].key].map({ oldFile.entries[$0] }),
                (old.plural == nil) != (entries[index].plural == nil)
            else { continue }
            let text = old.translations.last { !$0.isEmpty } ?? ""
            entries[index].translations = entries[index].translations.map { _ in text }
            entries[index].isFuzzy = true
            entries[index].previousIdentifier = old.identifier
            entries[index].previousPlural = old.plural
        }
    }

    /// How many messages differ from those of the file.
    var changeCount: Int {
        let known = oldFile.entries.numbers
        var count = 0
        var kept: Set<Int> = []
        for entry in entries {
            guard let index = known[entry.key] else {
                count += 1
                continue
            }
            kept.insert(index)
            if oldFile.entries[index].withoutPosition != entry.withoutPosition { count += 1 }
        }
        return count + known.count - kept.count
    }
}

extension POEntry {
    /// The note that names the plural forms.
    fileprivate var categoryNote: String? { extractedComments.first(where: GettextNotes.namesCategories) }

    /// Gives the entry the note of another language.
    ///
    /// - Parameter adds: whether to add the note to an entry that had none.
    fileprivate mutating func replaceCategories(by note: String?, adds: Bool) {
        let place = extractedComments.firstIndex(where: GettextNotes.namesCategories)
        extractedComments.removeAll(where: GettextNotes.namesCategories)
        guard let note, adds || place != nil else { return }
        let next = extractedComments.firstIndex { $0.hasPrefix("x-source") || $0.hasPrefix("x-previous") }
        extractedComments.insert(note, at: place ?? next ?? extractedComments.endIndex)
    }
}
