// Edits of entries of PO files, in the lines in which they are written.

internal import Localization
internal import TranslationTools

/// The entries of a PO file that is open.
struct POEntryEditor {
    private let text: LineText
    private let entries: [POEntry]

    init(_ text: LineText) {
        self.text = text
        entries = POFile(text.utf8).entries.filter { !$0.isObsolete }
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

    /// Fills the forms of the entry at a place that have no text, with that of its last form that has one.
    func completingForms(at offset: Int) -> [TextEdit] {
        let entry = entries.last { $0.position.map { text.offset(of: $0) <= offset } ?? false }
        guard let entry, entry.plural != nil, let model = entry.translations.last(where: { !$0.isEmpty }),
            entry.translationPositions.count == entry.translations.count
        else { return [] }
        return zip(entry.translations, entry.translationPositions).compactMap { translation, place in
            translation.isEmpty ? edit(place, model) : nil
        }
    }

    /// Replaces the text behind the keyword at a place.
    private func edit(_ place: SourcePosition, _ new: String) -> TextEdit? {
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
        return TextEdit(start..<end, POWriter.quoted(new))
    }
}
