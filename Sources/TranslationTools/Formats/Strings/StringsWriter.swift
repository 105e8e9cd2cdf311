// Writes new `.strings` files.

public import Localization

/// Writes `.strings` files in UTF-8: comments, places, one entry for each form.
public enum StringsWriter {
    /// The source texts of a table as a file.
    ///
    /// - Parameter includes: whether a message is to be in the file; by default all are.
    public static func file(
        _ table: TranslationTable, where includes: (TranslationUnit) -> Bool = { _ in true }
    ) -> StringsFile {
        StringsFile(text: text(table.units.filter(includes)) { $0.source })
    }

    /// The translations of a table as a file; messages without one are left out.
    public static func translations(
        _ table: TranslationTable, where includes: (TranslationUnit) -> Bool = { _ in true }
    ) -> StringsFile {
        StringsFile(text: text(table.units.filter(includes)) { $0.translation })
    }

    private static func text(
        _ units: [TranslationUnit], _ message: (TranslationUnit) -> Message?
    ) -> String {
        var text = ""
        for unit in units {
            guard let message = message(unit), !message.forms.isEmpty else { continue }
            let limit = unit.maximumLength.map { "max-length: \($0)" }
            let comment = [unit.comment, limit].compactMap { $0 }.joined(separator: "\n")
            if !comment.isEmpty {
                text += (text.isEmpty ? "" : "\n") + "/* " + StateComment.escaped(comment) + " */\n"
            }
            for form in message.forms {
                text += StringsRevision.line(unit.key, form.variation, form.text) + "\n"
            }
        }
        return text
    }
}
