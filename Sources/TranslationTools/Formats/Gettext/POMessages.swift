// The entries of a PO file as messages, each by itself, as its template has them.

internal import Localization

extension POFormat {
    /// The messages of a PO file or a template, with the keys that they have in MO files: a message for each entry.
    ///
    /// - Parameter locale: the locale of the translations; `nil` for the source texts.
    package static func messages(
        of bytes: [UInt8], path: String, table: String = "", sourceLocale: LocaleIdentifier,
        locale: LocaleIdentifier? = nil
    ) -> LocalizationFile {
        let file = POFile(bytes)
        let units = file.entries.filter { locale != nil || !$0.isObsolete }.map { entry in
            var unit = TranslationUnit(key: entry.joinedKey, source: entry.message([]))
            if locale != nil {
                unit.translation = entry.message(entry.translations)
                unit.state = entry.isTranslated ? .translated : .new
            }
            let comment = entry.extractedComments.joined(separator: "\n")
            if !comment.isEmpty { unit.comment = comment }
            unit.flags = entry.flags
            return unit
        }
        var messages = LocalizationFile(
            path: path, format: POFormat(),
            table: TranslationTable(name: table, sourceLocale: sourceLocale, locale: locale, units: units),
            side: locale == nil ? .source : .translation, locale: locale ?? sourceLocale,
            findings: file.damages)
        messages.document = file
        return messages
    }
}

extension POEntry {
    /// - Parameter texts: the translations; empty for the source texts.
    fileprivate func message(_ texts: [String]) -> Message {
        guard let plural else { return Message(key: joinedKey, text: texts.first ?? identifier) }
        let forms = [texts.first ?? identifier, texts.last ?? plural].map { FormatString($0) }
        return Message(key: joinedKey, plural: [.one: forms[0], .other: forms[1]])
    }
}
