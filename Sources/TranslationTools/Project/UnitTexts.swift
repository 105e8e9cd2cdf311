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

/// One side of a table: its messages, and where they are. The units themselves, which have both sides and all
/// that is said about them, need not stay in memory.
struct UnitTexts: Sendable {
    let messages: [Message]
    private let units: [Unit]
    /// Where the texts of messages with several are, by the number of the unit.
    private let places: [Int: TextLocations]
    /// The source texts of the units, where a file of translations repeats them.
    private let sources: [Message?]
    /// Made at the first question about a place: most files have no findings.
    private let index: Lazy<KeyIndex>

    private static let start = SourcePosition(line: 1, column: 1, byteOffset: 0)

    /// What stays of a unit.
    private struct Unit: Sendable {
        let key: String
        let start: SourcePosition
        let text: Text
    }

    private enum Text: Sendable {
        /// The number of a message.
        case message(UInt32)
        /// A source text that translations do not have any more.
        case obsolete
        case missing
    }

    /// - Parameters:
    ///   - fillsOther: whether the form `other` that no integer takes is filled in.
    ///   - repeatsSources: whether the source texts of translations are kept.
    init(_ table: TranslationTable, side: TextSide, fillsOther: Bool, repeatsSources: Bool) {
        var messages: [Message] = []
        var units: [Unit] = []
        var places: [Int: TextLocations] = [:]
        messages.reserveCapacity(table.units.count)
        units.reserveCapacity(table.units.count)
        for unit in table.units {
            let isSource = side == .source || (side == .translationOrSource && unit.translation == nil)
            var text = Text.missing
            if let message = isSource ? unit.source : unit.translation,
                message.text != nil || message.hasVariations
            {
                text = .obsolete
                if side != .source || unit.state != .obsolete {
                    text = .message(UInt32(messages.count))
                    messages.append(
                        Self.described(message, of: unit, isSource: isSource, fillsOther: fillsOther))
                    if message.hasVariations {
                        places[units.count] = isSource ? unit.places.source : unit.places.translation
                    }
                }
            }
            units.append(Unit(key: unit.key, start: unit.places.unit ?? .unknown, text: text))
        }
        (self.messages, self.units, self.places) = (messages, units, places)
        sources = repeatsSources ? table.units.map(\.source) : []
        index = Lazy { [units] in KeyIndex(count: units.count) { units[$0].key } }
    }

    private func number(_ key: String) -> Int? { index.value.number(of: key) { units[$0].key } }

    private func message(_ number: Int) -> Message? {
        guard case .message(let index) = units[number].text else { return nil }
        return messages[Int(index)]
    }

    /// The texts in the order of the units.
    var located: [LocatedText] {
        units.indices.flatMap { number -> [LocatedText] in
            guard let message = message(number) else { return [] }
            return message.forms.enumerated().map { index, form in
                LocatedText(
                    key: message.key, variation: form.variation, text: form.text,
                    comment: index == 0 ? message.comment : nil,
                    position: place(form.variation, of: message, number))
            }
        }
    }

    /// The source text that a file of translations repeats.
    func source(of key: String) -> Message? { sources.isEmpty ? nil : number(key).flatMap { sources[$0] } }

    /// Whether there is a message of a key.
    func has(_ key: String) -> Bool { number(key) != nil }

    /// Where a message begins.
    func unitPosition(of key: String) -> SourcePosition? { number(key).flatMap { units[$0].start.known } }

    /// Where each message begins, by its key.
    var unitPositions: [String: SourcePosition] {
        var positions: [String: SourcePosition] = [:]
        positions.reserveCapacity(units.count)
        for unit in units { positions[unit.key] = unit.start.known }
        return positions
    }

    /// Where a text of a message is, or the message if it has no text here; `nil`
    /// for a form that it does not have.
    func place(of key: String, _ variation: VariationKey.Variation?) -> SourcePosition? {
        guard let number = number(key) else { return nil }
        if let message = message(number) {
            guard message.forms.contains(where: { $0.variation == variation }) else { return nil }
            return place(variation, of: message, number)
        }
        if case .obsolete = units[number].text { return nil }
        return units[number].start.known
    }

    private func place(
        _ variation: VariationKey.Variation?, of message: Message, _ number: Int
    ) -> SourcePosition {
        let places = places[number]
        return places?[variation] ?? places?.first
            ?? (message.hasVariations ? units[number].start.known : message.position) ?? Self.start
    }

    /// A message with what is said about it, and its place.
    private static func described(
        _ message: Message, of unit: TranslationUnit, isSource: Bool, fillsOther: Bool
    ) -> Message {
        func place(_ variation: VariationKey.Variation?) -> SourcePosition {
            unit.places.place(of: variation, inSource: isSource) ?? start
        }
        let comment = comment(unit, isSource: isSource)
        // Most messages are one text.
        guard message.hasVariations else { return message.described(by: comment, at: place(nil)) }
        var complete = MessageForms()
        let forms = fillsOther ? message.formsWithOther : message.forms
        for form in forms { complete.set(form.text, for: form.variation) }
        return complete.message(unit.key, comment: comment, position: place(forms.first?.variation ?? nil))
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
