// An entry of a PO file while the parser reads it.

internal import Support

/// The parts of an entry that were read so far.
struct PODraft {
    var entry = POEntry(identifier: "")
    var hasIdentifier = false
    /// Whether a keyword of the entry itself was read. Before that, there are only comments.
    var isStated = false
    /// The offset of the first keyword.
    var start = 0
    /// The offset of `msgid`.
    var identifierOffset = 0
    /// The first translation. Most entries have no other.
    private var firstTranslation: Translation?
    private var otherTranslations: [Translation] = []

    private struct Translation {
        let index: Int?
        let text: String
        let offset: Int
    }

    var hasTranslations: Bool { firstTranslation != nil }

    private var hasPlainTranslation = false

    /// More forms than any language has.
    private static let mostForms = 100

    var hasComments: Bool {
        !entry.translatorComments.isEmpty || !entry.extractedComments.isEmpty || !entry.references.isEmpty
            || !entry.flags.isEmpty || entry.isFuzzy || entry.previousIdentifier != nil
    }

    /// Stores a string. Returns `false` if the entry already has the keyword; the first string is kept.
    mutating func set(_ text: String, for field: POParser.Field, at offset: Int) -> Bool {
        switch field {
        case .context: return Self.fill(&entry.context, text)
        case .plural: return Self.fill(&entry.plural, text)
        case .previousContext: return Self.fill(&entry.previousContext, text)
        case .previousIdentifier: return Self.fill(&entry.previousIdentifier, text)
        case .previousPlural: return Self.fill(&entry.previousPlural, text)
        case .identifier:
            guard !hasIdentifier else { return false }
            hasIdentifier = true
            identifierOffset = offset
            entry.identifier = text
            return true
        case .translation(let index):
            if index == nil {
                guard !hasPlainTranslation else { return false }
                hasPlainTranslation = true
            }
            let translation = Translation(index: index, text: text, offset: offset)
            if firstTranslation == nil {
                firstTranslation = translation
            } else {
                otherTranslations.append(translation)
            }
            return true
        }
    }

    private static func fill(_ field: inout String?, _ text: String) -> Bool {
        guard field == nil else { return false }
        field = text
        return true
    }

    /// Orders the translations by index, and returns the problems of the entry.
    ///
    /// - Parameter place: finds the place of an offset.
    mutating func complete(
        locatedBy place: (Int) -> SourcePosition
    ) -> [(PODiagnostic.Kind, offset: Int)] {
        guard hasIdentifier else { return [(.missingIdentifier, start)] }
        // Most entries begin with `msgid`.
        let isFirst = start == identifierOffset
        entry.identifierPosition = isFirst ? entry.position : place(identifierOffset)
        guard let first = firstTranslation else {
            return [(.missingTranslation(identifier: entry.identifier), start)]
        }
        guard !otherTranslations.isEmpty || first.index != nil else {
            entry.translations = [first.text]
            entry.translationPositions = [place(first.offset)]
            return entry.plural == nil
                ? [] : [(.translationWithoutIndex(identifier: entry.identifier), first.offset)]
        }
        var findings: [(PODiagnostic.Kind, Int)] = []
        if entry.plural == nil {
            findings.append((.indexWithoutPlural(identifier: entry.identifier), first.offset))
        }
        var places: [Int: Translation] = [:]
        for (expected, translation) in ([first] + otherTranslations).enumerated() {
            let index = translation.index ?? 0
            if index != expected || places[index] != nil {
                findings.append((.indexOutOfOrder(index: index, expected: expected), translation.offset))
            }
            if places[index] == nil, index < Self.mostForms { places[index] = translation }
        }
        let indices = 0...(places.keys.max() ?? 0)
        entry.translations = indices.map { places[$0]?.text ?? "" }
        entry.translationPositions = indices.map { place(places[$0]?.offset ?? first.offset) }
        return findings
    }

    // MARK: Comments

    /// Beyond this number of flags, duplicates are kept: comparing thousands with each other would be slow.
    private static let mostComparedFlags = 64

    /// Adds the references after `#:`, which blanks separate. A file name with blanks is enclosed in U+2068
    /// and U+2069 (GNU gettext manual, "PO Files").
    mutating func addReferences(_ line: ArraySlice<UInt8>) {
        guard !line.contains(0xE2) else { return addIsolatedReferences(line) }
        var start = line.startIndex
        for end in line.indices where Self.isBlank(line[end]) {
            if start < end { entry.references.append(String(streamSafe: line[start..<end])) }
            start = end + 1
        }
        if start < line.endIndex {
            entry.references.append(String(streamSafe: line[start...]))
        }
    }

    private mutating func addIsolatedReferences(_ line: ArraySlice<UInt8>) {
        var word: [UInt8] = []
        var isIsolated = false
        var rest = line
        while let byte = rest.popFirst() {
            if byte == 0xE2, rest.starts(with: [0x81, 0xA8]) || rest.starts(with: [0x81, 0xA9]) {
                isIsolated = rest[rest.startIndex + 1] == 0xA8
                rest = rest.dropFirst(2)
            } else if !isIsolated, Self.isBlank(byte) {
                if !word.isEmpty { entry.references.append(String(streamSafe: word)) }
                word.removeAll(keepingCapacity: true)
            } else {
                word.append(byte)
            }
        }
        if !word.isEmpty { entry.references.append(String(streamSafe: word)) }
    }

    /// Adds the flags after `#,`, which commas separate.
    mutating func addFlags(_ line: ArraySlice<UInt8>) {
        var rest = line
        while let start = rest.firstIndex(where: { $0 != 0x2C && !Self.isBlank($0) }) {
            var end = rest[start...].firstIndex(of: 0x2C) ?? rest.endIndex
            let next = end
            while Self.isBlank(rest[end - 1]) { end -= 1 }
            addFlag(String(streamSafe: rest[start..<end]))
            rest = rest[next...]
        }
    }

    private mutating func addFlag(_ flag: String) {
        if flag == "fuzzy" {
            entry.isFuzzy = true
        } else if entry.flags.count > Self.mostComparedFlags || !entry.flags.contains(flag) {
            entry.flags.append(flag)
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
