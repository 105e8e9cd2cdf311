// How the identifiers of Xcode's XLIFF name forms. Older ones are those of `StringsdictPath`.

internal import Localization

extension VariationKey {
    /// Reads an identifier; `nil` where it is a plain key. Here the suffix has one spelling only.
    init?(xliffIdentifier: String) {
        guard let key = VariationKey(xliffIdentifier), key.description == xliffIdentifier else { return nil }
        self = key
    }

    /// The identifier of a form; `nil` is the plain text.
    static func identifier(_ key: String, _ variation: Variation?) -> String {
        variation.map { VariationKey(key: key, variation: $0).description } ?? key
    }
}

extension VariationKey.Variation {
    /// The order of a form among those of its message. The plain text comes first.
    var order: (Int, String, Int) {
        switch self {
        case .plural(let category): (1, "", category.index)
        case .substitution(let name, let category): (2, name, category.index)
        case .device(let name): (3, name, 0)
        case .devicePlural(let name, let category): (3, name, category.index + 1)
        case .alternative(let number): (4, "", number)
        }
    }
}

extension PluralCategory {
    fileprivate var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
