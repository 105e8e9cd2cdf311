// The plural forms and the words among which messages of MessageFormat 2 choose.

internal import Localization

extension PluralGroup {
    /// The plural choices of a message: for each number that selects, the variants that differ in its key
    /// alone.
    static func variants(of text: String, _ variation: VariationKey.Variation?) -> [PluralGroup] {
        guard let message = try? MessageFormat2(text), message.faults.isEmpty,
            case .matcher(let matcher) = message.body
        else { return [] }
        return matcher.selectors.indices.flatMap { index -> [PluralGroup] in
            guard let function = message.annotation(of: matcher.selectors[index].name),
                ["number", "integer", "offset", "percent"].contains(function.name),
                function.literal("select") != "exact"
            else { return [] }
            let groups = Dictionary(grouping: matcher.variants) { variant in
                variant.keys.indices.filter { $0 != index }.map { variant.keys[$0] }
            }
            // Variants for words alone, beside others that count, need no forms.
            let counting = groups.filter { $0.value.contains { $0.keys[index].category != nil } }
            let fallback = groups.filter { $0.key.allSatisfy { $0 == .any } }
            return (counting.isEmpty ? fallback : counting)
                .sorted { $0.value[0].range.lowerBound < $1.value[0].range.lowerBound }
                .map { _, variants in
                    PluralGroup(
                        message, variants, index, isOrdinal: function.literal("select") == "ordinal",
                        variation: variation)
                }
        }
    }

    private init(
        _ message: MessageFormat2, _ variants: MessageFormat2.Matcher.Variants, _ index: Int,
        isOrdinal: Bool, variation: VariationKey.Variation?
    ) {
        guard case .matcher(let matcher) = message.body else {
            preconditionFailure("a message with variants")
        }
        let counted = message.values(of: matcher.selectors[index].name)
        var forms: [PluralCategory: FormatString] = [:]
        var exact: Set<Int> = []
        for variant in variants {
            let form = FormatString(variant.pattern.format(counting: counted))
            switch variant.keys[index] {
            case .any: if forms[.other] == nil { forms[.other] = form }
            case .literal(let key):
                if let number = Int(key) {
                    exact.insert(number)
                } else if let category = PluralCategory(rawValue: key) {
                    forms[category] = form
                }
            }
        }
        self.init(variation: { _ in variation }, forms: forms, exactNumbers: exact, isOrdinal: isOrdinal)
    }
}

extension MessageFormat2.Matcher.Key {
    fileprivate var category: PluralCategory? {
        if case .literal(let text) = self { PluralCategory(rawValue: text) } else { nil }
    }
}

extension MessageFormat2 {
    /// The variables that have the value of one: itself, and those that were declared from each other.
    fileprivate func values(of name: String) -> Set<String> {
        var names: Set<String> = [name]
        for declaration in declarations.reversed() where names.contains(declaration.name) {
            if let operand = declaration.expression.operandVariable { names.insert(operand) }
        }
        for declaration in declarations {
            if let operand = declaration.expression.operandVariable, names.contains(operand) {
                names.insert(declaration.name)
            }
        }
        return names
    }

    /// The words among which each argument chooses, other than numbers.
    var words: [String: Set<String>] {
        guard case .matcher(let matcher) = body else { return [:] }
        var words: [String: Set<String>] = [:]
        for (index, selector) in matcher.selectors.enumerated() {
            guard let function = annotation(of: selector.name), function.types == .any else { continue }
            let name =
                values(of: selector.name).filter(argumentNames.contains).sorted().first ?? selector.name
            for variant in matcher.variants {
                if case .literal(let key) = variant.keys[index] { words[name, default: []].insert(key) }
            }
        }
        return words
    }
}

extension MessageFormat2.Pattern {
    /// The pattern with `%d` wherever it shows one of some variables, for checks of plural forms.
    fileprivate func format(counting names: Set<String>) -> String {
        parts.map { part in
            switch part {
            case .text(let text, _): text.replacing("%", with: "%%")
            case .expression(let expression):
                expression.operandVariable.map(names.contains) == true ? "%d" : " "
            case .markup: ""
            }
        }.joined()
    }
}
