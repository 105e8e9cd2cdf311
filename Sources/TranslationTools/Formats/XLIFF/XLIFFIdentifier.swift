// How the identifiers of Xcode's XLIFF name forms: those of string catalogs, and the older ones, which are
// paths through the property list of a `.stringsdict`.

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

/// An identifier of Xcode's for a text of a `.stringsdict`: `/KEY:dict/VARIABLE:dict/one:dict/:string`.
struct StringsdictPath {
    /// Which text.
    enum Part {
        /// `NSStringLocalizedFormatKey`
        case format
        /// A form of a plural rule.
        case form(variable: String, PluralCategory)

        /// The forms of a message that the text may be, which only the whole rule tells.
        var variations: [VariationKey.Variation?] {
            switch self {
            case .format: [nil]
            case .form(let variable, let category):
                [.plural(category), .substitution(name: variable, category)]
            }
        }
    }

    let key: String
    let part: Part

    /// Reads an identifier; `nil` where it is of no known shape.
    init?(_ identifier: String) {
        let (start, separator, end) = ("/", ":dict/", ":dict/:string")
        guard identifier.hasPrefix(start), identifier.hasSuffix(end) else { return nil }
        let path = identifier.dropFirst(start.utf8.count).dropLast(end.utf8.count)
        // The key may contain anything, so the path is read from its end.
        guard let last = path.lastRange(of: separator) else { return nil }
        let name = path[last.upperBound...]
        let rest = path[..<last.lowerBound]
        if name == StringsdictKey.format {
            self.init(key: String(rest), part: .format)
            return
        }
        guard let category = PluralCategory(rawValue: String(name)),
            let variable = rest.lastRange(of: separator)
        else { return nil }
        self.init(
            key: String(rest[..<variable.lowerBound]),
            part: .form(variable: String(rest[variable.upperBound...]), category))
    }

    private init(key: String, part: Part) {
        self.key = key
        self.part = part
    }

    /// The identifier of a form.
    static func text(_ key: String, _ variable: String, _ category: PluralCategory) -> String {
        "/\(key):dict/\(variable):dict/\(category.rawValue):dict/:string"
    }
}

extension Substring {
    /// The last place of a short text.
    fileprivate func lastRange(of sign: String) -> Range<Index>? {
        let wanted = Array(sign.utf8)
        guard utf8.count >= wanted.count else { return nil }
        var start = utf8.index(utf8.endIndex, offsetBy: -wanted.count)
        while true {
            if utf8[start...].starts(with: wanted) {
                return start..<utf8.index(start, offsetBy: wanted.count)
            }
            guard start > utf8.startIndex else { return nil }
            start = utf8.index(before: start)
        }
    }
}
