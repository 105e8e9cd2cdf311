// The keys of `.strings` files that mark a text as one form of a message.

/// A parsed key: `Items found: %ld|==|plural.one` is the form `one` of `Items found: %ld`.
///
/// The suffixes are the identifiers that Xcode uses when it exports string catalogs to XLIFF.
public struct VariationKey: Sendable, Hashable {
    /// The form of a message.
    public enum Variation: Sendable, Hashable {
        /// `plural.one`
        case plural(PluralCategory)
        /// `substitutions.files.plural.one`
        case substitution(name: String, PluralCategory)
        /// `device.iphone`
        case device(String)
        /// `device.iphone.plural.one`
        case devicePlural(String, PluralCategory)
        /// `stringSet.1`: one of several texts that all say the same, from 1
        case alternative(Int)

        /// Parses the part of a key after the separator; `nil` if it names no form.
        public init?(suffix: some StringProtocol) {
            guard let variation = VariationKey.variation(Substring(suffix)) else { return nil }
            self = variation
        }

        /// The part of a key after the separator.
        public var suffix: String {
            switch self {
            case .plural(let category): "plural." + category.rawValue
            case .substitution(let name, let category):
                "substitutions.\(name).plural.\(category.rawValue)"
            case .device(let name): "device." + name
            case .devicePlural(let name, let category): "device.\(name).plural.\(category.rawValue)"
            case .alternative(let number): "stringSet.\(number)"
            }
        }
    }

    /// The message's key.
    public let key: String
    /// The form.
    public let variation: Variation

    /// The separator between key and form.
    public static let separator = "|==|"

    /// Creates the key of a form.
    public init(key: String, variation: Variation) {
        self.key = key
        self.variation = variation
    }

    /// Whether a key may name a form. This rules out most keys quickly: every suffix has `|` or `#`.
    static func mayBe(_ key: String) -> Bool { key.utf8.contains { $0 == 0x7C || $0 == 0x23 } }

    /// Parses a key; also `key##{one}`, an older spelling of `key|==|plural.one`.
    ///
    /// - Returns: `nil` if the key has no such suffix.
    public init?(_ text: String) {
        if text.utf8.last == 0x7D, let start = Self.lastRange(of: "##{", in: text),
            let category = PluralCategory(rawValue: String(text[start.upperBound...].dropLast()))
        {
            self.init(key: String(text[..<start.lowerBound]), variation: .plural(category))
            return
        }
        guard let separator = Self.lastRange(of: Self.separator, in: text),
            let variation = Self.variation(text[separator.upperBound...])
        else { return nil }
        self.init(key: String(text[..<separator.lowerBound]), variation: variation)
    }

    /// The key as written in a file.
    public var description: String { key + Self.separator + suffix }

    /// The text after the separator.
    public var suffix: String { variation.suffix }

    /// The suffix of a key that looks like a form but is invalid; `nil` for other keys.
    static func unknownSuffix(of text: String) -> String? {
        guard let separator = lastRange(of: Self.separator, in: text) else { return nil }
        let suffix = text[separator.upperBound...]
        let isMeant = ["plural.", "substitutions.", "device.", "stringSet."].contains { suffix.hasPrefix($0) }
        return isMeant && variation(suffix) == nil ? String(suffix) : nil
    }

    private static func variation(_ suffix: Substring) -> Variation? {
        let parts = suffix.split(separator: ".", omittingEmptySubsequences: false)
        switch parts.first {
        case "plural" where parts.count == 2:
            return PluralCategory(rawValue: String(parts[1])).map { .plural($0) }
        case "substitutions" where parts.count >= 4 && parts[parts.count - 2] == "plural":
            let name = parts[1..<parts.count - 2].joined(separator: ".")
            guard !name.isEmpty, let category = PluralCategory(rawValue: String(parts[parts.count - 1]))
            else {
                return nil
            }
            return .substitution(name: name, category)
        case "device" where parts.count == 2 && !parts[1].isEmpty:
            return .device(String(parts[1]))
        case "device" where parts.count == 4 && !parts[1].isEmpty && parts[2] == "plural":
            return PluralCategory(rawValue: String(parts[3])).map { .devicePlural(String(parts[1]), $0) }
        case "stringSet" where parts.count == 2:
            guard let number = Int(parts[1]), number > 0, String(number) == parts[1] else { return nil }
            return .alternative(number)
        default: return nil
        }
    }

    static func lastRange(of sign: String, in text: String) -> Range<String.Index>? {
        let utf8 = text.utf8
        let wanted = Array(sign.utf8)
        guard utf8.count >= wanted.count else { return nil }
        var start = utf8.index(utf8.endIndex, offsetBy: -wanted.count)
        while true {
            if utf8[start] == wanted[0], utf8[start...].starts(with: wanted) {
                return start..<utf8.index(start, offsetBy: wanted.count)
            }
            if start == utf8.startIndex { return nil }
            start = utf8.index(before: start)
        }
    }
}

extension VariationKey: CustomStringConvertible {}
