// Finds words with the same letters, ignoring marks, hyphens and spellings that a locale distinguishes.

internal import ICU
internal import Synchronization

/// Writes words in plain lower-case letters, without marks and hyphens: with the base of letters such as `ø`
/// (`o`), with two letters for each (`oe`), and with two letters only for ligatures (`blabaer`).
///
/// For one language. Not thread-safe.
final class LetterKeys {
    /// Which letters are written as two letters.
    private enum Style: CaseIterable {
        case single
        case double
        case ligatures
    }

    private let language: String
    /// Maps to simplified characters, for Chinese; opening it takes milliseconds.
    private lazy var simplifier: Transliterator? =
        Self.chinese.contains(language) ? try? Transliterator("Hant-Hans") : nil
    private var table: LetterTable
    /// The number of letters in the shared table when this object copied it.
    private let knownCount: Int
    /// Memory for keys, reused because a key is written for each term.
    private var buffer = [UInt8](repeating: 0, count: 256)
    /// The length of the last key, at the start of the buffer.
    private var count = 0
    /// Whether the last text written has ligatures.
    private var hasLigatures = false

    /// Cantonese and other Chinese languages also use both scripts.
    private static let chinese: Set<String> = ["zh", "yue", "wuu", "hak", "nan", "gan", "hsn", "lzh"]

    /// Cached letters of each language: computing them takes longer than writing keys. A table takes 130 kB
    /// and 42 bytes for each letter; Chinese has some thousands.
    private static let tables = Mutex<[String: LetterTable]>([:])
    private static let mostTables = 32

    /// - Parameter language: the language code, for languages that are written in two scripts.
    init(_ language: String) {
        self.language = language
        table = Self.tables.withLock { $0[language] } ?? LetterTable()
        knownCount = table.count
    }

    deinit {
        guard table.count > knownCount else { return }
        Self.tables.withLock { tables in
            if tables.count >= Self.mostTables, tables[language] == nil { tables.removeAll() }
            if tables[language]?.count ?? 0 < table.count { tables[language] = table }
        }
    }

    /// The keys of a word as patterns, without duplicates; empty for a word that is too short.
    func patterns(of word: String) -> [BytePattern] {
        let source = Array(word.utf8)
        var patterns: [BytePattern] = []
        source.withUnsafeBytes { source in
            for style in Style.allCases {
                write(source, style)
                let key = Array(buffer[..<count])
                let isEnough = key.scalarCount >= 2 || key.contains { $0 >= 0xE3 }
                if isEnough, !patterns.contains(where: { $0.bytes == key }) {
                    patterns.append(BytePattern(key))
                }
            }
        }
        return patterns
    }

    /// Whether one of a text's keys contains one of the patterns.
    func mayHold(_ source: UnsafeRawBufferPointer, _ patterns: [BytePattern]) -> Bool {
        let isPlain = write(source, .single)
        if holdsAny(of: patterns) { return true }
        if isPlain { return false }
        write(source, .double)
        if holdsAny(of: patterns) { return true }
        // Without ligatures the last key is the first one.
        guard hasLigatures else { return false }
        write(source, .ligatures)
        return holdsAny(of: patterns)
    }

    /// Appends the distinct keys of a text, each followed by a zero.
    func appendKeys(of source: UnsafeRawBufferPointer, to keys: inout [UInt8]) {
        func append(_ style: Style) -> Bool {
            let isPlain = write(source, style)
            keys += buffer[..<count]
            keys.append(0)
            return isPlain
        }
        if append(.single) { return }
        _ = append(.double)
        if hasLigatures { _ = append(.ligatures) }
    }

    private func holdsAny(of patterns: [BytePattern]) -> Bool {
        withKey { key in
            for pattern in patterns where pattern.isContained(by: key) { return true }
            return false
        }
    }

