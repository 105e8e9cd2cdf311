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
    /// Made at the first lookup of a place: most files have no findings.
    private let index: Lazy<KeyIndex>

    private static let start = SourcePosition(line: 1, column: 1, byteOffset: 0)

    /// What stays of a unit.
    private struct Unit: Sendable {
        let key: String
        let start: SourcePosition
        var text: Text
    }

    private enum Text: Sendable {
        /// The number of a message.
        case message(UInt32)
        /// A source text that translations do not have any more.
        case obsolete
        case missing
    }

    /// Which texts of a table are wanted.
    struct Selection: Sendable {
        let side: TextSide
        /// Whether the form `other` that no integer takes is filled in.
        var fillsOther = false
        var sources = RepeatedSources.none

        init(side: TextSide) { self.side = side }

        /// The texts of one side of a file.
        ///
        /// - Parameters:
        ///   - table: says how the file counts.
        ///   - hasOwnSource: whether the source texts in the file are taken by themselves, too.
        init(
            of table: TranslationTable, _ side: TextSide, _ format: any TranslationFormat,
            _ locale: LocaleIdentifier, hasOwnSource: Bool = false
        ) {
            self.side = side
            guard side != .source else { return }
            // A form that only fractions take is no mistake where the format has no place for it.
            if !format.hasFormsOfFractions {
                fillsOther = (table.counting ?? .of(locale)).integers[.other] == nil
            }
            if format.sourceTexts == .template { sources = hasOwnSource ? .obsolete : .all }
        }
    }

    /// Which source texts are kept beside translations.
    enum RepeatedSources: Sendable {
        case none
        /// Those that are in no file of source texts, because the template does not have them any more.
        case obsolete
        case all
    }

    private init(
        _ messages: [Message], _ units: [Unit], _ places: [Int: TextLocations], _ sources: [Message?]
    ) {
        (self.messages, self.units, self.places, self.sources) = (messages, units, places, sources)
        index = Lazy { [units] in KeyIndex(count: units.count) { units[$0].key } }
    }

    init(_ units: [TranslationUnit], _ selection: Selection) {
        var maker = Maker(selection, capacity: units.count)
        for unit in units {
            var comments = UnitComments(unit)
            maker.add(unit, &comments)
        }
        self = maker.texts
    }

    /// The texts of units in each of several selections, which take the place of the units in memory.
    static func texts(of units: consuming [TranslationUnit], _ selections: [Selection]) -> [UnitTexts] {
        var makers = selections.map { Maker($0, capacity: units.count) }
        let freed = TranslationUnit(key: "")
        for index in units.indices {
            let unit = units[index]
            units[index] = freed
            var comments = UnitComments(unit)
            for number in makers.indices { makers[number].add(unit, &comments) }
        }
        return makers.map(\.texts)
    }

    /// The texts of the chunks of one table.
    init(joining chunks: [UnitTexts]) {
        guard chunks.count != 1 else {
            self = chunks[0]
            return
        }
        var units: [Unit] = []
        var places: [Int: TextLocations] = [:]
        units.reserveCapacity(chunks.reduce(0) { $0 + $1.units.count })
        var messageCount = 0
        for chunk in chunks {
            for (number, text) in chunk.places { places[units.count + number] = text }
            for var unit in chunk.units {
                if case .message(let number) = unit.text {
                    unit.text = .message(UInt32(messageCount) + number)
                }
                units.append(unit)
            }
            messageCount += chunk.messages.count
        }
        let hasSources = chunks.contains { !$0.sources.isEmpty }
        let sources = chunks.map { chunk in
            chunk.sources.isEmpty && hasSources
                ? [Message?](repeating: nil, count: chunk.units.count) : chunk.sources
        }
        self.init(chunks.flatMap(\.messages), units, places, sources.flatMap(\.self))
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

    /// Collects the texts of units.
    private struct Maker {
        let selection: Selection
        private var messages: [Message] = []
        private var units: [Unit] = []
        private var places: [Int: TextLocations] = [:]
        private var sources: [Message?] = []

        init(_ selection: Selection, capacity: Int) {
            self.selection = selection
            messages.reserveCapacity(capacity)
            units.reserveCapacity(capacity)
        }

        mutating func add(_ unit: TranslationUnit, _ comments: inout UnitComments) {
            let side = selection.side
            let isSource = side == .source || (side == .translationOrSource && unit.translation == nil)
            var text = Text.missing
            if let message = isSource ? unit.source : unit.translation,
                message.text != nil || message.hasVariations
            {
                text = .obsolete
                if side != .source || unit.state != .obsolete {
                    text = .message(UInt32(messages.count))
                    messages.append(
                        described(message, of: unit, comments.text(isSource: isSource), isSource: isSource))
                    if message.hasVariations {
                        places[units.count] = isSource ? unit.places.source : unit.places.translation
                    }
                }
            }
            keepSource(of: unit)
            units.append(Unit(key: unit.key, start: unit.places.unit ?? .unknown, text: text))
        }

        private mutating func keepSource(of unit: TranslationUnit) {
            switch selection.sources {
            case .none: break
            case .all: sources.append(unit.source)
            case .obsolete:
                // Most files have none.
                if unit.state == .obsolete, sources.isEmpty {
                    sources = [Message?](repeating: nil, count: units.count)
                }
                if unit.state == .obsolete || !sources.isEmpty {
                    sources.append(unit.state == .obsolete ? unit.source : nil)
                }
            }
        }

        var texts: UnitTexts { UnitTexts(messages, units, places, sources) }

        /// A message with what is said about it, and its place.
        private func described(
            _ message: Message, of unit: TranslationUnit, _ comment: String?, isSource: Bool
        ) -> Message {
            func place(_ variation: VariationKey.Variation?) -> SourcePosition {
                unit.places.place(of: variation, inSource: isSource) ?? UnitTexts.start
            }
            // Most messages are one text.
            guard message.hasVariations else { return message.described(by: comment, at: place(nil)) }
            var complete = MessageForms()
            let forms = selection.fillsOther ? message.formsWithOther : message.forms
            for form in forms { complete.set(form.text, for: form.variation) }
            return complete.message(
                unit.key, comment: comment, position: place(forms.first?.variation ?? nil))
        }
    }
}

/// The comments of a unit on both of its sides. About most units they are the same.
private struct UnitComments {
    private let unit: TranslationUnit
    private lazy var common = unit.describingComment.map(Self.trimmed)

    init(_ unit: TranslationUnit) { self.unit = unit }

    /// All comments in one text; `nil` without any.
    mutating func text(isSource: Bool) -> String? {
        // About most units there is nothing but a description.
        if unit.translatorComment == nil, isSource || unit.hasNoHistory,
            !unit.places.isMarkedAsFormat, !unit.flags.contains(where: CatalogFlag.isOwn)
        {
            return common
        }
        let comments = comments(isSource: isSource)
        return comments.isEmpty ? nil : comments.joined(separator: "\n")
    }

    /// The comments of an entry, without their signs.
    private func comments(isSource: Bool) -> [String] {
        var comments: [String] = []
        if let note = unit.describingComment { comments.append(Self.trimmed(note)) }
        if let note = unit.translatorComment { comments.append(Self.trimmed(note)) }
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
