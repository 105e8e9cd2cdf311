// Xcode's string catalogs: the names of what is in such a file, and what both directions must agree on.

internal import Localization

/// Apple's `.xcstrings` files: a table in all of its locales, in JSON.
///
/// What a catalog says about its keys and our messages have no word for is kept
/// as flags that begin with `xcode-`.
public enum StringCatalog {
    /// The states of a unit.
    static func state(named name: String) -> TranslationState? {
        switch name {
        case "new": .new
        case "needs_review": .needsReview
        case "translated": .translated
        default: nil
        }
    }

    static func name(of state: TranslationState) -> String {
        switch state {
        case .new: "new"
        case .needsReview: "needs_review"
        case .translated, .obsolete: "translated"
        }
    }

    static let stale = "stale"

    /// The version of the format that every Xcode with string catalogs reads.
    static let version = "1.0"
}

/// How references to substitutions are numbered.
enum StringCatalogReferences {
    /// The numbers of substitutions by their names.
    static func arguments(_ substitutions: [StringCatalogSubstitution]) -> [String: Int] {
        Dictionary(substitutions.compactMap { each in each.argument.map { (each.name, $0) } }) { $1 }
    }

    /// A text with the arguments' numbers in its references, where substitutions have them.
    ///
    /// - Parameter arguments: the numbers by the substitutions' names.
    static func numbered(_ text: String, _ arguments: [String: Int]) -> String {
        rewritten(text) { reference in
            guard reference.position == nil, let argument = arguments[reference.name] else { return nil }
            return "%\(argument)$#@\(reference.name)@"
        }
    }

    /// A text without numbers in the references to these substitutions, which say it themselves.
    static func unnumbered(_ text: String, _ arguments: [String: Int]) -> String {
        rewritten(text) { reference in
            guard let argument = arguments[reference.name], argument == reference.position else { return nil }
            return "%#@\(reference.name)@"
        }
    }

    private static func rewritten(
        _ text: String, _ replacement: (FormatSubstitution) -> String?
    ) -> String {
        // Most texts refer to nothing.
        guard text.utf8.contains(0x25) else { return text }
        let references = FormatString(text).substitutions
        guard !references.isEmpty else { return text }
        let source = Array(text.utf8)
        var result: [UInt8] = []
        var end = 0
        for reference in references {
            guard let replacement = replacement(reference) else { continue }
            result += source[end..<reference.range.lowerBound]
            result += replacement.utf8
            end = reference.range.upperBound
        }
        return String(decoding: result + source[end...], as: UTF8.self)
    }
}
