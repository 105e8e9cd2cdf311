// Reads the text that a user types after the name of an attribute: `red`, `..20`, `>=3`.

internal import ICU

extension Filter.Test {
    /// Reads the test of an attribute's value: `red`, `20`, `..20`, `10..`, `10..20`, or a comparison such as
    /// `>=20`.
    ///
    /// - Parameters:
    ///   - types: the attribute's types; a value gets the first type that can have it.
    ///   - locale: the locale in which numbers may be written.
    ///   - isQuoted: whether the text has no operators.
    /// - Returns: `nil` if the text is not a value of any type.
    package init?(
        typed text: String, _ types: [AttributeType], _ locale: LocaleIdentifier, isQuoted: Bool = false
    ) throws(SearchError) {
        func value(_ text: String, _ types: [AttributeType]) throws(SearchError) -> AttributeValue? {
            try AttributeValue(typed: text, types, locale)
        }
        if !isQuoted {
            let ordered = types.filter(\.isOrdered)
            for sign in [">=", "<=", ">", "<", "="] where text.hasPrefix(sign) {
                let rest = String(text.dropFirst(sign.count))
                guard let value = try value(rest, sign == "=" ? types : ordered) else { return nil }
                switch sign {
                case ">=": self = .isAtLeast(value)
                case "<=": self = .isAtMost(value)
                case ">": self = .isGreater(than: value)
                case "<": self = .isLess(than: value)
                default: self = .equals(value)
                }
                return
            }
            let ends = text.split(separator: "..", omittingEmptySubsequences: false).map { String($0) }
            if ends.count == 2, !ordered.isEmpty {
                switch (try value(ends[0], ordered), try value(ends[1], ordered)) {
                case (let lower?, let upper?) where !upper.isLess(than: lower):
                    self = .isBetween(lower, upper)
                case (let lower?, nil) where ends[1].isEmpty: self = .isAtLeast(lower)
                case (nil, let upper?) where ends[0].isEmpty: self = .isAtMost(upper)
                default: return nil
                }
                return
            }
        }
        guard let value = try value(text, types) else { return nil }
        self = .equals(value)
    }
}

extension AttributeValue {
    /// A text as a value of the first type that can have it; numbers are written as in the locale or in JSON.
    fileprivate init?(
        typed text: String, _ types: [AttributeType], _ locale: LocaleIdentifier
    ) throws(SearchError) {
        if text.isEmpty { return nil }
        for type in types {
            if type == .number {
                do throws(ICUError) {
                    if let number = try PreparedQuery.number(text, in: locale).number {
                        self = .number(number)
                        return
                    }
                } catch {
                    throw .icu(error)
                }
            }
            if let value = AttributeValue(text, type) {
                self = value
                return
            }
        }
        return nil
    }
}
