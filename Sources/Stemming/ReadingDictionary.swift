// How Japanese words are read, by MeCab's dictionary where it is installed.
//
// MeCab says how the words of a text are read. A search wants the other way: which words are
// read as what was typed. So the entries of the dictionary are read once, without the library,
// and nothing is stored in indexes.

internal import Glibc
internal import Support

/// The words of a dictionary by their readings.
package struct ReadingDictionary: Sendable {
    /// Where a word is in `words`, by a hash of how it is read. Sorted by the hash.
    private var entries: [(key: Int, word: UInt32)] = []
    /// The words, each ended by a zero.
    private var words: [UInt8] = []

    /// How a reading is compared.
    package enum Comparison: UInt8, Sendable {
        /// By its kana: `トウキョウ` is 東京.
        case kana
        /// By its sound without the length of vowels, which romanizations leave out: `トキョ` is 東京.
        case sound
    }

    /// The words with a reading in katakana, sorted, without duplicates.
    package func words(readAs reading: String, _ comparison: Comparison) -> [String] {
        let key = Array(reading.utf8).withUnsafeBytes { Self.key($0, comparison) }
        var found: Set<String> = []
        for entry in entries[entries.partitioningIndex { $0.key >= key }...] {
            guard entry.key == key else { break }
            found.insert(String(decoding: words[Int(entry.word)...].prefix { $0 != 0 }, as: UTF8.self))
        }
        return found.sorted()
    }

    // MARK: Reading a dictionary

    /// Reads the entries of a dictionary, which takes some tenths of a second.
    ///
    /// The file is what `mecab-dict-index` makes of IPADIC in UTF-8: 72 bytes of a head, an array of states,
    /// 16 bytes for each entry, and their features, each ended by a zero (`dictionary.cpp` of MeCab 0.996).
    ///
    /// - Returns: `nil` if the file cannot be read, or is no such dictionary.
    package init?(file path: String) {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var head = [UInt32](repeating: 0, count: Self.headWords)
        guard fread(&head, 4, head.count, file) == head.count else { return nil }
        var status = stat()
        let (states, tokens, features) = (Int(head[6]), Int(head[7]), Int(head[8]))
        let size = 4 * head.count + states + tokens + features
        guard fstat(fileno(file), &status) == 0, size == status.st_size, size <= Self.mostBytes,
            Int(head[0] ^ Self.magic) == size, head[1] == Self.version,
            head[10] == 0x2D46_5455, head[11] == 0x38,  // "UTF-8"
            fseek(file, states + tokens, SEEK_CUR) == 0
        else { return nil }
        // The features that were read; the last one may go on.
        var read: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
            read += chunk[..<count]
            let used = read.withUnsafeBytes { bytes in
                var start = 0
                while let end = bytes[start...].firstIndex(of: 0) {
                    add(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
                    start = end + 1
                }
                return start
            }
            read.removeFirst(used)
        }
        guard ferror(file) == 0, !entries.isEmpty else { return nil }
        entries.sort { $0.key < $1.key }
    }

    private static let headWords = 18
    private static let magic: UInt32 = 0xEF71_8F77
    private static let version = 102
    /// The greatest size of a dictionary; IPADIC has 50 MB.
    private static let mostBytes = 1 << 28

    /// Adds an entry: part of speech, three parts of it, conjugation, form, base, reading, pronunciation.
    private mutating func add(_ feature: UnsafeRawBufferPointer) {
        var columns = [feature[...]]
        columns.reserveCapacity(9)
        while columns.count <= 9, let rest = columns.last, let comma = rest.firstIndex(of: 0x2C) {
            columns[columns.count - 1] = rest[..<comma]
            columns.append(rest[(comma + 1)...])
        }
        // The base is the word itself where it is not inflected: "*", or "基本形".
        guard columns.count == 9, columns[5].elementsEqual("*".utf8) || columns[5].elementsEqual("基本形".utf8)
        else { return }
        let word = columns[6]
        // Kana are found by the word's letters.
        guard word.contains(where: { (0xE4...0xE9).contains($0) || $0 >= 0xF0 }) else { return }
        let place = UInt32(words.count)
        words.append(contentsOf: word)
        words.append(0)
        for (column, comparison) in [(columns[7], Comparison.kana), (columns[8], .sound)] {
            entries.append((Self.key(UnsafeRawBufferPointer(rebasing: column), comparison), place))
        }
    }

    /// A hash of a reading.
    private static func key(_ reading: UnsafeRawBufferPointer, _ comparison: Comparison) -> Int {
        var hash = Hasher()
        hash.combine(comparison)
        switch comparison {
        case .kana: hash.combine(bytes: reading)
        case .sound:
            var rest = reading[...]
            while let byte = rest.first {
                let isMark = byte == longVowel[0] && rest.starts(with: longVowel)
                if !isMark { hash.combine(byte) }
                rest = rest.dropFirst(isMark ? longVowel.count : 1)
            }
        }
        return hash.finalize()
    }

    private static let longVowel = Array("ー".utf8)

    // MARK: The installed dictionary

    /// Where Debian's packages put dictionaries of this format.
    private static let paths = [
        "/var/lib/mecab/dic/ipadic-utf8/sys.dic", "/var/lib/mecab/dic/naist-jdic/sys.dic",
    ]

    /// The installed dictionary, read at its first use; `nil` if there is none that can be used.
    package static let installed: ReadingDictionary? = {
        for path in paths where access(path, F_OK) == 0 {
            if let dictionary = ReadingDictionary(file: path) { return dictionary }
            DamagedDictionaries.add(path)
        }
        return nil
    }()
}
