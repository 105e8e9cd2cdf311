// The message for a key in one locale: a text, or a text for each plural category.

/// A message of a catalog, with parsed formats.
///
/// A message is a single reference regardless of its size, because tables of many
/// messages are often copied and searched.
public struct Message: Sendable, Hashable {
    @usableFromInline let contents: Contents

    /// The contents of a message, which are immutable.
    @usableFromInline final class Contents: Sendable {
        @usableFromInline let key: String
        @usableFromInline let text: FormatString?
        /// `nil` for messages with one text, which most are.
        @usableFromInline let variations: Variations?
        @usableFromInline let comment: String?
        private let place: SourcePosition
        var position: SourcePosition? { place.known }
        /// The text in another syntax than that of `FormatString`; `nil` for most messages.
        let pattern: MessagePattern?

        /// The contents of a message with one text.
        init(
            key: String, text: FormatString?, comment: String?, position: SourcePosition?,
            pattern: MessagePattern? = nil
        ) {
            self.key = key
            self.text = text
            self.pattern = pattern
            variations = nil
            self.comment = comment
            place = position ?? .unknown
        }

        init(
            key: String, text: FormatString?, plural: [PluralCategory: FormatString],
            substitutions: [String: [PluralCategory: FormatString]], devices: [String: FormatString],
            devicePlurals: [String: [PluralCategory: FormatString]], alternatives: [Int: FormatString],
            widths: [Int: FormatString], comment: String?, position: SourcePosition?
        ) {
            self.key = key
            self.text = text
            pattern = nil
            let isOneText =
                plural.isEmpty && substitutions.isEmpty && devices.isEmpty && devicePlurals.isEmpty
                && alternatives.isEmpty && widths.isEmpty
            variations =
                isOneText
                ? nil
                : Variations(
                    key: key, plural: plural, substitutions: substitutions, devices: devices,
                    devicePlurals: devicePlurals, alternatives: alternatives, widths: widths)
            self.comment = comment
            place = position ?? .unknown
        }

        /// The contents of another message with another comment and position.
        init(_ other: Contents, comment: String?, position: SourcePosition?) {
            key = other.key
            text = other.text
            pattern = other.pattern
            variations = other.variations
            self.comment = comment
            place = position ?? .unknown
        }
    }

    /// The forms of a message that has more than one text.
    @usableFromInline final class Variations: Sendable {
        let plural: [PluralCategory: FormatString]
        let substitutions: [String: [PluralCategory: FormatString]]
        let devices: [String: FormatString]
        let devicePlurals: [String: [PluralCategory: FormatString]]
        let alternatives: [Int: FormatString]
        let widths: [Int: FormatString]
        let counted: CountedArgument?

        init(
            key: String, plural: [PluralCategory: FormatString],
            substitutions: [String: [PluralCategory: FormatString]], devices: [String: FormatString],
            devicePlurals: [String: [PluralCategory: FormatString]], alternatives: [Int: FormatString],
            widths: [Int: FormatString]
        ) {
            self.plural = plural
            self.substitutions = substitutions
            self.devices = devices
            self.devicePlurals = devicePlurals
            self.alternatives = alternatives
            self.widths = widths
            counted = plural.isEmpty ? nil : CountedArgument(forms: plural, key: key)
        }
    }

