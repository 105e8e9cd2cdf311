// What an entry of a `.stringsdict` says about one message, between the property list and the message.

/// The keys that a `.stringsdict` has of its own ("Stringsdict File Format", Internationalization
/// and Localization Guide of Apple).
package enum StringsdictKey {
    package static let format = "NSStringLocalizedFormatKey"
    package static let ruleType = "NSStringFormatSpecTypeKey"
    package static let pluralRule = "NSStringPluralRuleType"
    package static let valueType = "NSStringFormatValueTypeKey"
    package static let deviceRule = "NSStringDeviceSpecificRuleType"
    package static let widthRule = "NSStringVariableWidthRuleType"
    /// The variable of a message that has plural forms and no substitutions.
    package static let pluralVariable = "value"
    /// What names of variables must not begin with.
    package static let reservedPrefix = "NSString"
}

/// A format and the plural rules that it refers to.
package struct StringsdictRule {
    /// A plural rule.
    package struct Variable {
        package var valueType: String?
        package var forms: [PluralCategory: String] = [:]
        /// Where the forms are.
        package var offsets: [PluralCategory: Int] = [:]

        package init(valueType: String? = nil, forms: [PluralCategory: String] = [:]) {
            (self.valueType, self.forms) = (valueType, forms)
        }
    }

    package var format: String?
    package var variables: [String: Variable] = [:]

    package init() {}

    /// The type of a count where no text shows the number: `long`, Swift's `Int`.
    package static let defaultValueType = "ld"

    package var isEmpty: Bool { format == nil && variables.isEmpty }

    /// The message; `nil` where the format is missing.
    ///
    /// A format that is one reference and nothing else makes plural forms if they count the same argument.
    /// That is the usual way to write them.
    package func message(_ key: String) -> Message? {
        guard let format else { return nil }
        if let name = pluralVariable(key) {
            return Message(
                key: key, plural: plural(name), substitutions: substitutions(without: name))
        }
        return Message(key: key, text: FormatString(format), substitutions: substitutions(without: nil))
    }

    /// The variable whose forms are the message's plural forms.
    package func pluralVariable(_ key: String) -> String? {
        guard let format, case let segments = FormatString(format).segments, segments.count == 1,
            case .substitution(let reference) = segments[0], let variable = variables[reference.name],
            variables.count == 1 || reference.name == StringsdictKey.pluralVariable, !variable.forms.isEmpty
        else { return nil }
        let counted = Message(key: key, plural: plural(reference.name)).countedPosition
        return (counted ?? 1) == (reference.position ?? 1) ? reference.name : nil
    }

    private func plural(_ name: String) -> [PluralCategory: FormatString] {
        (variables[name]?.forms ?? [:]).mapValues { FormatString($0) }
    }

    private func substitutions(without name: String?) -> [String: [PluralCategory: FormatString]] {
        var substitutions: [String: [PluralCategory: FormatString]] = [:]
        for (variable, rule) in variables where variable != name && !rule.forms.isEmpty {
            substitutions[variable] = rule.forms.mapValues { FormatString($0, isSubstitution: true) }
        }
        return substitutions
    }
}
