// What an entry of a `.stringsdict` says about one message, between the property list and the message.

internal import Localization

/// The keys that a `.stringsdict` has of its own ("Stringsdict File Format", Internationalization and Localization
/// Guide of Apple).
enum StringsdictKey {
    static let format = "NSStringLocalizedFormatKey"
    static let ruleType = "NSStringFormatSpecTypeKey"
    static let pluralRule = "NSStringPluralRuleType"
    static let valueType = "NSStringFormatValueTypeKey"
    static let deviceRule = "NSStringDeviceSpecificRuleType"
    static let widthRule = "NSStringVariableWidthRuleType"
    /// The variable of a message that has plural forms and no substitutions.
    static let pluralVariable = "value"
    /// What names of variables must not begin with.
    static let reservedPrefix = "NSString"
}

/// A format and the plural rules that it refers to.
struct StringsdictRule {
    /// A plural rule.
    struct Variable {
        var valueType: String?
        var forms: [PluralCategory: String] = [:]
        /// Where the forms are.
        var offsets: [PluralCategory: Int] = [:]
    }

    var format: String?
    var variables: [String: Variable] = [:]

    /// The type of a count where no text shows the number: `long`, Swift's `Int`.
    static let defaultValueType = "ld"

    var isEmpty: Bool { format == nil && variables.isEmpty }

    /// Takes in a text that XLIFF names by its path.
    mutating func set(_ text: String, for part: StringsdictPath.Part) {
        switch part {
        case .format: format = text
        case .form(let variable, let category):
            variables[variable, default: Variable()].forms[category] = text
        }
    }

    /// The message; `nil` where the format is missing.
    ///
    /// A format that is one reference and nothing else makes plural forms if they count the same argument.
    /// That is the usual way to write them.
    func message(_ key: String) -> Message? {
        guard let format else { return nil }
        if let name = pluralVariable(key) {
            return Message(
                key: key, plural: plural(name), substitutions: substitutions(without: name))
        }
        return Message(key: key, text: FormatString(format), substitutions: substitutions(without: nil))
    }

    /// The variable whose forms are the message's plural forms.
    func pluralVariable(_ key: String) -> String? {
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

extension Message {
    /// The type of what the plural forms count, as printf spells it: `ld`; `nil` where no text shows it.
    var pluralValueType: String? {
        let formats = plural.sorted { $0.key > $1.key }.map(\.value) + [FormatString(key)]
        return CountedSpecifier.first(in: formats, position: countedPosition ?? 1)?.type
    }

    /// The type of what a substitution counts; `nil` where no text shows it.
    ///
    /// - Parameter position: the number by which texts refer to it.
    func valueType(ofSubstitution name: String, position: Int?) -> String? {
        CountedSpecifier.first(in: substitutionFormats(name), position: position)?.type
    }

    /// The forms of a substitution, `other` first.
    func substitutionFormats(_ name: String) -> [FormatString] {
        (substitutions[name] ?? [:]).sorted { $0.key > $1.key }.map(\.value)
    }

    /// The numbers by which the message's texts refer to substitutions, by their names and in the texts' order; `nil`
    /// where a reference has none.
    var substitutionPositions: [String: [Int?]] {
        var positions: [String: [Int?]] = [:]
        for format in formats {
            for reference in format.substitutions {
                positions[reference.name, default: []].append(reference.position)
            }
        }
        return positions
    }
}

/// The specifier by which a form shows its number.
enum CountedSpecifier {
    /// The first number at a position. In a substitution, a specifier without a position is the number counted.
    static func first(in formats: [FormatString], position: Int?) -> FormatSpecifier? {
        for format in formats {
            for specifier in format.specifiers {
                let isNumber = [.integer, .floatingPoint, .object].contains(
                    specifier.conversion.argumentClass)
                if isNumber, specifier.position == nil || specifier.position == position { return specifier }
            }
        }
        return nil
    }
}

extension FormatSpecifier {
    /// Length and conversion: `ld`.
    var type: String { (length?.rawValue ?? "") + conversion.rawValue }
}
