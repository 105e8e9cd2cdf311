// How Xcode names the texts of `.stringsdict` files in an export.

internal import Localization

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
