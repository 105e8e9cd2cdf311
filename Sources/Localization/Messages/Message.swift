// What a key stands for in one locale: a text, or a text for each plural category.

/// A message of a catalog, ready to be shown: its formats are taken apart already.
public struct Message: Sendable, Hashable {
    /// The key under which programs ask for it.
    public let key: String
    /// The plain text; beside plural forms it is the form for readers that know no plurals.
    public let text: FormatString?
    /// The text for each plural category; empty where the message does not count.
    public let plural: [PluralCategory: FormatString]
    /// The parts that `%1$#@name@` in `text` refers to, by name, each with a form for each category.
    public let substitutions: [String: [PluralCategory: FormatString]]
    /// Texts for single devices, by the device's name (`iphone`, `mac`): carried through, not interpreted.
    public let devices: [String: FormatString]
    /// The translator's comment.
    public let comment: String?
    /// Where the message begins in its file.
    public let position: SourcePosition?
    /// The argument that the plural forms count.
    let counted: CountedArgument?

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
        self.key = key
        self.text = text
        self.plural = plural
        self.substitutions = substitutions
        self.devices = devices
        self.comment = comment
        self.position = position
        counted = plural.isEmpty ? nil : CountedArgument(forms: plural, key: key)
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
