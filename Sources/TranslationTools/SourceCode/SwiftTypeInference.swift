// The types of expressions, where the tokens of one file show them.

/// Finds types as a reader does who sees nothing but the file. It would rather not know than guess:
/// a wrong specifier is another key.
struct SwiftTypeInference {
    let source: SwiftCode
    let names: SwiftNames
    let budget: Budget

    /// The steps that are left for a file. Declarations that each use many others
    /// could take more time than there is.
    final class Budget {
        private var steps = 1_000_000

        /// Takes a step; returns `false` if none is left.
        func spend() -> Bool {
            steps -= 1
            return steps > 0
        }
    }

    /// How many declarations and parentheses one type is followed through.
    private static let deepest = 12

    /// The type of an expression; `nil` where the file does not show it.
    func type(of range: Range<Int>, in code: SwiftCode) -> SwiftType? {
        type(of: range, in: code, depth: 0).map(names.resolved)
    }

    private func type(of range: Range<Int>, in code: SwiftCode, depth: Int) -> SwiftType? {
        guard depth < Self.deepest, budget.spend(), let first = range.first else { return nil }
        func inner(_ range: Range<Int>) -> SwiftType? { type(of: range, in: code, depth: depth + 1) }
        switch code.expression(range) {
        case .number(let isInteger): return SwiftType(name: isInteger ? "Int" : "Double")
        case .literal: return SwiftType(name: "String")
        case .boolean: return SwiftType(name: "Bool")
        case .array: return SwiftType(name: "Array")
        case .dictionary: return SwiftType(name: "Dictionary")
        case .prefixed(let sign, let operand):
            switch sign {
            case "-", "+", "~": return inner(operand)
            case "!": return SwiftType(name: "Bool")
            default: return nil
            }
        case .parentheses(let elements):
            let arguments = code.tokens.arguments(elements)
            return arguments.count == 1 && arguments[0].label == nil ? inner(arguments[0].range) : nil
        case .marked(let value, let isOptional):
            guard let type = inner(value) else { return nil }
            return SwiftType(name: type.name, isOptional: isOptional || type.isOptional)
        case .unwrapped(let value, let isForced): return isForced ? inner(value)?.unwrapped : nil
        case .name("self"): return names.enclosingType(of: code.place(first)).map { SwiftType(name: $0) }
        case .name(let name):
            return names.find(name, at: code.place(first)).flatMap {
                type(of: $0, named: name, depth: depth + 1)
            }
        case .member(let base, let name): return type(ofMember: name, base, in: code, depth: depth + 1)
        case .call(let callee, let arguments):
            return type(ofCall: callee, code.tokens.arguments(arguments), in: code, depth: depth + 1)
        case .sequence(let operands, let operators):
            return type(ofSequence: operands, operators, in: code, depth: depth + 1)
        case .nothing, .branches, .other: return nil
        }
    }

    private func type(of declaration: SwiftDeclaration, named name: String, depth: Int) -> SwiftType? {
        guard depth < Self.deepest else { return nil }
        var found = declaration.type
        if found == nil {
            if let outer = declaration.outer {
                found = names.find(name, at: outer.place, isOutside: outer.isSkipped).flatMap {
                    type(of: $0, named: name, depth: depth + 1)
                }
            } else {
                found = declaration.initializer.flatMap { type(of: $0, in: source, depth: depth + 1) }
            }
        }
        return declaration.isUnwrapped ? found?.unwrapped : found
    }

    // MARK: Members and calls

    private func type(ofMember name: String, _ base: Range<Int>?, in code: SwiftCode, depth: Int)
        -> SwiftType?
    {
        guard let base, depth < Self.deepest else { return nil }
        if ["max", "min", "zero"].contains(name), case .name(let type) = code.expression(base),
            SwiftType(name: type).isNumber
        {
            return SwiftType(name: type)
        }
        // `a?.count` is optional, as far as the chain goes; `a.b?.c.count` too, which is seldom interpolated.
        var isOptional = false
        if case .unwrapped(_, isForced: false) = code.expression(base) { isOptional = true }
        guard let member = memberType(name, of: base, in: code, depth: depth) else { return nil }
        return SwiftType(name: member.name, isOptional: member.isOptional || isOptional)
    }

    private func memberType(_ name: String, of base: Range<Int>, in code: SwiftCode, depth: Int) -> SwiftType?
    {
        if let owner = ownerName(base, in: code, depth: depth), let declaration = names.members[owner]?[name]
        {
            return type(of: declaration, named: name, depth: depth + 1)
        }
        return Self.wellKnownMembers[name].map { SwiftType(name: $0) }
    }

