// Resolves the expressions of one message for one set of arguments, and selects a variant.

/// The values of a message's variables (UTS #35, Part 9, "Expression and Markup Resolution", "Pattern
/// Selection").
///
/// Each declaration is resolved at most once, and only if what is shown needs it: an argument that no shown
/// text uses may be missing.
struct MessageFormat2Resolution {
    private let message: MessageFormat2
    private let arguments: [String: any FormatArgument]
    private let functions: [String: MessageFormat2Function]
    private let conventions: MessageFormats
    /// The values of declared variables; `nil` for one that cannot be resolved.
    private var declared: [String: MessageFormat2Value?] = [:]
    private(set) var faults: [MessageFormat2Fault] = []

    init(
        _ message: MessageFormat2, _ arguments: [String: any FormatArgument],
        _ functions: [String: MessageFormat2Function], _ conventions: MessageFormats
    ) {
        (self.message, self.arguments) = (message, arguments)
        (self.functions, self.conventions) = (functions, conventions)
    }

    // MARK: Variables

    /// Resolves the declarations that some variables need, in the order of the source.
    private mutating func resolveDeclarations(usedBy names: [String]) {
        var needed = Set(names)
        var found: [MessageFormat2.Declaration] = []
        for declaration in message.declarations.reversed() where needed.contains(declaration.name) {
            if declared[declaration.name] == nil { found.append(declaration) }
            needed.formUnion(declaration.expression.variables)
        }
        for declaration in found.reversed() {
            let value =
                declaration.kind == .input && declaration.expression.function == nil
                ? argument(declaration.name, declaration.expression.range)
                : value(of: declaration.expression, declaring: declaration.name)
            declared.updateValue(value, forKey: declaration.name)
        }
    }

    mutating func resolveDeclarations(usedBy parts: [MessageFormat2.PatternPart]) {
        resolveDeclarations(
            usedBy: parts.flatMap { part -> [String] in
                switch part {
                case .text: []
                case .expression(let expression): expression.variables
                case .markup(let markup): markup.options.compactMap(\.variable)
                }
            })
    }

    /// The value of a variable; `nil` where it has none, which is reported.
    private mutating func variable(
        _ name: String, _ range: Range<Int>, declaring declaredName: String? = nil
    ) -> MessageFormat2Value? {
        // The operand of `.input {$x :f}` is the argument, and not the variable that gets the result.
        if name != declaredName, let value = declared[name] { return value }
        return argument(name, range)
    }

    private mutating func argument(_ name: String, _ range: Range<Int>) -> MessageFormat2Value? {
        guard let argument = arguments[name]?.formatValue else {
            report(.unresolvedVariable, range)
            return nil
        }
        if case .text(let text) = argument { return MessageFormat2Value(text: text) }
        guard let number = MessageFormat2Number(argument) else {
            return MessageFormat2Value(text: argument.plainText)
        }
        return MessageFormat2Numbers.plain(number, conventions)
    }

    private mutating func report(_ kind: MessageFormat2Fault.Kind, _ range: Range<Int>) {
        faults.append(MessageFormat2Fault(kind, range))
    }

    // MARK: Expressions

    /// The value of an expression; `nil` where it has none, which is reported.
    private mutating func value(
        of expression: MessageFormat2.Expression, declaring name: String? = nil
    ) -> MessageFormat2Value? {
        var operand: MessageFormat2Value?
        switch expression.operand {
        case .literal(let text): operand = MessageFormat2Value(text: text)
        case .variable(let variable):
            operand = self.variable(variable, expression.range, declaring: name)
            if operand == nil { return nil }
        case nil: break
        }
        guard let function = expression.function else { return operand }
        guard let handler = functions[function.name] else {
            report(.unknownFunction, expression.range)
            return nil
        }
        var options = self.options(function.options)
        let direction = options.removeValue(forKey: "u:dir")
        options["u:id"] = nil
        var call = MessageFormat2Call(operand: operand, options: options, conventions: conventions)
        do throws(MessageFormat2Fault.Kind) {
            var value = try handler(&call)
            for problem in call.problems { report(problem, expression.range) }
            set(direction?.text, of: &value, expression.range)
            return value
        } catch {
            for problem in call.problems { report(problem, expression.range) }
            report(error, expression.range)
            return nil
        }
    }