    /// The key with which programs look up the message.
    @inlinable public var key: String { contents.key }
    /// The plain text. In a message with plural forms, it is the text for readers without plural support.
    @inlinable public var text: FormatString? { contents.text }
    /// The text for each plural category; empty if the message has no plural forms.
    public var plural: [PluralCategory: FormatString] { contents.variations?.plural ?? [:] }
    /// The parts that `%1$#@name@` in `text` refers to, by name; each has a form for each category.
    public var substitutions: [String: [PluralCategory: FormatString]] {
        contents.variations?.substitutions ?? [:]
    }
    /// Texts for certain devices, by the device's name (`iphone`, `mac`). A ``PresentationContext`` chooses
    /// among them.
    public var devices: [String: FormatString] { contents.variations?.devices ?? [:] }
    /// Plural forms for certain devices, by the device's name.
    public var devicePlurals: [String: [PluralCategory: FormatString]] {
        contents.variations?.devicePlurals ?? [:]
    }
    /// Texts that all say the same, as the phrases of a voice command do, by their numbers from 1. They
    /// are preserved but not interpreted.
    public var alternatives: [Int: FormatString] { contents.variations?.alternatives ?? [:] }
    /// Texts for the least width that each needs, in the units of a ``PresentationContext``. `text` is the
    /// widest.
    public var widths: [Int: FormatString] { contents.variations?.widths ?? [:] }
    /// The translator's comment.
    @inlinable public var comment: String? { contents.comment }
    /// Where the message begins in its file.
    public var position: SourcePosition? { contents.position }
    /// Whether the message has plural forms, substitutions, alternatives, or texts for devices or widths.
    @inlinable public var hasVariations: Bool { contents.variations != nil }
    /// The message in the syntax of MessageFormat; `nil` for one in that of printf(3).
    var pattern: MessagePattern? { contents.pattern }
    /// The argument that selects the plural form.
    var counted: CountedArgument? { contents.variations?.counted }

    public init(key: String, text: String, comment: String? = nil, position: SourcePosition? = nil) {
        self.init(key: key, plain: FormatString(text), comment: comment, position: position)
    }

    /// A message with one text, or none.
    init(key: String, plain text: FormatString?, comment: String?, position: SourcePosition?) {
        contents = Contents(key: key, text: text, comment: comment, position: position)
    }

    /// A message in the syntax of MessageFormat.
    init(
        key: String, pattern: MessagePattern, text: String, comment: String?, position: SourcePosition?
    ) {
        contents = Contents(
            key: key, text: FormatString(text), comment: comment, position: position, pattern: pattern)
    }

    /// A message with any combination of texts.
    public init(
        key: String, text: FormatString? = nil, plural: [PluralCategory: FormatString] = [:],
        substitutions: [String: [PluralCategory: FormatString]] = [:],
        devices: [String: FormatString] = [:],
        devicePlurals: [String: [PluralCategory: FormatString]] = [:],
        alternatives: [Int: FormatString] = [:], widths: [Int: FormatString] = [:],
        comment: String? = nil, position: SourcePosition? = nil
    ) {
        contents = Contents(
            key: key, text: text, plural: plural, substitutions: substitutions, devices: devices,
            devicePlurals: devicePlurals, alternatives: alternatives, widths: widths, comment: comment,
            position: position)
    }

    private init(_ contents: Contents) { self.contents = contents }

    /// The same texts without comment and position.
    public var withoutComment: Message {
        guard comment != nil || position != nil else { return self }
        return Message(Contents(contents, comment: nil, position: nil))
    }

    /// The same message with a comment and a place.
    package func described(by comment: String?, at position: SourcePosition?) -> Message {
        Message(Contents(contents, comment: comment, position: position))
    }

    /// The same message with other texts, and none for widths.
    ///
    /// - Parameter transform: makes a form's new text of its old one.
    public func mapFormats(
        _ transform: (VariationKey.Variation?, FormatString) -> FormatString
    ) -> Message {
        var forms = MessageForms()
        for (variation, format) in allFormats { forms.set(transform(variation, format), for: variation) }
        return forms.message(key, comment: comment, position: position)
    }

    /// Whether all properties of two messages are equal.
    public static func == (left: Message, right: Message) -> Bool {
        left.contents === right.contents
            || left.key == right.key && (left.pattern == nil) == (right.pattern == nil)
                && left.text == right.text && left.plural == right.plural
                && left.substitutions == right.substitutions && left.devices == right.devices
                && left.devicePlurals == right.devicePlurals && left.alternatives == right.alternatives
                && left.widths == right.widths && left.comment == right.comment
                && left.position == right.position
    }

