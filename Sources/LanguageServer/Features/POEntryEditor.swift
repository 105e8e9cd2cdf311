// Edits of entries of PO files, in the lines in which they are written.

internal import Localization
internal import TranslationTools

/// The entries of a PO file that is open.
struct POEntryEditor {
    private let text: LineText
    private let entries: [POEntry]
    /// How many forms the rule of the header tells apart; `nil` if there is no rule.
    private let formCount: Int?

    init(_ text: LineText) {
        self.text = text
        let file = POFile(text.utf8)
        entries = file.entries.filter { !$0.isObsolete }
        formCount = file.hasPluralForms ? file.pluralForms.count : nil
    }

    // MARK: Keys

    /// The edits that give a message another key: the context if that is the key, else the original text.
    func renaming(_ key: String, to newKey: String) -> [TextEdit] {
        entries.compactMap { entry in
            guard let identifier = entry.identifierPosition, let start = entry.position else { return nil }
            switch entry.context {
            case nil where entry.identifier == key: return edit(identifier, newKey)
            case key?: return edit(start, newKey)
            case let context?
            where key == context + "|" + entry.identifier && newKey.hasPrefix(context + "|"):
                return edit(identifier, String(newKey.dropFirst(context.count + 1)))
            default: return nil
            }
        }
    }

    // MARK: Forms

    /// Adds the forms that the rule of the header demands and the entry at a place does not have, without texts.
    ///
    /// - Returns: the keywords of the forms, and the edit; `nil` if none can be added.
    func addingForms(at offset: Int) -> (keywords: [String], edit: TextEdit)? {
        guard let formCount,
            let entry = entries.first(where: { $0.position.map { text.offset(of: $0) } == offset }),
            entry.plural != nil, let last = entry.translationPositions.max(),
            entry.translations.count < formCount
        else { return nil }
        // Others than the last ones may be missing.
        for (index, place) in entry.translationPositions.enumerated()
        where !text.utf8[text.offset(of: place)...].starts(with: "msgstr[\(index)]".utf8) { return nil }
        guard let end = self.range(ofTextAt: last)?.upperBound else { return nil }
        let isWindows = text.utf8[end...].starts(with: [0x0D, 0x0A])
        let keywords = (entry.translations.count..<formCount).map { "msgstr[\($0)]" }
        let new = keywords.map { (isWindows ? "\r\n" : "\n") + $0 + " \"\"" }.joined()
        return (keywords, TextEdit(end..<end, new))
    }

    /// Replaces the text behind the keyword at a place.
    private func edit(_ place: SourcePosition, _ new: String) -> TextEdit? {
        range(ofTextAt: place).map { TextEdit($0, POWriter.quoted(new)) }
    }

    /// The text behind the keyword at a place, up to the end of its last line.
    private func range(ofTextAt place: SourcePosition) -> Range<Int>? {
        var number = place.line - 1
        let first = text.line(number)
        let bytes = text.utf8
        guard let start = bytes[first].firstIndex(of: UInt8(ascii: "\"")) else { return nil }
        var end = first.upperBound
        // The text may go on, on lines that begin with a quote.
        while number + 1 < text.lineCount {
            let next = text.line(number + 1)
            guard bytes[next].first(where: { $0 > 0x20 }) == UInt8(ascii: "\"") else { break }
            end = next.upperBound
            number += 1
        }
        return start..<end
    }
}
