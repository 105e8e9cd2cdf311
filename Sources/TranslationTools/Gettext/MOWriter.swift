// How messages become an MO file.

internal import Localization

/// Writes compiled catalogs (GNU gettext manual, "The Format of GNU MO Files"): sorted, with a hash table.
public struct MOWriter: Sendable {
    /// The file.
    public let bytes: [UInt8]
    /// Messages that MO files have no place for.
    public let diagnostics: [GettextDiagnostic]

    private struct Message {
        var original: Range<Int>
        var translation: Range<Int>
        /// The first eight bytes of the original, for quick comparison.
        var prefix: UInt64
    }

    /// Writes the translated messages of a document. Fuzzy, untranslated and obsolete ones are left out, as by
    /// `msgfmt`; of two with the same context and `msgid`, the first one is written.
    ///
    /// - Parameter isBigEndian: whether numbers have their most significant byte first.
    public init(_ document: PODocument, isBigEndian: Bool = false) {
        var strings: [UInt8] = []
        strings.reserveCapacity(document.entries.count * 80)
        var messages: [Message] = []
        messages.reserveCapacity(document.entries.count + 1)
        var diagnostics: [GettextDiagnostic] = []
        var seen: Set<UTF8Key> = []
        seen.reserveCapacity(document.entries.count)
        var header = POEntry(identifier: "")
        header.translations = [document.header.text]
        for entry in [header] + document.entries {
            // What has no first form is untranslated to every reader.
            guard !entry.isObsolete, !entry.isFuzzy, entry.translations.first?.utf8.isEmpty == false else {
                continue
            }
            let key = UTF8Key(context: entry.context, identifier: entry.identifier)
            func report(_ kind: GettextDiagnostic.Kind) {
                let name = entry.context ?? entry.identifier
                diagnostics.append(GettextDiagnostic(kind, key: name, position: entry.position))
            }
            if entry.containsNullCharacter {
                report(.nullCharacter)
            } else if (entry.context ?? entry.identifier).utf8.contains(0x04) {
                report(.contextSeparator)
            } else if !seen.insert(key).inserted {
                report(.duplicatePart)
            } else {
                messages.append(Self.message(entry, key, &strings))
            }
        }
        strings.withUnsafeBufferPointer { text in
            messages.sort { Self.precedes($0, $1, text) }
        }
        bytes = Self.file(messages, strings, isBigEndian)
        self.diagnostics = diagnostics
    }

    /// Originals and translations, each followed by a zero byte; their parts are parted by one.
    private static func message(_ entry: POEntry, _ key: UTF8Key, _ strings: inout [UInt8]) -> Message {
        let start = strings.count
        strings += key.text.utf8
        if let plural = entry.plural {
            strings.append(0)
            strings += plural.utf8
        }
        let original = start..<strings.count
        strings.append(0)
        let begin = strings.count
        for (index, text) in (entry.plural == nil ? entry.translations.prefix(1) : entry.translations[...])
            .enumerated()
        {
            if index > 0 { strings.append(0) }
            strings += text.utf8
        }
        let translation = begin..<strings.count
        strings.append(0)
        var prefix: UInt64 = 0
        for index in 0..<8 {
            let byte = start + index < original.upperBound ? strings[start + index] : 0
            prefix = prefix << 8 | UInt64(byte)
        }
        return Message(original: original, translation: translation, prefix: prefix)
    }

    /// As `strcmp` has it, the bytes up to the first zero, which is before `msgid_plural`.
    private static func precedes(_ left: Message, _ right: Message, _ text: UnsafeBufferPointer<UInt8>)
        -> Bool
    {
        guard left.prefix == right.prefix else { return left.prefix < right.prefix }
        return text[left.original].lexicographicallyPrecedes(text[right.original])
    }

    // MARK: The file

    private static func file(_ messages: [Message], _ strings: [UInt8], _ isBigEndian: Bool) -> [UInt8] {
        let count = messages.count
        let hash = MOHashTable(messages.lazy.map { strings[$0.original] })
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

/// The hash table of an MO file: open addressing with double hashing, over `hashpjw` (P. J. Weinberger's; GNU gettext,
/// `hash-string.h` and `write-mo.c`).
struct MOHashTable {
    /// The number of a string from 1, or 0.
    private(set) var slots: [Int]

    init(_ originals: some Collection<ArraySlice<UInt8>>) {
        let size = Self.nextPrime(from: max(originals.count * 4 / 3, 3))
        slots = [Int](repeating: 0, count: size)
        for (number, original) in originals.enumerated() {
            let hash = Self.hash(original)
            var index = Int(hash) % size
            let step = 1 + Int(hash) % (size - 2)
            while slots[index] != 0 { index = (index + step) % size }
            slots[index] = number + 1
        }
    }

    /// The hash of a string up to its first zero byte.
    static func hash(_ text: ArraySlice<UInt8>) -> UInt32 {
        var hash: UInt32 = 0
        for byte in text {
            if byte == 0 { break }
            hash = hash << 4 &+ UInt32(byte)
            let high = hash & 0xF000_0000
            if high != 0 {
                hash ^= high >> 24
                hash ^= high
            }
        }
        return hash
    }

    private static func nextPrime(from seed: Int) -> Int {
        var candidate = seed | 1
        while !isPrime(candidate) { candidate += 2 }
        return candidate
    }

    private static func isPrime(_ number: Int) -> Bool {
        var divisor = 3
        while divisor * divisor <= number {
            if number % divisor == 0 { return false }
            divisor += 2
        }
        return true
    }
}
