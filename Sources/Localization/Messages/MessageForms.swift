// The forms of a message while they are collected one by one.

/// Texts by their variations, from which a message is made.
public struct MessageForms: Sendable {
    /// The plain text.
    public var text: FormatString?
    /// The text for each plural category.
    public var plural: [PluralCategory: FormatString] = [:]
    /// The forms of each substitution.
    public var substitutions: [String: [PluralCategory: FormatString]] = [:]
    /// The text for each device.
    public var devices: [String: FormatString] = [:]
    /// The plural forms for each device.
    public var devicePlurals: [String: [PluralCategory: FormatString]] = [:]
    /// Texts that all say the same, by number from 1.
    public var alternatives: [Int: FormatString] = [:]

    /// No forms.
    public init() {}

    /// Whether there is no form at all.
    public var isEmpty: Bool {
        text == nil && plural.isEmpty && substitutions.isEmpty && devices.isEmpty && devicePlurals.isEmpty
            && alternatives.isEmpty
    }

    /// Adds a form.
    ///
    /// - Parameter variation: which form; `nil` for the plain text.
    /// - Returns: the form that was there before.
    @discardableResult public mutating func set(
        _ text: String, for variation: VariationKey.Variation?
    ) -> FormatString? {
        set(FormatString(text, isSubstitution: variation.isSubstitution), for: variation)
    }

    /// Adds a parsed form.
    ///
    /// - Returns: the form that was there before.
    @discardableResult public mutating func set(
        _ format: FormatString, for variation: VariationKey.Variation?
    ) -> FormatString? {
        switch variation {
        case nil:
            defer { text = format }
            return text
        case .plural(let category): return plural.updateValue(format, forKey: category)
        case .substitution(let name, let category):
            return substitutions[name, default: [:]].updateValue(format, forKey: category)
        case .device(let name): return devices.updateValue(format, forKey: name)
        case .devicePlural(let name, let category):
            return devicePlurals[name, default: [:]].updateValue(format, forKey: category)
        case .alternative(let number): return alternatives.updateValue(format, forKey: number)
        }
    }

    public func message(
        _ key: String, comment: String? = nil, position: SourcePosition? = nil
    ) -> Message {
        // Most messages are one text.
        if plural.isEmpty, substitutions.isEmpty, devices.isEmpty, devicePlurals.isEmpty, alternatives.isEmpty
        {
            return Message(key: key, plain: text, comment: comment, position: position)
        }
        return Message(
            key: key, text: text, plural: plural, substitutions: substitutions, devices: devices,
            devicePlurals: devicePlurals, alternatives: alternatives, comment: comment, position: position)
    }
}

extension VariationKey.Variation? {
    /// Whether the form is a part of other texts.
    var isSubstitution: Bool { if case .substitution? = self { true } else { false } }
}
