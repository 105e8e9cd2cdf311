// The line parser of PO files, which continues after errors.

internal import Support

/// Reads the lines of a PO file (GNU gettext manual, "The Format of PO Files"), in one pass without
/// recursion.
///
/// Text that cannot be read costs at most its own line: the parser continues at the next keyword or comment.
struct POParser {
    /// The part of an entry that a string belongs to.
    enum Field: Hashable {
        case context, identifier, plural
        case translation(Int?)
        case previousContext, previousIdentifier, previousPlural
    }

    let text: [UInt8]
    private let source: POText
    private let positions: PositionIndex
    var position: Int
    /// The end of the lines to read.
    private let end: Int
    private(set) var entries: [POEntry] = []
    private(set) var diagnostics = FindingCollector<PODiagnostic>()
    private var draft = PODraft()
    /// The field that strings are being appended to.
    private var field: Field?
    private var fieldStart = 0
    private var hasString = false
    var buffer: [UInt8] = []

    init(_ source: POText) {
        self.init(source, PositionIndex(source.utf8), lines: source.utf8.indices)
        for fault in source.faults { report(fault.kind, at: fault.offset) }
    }

    /// Reads some of the lines of a text without faults.
    ///
    /// - Parameters:
    ///   - positions: the positions in the whole text.
    ///   - lines: whole lines.
    init(_ source: POText, _ positions: PositionIndex, lines: Range<Int>) {
        self.source = source
        self.positions = positions
        text = source.utf8
        (position, end) = (lines.lowerBound, lines.upperBound)
        // Entries are large, and hardly any has fewer bytes than this. Room that is not used costs no memory.
        entries.reserveCapacity(lines.count / 64)
    }

    mutating func parse() {
        while position < end {
            let next = text[position..<end].firstIndex(of: 0x0A) ?? end
            parseLine(end: next)
            position = next + 1
        }
        finishEntry()
        if draft.hasComments { report(.commentWithoutEntry, at: max(end - 1, 0)) }
    }

    /// Gives the entries away.
    mutating func takeEntries() -> [POEntry] {
        var taken: [POEntry] = []
        swap(&taken, &entries)
        return taken
    }

    mutating func report(_ kind: PODiagnostic.Kind, at offset: Int) {
        diagnostics.append(PODiagnostic(kind: kind, place: place(at: offset)))
    }

    private func place(at offset: Int) -> SourcePosition {
        let place = positions.place(at: offset, in: text)
        return SourcePosition(
            line: place.line, column: place.column, byteOffset: source.byteOffset(of: offset))
    }

    // MARK: Lines

    private mutating func parseLine(end: Int) {
        skipBlanks(end)
        guard position < end else { return }
        guard text[position] == 0x23 else { return parseStatement(end, isObsolete: false, isPrevious: false) }
        position += 1
        var isObsolete = false
        if position < end, text[position] == 0x7E {
            isObsolete = true
            position += 1
        }
        if position < end, text[position] == 0x7C {
            position += 1
            skipBlanks(end)
            return parseStatement(end, isObsolete: isObsolete, isPrevious: true)
        }
        if isObsolete {
            skipBlanks(end)
            // Flags and remarks of an obsolete entry: `#~ #, python-format`.
            if position < end, text[position] == 0x23 {
                position += 1
                return parseComment(end)
            }
            return parseStatement(end, isObsolete: true, isPrevious: false)
        }
        parseComment(end)
    }

    private mutating func parseComment(_ end: Int) {
        beginEntryIfStated()
        var sign = position < end ? text[position] : 0x20
        // `#=` has flags since GNU gettext 1.0; a line of signs is a comment.
        if sign == 0x3D {
            sign = position + 1 < end && text[position + 1] == 0x20 ? 0x2C : 0x20
            if sign == 0x2C { draft.entry.hasLineOfStickyFlags = true }
        }
        if sign == 0x2E || sign == 0x3A || sign == 0x2C { position += 1 }
        // One blank separates the sign from the text.
        if position < end, text[position] == 0x20 { position += 1 }
        var last = end
        if last > position, text[last - 1] == 0x0D { last -= 1 }
        let line = text[position..<last]
        switch sign {
        case 0x2E: draft.entry.extractedComments.append(String(streamSafe: line))
        case 0x3A: draft.addReferences(line)
        case 0x2C: draft.addFlags(line)
        default: draft.entry.translatorComments.append(String(streamSafe: line))
        }
    }

    // MARK: Keywords and strings

    private mutating func parseStatement(_ end: Int, isObsolete: Bool, isPrevious: Bool) {
        while position < end {
            let start = position
            switch text[position] {
            case 0x22:
                if field == nil {
                    report(.unexpectedText(excerpt(start, end)), at: start)
                    return
                }
                parseString(end)
                hasString = true
            case 0x61...0x7A:
                guard let field = parseKeyword(end, isPrevious: isPrevious) else {
                    report(.unexpectedText(excerpt(start, end)), at: start)
                    closeField()
                    return
                }
                begin(field, at: start, isObsolete: isObsolete)
            default:
                report(.unexpectedText(excerpt(start, end)), at: start)
                return
            }
            skipBlanks(end)
        }
    }

