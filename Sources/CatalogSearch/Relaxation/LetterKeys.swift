// Which words have the same letters, whatever marks, hyphens and spellings a locale holds apart?

internal import ICU

/// Writes words in plain letters: small ones, without marks and hyphens; once with letters such as `ø` as their base
/// (`o`), and once as the two letters that stand for them where they cannot be typed (`oe`).
///
/// Made for one language, and used by one thread.
final class LetterKeys {
    /// What one scalar becomes.
    private struct Letter {
        var single: [UInt8]
        var double: [UInt8]
    }

    private let language: String
    /// To simplified characters, for Chinese.
    private let simplifier: Transliterator?
    private var letters: [Letter] = []
    /// By scalar: 1 + its number among the letters, 0 where it was not asked for.
    private var numbers = [Int32](repeating: 0, count: 0x10000)
    /// The key that was written last; in memory of its own, for many are written.
    private var buffer: UnsafeMutableBufferPointer<UInt8>
    private var count = 0

    /// - Parameter language: its code, which says whether the language is written in two scripts.
    init(_ language: String) {
        self.language = language
        // Cantonese and other Chinese languages are written in both, too.
        let isChinese = ["zh", "yue", "wuu", "hak", "nan", "gan", "hsn", "lzh"].contains(language)
        simplifier = isChinese ? try? Transliterator("Hant-Hans") : nil
        buffer = .allocate(capacity: 256)
    }

    deinit { buffer.deallocate() }

