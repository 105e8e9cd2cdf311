// How messages become an MO file.

internal import Localization

/// Writes compiled catalogs (GNU gettext manual, "The Format of GNU MO Files"): sorted, with a hash table.
public struct MOWriter: Sendable {
    /// The file.
    public let bytes: [UInt8]
    /// Messages that MO files have no place for.
    public let diagnostics: [GettextDiagnostic]

    /// Where the strings of a message are. For a lookup, the original ends before `msgid_plural`.
    private struct Message {
        let original: Range<Int>
        let key: Range<Int>
        let translation: Range<Int>
        /// The message's place in the document, from 0; -1 for the header.
        let index: Int
    }

    /// Writes the translated messages of a document. Fuzzy, untranslated and obsolete ones are left out, as
    /// by `msgfmt`; of two with the same context and `msgid`, the first one is written.
    ///
    /// - Parameter isBigEndian: whether numbers have their most significant byte first.
    public init(_ document: PODocument, isBigEndian: Bool = false) {
        var strings: [UInt8] = []
        strings.reserveCapacity(document.entries.count * 160 + 1000)
        var messages: [Message] = []
        messages.reserveCapacity(document.entries.count + 1)
        var diagnostics: [GettextDiagnostic] = []
        Self.append(POEntry(identifier: "", translations: [document.header.text]), -1, &messages, &strings)
        for index in document.entries.indices {
            let entry = document.entries[index]
            // What has no first form is untranslated to every reader.
            guard !entry.isObsolete, !entry.isFuzzy, entry.translations.first?.utf8.isEmpty == false else {
                continue
            }
            if let kind = Self.obstacle(entry) {
                diagnostics.append(GettextDiagnostic(kind, key: entry.name, position: entry.position))
            } else {
                Self.append(entry, index, &messages, &strings)
            }
        }
        var duplicates: [Int] = []
        strings.withUnsafeBytes { text in
            messages.sort { Self.order($0, $1, text) ?? ($0.index < $1.index) }
            var kept: [Message] = []
            kept.reserveCapacity(messages.count)
            for message in messages {
                if let last = kept.last, Self.order(last, message, text) == nil {
                    duplicates.append(message.index)
                } else {
                    kept.append(message)
                }
            }
            messages = kept
        }
        for index in duplicates.sorted() {
            let entry = document.entries[index]
            diagnostics.append(GettextDiagnostic(.duplicatePart, key: entry.name, position: entry.position))
        }
        bytes = Self.file(messages, strings, isBigEndian)
        self.diagnostics = diagnostics
    }

    private static func obstacle(_ entry: POEntry) -> GettextDiagnostic.Kind? {
        if entry.containsNullCharacter { return .nullCharacter }
        return (entry.context ?? entry.identifier).utf8.contains(0x04) ? .contextSeparator : nil
    }

    /// Appends the original (U+0004 parts context and `msgid`, a zero byte `msgid` and `msgid_plural`) and
    /// the translation (zero bytes part its forms), each with a zero byte after it.
    private static func append(
        _ entry: POEntry, _ index: Int, _ messages: inout [Message], _ strings: inout [UInt8]
    ) {
        let start = strings.count
        if let context = entry.context {
            strings += context.utf8
            strings.append(0x04)
        }
        strings += entry.identifier.utf8
        let keyEnd = strings.count
        if let plural = entry.plural {
            strings.append(0)
            strings += plural.utf8
        }
        let middle = strings.count
        strings.append(0)
        strings += (entry.translations.first ?? "").utf8
        if entry.plural != nil {
            for form in entry.translations.dropFirst() {
                strings.append(0)
                strings += form.utf8
            }
        }
        messages.append(
            Message(
                original: start..<middle, key: start..<keyEnd, translation: middle + 1..<strings.count,
                index: index))
        strings.append(0)
    }

    /// Whether one message is before another, by bytes; `nil` where both have the same key. Eight bytes at a
    /// time: keys of one program often begin with the same bytes.
    private static func order(_ left: Message, _ right: Message, _ text: UnsafeRawBufferPointer) -> Bool? {
        let common = min(left.key.count, right.key.count)
        var offset = 0
        while offset + 8 <= common {
            let one = text.loadUnaligned(fromByteOffset: left.key.lowerBound + offset, as: UInt64.self)
                .bigEndian
            let other = text.loadUnaligned(fromByteOffset: right.key.lowerBound + offset, as: UInt64.self)
                .bigEndian
            if one != other { return one < other }
            offset += 8
        }
        while offset < common {
            let (one, other) = (text[left.key.lowerBound + offset], text[right.key.lowerBound + offset])
            if one != other { return one < other }
            offset += 1
        }
        return left.key.count == right.key.count ? nil : left.key.count < right.key.count
    }

    // MARK: The file

    private static func file(_ messages: [Message], _ strings: [UInt8], _ isBigEndian: Bool) -> [UInt8] {
        let count = messages.count
        let hash = MOHashTable(messages.lazy.map { strings[$0.key] })
        let hashOffset = 28 + 16 * count
        let textOffset = hashOffset + 4 * hash.slots.count
        var bytes: [UInt8] = []
        bytes.reserveCapacity(textOffset + strings.count)
        func append(_ number: Int) {
            let word = UInt32(truncatingIfNeeded: number)
            let ordered = isBigEndian ? word.bigEndian : word.littleEndian
            withUnsafeBytes(of: ordered) { bytes.append(contentsOf: $0) }
        }
        for number in [0x9504_12DE, 0, count, 28, 28 + 8 * count, hash.slots.count, hashOffset] {
            append(number)
        }
        // All originals come before all translations, as in the files of msgfmt.
        var offset = textOffset
        for path in [\Message.original, \Message.translation] {
            for message in messages {
                append(message[keyPath: path].count)
                append(offset)
                offset += message[keyPath: path].count + 1
            }
        }
        for slot in hash.slots { append(slot) }
        for path in [\Message.original, \Message.translation] {
            for message in messages {
                bytes += strings[message[keyPath: path]]
                bytes.append(0)
            }
        }
        return bytes
    }
}

extension POEntry {
    /// What the entry is called in findings.
    fileprivate var name: String { context ?? identifier }
}
