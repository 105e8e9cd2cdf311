// Brings a PO file up to date and keeps what only its translators know, as msgmerge(1) does.

internal import Localization

/// Merges a new document into the file that translators work on.
///
/// From the file come the header's fields about people and projects, comments of translators, flags
/// that no exporter knows, the order of entries, translations of messages that the new document
/// does not have in this language, and obsolete entries. A message that the new document lacks
/// becomes obsolete if it is translated.
struct POUpdate {
    /// The fields of the header that an export knows better than the file.
    private static let ownFields: Set<String> = [
        "report-msgid-bugs-to", "pot-creation-date", "language", "mime-version", "content-type",
        "content-transfer-encoding", "plural-forms", "x-generator",
    ]

    private let old: POFile

    init(_ old: POFile) { self.old = old }

    /// The new document with what the file adds to it.
    func updated(_ new: PODocument) -> PODocument {
        var document = new
        document.header = header(new.header)
        document.headerComment = old.headerComment ?? new.headerComment
        document.entries = entries(new)
        return document
    }

    private func header(_ new: GettextHeader) -> GettextHeader {
        var fields = old.header.fields.map { field in
            guard Self.ownFields.contains(field.name.lowercased()), let value = new[field.name],
                !value.isEmpty
            else { return field }
            return GettextHeader.Field(name: field.name, value: value)
        }
        let names = Set(fields.map { $0.name.lowercased() })
        fields += new.fields.filter { !names.contains($0.name.lowercased()) }
        return GettextHeader(fields: fields)
    }

    func entries(_ new: PODocument) -> [POEntry] {
        // Entries are large: tables of them would take several times the memory of the files.
        let known = old.entries.numbers
        let numbers = new.entries.numbers
        let hasSameForms = new.header["Plural-Forms"] == old.header["Plural-Forms"]
        func merged(_ key: UTF8Key) -> POEntry? {
            guard let number = numbers[key] else { return nil }
            let entry = new.entries[number]
            return known[key].map { entry.keeping(old.entries[$0], hasSameForms: hasSameForms) } ?? entry
        }
        // New entries come after the one that precedes them in the new document.
        var followers: [UTF8Key?: [UTF8Key]] = [:]
        var anchor: UTF8Key?
        for entry in new.entries {
            if known[entry.key] != nil {
                anchor = entry.key
            } else {
                followers[anchor, default: []].append(entry.key)
            }
        }
        var result: [POEntry] = []
        result.reserveCapacity(max(old.entries.count, new.entries.count))
        result += (followers[nil] ?? []).compactMap(merged)
        // Of several entries of one message, the place of the first counts.
        var isWritten = [Bool](repeating: false, count: old.entries.count)
        for entry in old.entries {
            let key = entry.key
            guard let number = known[key], !isWritten[number] else { continue }
            isWritten[number] = true
            if let merged = merged(key) {
                result.append(merged)
            } else if entry.isTranslated {
                result.append(old.entries[number].obsolete)
            }
            result += (followers[key] ?? []).compactMap(merged)
        }
        return result
    }
}

extension POEntry {
    /// The entry with what translators added to the same one of their file.
    fileprivate func keeping(_ old: POEntry, hasSameForms: Bool) -> POEntry {
        var entry = self
        let lines = translatorComments.filter { !old.translatorComments.contains($0) }
        entry.translatorComments = old.translatorComments + lines
        entry.flags += old.flags.filter { flag in
            !flag.hasSuffix("objc-format") && !flags.contains(flag)
        }
        entry.hasLineOfStickyFlags = hasLineOfStickyFlags || old.hasLineOfStickyFlags
        let fits = (plural == nil) == (old.plural == nil) && (plural == nil || hasSameForms)
        if !isTranslated, old.isTranslated, fits, !isObsolete {
            entry.translations = old.translations
            entry.isFuzzy = old.isFuzzy
            (entry.previousContext, entry.previousIdentifier) = (old.previousContext, old.previousIdentifier)
            entry.previousPlural = old.previousPlural
        } else if isFuzzy, old.isFuzzy, previousIdentifier == nil {
            (entry.previousContext, entry.previousIdentifier) = (old.previousContext, old.previousIdentifier)
            entry.previousPlural = old.previousPlural
        }
        return entry
    }

    /// The entry as one of a message that is not there any more.
    fileprivate var obsolete: POEntry {
        var entry = self
        entry.isObsolete = true
        entry.references = []
        entry.extractedComments = []
        return entry
    }
}
