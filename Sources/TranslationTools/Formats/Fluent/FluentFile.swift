// Reads the syntax of Fluent's files: comments, messages, terms and their attributes. Other lines are
// reported.

internal import JSON
internal import Localization

/// A file of Fluent, and where its texts are.
struct FluentFile: Sendable {
    /// A message or a term.
    struct Entry: Sendable {
        /// With the hyphen of a term.
        let name: String
        let nameRange: Range<Int>
        /// The comment lines directly above, without their signs.
        let comment: String?
        /// What the comment above the group of messages says; `nil` outside groups.
        let groupComment: String?
        /// Where the entry begins, with the comment.
        let start: Int
        /// Behind the equals sign.
        let valueStart: Int
        let value: FluentPattern?
        let attributes: [Attribute]
        /// Behind the last text.
        let end: Int

        var isTerm: Bool { name.utf8.first == 0x2D }
    }

    /// `.name = text` below a message or a term.
    struct Attribute: Sendable {
        let name: String
        let nameRange: Range<Int>
        /// Where the dot is.
        let start: Int
        /// Behind the equals sign.
        let valueStart: Int
        let value: FluentPattern
    }

    /// A text with its key: `message`, `message.attribute` or `-term`.
    ///
    /// Attributes of terms are no texts: they tell the grammar of the language, such as the gender of a name.
    struct Text: Sendable {
        let key: String
        let keyRange: Range<Int>
        /// Behind the equals sign.
        let valueStart: Int
        let pattern: FluentPattern
        /// The number of the entry.
        let entry: Int
    }

    /// What was found, at an offset.
    struct Finding: Sendable {
        let kind: ExchangeDiagnostic.Kind
        let facts: [String]
        let offset: Int
    }

    /// The file without a byte order mark, as offsets count.
    let bytes: [UInt8]
    /// How many bytes the byte order mark has.
    let markLength: Int
    /// Whether all bytes are UTF-8; a file with others is read as well as can be, and not changed.
    private(set) var isText = true
    /// The entries in their order; of several with one name the first one.
    private(set) var entries: [Entry] = []
    private(set) var findings: [Finding] = []
    private var indices: [ByteString: Int] = [:]

    init(_ file: [UInt8]) {
        let hasMark = file.starts(with: [0xEF, 0xBB, 0xBF])
        markLength = hasMark ? 3 : 0
        bytes = Array(file.dropFirst(markLength))
        do {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            isText = false
            report(.textEncoding, at: error.byteOffsets.lowerBound)
        }
        read()
    }

    /// The number of the entry of a name.
    func index(of name: String) -> Int? { indices[ByteString(name)] }

    /// The texts in the order of the file.
    var texts: [Text] {
        entries.enumerated().flatMap { number, entry -> [Text] in
            var texts: [Text] = []
            if let value = entry.value {
                texts.append(
                    Text(
                        key: entry.name, keyRange: entry.nameRange, valueStart: entry.valueStart,
                        pattern: value, entry: number))
            }
            guard !entry.isTerm else { return texts }
            return texts
                + entry.attributes.map { attribute in
                    Text(
                        key: "\(entry.name).\(attribute.name)", keyRange: attribute.nameRange,
                        valueStart: attribute.valueStart, pattern: attribute.value, entry: number)
                }
        }
    }

    // MARK: Entries

    private mutating func report(_ kind: ExchangeDiagnostic.Kind, _ facts: String..., at offset: Int) {
        findings.append(Finding(kind: kind, facts: facts, offset: offset))
    }

    private mutating func read() {
        var reader = FluentReader(bytes)
        var comment = Comment()
        var group = Comment()
        while reader.index < bytes.count {
            let start = reader.index
            if let next = reader.behindLineEnd(reader.behindBlanks(start)) {
                reader.index = next
                comment = Comment()
                group.isOpen = false
                continue
            }
            do throws(FluentPattern.Fault) {
                if reader.peek == 0x23 {
                    let line = try reader.comment()
                    if line.level == 1 { comment.add(line.text, at: start) } else { comment = Comment() }
                    if line.level == 2 { group.add(line.text, at: start) } else { group.isOpen = false }
                    continue
                }
                let entry = try reader.entry(
                    comment.text, from: comment.isOpen ? comment.start : start, in: group.note)
                add(entry)
            } catch {
                report(error)
                reader.index = start
                reader.skipJunk()
            }
            comment = Comment()
            group.isOpen = false
        }
    }

    /// The lines of a comment, as far as they were read.
    private struct Comment {
        /// Whether the next line goes on with it.
        var isOpen = false
        private(set) var start = 0
        private var lines: [String] = []
        /// What is reported with each message of a group: a long one is cut off.
        private(set) var note: String?
        private var isCutOff = false

        /// `nil` without any line.
        var text: String? { lines.isEmpty ? nil : lines.joined(separator: "\n") }

        mutating func add(_ line: String, at offset: Int) {
            if !isOpen { self = Comment(isOpen: true, start: offset) }
            lines.append(line)
            guard !isCutOff else { return }
            let text = lines.joined(separator: "\n")
            isCutOff = text.utf8.count > 512
            note = isCutOff ? text.prefix(256) + "…" : text.isEmpty ? nil : text
        }

        init() {}

