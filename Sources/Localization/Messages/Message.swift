// What a key stands for in one locale: a text, or a text for each plural category.

/// A message of a catalog, ready to be shown: its formats are taken apart already.
///
/// A message is one reference, however much is in it: tables of many messages are copied and looked through often.
public struct Message: Sendable, Hashable {
    private let contents: Contents

    /// What a message holds; never changed once it is made.
    private final class Contents: Sendable {
        let key: String
        let text: FormatString?
        /// `nil` for messages that are one text: most of them.
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

    /// The forms of a message that is more than one text.
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

    /// The key under which programs ask for it.
    public var key: String { contents.key }
    /// The plain text; beside plural forms it is the form for readers that know no plurals.
    public var text: FormatString? { contents.text }
    /// The text for each plural category; empty where the message does not count.
    public var plural: [PluralCategory: FormatString] { contents.variations?.plural ?? [:] }
    /// The parts that `%1$#@name@` in `text` refers to, by name, each with a form for each category.
    public var substitutions: [String: [PluralCategory: FormatString]] {
        contents.variations?.substitutions ?? [:]
    }
    /// Texts for single devices, by the device's name (`iphone`, `mac`): carried through, not interpreted.
    public var devices: [String: FormatString] { contents.variations?.devices ?? [:] }
    /// The translator's comment.
    public var comment: String? { contents.comment }
    /// Where the message begins in its file.
    public var position: SourcePosition? { contents.position }
    /// Whether the message is more than one text: plural forms, substitutions, devices.
    public var hasVariations: Bool { contents.variations != nil }
    /// The argument that the plural forms count.
    var counted: CountedArgument? { contents.variations?.counted }

    /// A message that is one text.
    public init(key: String, text: String, comment: String? = nil, position: SourcePosition? = nil) {
        self.init(key: key, text: FormatString(text), comment: comment, position: position)
    }

    /// A message of any shape.
    public init(
        key: String, text: FormatString? = nil, plural: [PluralCategory: FormatString] = [:],
        substitutions: [String: [PluralCategory: FormatString]] = [:],
        devices: [String: FormatString] = [:], comment: String? = nil, position: SourcePosition? = nil
    ) {
        contents = Contents(
            key: key, text: text, plural: plural, substitutions: substitutions, devices: devices,
            comment: comment, position: position)
    }

    /// Whether two messages say the same, and the same about themselves.
    public static func == (left: Message, right: Message) -> Bool {
        left.contents === right.contents
            || left.key == right.key && left.text == right.text && left.plural == right.plural
                && left.substitutions == right.substitutions && left.devices == right.devices
                && left.comment == right.comment && left.position == right.position
    }

    /// Hashes what most messages differ in.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(key)
        hasher.combine(text)
        hasher.combine(plural)
    }

    /// All formats of the message: the text, the plural forms, the devices' texts, those of substitutions; each
    /// group in a fixed order.
    public var formats: [FormatString] {
        var formats = text.map { [$0] } ?? []
        if !plural.isEmpty { formats += plural.sorted { $0.key < $1.key }.map(\.value) }
        if !devices.isEmpty { formats += devices.sorted { $0.key < $1.key }.map(\.value) }
        for (_, forms) in substitutions.sorted(by: { $0.key < $1.key }) {
            formats += forms.sorted { $0.key < $1.key }.map(\.value)
        }
        return formats
    }

    /// The argument that selects among `plural`, from 1; `nil` where there are no plural forms or none of them
    /// shows a number, and then it is the first number among the arguments given.
    public var countedPosition: Int? { counted?.position }
}

/// Which argument a set of plural forms counts, and with how many decimals it is shown.
struct CountedArgument: Sendable, Hashable {
    let position: Int
    /// The decimals that are shown; `nil` where the number is shown as it is.
    let fractionDigits: Int?

    /// Finds the first number: in `other`, in the forms for less, at last in the key, which often is a format
    /// itself. Integers count before fractions, and both before `%@`.
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

    /// The decimals with which a specifier shows a number.
    static func fractionDigits(of specifier: FormatSpecifier) -> Int? {
        guard specifier.conversion == .f || specifier.conversion == .F else { return nil }
        if case .fixed(let digits)? = specifier.precision { return digits }
        return specifier.precision == nil ? 6 : nil
    }
}
