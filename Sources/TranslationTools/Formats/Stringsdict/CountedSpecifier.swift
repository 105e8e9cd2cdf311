// What rules of a `.stringsdict` say apart from the texts, found in the texts of a message.

internal import Localization

extension StringsdictRule {
    /// Takes in a text that XLIFF names by its path.
    mutating func set(_ text: String, for part: StringsdictPath.Part) {
        switch part {
        case .format: format = text
        case .form(let variable, let category):
            variables[variable, default: Variable()].forms[category] = text
        }
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

    /// The numbers by which the message's texts refer to substitutions, by their names and in the texts'
    /// order; `nil` where a reference has none.
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
    /// The first number at a position. In a substitution, a specifier without a
    /// position is the number counted.
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
