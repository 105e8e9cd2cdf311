// Finds paths, file names and command-line options of the source text that a translation lost.

internal import Localization

/// `/etc/hosts`, `~/Library`, `Info.plist` and `--verbose` mean something to the computer only as they are.
struct FileNamesCheck: TextCheck {
    let identifier = "file-names"
    let category = CheckCategory.text
    let severity = Severity.warning
    let triggers = TextTraits([.slash, .fullStop, .hyphen])
    let example = CheckExample(
        "Use --verbose to see why", locale: "es", wrong: "Use --detallado para saber por qué",
        right: "Use --verbose para saber por qué")

    func problems(in text: TextPair) -> [TranslationProblem] {
        guard let source = text.source, !text.sourceTraits.isDisjoint(with: triggers),
            Self.mayHaveNames(source), !Self.areOfferedNames(source, text.text),
            !Self.isSpelledOut(source, in: text.text)
        else { return [] }
        // Each name is looked for in the whole translation: no honest text has more than so many.
        var count = 0
        var followsExample = false
        for word in source.words {
            let name = word.trimmingAround
            // A comma or a bar joins the next example.
            let isExample = followsExample
            followsExample =
                Self.announcesExample(word) || isExample && [",", "|", "/"].contains { word.hasSuffix($0) }
            guard Self.isName(name), !isExample else { continue }
            // `--ours/--theirs` are two options.
            let names =
                name.hasPrefix("--") ? name.split(separator: "/").compactMap(\.withoutValueName) : [name]
            if let lost = names.first(where: {
                !text.text.utf8.containsSequence(
                    (name.hasSuffix("=") ? $0.withoutEqualsSign : $0).utf8)
                    && !Self.isExample($0, with: text.text) && !source.announcesExamples(above: $0)
            }) {
                return [TranslationProblem(.text(String(lost)))]
            }
            count += 1
            if count == 64 { break }
        }
        return []
    }

    /// Whether a letter follows a full stop, a slash or two hyphens anywhere: most texts end here.
    private static func mayHaveNames(_ text: String) -> Bool {
        var previous: UInt8 = 0
        for byte in text.utf8 {
            if previous == 0x2E || previous == 0x2F || previous == 0x2D, (0x61...0x7A).contains(byte | 0x20) {
                return true
            }
            previous = byte
        }
        return false
    }

    /// Whether the whole source looks like one name, and the translation says what it
    /// means in words: `app.log` as a key.
    private static func isSpelledOut(_ source: String, in translation: String) -> Bool {
        !source.utf8.contains { $0 == 0x20 || $0 == 0x2F || $0 == 0x2D } && isName(source[...])
            && !translation.utf8.contains { $0 == 0x2E || $0 == 0x2F }
    }

    /// Whether the whole text is one file name or several, which a program gives to translators for that
    /// reason, and the translation has as many of the same types: `labels.txt` as the name for a new file, or
    /// `dropped text.txt`, which no sentence is, since it begins in lower case.
    private static func areOfferedNames(_ source: String, _ translation: String) -> Bool {
        guard source.utf8.count < 256, translation.utf8.count < 1024 else { return false }
        let names = Array(source.words)
        func isOffered(_ word: Substring) -> Bool {
            isName(word) && !word.utf8.contains(0x2F) && !word.hasPrefix("-") && !word.hasPrefix(".")
        }
        func isWord(_ word: Substring) -> Bool {
            word.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
        }
        guard let last = names.last, isOffered(last),
            names.allSatisfy(isOffered) || names.dropLast().allSatisfy(isWord),
            !translation.utf8.contains(0x2F)
        else { return false }
        func types(_ words: [Substring]) -> [Substring] {
            words.compactMap { word in word.lastIndex(of: ".").map { word[$0...] } }.sorted()
        }
        return types(names) == types(Array(translation.words))
    }

    private static func isName(_ word: Substring) -> Bool {
        let bytes = Array(word.utf8)
        guard bytes.count >= 3, bytes.allSatisfy(isNameByte) else { return false }
        if bytes.starts(with: "--".utf8) { return bytes.count > 3 && (0x61...0x7A).contains(bytes[2]) }
        // `/etc/hosts`, but neither `/day` nor `and/or`.
        if bytes[0] == 0x2F || bytes.starts(with: "~/".utf8) {
            return bytes.dropFirst(2).contains(0x2F) && !isPlaceholder(word)
        }
        guard let dot = bytes.lastIndex(of: 0x2E), dot > 0, !bytes.contains(0x2F) else { return false }
        // `p.m.` is an abbreviation.
        guard dot > 1 || bytes.count > dot + 2 else { return false }
        return extensions.contains(String(decoding: bytes[(dot + 1)...], as: UTF8.self))
    }

