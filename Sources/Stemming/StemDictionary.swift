// Hunspell's dictionaries of languages for which Snowball has no algorithm, where they are installed.

internal import CStemmer
internal import Synchronization

/// An installed dictionary that gives the stems of words. Shared by all threads, one at a time.
package final class StemDictionary: Sendable {
    /// `@unchecked Sendable`: only used with the lock.
    private struct Handle: @unchecked Sendable { let pointer: OpaquePointer }

    private let handle: Mutex<Handle>

    /// Opens a dictionary, which takes some tenths of a second.
    ///
    /// - Returns: `nil` if Hunspell or one of the files is missing. Whatever Hunspell can read is a
    ///   dictionary for it, see ``isDamaged(affixes:words:)``.
    package init?(affixes: String, words: String) {
        guard let pointer = dictionary_open(affixes, words) else { return nil }
        handle = Mutex(Handle(pointer: pointer))
    }

    deinit { handle.withLock { dictionary_close($0.pointer) } }

    /// The stems of a word in lower case, sorted; none if the dictionary lacks the word.
    package func stems(of word: String) -> [String] {
        var stems: [String] = []
        handle.withLock { handle in
            withUnsafeMutablePointer(to: &stems) { stems in
                dictionary_stems(handle.pointer, word, stems) { context, stem in
                    guard let context, let stem else { return }
                    context.assumingMemoryBound(to: [String].self).pointee.append(String(cString: stem))
                }
            }
        }
        return Set(stems).sorted()
    }

    // MARK: Installed dictionaries

    /// Where Debian's packages put dictionaries.
    private static let folder = "/usr/share/hunspell/"
    /// The names of the dictionaries in Debian's packages, by language.
    private static let names = [
        "be": "be_BY", "bg": "bg_BG", "bs": "bs_BA", "cs": "cs_CZ", "gl": "gl_ES", "he": "he_IL",
        "hr": "hr_HR",
        "is": "is_IS", "ko": "ko", "lv": "lv_LV", "pl": "pl_PL", "sk": "sk_SK", "sl": "sl_SI", "uk": "uk_UA",
    ]

    private static let opened = Mutex<[String: StemDictionary?]>([:])

    /// The installed dictionary of a language, opened at its first use; `nil` if
    /// there is none that can be used.
    static func installed(_ language: String) -> StemDictionary? {
        guard let name = names[language] else { return nil }
        let (affixes, words) = ("\(folder)\(name).aff", "\(folder)\(name).dic")
        let (dictionary, isNewlyDamaged) = opened.withLock { opened -> (StemDictionary?, Bool) in
            if let known = opened[language] { return (known, false) }
            let isDamaged = isDamaged(affixes: affixes, words: words)
            let dictionary = isDamaged ? nil : StemDictionary(affixes: affixes, words: words)
            opened[language] = .some(dictionary)
            return (dictionary, isDamaged)
        }
        if isNewlyDamaged { DamagedDictionaries.add(words) }
        return dictionary
    }

    /// Whether there are files of a dictionary that cannot be used: one is missing, or they are no
    /// dictionary.
    package static func isDamaged(affixes: String, words: String) -> Bool {
        let areMissing = dictionary_file_time(affixes) == -1 && dictionary_file_time(words) == -1
        return !areMissing && dictionary_is_intact(affixes, words) == 0
    }

    /// A number that changes with the installed dictionaries: stems that an index has are
    /// those of one version. 0 without any.
    package static let installedVersion: UInt32 = {
        var hash: UInt32 = 0
        for (language, name) in names.sorted(by: { $0.key < $1.key }) {
            for file in [".aff", ".dic"] {
                let path = folder + name + file
                let size = dictionary_file_size(path)
                guard size > 0 else { continue }
                // FNV-1a.
                if hash == 0 { hash = 0x811C_9DC5 }
                for byte in "\(language) \(size) \(dictionary_file_time(path))".utf8 {
                    hash = (hash ^ UInt32(byte)) &* 0x0100_0193
                }
            }
        }
        return hash
    }()
}
