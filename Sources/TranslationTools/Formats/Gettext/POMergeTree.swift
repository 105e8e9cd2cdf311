// PO files as trees: a message is a piece, and in it each plural form, each kind of
// comment, each field of the header.

internal import Localization

extension FileMerge.Syntax {
    /// PO files and templates.
    public static let po: FileMerge.Syntax = {
        var syntax = FileMerge.Syntax { MergeList(po: $0) }
        syntax.revisionDate = { POFile($0).header["PO-Revision-Date"] ?? "" }
        return syntax
    }()
}

extension MergeList {
    /// The messages of a file; `nil` if something in it could not be read.
    init?(po bytes: [UInt8]) {
        let file = POFile(bytes)
        guard !file.diagnostics.contains(where: { $0.kind.hidesEntries }) else { return nil }
        let lines = bytes.lines
        let entries = ((file.headerEntry.map { [$0] } ?? []) + file.entries).sorted {
            ($0.position?.byteOffset ?? 0) < ($1.position?.byteOffset ?? 0)
        }
        self.init()
        var end = 0
        var starts: [Int] = []
        for entry in entries {
            var start = (entry.position?.line ?? 1) - 1
            // A line can end with a single CR, or contain two entries: that is not taken apart.
            guard start >= end, start < lines.count else { return nil }
            while start > end, lines[start - 1].isCommentOfNext { start -= 1 }
            starts.append(start)
            end = (entry.position?.line ?? 1)
        }
        opening = lines[..<(starts.first ?? lines.count)].concatenated
        for (index, entry) in entries.enumerated() {
            let limit = index + 1 < starts.count ? starts[index + 1] : lines.count
            var body = Array(lines[starts[index]..<limit])
            var blanks: [UInt8] = []
            while let last = body.last, last.isBlank { blanks = body.removeLast() + blanks }
            let reader = POEntryReader(entry: entry, lines: body)
            guard let list = reader.list else { return nil }
            let name = entry.context.map { $0 + "\u{4}" + entry.identifier } ?? entry.identifier
            children.append(MergeNode(name: MergeName(name), leading: closing, body: .list(list)))
            // White space belongs to what follows.
            closing = blanks
        }
        numberOccurrences()
    }
}

private struct POEntryReader {
    let entry: POEntry
    let lines: [[UInt8]]

    /// The fields of the header that change with every edit.
    private static let volatile: Set<String> = [
        "po-revision-date", "pot-creation-date", "last-translator", "language-team", "x-generator",
        "report-msgid-bugs-to", "project-id-version", "x-poedit-basepath",
    ]

    /// The pieces of the entry; `nil` if its lines are not in the usual order.
    var list: MergeList? {
        var groups: [(kind: String, lines: [[UInt8]])] = []
        for line in lines {
            let kind = Self.kind(of: line)
            guard let kind else {
                guard !groups.isEmpty else { return nil }
                groups[groups.count - 1].lines.append(line)
                continue
            }
            if kind.hasPrefix("#"), groups.last?.kind == kind {
                groups[groups.count - 1].lines.append(line)
            } else {
                groups.append((kind, [line]))
            }
        }
        if entry.isObsolete {
            // Its comments are written like the rest.
            let bytes = lines.concatenated
            let node = MergeNode(
                name: MergeName("#~"), body: .text(MergeText(bytes: bytes, meaning: meaning(of: lines))))
            return MergeList(children: [node], rank: 0)
        }
        var list = MergeList()
        for group in groups {
            list.children.append(
                MergeNode(name: MergeName(group.kind), body: body(of: group.kind, group.lines)))
        }
        list.numberOccurrences()
        return list
    }

    private func body(of kind: String, _ lines: [[UInt8]]) -> MergeNode.Body {
        let bytes = lines.concatenated
        switch kind {
        case "#,": return .text(MergeText(flags: bytes))
        case "#|": return .text(MergeText(bytes: bytes, meaning: bytes, rule: .newer))
        case _ where kind.hasPrefix("#"):
            return .text(MergeText(bytes: bytes, meaning: bytes, rule: .joinLines))
        case "msgstr" where entry.isHeader && lines.count > 1 && lines[0].isKeywordAlone:
            var list = MergeList(opening: lines[0])
            for line in lines.dropFirst() {
                if let last = list.children.indices.last, !list.children[last].bytes.endsField {
                    let longer = list.children[last].bytes + line
                    list.children[last].body = field(longer).body
                } else {
                    list.children.append(field(line))
                }
            }
            list.numberOccurrences()
            return .list(list)
        default:
            let condition: [UInt8] = entry.isFuzzy && kind.hasPrefix("msgstr") ? [1] : []
            return .text(MergeText(bytes: bytes, meaning: meaning(of: lines), condition: condition))
        }
    }

    private func field(_ bytes: [UInt8]) -> MergeNode {
        let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
        let name = text.prefix { $0 != ":" && !$0.isNewline }.lowercased()
        let rule: ClashRule = Self.volatile.contains(name) ? .newer : .mark
        return MergeNode(
            name: MergeName(name), body: .text(MergeText(bytes: bytes, meaning: bytes, rule: rule)))
    }

    /// What a line begins; `nil` for one that continues the line before.
    private static func kind(of line: [UInt8]) -> String? {
        let text = line.drop { $0 == 0x20 || $0 == 0x09 }
        guard let first = text.first else { return nil }
        if first == UInt8(ascii: "#") {
            let second = text.dropFirst().first ?? 0x20
            return [UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "|")].contains(
                second)
                ? "#" + String(UnicodeScalar(second)) : "#"
        }
        guard (0x61...0x7A).contains(first) else { return nil }
        return String(
            decoding: text.prefix { $0 != 0x20 && $0 != 0x09 && $0 != 0x22 && $0 != 0x0D && $0 != 0x0A },
            as: UTF8.self)
    }

    /// The texts between the quotes, however they are divided into lines.
    private func meaning(of lines: [[UInt8]]) -> [UInt8] {
        lines.flatMap { line -> [UInt8] in
            guard let start = line.firstIndex(of: 0x22), let end = line.lastIndex(of: 0x22), start < end
            else {
                return []
            }
            return Array(line[(start + 1)..<end])
        }
    }
}

extension Collection<UInt8> {
    /// Whether a line is a comment that belongs to the entry after it.
    var isCommentOfNext: Bool {
        guard first == UInt8(ascii: "#") else { return false }
        guard dropFirst().first == UInt8(ascii: "~") else { return true }
        let rest = dropFirst(2).drop { $0 == 0x20 || $0 == 0x09 }
        return rest.first.map { $0 != 0x22 && !(0x61...0x7A).contains($0) } ?? true
    }
}

extension [UInt8] {
    /// Whether a line has a keyword and an empty text.
    fileprivate var isKeywordAlone: Bool {
        guard let quote = firstIndex(of: 0x22) else { return false }
        return self[quote...].starts(with: [0x22, 0x22])
    }

    /// Whether a line of the header ends with the end of a field.
    fileprivate var endsField: Bool {
        guard let quote = lastIndex(of: 0x22), quote >= 2 else { return true }
        return self[quote - 2] == UInt8(ascii: "\\") && self[quote - 1] == UInt8(ascii: "n")
    }
}

extension PODiagnostic.Kind {
    /// Whether a part of the file was not understood.
    fileprivate var hidesEntries: Bool {
        switch self {
        case .unexpectedText, .unterminatedString, .missingString, .missingIdentifier, .missingTranslation,
            .repeatedKeyword,
            .invalidSequence, .wideEncoding, .nullCharacter:
            true
        default: false
        }
    }
}
