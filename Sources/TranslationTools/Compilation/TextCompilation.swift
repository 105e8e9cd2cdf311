// Makes the files that programs read at run time of a project in any format, as Xcode does of string
// catalogs.

public import Localization

/// The texts of a project as programs look them up: `.lproj` folders without comments, states and unfinished
/// texts.
public struct TextCompilation: Sendable {
    /// Which file has the texts that vary.
    public enum Form: String, Sendable, CaseIterable {
        /// A `.stringsdict` beside the `.strings` file: what Apple's systems read.
        case stringsdict
        /// The `.strings` file itself, with a suffix to the key for each form, and a plain
        /// text for readers without plurals.
        case strings
    }

    private let project: LocalizationProject
    private let form: Form

    public init(_ project: LocalizationProject, as form: Form = .stringsdict) {
        (self.project, self.form) = (project, form)
    }

    /// The files of a table in a locale; none where the locale has no text. A text whose forms are all new,
    /// empty or the source's, is left out, so that readers see the next language's.
    ///
    /// What is the same in every language has the source text in each.
    public func files(_ table: String, _ locale: LocaleIdentifier) -> [TranslationFile] {
        guard let messages = messages(table, locale), !messages.isEmpty else { return [] }
        let place = LocalizationFolder.locale(locale).name + "/" + table
        var lines: [String] = []
        for message in messages {
            lines += form == .strings ? Self.lines(message) : Self.plainText(message).map { [$0] } ?? []
        }
        // Foundation takes a file of no bytes for a damaged one.
        let text = lines.isEmpty ? "{}\n" : lines.joined()
        let strings = TranslationFile(
            path: place + ".strings", bytes: Array(text.utf8), isEmpty: lines.isEmpty)
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
            return isSource ? text.complete : text.translated(unit.state)?.complete
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

    /// The entry of a message beside its forms in a `.stringsdict`. Systems that know no
    /// devices show the text for all others.
    private static func plainText(_ message: Message) -> String? {
        guard !message.varies || message.variesByDevice else { return nil }
        let text = message.text ?? message.devices[Message.otherDevice] ?? message.alternatives[1]
        return text.map { StringsFormat.entry(message.key, nil, $0.source) + "\n" }
    }
}

extension Message {
    /// The message, without forms that are still empty; `nil` where all are new, or
    /// one is empty that the others need.
    fileprivate func translated(_ state: (VariationKey.Variation?) -> TranslationState) -> Message? {
        let forms = allFormats
        guard forms.contains(where: { state($0.variation) != .new }) else { return nil }
        var kept = MessageForms()
        for (variation, format) in forms where state(variation) != .new || !format.source.isEmpty {
            kept.set(format, for: variation)
        }
        let message = kept.message(key)
        guard message.allFormats.count < forms.count else { return self }
        let groups =
            [(plural, kept.plural)] + devicePlurals.map { ($1, kept.devicePlurals[$0] ?? [:]) }
            + substitutions.map { ($1, kept.substitutions[$0] ?? [:]) }
        guard groups.allSatisfy({ $0[.other] == nil || $1[.other] != nil }), text == nil || kept.text != nil
        else { return nil }
        return message
    }

    /// The message, if it has a text at all.
    fileprivate var complete: Message? { text == nil && !hasVariations ? nil : self }
}
