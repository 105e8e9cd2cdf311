// The message for a key in one locale: a text, or a text for each plural category.

/// A message of a catalog, with parsed formats.
///
/// A message is a single reference regardless of its size, because tables of many messages are often copied and
/// searched.
public struct Message: Sendable, Hashable {
    private let contents: Contents

    /// The contents of a message, which are immutable.
    private final class Contents: Sendable {
        let key: String
        let text: FormatString?
        /// `nil` for messages with one text, which most are.
        let variations: Variations?
        let comment: String?
        let position: SourcePosition?

        init(
            key: String, text: FormatString?, plural: [PluralCategory: FormatString],
            substitutions: [String: [PluralCategory: FormatString]], devices: [String: FormatString],
            comment: String?, position: SourcePosition?
        ) {
            self.key = key
            self.text = text
            let isOneText = plural.isEmpty && substitutions.isEmpty && devices.isEmpty
            variations =
                isOneText
                ? nil : Variations(key: key, plural: plural, substitutions: substitutions, devices: devices)
            self.comment = comment
            self.position = position
        }
    }

    /// The forms of a message that has more than one text.
    private final class Variations: Sendable {
        let plural: [PluralCategory: FormatString]
        let substitutions: [String: [PluralCategory: FormatString]]
        let devices: [String: FormatString]
        let counted: CountedArgument?

        init(
            key: String, plural: [PluralCategory: FormatString],
            substitutions: [String: [PluralCategory: FormatString]], devices: [String: FormatString]
        ) {
            self.plural = plural
            self.substitutions = substitutions
            self.devices = devices
            counted = plural.isEmpty ? nil : CountedArgument(forms: plural, key: key)
        }
    }

    /// The key with which programs look up the message.
    public var key: String { contents.key }
    /// The plain text. In a message with plural forms, it is the text for readers without plural support.
    public var text: FormatString? { contents.text }
    /// The text for each plural category; empty if the message has no plural forms.
    public var plural: [PluralCategory: FormatString] { contents.variations?.plural ?? [:] }
    /// The parts that `%1$#@name@` in `text` refers to, by name; each has a form for each category.
    public var substitutions: [String: [PluralCategory: FormatString]] {
        contents.variations?.substitutions ?? [:]
    }
    /// Texts for certain devices, by the device's name (`iphone`, `mac`). They are preserved but not interpreted.
    public var devices: [String: FormatString] { contents.variations?.devices ?? [:] }
    /// The translator's comment.
    public var comment: String? { contents.comment }
    /// Where the message begins in its file.
    public var position: SourcePosition? { contents.position }
    /// Whether the message has plural forms, substitutions or device texts.
    public var hasVariations: Bool { contents.variations != nil }
    /// The argument that selects the plural form.
    var counted: CountedArgument? { contents.variations?.counted }

    /// A message with one text.
    public init(key: String, text: String, comment: String? = nil, position: SourcePosition? = nil) {
        self.init(key: key, text: FormatString(text), comment: comment, position: position)
    }

    /// A message with any combination of texts.
    public init(
        key: String, text: FormatString? = nil, plural: [PluralCategory: FormatString] = [:],
        substitutions: [String: [PluralCategory: FormatString]] = [:],
        devices: [String: FormatString] = [:], comment: String? = nil, position: SourcePosition? = nil
    ) {
        contents = Contents(
            key: key, text: text, plural: plural, substitutions: substitutions, devices: devices,
            comment: comment, position: position)
    }

    /// Whether all properties of two messages are equal.
    public static func == (left: Message, right: Message) -> Bool {
        left.contents === right.contents
            || left.key == right.key && left.text == right.text && left.plural == right.plural
                && left.substitutions == right.substitutions && left.devices == right.devices
                && left.comment == right.comment && left.position == right.position
    }

    /// Hashes the properties in which most messages differ.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(key)
        hasher.combine(text)
        hasher.combine(plural)
    }

    /// All formats of the message: the text, the plural forms, the device texts, and the forms of substitutions.
    /// Each group has a fixed order.
    public var formats: [FormatString] {
        var formats = text.map { [$0] } ?? []
        if !plural.isEmpty { formats += plural.sorted { $0.key < $1.key }.map(\.value) }
        if !devices.isEmpty { formats += devices.sorted { $0.key < $1.key }.map(\.value) }
        for (_, forms) in substitutions.sorted(by: { $0.key < $1.key }) {
            formats += forms.sorted { $0.key < $1.key }.map(\.value)
        }
        return formats
    }

    /// The position, from 1, of the argument that selects among `plural`. `nil` if there are no plural forms, or if
    /// none of them shows a number; then the first number among the arguments selects.
    public var countedPosition: Int? { counted?.position }
}

/// The argument that selects among plural forms, and the number of decimals it is shown with.
struct CountedArgument: Sendable, Hashable {
    let position: Int
    /// The number of decimals shown; `nil` if the number is shown as it is.
    let fractionDigits: Int?

    /// Finds the first specifier for a number: in `other`, then in the other forms, then in the key, which often is
    /// a format itself. It prefers integers to fractions, and both to `%@`.
    init?(forms: [PluralCategory: FormatString], key: String) {
        let formats = forms.sorted { $0.key > $1.key }.map(\.value) + [FormatString(key)]
        for wanted in [FormatSpecifier.ArgumentClass.integer, .floatingPoint, .object] {
            for format in formats {
                var next = 1
                for specifier in format.specifiers {
                    for case .argument(nil)? in [specifier.width, specifier.precision] { next += 1 }
                    let position = specifier.position ?? next
                    if specifier.position == nil { next += 1 }
                    if specifier.conversion.argumentClass == wanted {
                        self.init(position: position, fractionDigits: Self.fractionDigits(of: specifier))
                        return
                    }
                }
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
