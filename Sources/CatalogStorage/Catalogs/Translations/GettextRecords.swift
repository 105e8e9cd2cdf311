// Makes records from the entries of a PO or MO file.

internal import CatalogSearch
internal import Files
internal import JSON
internal import Localization

/// Makes the records of one gettext file.
///
/// A record's id is the entry's context, otherwise its original text. If several entries have the same
/// context, `|` and the original text follow it. If ids are still equal, as those of an obsolete entry and
/// its successor, the second gets `#2` appended, the third `#3`. Obsolete entries are numbered last.
struct GettextRecords {
    private let locale: LocaleIdentifier
    private let sourceLocale: LocaleIdentifier
    private let context: ReadingContext

    /// - Parameters:
    ///   - header: the file's header; its `Language` is the locale of the translations.
    ///   - path: the file's path; it determines the locale if the header does not.
    init(_ header: GettextHeader, path: String, _ context: ReadingContext) {
        sourceLocale = context.description.defaultLocale
        locale = Self.locale(header, path) ?? sourceLocale
        self.context = context
    }

    /// The locale of a file's translations; `nil` if neither header nor path names it.
    static func locale(_ header: GettextHeader, _ path: String) -> LocaleIdentifier? {
        let (folder, name) = PathName.split(path)
        let (parent, category) = PathName.split(folder)
        let stem = CatalogFormat.parsed(fileName: name)?.id ?? name
        var candidates = [header["Language"] ?? ""]
        // In `de/LC_MESSAGES/program.mo` the program's name may look like a language code.
        if category == "LC_MESSAGES" { candidates.append(PathName.split(parent).name) }
        // `de.po` or, as in the Translation Project, `program-1.2.de.po`.
        candidates.append(stem)
        candidates.append(stem.split(separator: ".").last.map(String.init) ?? "")
        return candidates.lazy.compactMap { LocaleIdentifier($0)?.base }.first(where: \.isKnown)
    }

    /// A record for each message, in the order of the entries.
    func records(of entries: [POEntry]) -> [CatalogRecord] {
        let identifiers = identifiers(of: entries)
        return zip(entries, identifiers).compactMap { entry, id in
            if let id { return record(of: entry, id: id) }
            // The parser reports a second header, if it is a problem.
            if entry.context != nil { context.skip(.noIdentifier, at: entry.position?.line ?? 1) }
            return nil
        }
    }

    private func record(of entry: POEntry, id: String) -> CatalogRecord {
        let key = Self.key(of: entry)
        let translations = entry.translations.distinct
        var originals = [entry.identifier, entry.plural ?? ""].distinct
        if key == entry.identifier, entry.isTranslated, translations != originals,
            Self.isKeyLike(entry.identifier)
        {
            originals = []
        }
        var record = CatalogRecord(id: id)
        if locale == sourceLocale {
            record.append(.title, locale, (translations + originals).distinct)
        } else {
            record.append(.title, locale, translations)
            record.append(.title, sourceLocale, originals)
            // An original text that is the key is searched as the key.
            if entry.isTranslated { record.append(.source, sourceLocale, originals.filter { $0 != key }) }
        }
        record.append(.key, sourceLocale, [key])
        let comments = entry.translatorComments + entry.extractedComments
        record.append(.comment, sourceLocale, [comments.joined(separator: "\n")].distinct)
        record.append(MessageAttributes.locale, entry.isTranslated ? [locale.identifier] : [])
        record.append(MessageAttributes.state, Self.states(of: entry).map(\.rawValue))
        record.append(hasPlural: entry.plural != nil, hasComment: !comments.isEmpty)
        let states = (entry.isObsolete ? ["obsolete"] : []) + (entry.isFuzzy ? ["fuzzy"] : [])
        if !states.isEmpty {
            let list = states.map(JSONText.string).joined(separator: ",")
            record.additionalMembers = [CatalogRecord.Member(name: "state", json: "[" + list + "]")]
        }
        return record
    }

    private static func states(of entry: POEntry) -> [MessageAttributes.State] {
        var states: [MessageAttributes.State] = []
        if entry.isObsolete { states.append(.obsolete) }
        if entry.isFuzzy { states.append(.fuzzy) }
        return states.isEmpty ? [entry.isTranslated ? .translated : .untranslated] : states
    }

    private static func key(of entry: POEntry) -> String {
        if let context = entry.context, !context.utf8.isEmpty { return context }
        return entry.identifier
    }

    // MARK: Ids

    /// The id of each entry; `nil` for those without a key.
    private func identifiers(of entries: [POEntry]) -> [String?] {
        let keys = entries.map { ByteString(Self.key(of: $0)) }
        var counts: [ByteString: Int] = [:]
        for (entry, key) in zip(entries, keys) where !entry.isObsolete { counts[key, default: 0] += 1 }
        var identifiers = [String?](repeating: nil, count: entries.count)
        var taken: Set<ByteString> = []
        taken.reserveCapacity(entries.count)
        // The last number appended to an id, so that a thousand equal entries take linear time.
        var numbers: [ByteString: Int] = [:]
        for isObsolete in [false, true] {
            for (index, entry) in entries.enumerated() where entry.isObsolete == isObsolete {
                guard !keys[index].text.utf8.isEmpty else { continue }
                let isShared = counts[keys[index], default: 0] > 1 && entry.context?.utf8.isEmpty == false
                let wanted =
                    isShared ? ByteString(keys[index].text + "|" + entry.identifier) : keys[index]
                var id = wanted
                while !taken.insert(id).inserted {
                    let number = numbers[wanted, default: 1] + 1
                    numbers[wanted] = number
                    id = ByteString(wanted.text + "#\(number)")
                }
                identifiers[index] = id.text
            }
        }
        return identifiers
    }

    // MARK: Keys as original texts

    /// Whether an original text is an identifier of a program, such as `NoItemsFoundTitle` or `error.title`,
    /// and not text for readers: one word of several parts.
    static func isKeyLike(_ text: String) -> Bool {
        var previous: UInt8 = 0
        var joints = 0
        for (offset, byte) in text.utf8.enumerated() {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"):
                if (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(previous) { joints += 1 }
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"):
                break
            case UInt8(ascii: "."), UInt8(ascii: "_"):
                // Not at the beginning, and not as in “e.g.”.
                guard offset > 1 else { return false }
                if offset < text.utf8.count - 1 { joints += 1 }
            default: return false
            }
            previous = byte
        }
        return joints > 0
    }
}

extension CatalogRecord {
    /// Adds the values of a field in a locale.
    mutating func append(_ field: FieldName, _ locale: LocaleIdentifier, _ values: [String]) {
        for value in values { texts.append(Text(field, locale, value)) }
    }
}

extension [String] {
    /// The texts that are not empty, each once.
    var distinct: [String] {
        if count == 1 { return self[0].utf8.isEmpty ? [] : self }
        // A message has few forms, but a malicious file may have thousands.
        guard count < 32 else {
            var seen: Set<ByteString> = []
            return filter { !$0.utf8.isEmpty && seen.insert(ByteString($0)).inserted }
        }
        var found: [String] = []
        for text in self where !text.utf8.isEmpty && !found.contains(text) { found.append(text) }
        return found
    }
}