        private init(isOpen: Bool, start: Int) { (self.isOpen, self.start) = (isOpen, start) }
    }

    private mutating func add(_ entry: Entry) {
        reportRepetitions(in: entry.value)
        var names: Set<String> = []
        var attributes: [Attribute] = []
        for attribute in entry.attributes {
            reportRepetitions(in: attribute.value)
            if names.insert(attribute.name).inserted {
                attributes.append(attribute)
            } else {
                report(.duplicateName, "\(entry.name).\(attribute.name)", at: attribute.nameRange.lowerBound)
            }
        }
        guard indices[ByteString(entry.name)] == nil else {
            return report(.duplicateName, entry.name, at: entry.nameRange.lowerBound)
        }
        indices[ByteString(entry.name)] = entries.count
        entries.append(entry.having(attributes))
    }

    /// Reports variants that are never chosen.
    private mutating func reportRepetitions(in pattern: FluentPattern?) {
        for select in pattern?.placeables.compactMap(\.select) ?? [] {
            var keys: Set<String> = []
            for variant in select.variants {
                if !keys.insert(variant.key).inserted {
                    report(.duplicateName, variant.key, at: variant.keyRange.lowerBound)
                }
                reportRepetitions(in: variant.pattern)
            }
        }
    }

    private mutating func report(_ fault: FluentPattern.Fault) {
        let start = fault.offset
        let end = bytes[start...].prefix(24).firstIndex { $0 == 0x0A || $0 == 0x0D } ?? start + 24
        let signs = String(String(decoding: bytes[start..<min(end, bytes.count)], as: UTF8.self).prefix(16))
        switch fault.kind {
        case .expected(let sign): report(.signMissing, sign, at: start)
        case .missingValue: report(.fluentMissingValue, at: start)
        case .defaultVariant: report(.fluentDefaultVariant, at: start)
        case .expression: report(.fluentExpression, signs, at: start)
        case .escape: report(.textEscape, String(signs.prefix(2)), at: start)
        case .brace: report(.fluentBrace, at: start)
        case .tooDeep: report(.fluentTooDeep, String(FluentPattern.deepest), at: start)
        case .entry: report(.fluentEntry, signs, at: start)
        }
    }
}

extension FluentFile.Entry {
    fileprivate func having(_ attributes: [FluentFile.Attribute]) -> Self {
        guard attributes.count < self.attributes.count else { return self }
        return Self(
            name: name, nameRange: nameRange, comment: comment, groupComment: groupComment, start: start,
            valueStart: valueStart, value: value, attributes: attributes, end: end)
    }
}

extension FluentReader {
    /// Reads a line with a comment.
    fileprivate mutating func comment() throws(FluentPattern.Fault) -> (level: Int, text: String) {
        var level = 0
        while level < 3, skip(0x23) { level += 1 }
        if let next = behindLineEnd(index) {
            index = next
            return (level, "")
        }
        guard skip(0x20) else { throw fault(.expected(" ")) }
        let start = index
        while behindLineEnd(index) == nil { index += 1 }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        index = behindLineEnd(index) ?? index
        return (level, text)
    }

    /// Reads a message or a term.
    fileprivate mutating func entry(
        _ comment: String?, from start: Int, in group: String?
    ) throws(FluentPattern.Fault) -> FluentFile.Entry {
        let first = index
        let isTerm = skip(0x2D)
        guard name() != nil else { throw fault(.entry, at: first) }
        let range = first..<index
        try equalsSign(orElse: .entry, at: first)
        let valueStart = index
        let value = try pattern()
        if value == nil, isTerm { throw fault(.missingValue, at: first) }
        var end = value?.range.upperBound ?? valueStart
        var attributes: [FluentFile.Attribute] = []
        while behindLineEnd(index) != nil {
            let place = behindBlankLines(index)
            guard byte(at: place) == 0x2E else { break }
            index = place + 1
            let nameStart = index
            guard let name = name() else { throw fault(.expression, at: place) }
            let nameRange = nameStart..<index
            try equalsSign(orElse: .expected("="), at: index)
            let attributeStart = index
            guard let text = try pattern() else { throw fault(.missingValue, at: place) }
            attributes.append(
                FluentFile.Attribute(
                    name: name, nameRange: nameRange, start: place, valueStart: attributeStart, value: text))
            end = text.range.upperBound
        }
        guard value != nil || !attributes.isEmpty else { throw fault(.missingValue, at: first) }
        guard let next = behindLineEnd(index) else { throw fault(.brace) }
        index = next
        return FluentFile.Entry(
            name: String(decoding: bytes[range], as: UTF8.self), nameRange: range, comment: comment,
            groupComment: group, start: start, valueStart: valueStart, value: value,
            attributes: attributes, end: end)
    }

    private mutating func equalsSign(
        orElse kind: FluentPattern.Fault.Kind, at offset: Int
    ) throws(FluentPattern.Fault) {
        skipBlanks()
        guard skip(0x3D) else { throw fault(kind, at: offset) }
    }

    /// Goes to the next line that may begin an entry or a comment.
    fileprivate mutating func skipJunk() {
        repeat {
            while behindLineEnd(index) == nil { index += 1 }
            index = behindLineEnd(index) ?? index
        } while index < bytes.count && peek != 0x23 && peek != 0x2D && !Self.isLetter(peek)
    }
}