    private mutating func parseKeyword(_ end: Int, isPrevious: Bool) -> Field? {
        let start = position
        while position < end, (0x61...0x7A).contains(text[position]) || text[position] == 0x5F {
            position += 1
        }
        let word = text[start..<position]
        if word.elementsEqual("msgid".utf8) { return isPrevious ? .previousIdentifier : .identifier }
        if word.elementsEqual("msgctxt".utf8) { return isPrevious ? .previousContext : .context }
        if word.elementsEqual("msgid_plural".utf8) { return isPrevious ? .previousPlural : .plural }
        guard !isPrevious, word.elementsEqual("msgstr".utf8) else { return nil }
        skipBlanks(end)
        guard position < end, text[position] == 0x5B else { return .translation(nil) }
        position += 1
        skipBlanks(end)
        var index = 0
        let digits = position
        while position < end, (0x30...0x39).contains(text[position]) {
            index = min(index * 10 + Int(text[position] - 0x30), 1_000_000)
            position += 1
        }
        guard position > digits else { return nil }
        skipBlanks(end)
        guard position < end, text[position] == 0x5D else { return nil }
        position += 1
        return .translation(index)
    }

    /// Ends the previous field, and the previous entry if this field begins a new one.
    private mutating func begin(_ next: Field, at start: Int, isObsolete: Bool) {
        closeField()
        switch next {
        case .previousContext, .previousIdentifier, .previousPlural: beginEntryIfStated()
        case .context: beginEntryIfStated()
        case .identifier: if draft.hasIdentifier || draft.hasTranslations { finishEntry() }
        case .plural, .translation: break
        }
        if draft.isStated, draft.entry.isObsolete != isObsolete { finishEntry() }
        if !draft.isStated {
            switch next {
            case .previousContext, .previousIdentifier, .previousPlural: break
            default:
                draft.isStated = true
                draft.start = start
                draft.entry.position = place(at: start)
                draft.entry.isObsolete = isObsolete
            }
        }
        field = next
        fieldStart = start
    }

    /// Comments and contexts begin a new entry if the current one already has a keyword.
    private mutating func beginEntryIfStated() { if draft.isStated { finishEntry() } else { closeField() } }

    private mutating func closeField() {
        guard let closed = field else { return }
        field = nil
        if !hasString { report(.missingString(keyword: closed.keyword), at: fieldStart) }
        hasString = false
        if buffer.contains(0) { report(.nullCharacter, at: fieldStart) }
        let value: String
        if let valid = String(validating: buffer, as: UTF8.self) {
            value = valid.streamSafe
        } else {
            // Octal and hexadecimal escapes may be invalid UTF-8.
            value = String(streamSafe: buffer)
            let wrong = buffer.lazy.filter { $0 >= 0x80 }.prefix(8)
            report(.invalidSequence(bytes: Array(wrong), charset: TextEncoding.utf8.rawValue), at: fieldStart)
        }
        buffer.removeAll(keepingCapacity: true)
        if !draft.set(value, for: closed, at: fieldStart) {
            report(.repeatedKeyword(closed.keyword), at: fieldStart)
        }
    }

    private mutating func finishEntry() {
        closeField()
        guard draft.isStated else { return }
        // The draft is moved out: the parser finds places while it is completed.
        var finished = PODraft()
        swap(&finished, &draft)
        for (kind, offset) in finished.complete(locatedBy: { place(at: $0) }) { report(kind, at: offset) }
        if finished.hasIdentifier { entries.append(finished.entry) }
    }

    // MARK: Plain access

    mutating func skipBlanks(_ end: Int) {
        while position < end, text[position] == 0x20 || (0x09...0x0D).contains(text[position]) {
            position += 1
        }
    }

    /// The beginning of a text, for diagnostics.
    func excerpt(_ start: Int, _ end: Int) -> String {
        var excerpt = String(decoding: text[start..<min(end, start + 40)], as: UTF8.self)
        while let last = excerpt.last, last.isWhitespace || last == "\u{FFFD}" { excerpt.removeLast() }
        return end > start + 40 ? excerpt + "…" : excerpt
    }
}

extension POParser.Field {
    /// The keyword as written in a file.
    var keyword: String {
        switch self {
        case .context, .previousContext: "msgctxt"
        case .identifier, .previousIdentifier: "msgid"
        case .plural, .previousPlural: "msgid_plural"
        case .translation(nil): "msgstr"
        case .translation(let index?): "msgstr[\(index)]"
        }
    }
}
