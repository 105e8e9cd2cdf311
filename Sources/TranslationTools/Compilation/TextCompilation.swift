// Makes the files that programs read at run time of a project in any format, as Xcode does of string catalogs.

public import Localization

/// The texts of a project as programs look them up: `.lproj` folders without comments, states and unfinished texts.
public struct TextCompilation: Sendable {
    /// Which file has the texts that vary.
    public enum Form: String, Sendable, CaseIterable {
        /// A `.stringsdict` beside the `.strings` file: what Apple's systems read.
        case stringsdict
        /// The `.strings` file itself, with a suffix to the key for each form, and a plain text for readers without plurals.
        case strings
    }

    private let project: LocalizationProject
    private let form: Form

    /// A compilation of a project.
    public init(_ project: LocalizationProject, as form: Form = .stringsdict) {
        (self.project, self.form) = (project, form)
    }

    /// The files of a table in a locale; none where the locale has no text. A text is left out, so that readers see the next
    /// language's, where it is new: empty, or the source's.
    ///
    /// What is the same in every language has the source text in each.
    public func files(_ table: String, _ locale: LocaleIdentifier) -> [TranslationFile] {
        guard let messages = messages(table, locale), !messages.isEmpty else { return [] }
        let place = LocalizationFolder.locale(locale).name + "/" + table
        var lines: [String] = []
        for message in messages {
            lines += form == .strings ? Self.lines(message) : Self.plainText(message).map { [$0] } ?? []
        }
        let strings = TranslationFile(path: place + ".strings", bytes: Array(lines.joined().utf8))
        guard form == .stringsdict else { return [strings] }
        let varying = messages.filter(\.varies)
        let (bytes, findings) = Stringsdict.write(varying, locale: locale)
        return [
            strings,
            TranslationFile(
                path: place + ".stringsdict", bytes: bytes, findings: findings, isEmpty: varying.isEmpty),
        ]
    }

    /// The messages that programs show; `nil` where the table has no texts in the locale.
    private func messages(_ table: String, _ locale: LocaleIdentifier) -> [Message]? {
        let files = project.files(table, locale)
        guard let first = files.first, let units = project.translationTable(table, locale)?.units else {
            return nil
        }
        let isSource = project.isSource(first)
        // gettext leaves out more than what is new.
        let shown = first.isCompiledByGettext ? project.shownCatalog(of: first) : nil
        return units.compactMap { unit in
            if !isSource, !unit.isTranslatable, let source = unit.source { return source.complete }
            guard let text = unit.translation, shown.map({ $0[unit.key] != nil }) ?? true else { return nil }
            return isSource ? text.complete : text.keepingForms { unit.state(of: $0) != .new }?.complete
        }
    }

    /// The entries of a message in a `.strings` file that has all of its forms.
    private static func lines(_ message: Message) -> [String] {
        var lines = message.forms.map { StringsFormat.entry(message.key, $0.variation, $0.text) + "\n" }
        if message.text == nil, let text = message.plural[.other]?.source ?? message.principalText {
            lines.insert(StringsFormat.entry(message.key, nil, text) + "\n", at: 0)
        }
        return lines
    }

    /// The entry of a message beside its forms in a `.stringsdict`. Systems that know no devices show the text for all others.
    private static func plainText(_ message: Message) -> String? {
        guard !message.varies || message.variesByDevice else { return nil }
        let text = message.text ?? message.devices[Message.otherDevice] ?? message.alternatives[1]
        return text.map { StringsFormat.entry(message.key, nil, $0.source) + "\n" }
    }
}

extension Message {
    /// The message, without the forms that a condition does not hold for; `nil` where nothing is left.
    fileprivate func keepingForms(_ isKept: (VariationKey.Variation?) -> Bool) -> Message? {
        var kept = MessageForms()
        for (variation, format) in allFormats where isKept(variation) { kept.set(format, for: variation) }
        return kept.isEmpty ? nil : kept.message(key)
    }

    /// The message, if it has a text at all.
    fileprivate var complete: Message? { text == nil && !hasVariations ? nil : self }
}
