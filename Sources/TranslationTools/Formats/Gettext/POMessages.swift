// The entries of a PO file as messages, each by itself, as its template has them.

internal import Localization

extension POFormat {
    /// The messages of a PO file or a template, with the keys that they have in MO
    /// files: a message for each entry.
    ///
    /// - Parameter locale: the locale of the translations; `nil` for the source texts.
    package static func messages(
        of bytes: [UInt8], path: String, table: String = "", sourceLocale: LocaleIdentifier,
        locale: LocaleIdentifier? = nil
    ) -> LocalizationFile {
        let file = POFile(bytes)
        var messages: [Message] = []
        messages.reserveCapacity(file.entries.count)
        var start = 0
        while start < file.entries.count {
            // Units are larger than messages, and only the messages are needed.
            let end = min(start + 1024, file.entries.count)
            let units = file.entries[start..<end].compactMap { entry in
                locale == nil && entry.isObsolete ? nil : entry.unit(isSource: locale == nil)
            }
            messages += UnitTexts(units, .init(side: locale == nil ? .source : .translation)).messages
            start = end
        }
        var read = LocalizationFile(
            path: path, format: POFormat(), table: table, messages: messages,
            side: locale == nil ? .source : .translation, locale: locale ?? sourceLocale,
            findings: file.damages)
        read.document = TranslationDocument(bytes, file)
        return read
    }
}

extension POEntry {
    /// The texts of one side.
    fileprivate func unit(isSource: Bool) -> TranslationUnit {
        var unit = TranslationUnit(key: joinedKey)
        if isSource {
            unit.source = message([])
        } else {
            unit.translation = message(translations)
            unit.state = isTranslated ? .translated : .new
        }
        let comment = extractedComments.joined(separator: "\n")
        if !comment.isEmpty { unit.comment = comment }
        if !flags.isEmpty { unit.flags = flags }
        return unit
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