    /// The values of options; those without one are reported and left out.
    private mutating func options(_ options: [MessageFormat2.Option]) -> [String: MessageFormat2OptionValue] {
        var values: [String: MessageFormat2OptionValue] = [:]
        for option in options {
            switch option.value {
            case .literal(let text): values[option.name] = MessageFormat2OptionValue(text, isLiteral: true)
            case .variable(let name):
                guard let value = variable(name, option.range) else {
                    report(.badOption, option.range)
                    continue
                }
                values[option.name] = MessageFormat2OptionValue(value.plainText, isLiteral: false)
            }
        }
        return values
    }

    private mutating func set(_ direction: String?, of value: inout MessageFormat2Value, _ range: Range<Int>)
    {
        switch direction {
        case nil, "inherit": return
        case "ltr": value.direction = .leftToRight
        case "rtl": value.direction = .rightToLeft
        case "auto": value.direction = .unknown
        default:
            report(.badOption, range)
            return
        }
        value.isIsolated = true
    }

    /// Reports options that markup cannot have. Markup itself is not shown.
    mutating func check(_ markup: MessageFormat2.Markup) {
        if options(markup.options)["u:dir"] != nil { report(.badOption, markup.range) }
    }

    /// What an expression shows.
    struct Shown {
        var text: String
        var direction = MessageFormat2Value.Direction.unknown
        var isIsolated = false
    }

    /// What an expression of the selected pattern shows: its text, or its name in braces.
    mutating func shown(_ expression: MessageFormat2.Expression) -> Shown {
        guard let value = value(of: expression) else { return Shown(text: expression.fallback) }
        do {
            return Shown(text: try value.text(), direction: value.direction, isIsolated: value.isIsolated)
        } catch {
            report(error, expression.range)
            return Shown(text: expression.fallback)
        }
    }

    // MARK: Variants

    /// The only pattern, or that of the best variant.
    mutating func selectedPattern() -> MessageFormat2.Pattern {
        let matcher: MessageFormat2.Matcher
        switch message.body {
        case .pattern(let pattern): return pattern
        case .matcher(let found): matcher = found
        }
        resolveDeclarations(usedBy: matcher.selectors.map(\.name))
        let selections = matcher.selectors.map { selector -> MessageFormat2Value.Selection? in
            let selection = variable(selector.name, selector.range)?.selection
            if selection == nil { report(.badSelector, selector.range) }
            return selection
        }
        var best: MessageFormat2.Matcher.Variant?
        for variant in matcher.variants where matches(variant, selections) {
            if best == nil || Self.isBetter(variant.keys, best!.keys, selections) { best = variant }
        }
        // A valid message has a variant for all values.
        return best?.pattern ?? MessageFormat2.Pattern(parts: [], range: 0..<0)
    }

    private mutating func matches(
        _ variant: MessageFormat2.Matcher.Variant, _ selections: [MessageFormat2Value.Selection?]
    ) -> Bool {
        for (key, selection) in zip(variant.keys, selections) {
            guard case .literal(let text) = key else { continue }
            guard let selection else { return false }
            guard let matches = selection.matches(text) else {
                report(.badVariantKey, variant.range)
                return false
            }
            guard matches else { return false }
        }
        return true
    }

    /// Whether the first of two lists of keys that match is better: the first key in which they differ
    /// decides.
    private static func isBetter(
        _ left: [MessageFormat2.Matcher.Key], _ right: [MessageFormat2.Matcher.Key],
        _ selections: [MessageFormat2Value.Selection?]
    ) -> Bool {
        for ((left, right), selection) in zip(zip(left, right), selections) where left != right {
            guard case .literal(let first) = left else { return false }
            guard case .literal(let second) = right else { return true }
            return selection?.isBetter(first, second) ?? false
        }
        return false
    }
}

extension MessageFormat2.Expression {
    fileprivate var variables: [String] { optionVariables + (operandVariable.map { [$0] } ?? []) }

    /// What stands for the expression where it has no value (UTS #35, Part 9, "Fallback Resolution").
    fileprivate var fallback: String {
        switch operand {
        case .variable(let name): "{$\(name)}"
        case .literal(let text):
            "{|\(text.replacing("\\", with: "\\\\").replacing("|", with: "\\|"))|}"
        case nil: "{:\(function?.name ?? "")}"
        }
    }
}

extension MessageFormat2.Option {
    fileprivate var variable: String? { if case .variable(let name) = value { name } else { nil } }
}