    /// The key that was written last.
    private var key: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count])
    }

    /// What to look for in the keys of texts: the keys of a word, each once; none of a word that is too short.
    func patterns(of word: String) -> [BytePattern] {
        let source = Array(word.utf8)
        var patterns: [BytePattern] = []
        source.withUnsafeBytes { source in
            for doubles in [false, true] {
                write(source, doubles: doubles)
                let bytes = Array(key)
                let isEnough = bytes.scalarCount >= 2 || bytes.contains { $0 >= 0xE3 }
                if isEnough, !patterns.contains(where: { $0.bytes == bytes }) {
                    patterns.append(BytePattern(bytes))
                }
            }
        }
        return patterns
    }

    /// Whether one of a text's keys holds one of some patterns.
    func mayHold(_ source: UnsafeRawBufferPointer, _ patterns: [BytePattern]) -> Bool {
        let isPlain = write(source, doubles: false)
        if holdsAny(of: patterns) { return true }
        if isPlain { return false }
        write(source, doubles: true)
        return holdsAny(of: patterns)
    }

    private func holdsAny(of patterns: [BytePattern]) -> Bool {
        let key = key
        for pattern in patterns where pattern.isHeld(by: key) { return true }
        return false
    }

    /// Whether a text of small letters is its own key in every language.
    static func isKey(_ source: UnsafeRawBufferPointer) -> Bool {
        source.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
    }

    /// The pieces of a text whose keys are patterns, each once.
    func pieces(of text: [UInt8], _ patterns: [BytePattern]) -> [String] {
        var pieces: [String] = []
        text.withUnsafeBytes { source in
            for doubles in [false, true] {
                var offsets: [Int] = []
                write(source, doubles: doubles) { offset, count in
                    offsets.append(contentsOf: repeatElement(offset, count: count))
                }
                offsets.append(source.count)
                for pattern in patterns {
                    var place = pattern.place(in: key, from: 0)
                    while let start = place {
                        let end = start + pattern.bytes.count
                        // What ends amid a letter takes all of it; what leaves no trace stays with its letter.
                        var last = end
                        while last < count, offsets[last] == offsets[end - 1] { last += 1 }
                        let piece = String(decoding: source[offsets[start]..<offsets[last]], as: UTF8.self)
                        if !pieces.contains(piece) { pieces.append(piece) }
                        place = pattern.place(in: key, from: start + 1)
                    }
                }
            }
        }
        return pieces
    }

    /// Writes the key of a text.
    ///
    /// - Parameter note: told of each scalar where it stands and how many bytes it gives.
    /// - Returns: whether both keys are the same.
    @discardableResult
    @inline(__always)
    private func write(
        _ source: UnsafeRawBufferPointer, doubles: Bool,
        note: (_ offset: Int, _ count: Int) -> Void = { _, _ in }
    ) -> Bool {
        // No scalar gives more than five times its bytes.
        if buffer.count < 5 * source.count {
            buffer.deallocate()
            buffer = .allocate(capacity: 5 * source.count)
        }
        let target = buffer
        var written = 0
        var isPlain = true
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
            isPlain = false
            let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
            guard position + length <= text.count else { break }
            let letter = letter(text.scalar(at: position).value)
            let bytes = doubles ? letter.double : letter.single
            for byte in bytes.prefix(5 * length) {
                target[written] = byte
                written += 1
            }
            note(position, min(bytes.count, 5 * length))
            position += length
        }
        count = written
        return isPlain
    }

    private func letter(_ scalar: UInt32) -> Letter {
        guard scalar < 0x10000 else {
            var bytes: [UInt8] = []
            bytes.append(utf8Of: scalar)
            return Letter(single: bytes, double: bytes)
        }
        let known = numbers[Int(scalar)]
        if known > 0 { return letters[Int(known) - 1] }
        let made = makeLetter(scalar)
        letters.append(made)
        numbers[Int(scalar)] = Int32(letters.count)
        return made
    }

    private func makeLetter(_ value: UInt32) -> Letter {
        guard let scalar = Unicode.Scalar(value), !Self.isHyphen(value) else {
            return Letter(single: [], double: [])
        }
        let small = scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
        if language == "sr", let latin = Self.serbianLetters[small] {
            return Letter(single: Array(latin.utf8), double: Array(latin.utf8))
        }
        if let simplifier, IndexLayout.Gram.isDense(value),
            let simple = try? simplifier.transliterated(String(scalar))
        {
            return Letter(single: Array(simple.utf8), double: Array(simple.utf8))
        }
        if let (single, double) = Self.letters[small] {
            return Letter(single: Array(single.utf8), double: Array(double.utf8))
        }
        var bytes: [UInt8] = []
        for part in Normalizer.decomposed([small]) where !Self.isMark(part.value) {
            bytes.append(utf8Of: part.value)
        }
        return Letter(single: bytes, double: bytes)
    }

    private static func isHyphen(_ scalar: UInt32) -> Bool {
        scalar == 0xAD || (0x2010...0x2015).contains(scalar) || scalar == 0x2212 || scalar == 0xFE63
            || scalar == 0xFF0D
    }

    /// Marks that scripts leave out where they are of no matter. In other scripts marks are vowels.
    private static func isMark(_ scalar: UInt32) -> Bool {
        (0x300...0x36F).contains(scalar) || (0x591...0x5C7).contains(scalar)
            || (0x64B...0x65F).contains(scalar)
    }

    /// Letters that some locales hold for letters of their own: as their base, and as two letters.
    private static let letters: [Unicode.Scalar: (String, String)] = [
        "å": ("a", "aa"), "ä": ("a", "ae"), "æ": ("ae", "ae"), "ö": ("o", "oe"), "ø": ("o", "oe"),
        "œ": ("oe", "oe"), "ü": ("u", "ue"), "ß": ("ss", "ss"), "ł": ("l", "l"), "đ": ("d", "dj"),
        "ð": ("d", "d"), "þ": ("th", "th"), "ħ": ("h", "h"), "ı": ("i", "i"), "ŋ": ("n", "ng"),
    ]

    /// Serbian is written in both scripts, letter by letter (Pravopis srpskoga jezika); marks do not count here.
    private static let serbianLetters: [Unicode.Scalar: String] = [
        "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "ђ": "d", "е": "e", "ж": "z", "з": "z", "и": "i",
        "ј": "j", "к": "k", "л": "l", "љ": "lj", "м": "m", "н": "n", "њ": "nj", "о": "o", "п": "p", "р": "r",
        "с": "s", "т": "t", "ћ": "c", "у": "u", "ф": "f", "х": "h", "ц": "c", "ч": "c", "џ": "dz", "ш": "s",
    ]
}