    /// The type that a member before a dot belongs to: the type named, or that of the value.
    private func ownerName(_ base: Range<Int>, in code: SwiftCode, depth: Int) -> String? {
        if case .name(let name) = code.expression(base) {
            if name == "Self" { return names.enclosingType(of: code.place(base.lowerBound)) }
            if names.members[name] != nil { return name }
        }
        var value = base
        if case .unwrapped(let optional, isForced: false) = code.expression(base) { value = optional }
        return type(of: value, in: code, depth: depth + 1).map { names.resolved($0).name }
    }

    private func type(
        ofCall callee: Range<Int>, _ arguments: [SourceTokens.Argument], in code: SwiftCode, depth: Int
    ) -> SwiftType? {
        guard depth < Self.deepest else { return nil }
        switch code.expression(callee) {
        case .name(let name):
            if let function = names.find(name + "()", at: code.place(callee.lowerBound)) {
                return function.type
            }
            if ["abs", "min", "max"].contains(name) {
                return type(ofOperands: arguments.map(\.range), in: code, depth: depth)
            }
            // A name that begins as types do is an initializer. It may fail only with these labels or texts.
            guard name.first?.isUppercase == true else { return nil }
            let first = arguments.first
            let mayFail =
                first?.label == "exactly"
                || first.flatMap { type(of: $0.range, in: code, depth: depth + 1) }?.name == "String"
            return SwiftType(name: name, isOptional: SwiftType(name: name).isNumber && mayFail)
        case .member(let base?, let name):
            if name == "init", case .name(let type) = code.expression(base) { return SwiftType(name: type) }
            return memberType(name + "()", of: base, in: code, depth: depth)
        default: return nil
        }
    }

    // MARK: Operators

    private static let comparisons: Set = ["==", "!=", "<", ">", "<=", ">=", "&&", "||"]
    private static let arithmetic: Set = ["+", "-", "*", "/", "%", "&+", "&-", "&*"]

    /// The type of an expression with operators, by the loosest of them.
    private func type(
        ofSequence operands: [Range<Int>], _ operators: [String], in code: SwiftCode, depth: Int
    ) -> SwiftType? {
        guard depth < Self.deepest else { return nil }
        if let cast = operators.firstIndex(where: { ["as", "as?", "as!"].contains($0) }) {
            guard cast == operators.count - 1, let named = operands.last else { return nil }
            return code.type(at: named.lowerBound, before: named.upperBound).type.map {
                SwiftType(name: $0.name, isOptional: $0.isOptional || operators[cast] == "as?")
            }
        }
        if let choice = operators.firstIndex(of: "?") {
            guard operators.count == choice + 2, operators[choice + 1] == ":" else { return nil }
            return type(ofOperands: Array(operands[(choice + 1)...]), in: code, depth: depth)
        }
        if operators.allSatisfy(Self.comparisons.contains) { return SwiftType(name: "Bool") }
        if operators == ["??"] { return type(of: operands[1], in: code, depth: depth + 1) }
        guard operators.allSatisfy(Self.arithmetic.contains) else { return nil }
        return type(ofOperands: operands, in: code, depth: depth)
    }

    /// The type that all operands have. Literals take the type of the others.
    private func type(ofOperands operands: [Range<Int>], in code: SwiftCode, depth: Int) -> SwiftType? {
        // A million operands are no reason to look at them all a million times.
        guard operands.count <= 100 else { return nil }
        let others = operands.filter { !isNumberLiteral($0, in: code) }
        var common: SwiftType?
        for operand in others.isEmpty ? operands : others {
            guard let found = type(of: operand, in: code, depth: depth + 1) else { return nil }
            if let common, common != found {
                // Both are literals, or it does not compile.
                return others.isEmpty ? SwiftType(name: "Double") : nil
            }
            common = found
        }
        return common
    }

    private func isNumberLiteral(_ range: Range<Int>, in code: SwiftCode) -> Bool {
        switch code.expression(range) {
        case .number: true
        case .prefixed(_, let operand): operand.count == 1 && code.tokens[operand.lowerBound].isNumber
        default: false
        }
    }

    /// Members that mean the same in every type that people have. Functions have `()`.
    private static let wellKnownMembers: [String: String] = [
        "count": "Int", "count()": "Int", "hashValue": "Int", "underestimatedCount": "Int",
        "description": "String", "debugDescription": "String", "localizedDescription": "String",
        "localizedName": "String", "uppercased()": "String", "lowercased()": "String",
        "capitalized": "String", "localizedUppercase": "String", "localizedLowercase": "String",
        "localizedCapitalized": "String", "formatted()": "String", "joined()": "String",
        "trimmingCharacters()": "String", "replacingOccurrences()": "String", "absoluteString": "String",
        "lastPathComponent": "String", "pathExtension": "String", "uuidString": "String",
        "bundleIdentifier": "String", "isEmpty": "Bool", "contains()": "Bool", "hasPrefix()": "Bool",
        "hasSuffix()": "Bool",
    ]
}