    /// Whether a path only shows what a path looks like: `/path/to/file`.
    private static func isPlaceholder(_ path: Substring) -> Bool {
        let names = path.split(separator: "/")
        return zip(names, names.dropFirst()).contains { $0 == "path" && $1 == "to" }
            || names.contains { ["your", "my", "some", "example", "foo", "bar"].contains($0) }
    }

    /// Whether the next word is an example, which translations replace by one of
    /// their own: `e.g. /photos/holidays`.
    private static func announcesExample(_ word: Substring) -> Bool {
        ["e.g.", "e.g.:", "e.g", "eg.", "i.e.", "example", "example:", "examples:"].contains(
            word.lowercased())
    }

    /// Whether a name is a word for any file, and the translation has one of the same type in its place:
    /// `datei.tar.gz` for `file.tar.gz`.
    private static func isExample(_ name: Substring, with translation: String) -> Bool {
        guard let dot = name.firstIndex(of: "."), exampleNames.contains(name[..<dot].lowercased()) else {
            return false
        }
        // Of an archive any kind serves as an example: `datei.zip`.
        let ending = name[dot...]
        let endings = archiveEndings.contains(ending) ? archiveEndings : [ending]
        return endings.contains { ending in
            let pieces = translation.split(separator: ending, omittingEmptySubsequences: false)
            return pieces.dropLast().contains { $0.last?.isLetter == true }
        }
    }

    private static let archiveEndings: [Substring] = [
        ".zip", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz", ".tar", ".7z", ".rar",
    ]

    private static let exampleNames: Set<String> = [
        "archive", "document", "example", "file", "filename", "image", "name", "photo", "picture", "sample",
        "video",
    ]

    private static func isNameByte(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || ".-_/~+=".utf8.contains(byte)
    }

    /// Endings of names that are no words of their own.
    private static let extensions: Set<String> = [
        "bundle", "c", "conf", "cfg", "css", "csv", "dll", "exe", "framework", "gz", "h", "html",
        "ini",
        "jpg", "jpeg", "js", "json", "jsonl", "lproj", "log", "m", "mo", "pdf", "plist", "png", "po", "pot",
        "py",
        "rtf", "sh", "so", "sql", "strings", "stringsdict", "swift", "tar", "tiff", "toml", "tsv", "txt",
        "xcstrings",
        "xliff", "xml", "yaml", "yml", "zip",
    ]
}

extension Substring {
    /// An option without the word for its value, which translators may translate: `--name=` of `--name=NAME`;
    /// `nil` for such a word alone.
    fileprivate var withoutValueName: Substring? {
        guard let sign = firstIndex(of: "=") else { return isValueName ? nil : self }
        return self[index(after: sign)...].isValueName ? self[...sign] : self
    }

    /// Whether this is a word in upper case, as in `--size=WIDTHxHEIGHT` or `--since=YYYY-MM-DD`.
    private var isValueName: Bool {
        utf8.contains { (0x41...0x5A).contains($0) }
            && split { "-_.x".contains($0) || $0.isNumber }.allSatisfy { $0.allSatisfy(\.isUppercase) }
    }

    /// An option without the sign before its value.
    fileprivate var withoutEqualsSign: Substring { hasPrefix("--") && hasSuffix("=") ? dropLast() : self }

    /// The word without quotes, brackets and commas around it, and without a full stop after it.
    fileprivate var trimmingAround: Substring {
        func isAround(_ byte: UInt8) -> Bool { "\"'()[]{}<>,;:!?`".utf8.contains(byte) }
        var text = withoutPunctuationBeyondASCII
        while let first = text.utf8.first, isAround(first) { text = Substring(text.utf8.dropFirst()) }
        while let last = text.utf8.last, isAround(last) || last == 0x2E {
            text = Substring(text.utf8.dropLast())
        }
        return text
    }

    private var withoutPunctuationBeyondASCII: Substring {
        guard utf8.contains(where: { $0 >= 0x80 }) else { return self }
        var text = self
        while let first = text.unicodeScalars.first, first.value >= 0x80 { text.unicodeScalars.removeFirst() }
        while let last = text.unicodeScalars.last, last.value >= 0x80 { text.unicodeScalars.removeLast() }
        return text
    }
}

extension String.UTF8View {
    /// Whether these bytes contain others in a row.
    func containsSequence(_ other: Substring.UTF8View) -> Bool {
        guard let first = other.first else { return true }
        var index = startIndex
        while let found = self[index...].firstIndex(of: first) {
            if self[found...].starts(with: other) { return true }
            index = self.index(after: found)
        }
        return false
    }
}
