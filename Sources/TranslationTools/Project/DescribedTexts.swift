// The texts of one side of a table, as messages and as entries of a `.strings` file.

internal import Localization

/// What `.strings` entries say about texts of another format, and where the texts are.
struct TextDescription: Sendable {
    let strings: StringsFile
    /// Where each message begins, by its key.
    let unitPlaces: [String: SourcePosition]
    /// Where the messages without a text in the locale are.
    let untranslatedPlaces: [String: SourcePosition]
}

/// One side of a table.
struct DescribedTexts: Sendable {
    private let units: [TranslationUnit]
    private let side: TextSide
    private let fillsOther: Bool

    private static let start = SourcePosition(line: 1, column: 1, byteOffset: 0)

    /// - Parameter fillsOther: whether the form `other` that no integer takes is filled in.
    init(_ table: TranslationTable, side: TextSide, fillsOther: Bool) {
        (units, self.side, self.fillsOther) = (table.units, side, fillsOther)
    }

    /// The messages that have a text.
    var messages: [Message] {
        var messages: [Message] = []
        messages.reserveCapacity(units.count)
        for unit in units {
            guard let message = text(of: unit) else { continue }
            messages.append(described(message, of: unit))
        }
        return messages
    }

    /// The entries and the places of the texts.
    var description: TextDescription {
        var entries: [StringsEntry] = []
        var unitPlaces: [String: SourcePosition] = [:]
        var untranslatedPlaces: [String: SourcePosition] = [:]
        entries.reserveCapacity(units.count)
        unitPlaces.reserveCapacity(units.count)
        for index in units.indices {
            let unit = units[index]
            unitPlaces[unit.key] = unit.places.unit
            if let message = text(of: unit) {
                add(message, of: unit, to: &entries)
            } else if !hasText(unit) {
                untranslatedPlaces[unit.key] = unit.places.unit
            }
        }
        return TextDescription(
            strings: StringsFile(describing: entries), unitPlaces: unitPlaces,
            untranslatedPlaces: untranslatedPlaces)
    }

    private func isSource(_ unit: TranslationUnit) -> Bool {
        side == .source || (side == .translationOrSource && unit.translation == nil)
    }

    private func hasText(_ unit: TranslationUnit) -> Bool {
        (isSource(unit) ? unit.source : unit.translation).map { $0.text != nil || $0.hasVariations } ?? false
    }

    /// The message of this side; `nil` where there is none, or where the source no longer has it.
    private func text(of unit: TranslationUnit) -> Message? {
        guard hasText(unit), side != .source || unit.state != .obsolete else { return nil }
        return isSource(unit) ? unit.source : unit.translation
    }

    private func place(_ variation: VariationKey.Variation?, of unit: TranslationUnit) -> SourcePosition {
        unit.places.place(of: variation, inSource: isSource(unit)) ?? Self.start
    }

    private func forms(of message: Message) -> [(variation: VariationKey.Variation?, text: String)] {
        fillsOther ? message.formsWithOther : message.forms
    }

    private func described(_ message: Message, of unit: TranslationUnit) -> Message {
        let comment = Self.comment(unit, isSource: isSource(unit))
        // Most messages are one text.
        guard message.hasVariations else { return message.described(by: comment, at: place(nil, of: unit)) }
        var complete = MessageForms()
        let forms = forms(of: message)
        for form in forms { complete.set(form.text, for: form.variation) }
        let first = place(forms.first?.variation ?? nil, of: unit)
        return complete.message(unit.key, comment: comment, position: first)
    }

    private func add(_ message: Message, of unit: TranslationUnit, to entries: inout [StringsEntry]) {
        let comments = Self.comments(unit, isSource: isSource(unit))
        for (index, form) in forms(of: message).enumerated() {
            entries.append(
                StringsEntry(
                    describing: VariationKey.identifier(unit.key, form.variation), text: form.text,
                    comments: index == 0 ? comments : [], at: place(form.variation, of: unit)))
        }
    }

    /// The comments of an entry in one text; `nil` without any.
    private static func comment(_ unit: TranslationUnit, isSource: Bool) -> String? {
        // About most entries there is nothing but a description.
        if unit.translatorComment == nil, isSource || unit.hasNoHistory,
            !unit.flags.contains(where: StringCatalog.Flag.isOwn)
        {
            return unit.describingComment.map(trimmed)
        }
        let comments = comments(unit, isSource: isSource)
        return comments.isEmpty ? nil : comments.joined(separator: "\n")
    }

    /// The comments of an entry, without their signs.
    private static func comments(_ unit: TranslationUnit, isSource: Bool) -> [String] {
        var comments: [String] = []
        if let note = unit.describingComment { comments.append(trimmed(note)) }
        if let note = unit.translatorComment { comments.append(trimmed(note)) }
        let flags = unit.flags.isEmpty ? [] : unit.flags.filter(StringCatalog.Flag.isOwn)
        if isSource {
            if !flags.isEmpty { comments.append("Flag: \(flags.joined(separator: ", "))") }
        } else {
            comments += StateComment.texts(
                EntryHistory(
                    state: unit.state, formStates: unit.explicitFormStates,
                    previousSource: unit.previousSource,
                    previousKey: unit.previousKey, catalogFlags: flags))
        }
        return comments
    }

    /// A comment without white space at its ends, as it would be read.
    private static func trimmed(_ comment: String) -> String {
        func isSpace(_ byte: UInt8?) -> Bool {
            byte.map { $0 == 0x20 || (0x09...0x0D).contains($0) } ?? false
        }
        guard isSpace(comment.utf8.first) || isSpace(comment.utf8.last) else { return comment }
        var bytes = Array(comment.utf8)[...]
        while isSpace(bytes.first) { bytes.removeFirst() }
        while isSpace(bytes.last) { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension TranslationUnit {
    /// Whether the translation is done, and nothing is said about what it was before.
    fileprivate var hasNoHistory: Bool {
        state == .translated && formStates.isEmpty && previousSource == nil && previousKey == nil
    }
}
