// The filters in an address of the page: `f.brand=bialetti&f.brand=alessi&f.price=10..50`.

public import CatalogSearch
internal import Localization

/// The reader's choices in the panel of filters.
///
/// An attribute with values to choose from has a parameter for each chosen value. An ordered one has a range
/// `A..B`; either end may be missing. The address has them in the order of their names and values, so that
/// one choice has one address.
public struct PageFilters: Hashable, Sendable {
    /// The values that the reader chose of one attribute.
    public enum Choice: Hashable, Sendable {
        /// Any of these values, in order.
        case values([String])
        /// From the first to the second value, both included; an empty text for no limit.
        case range(String, String)
    }

    public private(set) var choices: [AttributeName: Choice] = [:]

    /// No filters.
    public init() {}

    static let chosen = "f."
    private static let lower = "from."
    private static let upper = "to."
    private static let looked = "find."

    /// Whether there are none.
    public var isEmpty: Bool { choices.isEmpty }

    /// The attributes with a choice, in the order of the address.
    var attributes: [AttributeName] { choices.keys.sorted { $0.rawValue < $1.rawValue } }

    /// Whether a parameter is a field of a form for a range, which contains what the reader typed.
    public static func isTyped(_ parameter: String) -> Bool {
        parameter.hasPrefix(lower) || parameter.hasPrefix(upper)
    }

    /// The attribute whose values a parameter looks up by their beginning.
    public static func lookedUp(_ parameter: String) -> AttributeName? {
        parameter.hasPrefix(looked) ? AttributeName(String(parameter.dropFirst(looked.count))) : nil
    }

    /// Reads the parameters of an address.
    ///
    /// - Parameters:
    ///   - locale: the locale of the numbers in the fields for ranges.
    ///   - type: the type of an attribute; `nil` for an unknown one.
    public init(
        _ parameters: [(name: String, value: String)], in locale: LocaleIdentifier,
        type: (AttributeName) -> AttributeType?
    ) {
        for (name, value) in parameters where name.hasPrefix(Self.chosen) && !value.isEmpty {
            let attribute = AttributeName(String(name.dropFirst(Self.chosen.count)))
            if type(attribute)?.isOrdered == true {
                set(attribute, value.bounds)
            } else {
                toggle(value, of: attribute, isChosen: true)
            }
        }
        var typed: [AttributeName: (String?, String?)] = [:]
        for (name, value) in parameters where Self.isTyped(name) {
            let isLower = name.hasPrefix(Self.lower)
            let attribute = AttributeName(
                String(name.dropFirst(isLower ? Self.lower.count : Self.upper.count)))
            let bound = type(attribute) == .date ? value : value.number(in: locale)
            if isLower {
                typed[attribute, default: (nil, nil)].0 = bound
            } else {
                typed[attribute, default: (nil, nil)].1 = bound
            }
        }
        for (attribute, ends) in typed {
            var old = ("", "")
            if case .range(let lower, let upper) = choices[attribute] { old = (lower, upper) }
            set(attribute, Self.ascending(ends.0 ?? old.0, ends.1 ?? old.1))
        }
    }

    private mutating func set(_ attribute: AttributeName, _ range: (String, String)) {
        choices[attribute] = range == ("", "") ? nil : .range(range.0, range.1)
    }

    /// Both ends of a range, the lesser one first.
    private static func ascending(_ one: String, _ other: String) -> (String, String) {
        if let lower = DecimalNumber(one), let upper = DecimalNumber(other), upper < lower {
            return (other, one)
        }
        if let lower = Instant(one), let upper = Instant(other), upper < lower { return (other, one) }
        return (one, other)
    }

    /// Removes the choices of unknown attributes.
    ///
    /// - Returns: the attributes whose choices were removed, in the order of the address.
    public mutating func keepKnown(_ isKnown: (AttributeName) -> Bool) -> [AttributeName] {
        let unknown = attributes.filter { !isKnown($0) }
        for attribute in unknown { choices[attribute] = nil }
        return unknown
    }

    /// Adds a value to those chosen, or removes it.
    private mutating func toggle(_ value: String, of attribute: AttributeName, isChosen: Bool) {
        var values: Set<String> = []
        if case .values(let chosen) = choices[attribute] { values = Set(chosen) }
        if isChosen { values.insert(value) } else { values.remove(value) }
        choices[attribute] = values.isEmpty ? nil : .values(values.sorted())
    }

    /// A copy without a value of an attribute; without its range if `value` is `nil`.
    func without(_ value: String?, of attribute: AttributeName) -> PageFilters {
        var copy = self
        if let value {
            copy.toggle(value, of: attribute, isChosen: false)
        } else {
            copy.choices[attribute] = nil
        }
        return copy
    }

    /// A copy with one value of an attribute instead of its others; without any for `nil`.
    func choosing(_ value: String?, of attribute: AttributeName) -> PageFilters {
        var copy = self
        copy.choices[attribute] = value.map { .values([$0]) }
        return copy
    }

    /// The parameters of the address, in order.
    public var parameters: [(name: String, value: String)] {
        attributes.flatMap { attribute -> [(name: String, value: String)] in
            let name = Self.field(attribute)
            switch choices[attribute] {
            case .values(let values)?: return values.map { (name, $0) }
            case .range(let lower, let upper)?: return [(name, lower == upper ? lower : "\(lower)..\(upper)")]
            case nil: return []
            }
        }
    }

    /// The name of the parameter for chosen values, or for a range.
    static func field(_ attribute: AttributeName) -> String { chosen + attribute.rawValue }
    /// The names of the fields for the ends of a range.
    static func fields(ofRange attribute: AttributeName) -> (lower: String, upper: String) {
        (lower + attribute.rawValue, upper + attribute.rawValue)
    }
    /// The name of the field that looks up values.
    static func lookUpField(_ attribute: AttributeName) -> String { looked + attribute.rawValue }

    /// The filter for a search; `nil` without choices.
    public var filter: Filter? {
        guard !choices.isEmpty else { return nil }
        return .all(attributes.flatMap { conditions(on: $0) })
    }

    private func conditions(on attribute: AttributeName) -> [Filter] {
        switch choices[attribute] {
        case .values(let values)?: return [.attribute(attribute, .isOneOf(values.map { .text($0) }))]
        case .range(let lower, let upper)?:
            var conditions: [Filter] = []
            if !lower.isEmpty { conditions.append(.attribute(attribute, .isAtLeast(.text(lower)))) }
            if !upper.isEmpty { conditions.append(.attribute(attribute, .isAtMost(.text(upper.endOfDay)))) }
            return conditions
        case nil: return []
        }
    }
}

extension String {
    /// The ends of a range `A..B`; both are the same if the text is one value.
    fileprivate var bounds: (String, String) {
        guard let dots = firstRange(of: "..") else { return (self, self) }
        return (String(self[..<dots.lowerBound]), String(self[dots.upperBound...]))
    }

    /// A number as programs write it; the text itself if it is not a number in the locale.
    fileprivate func number(in locale: LocaleIdentifier) -> String {
        let text = trimmed
        return (try? NumericRange(text, in: locale))?.lower?.description ?? text
    }

    /// A day as its last moment, so that a range of days includes all of it; other texts as they are.
    fileprivate var endOfDay: String {
        guard utf8.count == 10, let day = Instant(self) else { return self }
        return Instant(microseconds: day.microseconds + 86_399_999_999).description
    }
}