    /// Hashes the properties in which most messages differ.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(key)
        hasher.combine(text)
        hasher.combine(plural)
    }

    /// The name under which `devices` and `devicePlurals` have the text for all
    /// devices without one of their own.
    public static let otherDevice = "other"

    /// All formats of the message. The texts that are shown whole come first,
    /// then the forms of substitutions.
    public var formats: [FormatString] {
        guard hasVariations else { return text.map { [$0] } ?? [] }
        let all = allFormats
        return all.filter { !$0.variation.isSubstitution }.map(\.format)
            + all.filter { $0.variation.isSubstitution }.map(\.format)
    }

    /// All forms in the order in which a `.strings` file has them, which has none for widths: the plain text,
    /// plural forms from `zero` to `other`, substitutions by name, devices by name, alternatives by number.
    /// The plain text has no variation.
    public var allFormats: [(variation: VariationKey.Variation?, format: FormatString)] {
        var forms: [(VariationKey.Variation?, FormatString)] = []
        if let text { forms.append((nil, text)) }
        guard hasVariations else { return forms }
        for (category, form) in plural.inOrder {
            forms.append((.plural(category), form))
        }
        for (name, categories) in substitutions.sorted(by: { $0.key < $1.key }) {
            for (category, form) in categories.inOrder {
                forms.append((.substitution(name: name, category), form))
            }
        }
        for name in Set(devices.keys).union(devicePlurals.keys).sorted() {
            if let form = devices[name] { forms.append((.device(name), form)) }
            for (category, form) in (devicePlurals[name] ?? [:]).inOrder {
                forms.append((.devicePlural(name, category), form))
            }
        }
        for (number, form) in alternatives.sorted(by: { $0.key < $1.key }) {
            forms.append((.alternative(number), form))
        }
        return forms
    }

    /// The position, from 1, of the argument that selects among `plural`. `nil` if there are no plural forms,
    /// or if none of them shows a number; then the first number among the arguments selects.
    public var countedPosition: Int? { counted?.position }
}

/// The argument that selects among plural forms, and the number of decimals it is shown with.
struct CountedArgument: Sendable, Hashable {
    let position: Int
    /// The number of decimals shown; `nil` if the number is shown as it is.
    let fractionDigits: Int?

    /// Finds the first specifier for a number: in `other`, then in the other forms, then in the key, which
    /// often is a format itself. It prefers integers to fractions, and both to `%@`.
    init?(forms: [PluralCategory: FormatString], key: String) {
        let formats = forms.inOrder.reversed().map(\.value)
        lazy var keyFormat = FormatString(key)
        for wanted in [FormatSpecifier.ArgumentClass.integer, .floatingPoint, .object] {
            if let found = formats.lazy.compactMap({ Self.first(wanted, in: $0) }).first
                ?? Self.first(wanted, in: keyFormat)
            {
                self = found
                return
            }
        }
        return nil
    }

    private static func first(
        _ wanted: FormatSpecifier.ArgumentClass, in format: FormatString
    ) -> CountedArgument? {
        if format.isPlain { return nil }
        var next = 1
        for specifier in format.specifiers {
            for case .argument(nil)? in [specifier.width, specifier.precision] { next += 1 }
            let position = specifier.position ?? next
            if specifier.position == nil { next += 1 }
            if specifier.conversion.argumentClass == wanted {
                return CountedArgument(position: position, fractionDigits: fractionDigits(of: specifier))
            }
        }
        return nil
    }

    init(position: Int, fractionDigits: Int?) {
        self.position = position
        self.fractionDigits = fractionDigits
    }

    /// The number of decimals with which a specifier shows a number.
    static func fractionDigits(of specifier: FormatSpecifier) -> Int? {
        guard specifier.conversion == .f || specifier.conversion == .F else { return nil }
        if case .fixed(let digits)? = specifier.precision { return digits }
        return specifier.precision == nil ? 6 : nil
    }
}
