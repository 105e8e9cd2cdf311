// The parts of a message in both languages, and which of them need entries of their own.

internal import Localization

/// The parts of a message that need entries.
struct UnitParts {
    var hasPlural: Bool
    var hasText: Bool
    /// Plural categories that need entries of their own.
    var categories: [PluralCategory] = []
    /// The names of substitutions.
    var substitutions: [String] = []
    /// The names of devices.
    var devices: [String] = []
    /// The names of devices with plural forms.
    var devicePlurals: [String] = []
    /// The numbers of alternatives.
    var alternatives: [Int] = []

    init(_ unit: TranslationUnit, translation: Message?, counting: [PluralCategory]?) {
        let source = unit.source
        hasPlural = source?.plural.isEmpty == false || translation?.plural.isEmpty == false
        let isText = { (message: Message?) in message.map { $0.text != nil } ?? false }
        hasText =
            isText(source) || isText(translation)
            || !hasPlural && source?.hasVariations != true && translation?.hasVariations != true
        if hasPlural {
            categories = Self.extraCategories(
                source: source?.plural ?? [:], translation: translation?.plural ?? [:], counting)
        }
        substitutions = Self.names(source?.substitutions, translation?.substitutions)
        devices = Self.names(source?.devices, translation?.devices)
        devicePlurals = Self.names(source?.devicePlurals, translation?.devicePlurals)
        alternatives = Set(source.map { Array($0.alternatives.keys) } ?? [])
            .union(translation.map { Array($0.alternatives.keys) } ?? []).sorted()
    }

    /// The categories that an entry with plural forms has no form for. Leaves out an `other` that integers
    /// never take if it repeats `many`, from which it is filled.
    static func extraCategories(
        source: [PluralCategory: FormatString], translation: [PluralCategory: FormatString],
        _ counting: [PluralCategory]?
    ) -> [PluralCategory] {
        guard let counting else { return source[.zero] == nil ? [] : [.zero] }
        var categories = Set(translation.keys).filter { !counting.contains($0) }
        if let other = translation[.other], let many = translation[.many] ?? translation[.other],
            other.source.utf8.elementsEqual(many.source.utf8)
        {
            categories.remove(.other)
        }
        if source[.zero] != nil, !counting.contains(.zero) { categories.insert(.zero) }
        return categories.sorted()
    }

    private static func names<Value>(_ source: [String: Value]?, _ translation: [String: Value]?) -> [String]
    {
        guard source?.isEmpty == false || translation?.isEmpty == false else { return [] }
        return Set(source.map { Array($0.keys) } ?? []).union(translation.map { Array($0.keys) } ?? [])
            .sorted()
    }
}

extension Message {
    /// Whether the message has no text at all.
    var isEmpty: Bool { text == nil && !hasVariations }
}

extension GettextContext.Part {
    /// Whether the entry is a part of other texts, or for certain devices.
    var isPart: Bool {
        switch self {
        case .substitution, .devicePlural, .form: true
        case .message, .plural, .plain: false
        }
    }
}