    /// Calls `body` with the last key written.
    @inline(__always)
    private func withKey<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        buffer.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }

    /// How the keys of a term relate to its foldings: the key with single letters to the standard folding,
    /// the other key to the search folding.
    enum Relation {
        case equal
        /// The keys are the foldings without their hyphens.
        case withoutHyphens
        case other
    }

    /// How the keys of a term relate to its foldings. The key with two letters only for ligatures is not
    /// compared: if it differs from both others, these differ from each other, and one of them is not a
    /// folding.
    ///
    /// - Parameter source: the term's spelling.
    func relation(_ source: UnsafeRawBufferPointer, to term: IndexedTerm) -> Relation {
        let isPlain = write(source, .single)
        let first = withKey { Self.relation($0, to: term.standard) }
        if first == .other || isPlain && !term.isSplit { return first }
        if !isPlain { write(source, .double) }
        let second = withKey { Self.relation($0, to: term.search) }
        return second == .equal ? first : second
    }

    private static func relation(
        _ key: UnsafeRawBufferPointer, to folding: UnsafeRawBufferPointer
    ) -> Relation {
        if key.count == folding.count { return key.elementsEqual(folding) ? .equal : .other }
        return key.elementsEqual(folding.lazy.filter { $0 != 0x2D }) ? .withoutHyphens : .other
    }

    /// The fragments of a text whose keys equal patterns, without duplicates and those too long to be
    /// suggested.
    func pieces(of text: [UInt8], _ patterns: [BytePattern]) -> [String] {
        var pieces: [String] = []
        var known: Set<String> = []
        text.withUnsafeBytes { source in
            for style in Style.allCases {
                var offsets: [Int] = []
                write(source, style) { offset, count in
                    offsets.append(contentsOf: repeatElement(offset, count: count))
                }
                offsets.append(source.count)
                for pattern in patterns {
                    var place = withKey { pattern.place(in: $0, from: 0) }
                    while let start = place {
                        let end = start + pattern.bytes.count
                        // A match that ends inside a letter includes all of it; a character without bytes in
                        // the key belongs to the letter before it.
                        var last = end
                        while last < count, offsets[last] == offsets[end - 1] { last += 1 }
                        let bytes = source[offsets[start]..<offsets[last]]
                        if TermFragments.isShort(bytes) {
                            let piece = String(decoding: bytes, as: UTF8.self)
                            if known.insert(piece).inserted { pieces.append(piece) }
                        }
                        place = withKey { pattern.place(in: $0, from: start + 1) }
                    }
                }
            }
        }
        return pieces
    }

    /// Writes the key of a text.
    ///
    /// - Parameter note: called for each scalar with its offset and its number of bytes in the key.
    /// - Returns: whether all keys are the same.
    @discardableResult
    @inline(__always)
    private func write(
        _ source: UnsafeRawBufferPointer, _ style: Style,
        note: (_ offset: Int, _ count: Int) -> Void = { _, _ in }
    ) -> Bool {
        // Moved out of the object to avoid an exclusivity check for each byte.
        var target: [UInt8] = []
        swap(&target, &buffer)
        var letters = LetterTable.empty
        swap(&letters, &table)
        // A scalar has at most five times its bytes in a key.
        if target.count < 5 * source.count { target = [UInt8](repeating: 0, count: 10 * source.count) }
        let isPlain = write(source, style, &letters, to: target.mutableSpan, note: note)
        swap(&letters, &table)
        swap(&target, &buffer)
        return isPlain
    }

    @inline(__always)
    private func write(
        _ source: UnsafeRawBufferPointer, _ style: Style, _ letters: inout LetterTable,
        to target: consuming MutableSpan<UInt8>, note: (_ offset: Int, _ count: Int) -> Void
    ) -> Bool {
        var written = 0
        var isPlain = true
        var hasLigatures = false
        var position = 0
        let text = source.assumingMemoryBound(to: UInt8.self)
        while position < text.count {
            let byte = text[position]
            if byte < 0x80 {
                let isHyphen = byte == 0x2D
                target[written] = byte >= 0x41 && byte <= 0x5A ? byte + 0x20 : byte
                written += isHyphen ? 0 : 1
                note(position, isHyphen ? 0 : 1)
                position += 1
                continue
            }
            let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
            guard position + length <= text.count else { break }
            let scalar = text.scalar(at: position).value
            if scalar >= LetterTable.end {
                for place in position..<position + length {
                    target[written] = text[place]
                    written += 1
                }
                note(position, length)
            } else {
                let letter = letters[scalar] ?? letters.add(makeLetter(scalar), of: scalar)
                isPlain = isPlain && letter.isPlain
                hasLigatures = hasLigatures || letter.isLigature
                let isDouble = style == .double || style == .ligatures && letter.isLigature
                let bytes = isDouble ? letter.double : letter.single
                let count = min(bytes.count, 5 * length)
                for place in bytes.prefix(count) {
                    target[written] = letters.bytes[place]
                    written += 1
                }
                note(position, count)
            }
            position += length
        }
        count = written
        self.hasLigatures = hasLigatures
        return isPlain
    }

    /// The spelling of a scalar in keys.
    private func makeLetter(_ value: UInt32) -> LetterTable.Spelling {
        guard let scalar = Unicode.Scalar(value), !Self.isHyphen(value) else { return .init([]) }
        let small = scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
        if language == "sr", let latin = Self.serbianLetters[small] { return .init(Array(latin.utf8)) }
        if value.isOfDenseScript, let simplifier, let simple = try? simplifier.transliterated(String(scalar))
        {
            return .init(Array(simple.utf8))
        }
        if let (single, double) = Self.letters[small] {
            return .init(
                Array(single.utf8), double: Array(double.utf8),
                isLigature: "æœ".unicodeScalars.contains(small))
        }
        var bytes: [UInt8] = []
        for part in Normalizer.decomposed([small]) where !Self.isMark(part.value) {
            bytes.append(utf8Of: part.value)
        }
        return .init(bytes)
    }

    private static func isHyphen(_ scalar: UInt32) -> Bool {
        scalar == 0xAD || (0x2010...0x2015).contains(scalar) || scalar == 0x2212 || scalar == 0xFE63
            || scalar == 0xFF0D
    }

    /// Marks that are optional in their script. In other scripts marks are vowels.
    private static func isMark(_ scalar: UInt32) -> Bool {
        (0x300...0x36F).contains(scalar) || (0x591...0x5C7).contains(scalar)
            || (0x64B...0x65F).contains(scalar)
    }

    /// Letters that some locales treat as distinct letters: their base, and two letters.
    private static let letters: [Unicode.Scalar: (String, String)] = [
        "å": ("a", "aa"), "ä": ("a", "ae"), "æ": ("a", "ae"), "ö": ("o", "oe"), "ø": ("o", "oe"),
        "œ": ("o", "oe"), "ü": ("u", "ue"), "ß": ("ss", "ss"), "ł": ("l", "l"), "đ": ("d", "dj"),
        "ð": ("d", "d"), "þ": ("th", "th"), "ħ": ("h", "h"), "ı": ("i", "i"), "ŋ": ("n", "ng"),
    ]

    /// Serbian is written in both scripts, letter by letter (Pravopis srpskoga jezika); marks are ignored
    /// here.
    private static let serbianLetters: [Unicode.Scalar: String] = [
        "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "ђ": "d", "е": "e", "ж": "z", "з": "z", "и": "i",
        "ј": "j", "к": "k", "л": "l", "љ": "lj", "м": "m", "н": "n", "њ": "nj", "о": "o", "п": "p", "р": "r",
        "с": "s", "т": "t", "ћ": "c", "у": "u", "ф": "f", "х": "h", "ц": "c", "ч": "c", "џ": "dz", "ш": "s",
    ]
}
