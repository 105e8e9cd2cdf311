// Collects the forms of a message while a file is read, and lists the forms that a locale needs.

internal import ICU
internal import Localization

/// A message while its forms are collected.
struct MessageParts {
    var text: String?
    var plural: [PluralCategory: FormatString] = [:]
    var substitutions: [String: [PluralCategory: FormatString]] = [:]
    var devices: [String: FormatString] = [:]

    var isEmpty: Bool { text == nil && plural.isEmpty && substitutions.isEmpty && devices.isEmpty }

    /// Takes in a form; `nil` is the plain text.
    mutating func set(_ text: String, for variation: VariationKey.Variation?) {
        switch variation {
        case nil: self.text = text
        case .plural(let category): plural[category] = FormatString(text)
        case .substitution(let name, let category):
            substitutions[name, default: [:]][category] = FormatString(text, isSubstitution: true)
        case .device(let name): devices[name] = FormatString(text)
        }
    }

    /// The message; `nil` without any form. The device `other` of Apple's formats is our plain text.
    func message(_ key: String) -> Message? {
        guard !isEmpty else { return nil }
        var (text, devices) = (text, devices)
        if text == nil, plural.isEmpty, let other = devices.removeValue(forKey: Self.otherDevice) {
            text = other.source
        }
        return Message(
            key: key, text: text.map { FormatString($0) }, plural: plural, substitutions: substitutions,
            devices: devices)
    }

    /// How Apple's formats call the text for all devices that have none of their own.
    static let otherDevice = "other"
}

extension Message {
    /// Whether the device text `other` is in the place where Apple's formats have the plain text.
    var hasOtherDeviceAlone: Bool {
        text == nil && plural.isEmpty && devices[MessageParts.otherDevice] != nil
    }

    /// The forms as Apple's formats name them: beside device texts, the plain text is that of the device `other`.
    var appleForms: [(variation: VariationKey.Variation?, text: String)] {
        guard !devices.isEmpty, plural.isEmpty, devices[MessageParts.otherDevice] == nil else { return forms }
        return forms.map { ($0.variation ?? .device(MessageParts.otherDevice), $0.text) }
    }
}

extension LocaleIdentifier {
    /// The plural categories of the language, in CLDR's order; `other` where ICU has no rules.
    var pluralCategories: [PluralCategory] {
        let keywords = (try? PluralRules(self))?.keywords ?? []
        let categories = keywords.compactMap(PluralCategory.init(rawValue:)).sorted()
        return categories.isEmpty ? [.other] : categories
    }
}

extension TranslationState {
    /// The state of a message whose forms are in different states: the one that leaves the most to do.
    static func earliest(_ states: some Sequence<TranslationState>) -> TranslationState? {
        states.min { $0.rank < $1.rank }
    }

    private var rank: Int {
        switch self {
        case .new: 0
        case .needsReview: 1
        case .translated: 2
        case .obsolete: 3
        }
    }
}
