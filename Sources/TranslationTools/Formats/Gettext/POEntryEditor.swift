// Edits of entries of PO files, in the lines in which they are written.

internal import Localization

/// The entries of a PO file that is open in an editor.
package struct POEntryEditor {
    private let text: [UInt8]
    private let entries: [POEntry]
    /// How many forms the rule of the header tells apart; `nil` if there is no rule.
    private let formCount: Int?

    /// - Parameter text: the file in UTF-8.
    package init(_ text: [UInt8]) {
        self.text = text
        let file = POFile(text)
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

    /// Adds the forms that the rule of the header demands and an entry does not have, without texts.
    ///
    /// - Parameter line: the line of the entry's first keyword, from 1.
    /// - Returns: the keywords of the forms, and the edit; `nil` if none can be added.
    package func addingForms(toEntryOnLine line: Int) -> (keywords: [String], edit: TextEdit)? {
        guard let formCount, let entry = entries.first(where: { $0.position?.line == line }),
            entry.plural != nil, let last = entry.translationPositions.max(),
            entry.translations.count < formCount
        else { return nil }
        // Others than the last ones may be missing.
        for (index, place) in entry.translationPositions.enumerated()
        where !text[place.byteOffset...].starts(with: "msgstr[\(index)]".utf8) { return nil }
        guard let end = range(ofTextAt: last)?.upperBound else { return nil }
        let isWindows = text[end...].starts(with: [0x0D, 0x0A])
        let keywords = (entry.translations.count..<formCount).map { "msgstr[\($0)]" }
        let new = keywords.map { (isWindows ? "\r\n" : "\n") + $0 + " \"\"" }.joined()
        return (keywords, TextEdit(end..<end, new))
    }

    /// Replaces the text behind the keyword at a place.
    private func edit(_ place: SourcePosition, _ new: String) -> TextEdit? {
        range(ofTextAt: place).map { TextEdit($0, POWriter.quoted(new)) }
    }

    /// The text behind the keyword at a place, from its first quote to the end of its last line.
    private func range(ofTextAt place: SourcePosition) -> Range<Int>? {
        var end = endOfLine(from: place.byteOffset)
        guard let start = text[place.byteOffset..<end].firstIndex(of: UInt8(ascii: "\"")) else { return nil }
        // The text may go on, on lines that begin with a quote.
        while let next = text[end...].firstIndex(where: { $0 > 0x20 }), text[next] == UInt8(ascii: "\""),
            text[end..<next].count(where: { $0 == 0x0A }) <= 1
        {
            end = endOfLine(from: next)
        }
        return start..<end
    }

    /// The end of the line at an offset, without its line break.
    private func endOfLine(from offset: Int) -> Int {
        text[offset...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
    }
}
