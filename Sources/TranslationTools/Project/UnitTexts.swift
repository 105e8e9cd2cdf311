// The texts of one side of a table of units, as messages and by their places.

public import Localization
internal import Support

/// A text of a message, where it is in a file.
public struct LocatedText: Sendable {
    /// The message's key.
    public let key: String
    /// The form of the message; `nil` for the plain text.
    public let variation: VariationKey.Variation?
    /// The text; `nil` for data of a property list.
    public let text: String?
    /// The comments of the message, with its first text alone.
    public let comment: String?
    /// Where the text is, or its key in a format that has the key beside each text.
    public let position: SourcePosition

    /// The key as a `.strings` file would have it for this form.
    public var identifier: String { VariationKey.identifier(key, variation) }
}

/// One side of a table.
struct UnitTexts: Sendable {
    private let units: [TranslationUnit]
    private let side: TextSide
    private let fillsOther: Bool
    /// Made at the first question about a place: most files have no findings.
    private let indices: Lazy<[String: Int]>

    private static let start = SourcePosition(line: 1, column: 1, byteOffset: 0)

    /// - Parameter fillsOther: whether the form `other` that no integer takes is filled in.
    init(_ table: TranslationTable, side: TextSide, fillsOther: Bool) {
        (units, self.side, self.fillsOther) = (table.units, side, fillsOther)
        indices = Lazy { [units] in
            Dictionary(units.indices.map { (units[$0].key, $0) }) { $1 }
        }
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

    /// The texts in the order of the units.
    var located: [LocatedText] {
        units.flatMap { unit -> [LocatedText] in
            guard let message = text(of: unit) else { return [] }
            let comments = Self.comments(unit, isSource: isSource(unit))
            let comment = comments.isEmpty ? nil : comments.joined(separator: "\n")
            return forms(of: message).enumerated().map { index, form in
                LocatedText(
                    key: unit.key, variation: form.variation, text: form.text,
                    comment: index == 0 ? comment : nil, position: place(form.variation, of: unit))
            }
        }
    }

    /// The source text that a file of translations repeats.
    func source(of key: String) -> Message? { indices.value[key].flatMap { units[$0].source } }

    /// Whether there is a message of a key.
    func has(_ key: String) -> Bool { indices.value[key] != nil }

    /// Where a message begins.
    func unitPosition(of key: String) -> SourcePosition? {
        indices.value[key].flatMap { units[$0].places.unit }
    }

    /// Where each message begins, by its key.
    var unitPositions: [String: SourcePosition] {
        var places: [String: SourcePosition] = [:]
        places.reserveCapacity(units.count)
        for unit in units { places[unit.key] = unit.places.unit }
        return places
    }

    /// Where a text of a message is, or the message if it has no text here; `nil`
    /// for a form that it does not have.
    func place(of key: String, _ variation: VariationKey.Variation?) -> SourcePosition? {
        guard let index = indices.value[key] else { return nil }
        let unit = units[index]
        guard let message = text(of: unit) else { return hasText(unit) ? nil : unit.places.unit }
        return forms(of: message).contains { $0.variation == variation } ? place(variation, of: unit) : nil
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

    /// The comments of an entry in one text; `nil` without any.
    private static func comment(_ unit: TranslationUnit, isSource: Bool) -> String? {
        // About most entries there is nothing but a description.
        if unit.translatorComment == nil, isSource || unit.hasNoHistory,
            !unit.places.isMarkedAsFormat, !unit.flags.contains(where: CatalogFlag.isOwn)
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
        var flags = unit.catalogFlags
        if unit.places.isMarkedAsFormat { flags.append(PlaceholderSyntax.objectiveC.flag) }
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
