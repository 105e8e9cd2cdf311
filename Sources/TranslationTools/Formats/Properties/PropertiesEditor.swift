// Changes texts of a `.properties` file in its own bytes.

internal import Localization

/// The edits of a file: texts are replaced where they are, and new ones are inserted where the source file
/// has them.
struct PropertiesEditor {
    private(set) var findings: [ExchangeDiagnostic] = []
    private let file: PropertiesFile
    private let spelling: PropertiesSpelling
    private let locale: LocaleIdentifier?
    private var edits: [TextEdit] = []
    private var order: EntryOrder
    /// The new entries, by the number of the entry that they follow; -1 at the beginning.
    private var added: [Int: [(rank: Int, lines: String)]] = [:]

    /// - Parameters:
    ///   - keys: the keys of the source file, in its order.
    ///   - locale: the locale of the texts.
    init(
        _ file: PropertiesFile, _ spelling: PropertiesSpelling, keys: [String], locale: LocaleIdentifier?
    ) {
        (self.file, self.spelling, self.locale) = (file, spelling, locale)
        order = EntryOrder(file.entries.map(\.key), following: keys)
    }

    /// The file in UTF-8 with all changes made.
    func edited() -> [UInt8] { (edits + insertions).applied(to: file.text) }

    /// Gives a message the forms of a unit. Forms that the unit does not have stay.
    mutating func set(_ unit: TranslationUnit) {
        guard let message = unit.translation else { return }
        let entry = file.index(of: unit.key).map { file.entries[$0] }
        guard !unit.key.isEmpty, let text = message.text(replacing: entry?.text, of: unit, in: locale) else {
            findings.append(ExchangeDiagnostic(.textUnsupported, unit.key))
            return
        }
        if let entry { return replace(entry, with: text) }
        let (place, rank) = order.place(of: unit.key)
        let comment = unit.describingComment.map(spelling.comment) ?? ""
        added[place, default: []].append(
            (rank, comment + spelling.key(unit.key) + spelling.separator + spelling.text(text)))
    }

    /// Replaces what is different between two texts; the rest stays as it is spelled.
    private mutating func replace(_ entry: PropertiesFile.Entry, with new: String) {
        guard !entry.text.utf8.elementsEqual(new.utf8) else { return }
        let part = ChangedPart(of: entry.text, in: new)
        let start = PropertiesScanner.offset(in: file.text, from: entry.range.lowerBound, after: part.start)
        let end = PropertiesScanner.offset(in: file.text, from: entry.range.lowerBound, after: part.end)
        let edit = TextEdit(start..<max(start, end), spelling.text(part.text, isStart: part.start == 0))
        // An edit beside the end of a line, or in a damaged text, may read as something else.
        let value = file.text[entry.range]
        var scanner = PropertiesScanner(
            Array(value[..<edit.range.lowerBound] + edit.text.utf8 + value[edit.range.upperBound...]), 0)
        scanner.skipBlanks()
        let isRead = scanner.text().utf8.elementsEqual(new.utf8)
        edits.append(isRead ? edit : TextEdit(entry.range, spelling.text(new)))
    }

    /// The edits that insert everything, each below the line of another entry.
    private var insertions: [TextEdit] {
        added.map { place, entries in
            let lines = entries.sorted { $0.rank < $1.rank }.map { $0.lines + spelling.lineBreak }.joined()
            guard place >= 0 else {
                let first = file.entries.first?.start ?? file.text.count
                return TextEdit(first..<first, needsBreak(at: first) + lines)
            }
            let end = file.behindLineBreak(file.entries[place].range.upperBound)
            return TextEdit(end..<end, needsBreak(at: end) + lines)
        }
    }

    /// A line break where the last line has none.
    private func needsBreak(at offset: Int) -> String {
        guard offset > 0, file.text[offset - 1] != 0x0A, file.text[offset - 1] != 0x0D else { return "" }
        return spelling.lineBreak
    }
}

extension PropertiesScanner {
    /// The offset of a character of a text.
    ///
    /// - Parameter count: how many bytes of the text in UTF-8 are before it.
    static func offset(in bytes: [UInt8], from start: Int, after count: Int) -> Int {
        var scanner = PropertiesScanner(bytes, start)
        var length = 0
        while length < count, let scalar = scanner.next() { length += UTF8.width(scalar) }
        return scanner.index
    }
}
