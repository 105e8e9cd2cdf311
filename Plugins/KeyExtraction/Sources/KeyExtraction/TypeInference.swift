// The types of expressions, where the syntax of one file shows them.

internal import SwiftSyntax

/// Finds types as a reader does who sees nothing but the file. It would rather not know than guess: a wrong specifier is
/// another key.
struct TypeInference {
    let declarations: Declarations

    /// How many declarations one type is followed through.
    private static let deepest = 12

    /// The type of an expression; `nil` where the file does not show it.
    func type(of expression: some ExprSyntaxProtocol) -> ValueType? {
        type(of: ExprSyntax(expression), depth: 0).map(declarations.types.resolved)
    }

    private func type(of expression: ExprSyntax, depth: Int) -> ValueType? {
        guard depth < Self.deepest else { return nil }
        func inner(_ expression: ExprSyntax) -> ValueType? { type(of: expression, depth: depth + 1) }
        switch expression.as(ExprSyntaxEnum.self) {
        case .integerLiteralExpr: return ValueType(name: "Int")
        case .floatLiteralExpr: return ValueType(name: "Double")
        case .stringLiteralExpr: return ValueType(name: "String")
        case .booleanLiteralExpr: return ValueType(name: "Bool")
        case .arrayExpr: return ValueType(name: "Array")
        case .dictionaryExpr: return ValueType(name: "Dictionary")
        case .prefixOperatorExpr(let prefixed):
            switch prefixed.operator.text {
            case "-", "+", "~": return inner(prefixed.expression)
            case "!": return ValueType(name: "Bool")
            default: return nil
            }
        case .tupleExpr(let tuple):
            guard tuple.elements.count == 1, let only = tuple.elements.first else { return nil }
            return inner(only.expression)
        case .tryExpr(let attempt):
            guard let type = inner(attempt.expression) else { return nil }
            let isOptional = attempt.questionOrExclamationMark?.text == "?"
            return ValueType(name: type.name, isOptional: isOptional || type.isOptional)
        case .awaitExpr(let waiting): return inner(waiting.expression)
        case .forceUnwrapExpr(let unwrapping): return inner(unwrapping.expression)?.unwrapped
        case .asExpr(let cast): return ValueType(cast.type)
        case .declReferenceExpr(let reference):
            let name = reference.baseName.identifierText
            if name == "self" {
                return declarations.enclosingType(of: expression).map { ValueType(name: $0) }
            }
            return declarations.find(name, at: expression).flatMap {
                type(of: $0, named: name, depth: depth + 1)
            }
        case .memberAccessExpr(let access): return type(ofMember: access, depth: depth + 1)
        case .functionCallExpr(let call): return type(ofCall: call, depth: depth + 1)
        case .sequenceExpr(let sequence): return type(ofSequence: Array(sequence.elements), depth: depth + 1)
        default: return nil
        }
    }

    private func type(of declaration: Declaration, named name: String, depth: Int) -> ValueType? {
        guard depth < Self.deepest else { return nil }
        var found = declaration.type
        if found == nil {
            if let outer = declaration.outer {
                found = declarations.find(name, at: outer).flatMap {
                    type(of: $0, named: name, depth: depth + 1)
                }
            } else {
                found = declaration.initializer.flatMap { type(of: $0, depth: depth + 1) }
            }
        }
        return declaration.isUnwrapped ? found?.unwrapped : found
    }

    private func type(ofMember access: MemberAccessExprSyntax, depth: Int) -> ValueType? {
        let name = access.declName.baseName.identifierText
        guard let base = access.base, depth < Self.deepest else { return nil }
        if ["max", "min", "zero"].contains(name), let type = base.as(DeclReferenceExprSyntax.self) {
            let typeName = type.baseName.identifierText
            if FormatSpecifiers.byType[typeName] != nil { return ValueType(name: typeName) }
        }
        // `a?.count` is optional, as far as the chain goes; `a.b?.c.count` too, which is seldom interpolated.
        let isOptional = base.is(OptionalChainingExprSyntax.self)
        guard let member = memberType(name, of: base, depth: depth) else { return nil }
        return ValueType(name: member.name, isOptional: member.isOptional || isOptional)
    }

    private func memberType(_ name: String, of base: ExprSyntax, depth: Int) -> ValueType? {
        if let owner = ownerName(base, depth: depth), let scope = declarations.types.members[owner] {
            if let declaration = scope[name] { return type(of: declaration, named: name, depth: depth + 1) }
        }
        return Self.wellKnownMembers[name].map { ValueType(name: $0) }
    }

    /// The type that a member before a dot belongs to: the type named, or that of the value.
    private func ownerName(_ base: ExprSyntax, depth: Int) -> String? {
        if let name = base.as(DeclReferenceExprSyntax.self)?.baseName.identifierText {
            if name == "Self" { return declarations.enclosingType(of: base) }
            if declarations.types.members[name] != nil { return name }
        }
        let value = base.as(OptionalChainingExprSyntax.self)?.expression ?? base
        return type(of: value, depth: depth + 1).map { declarations.types.resolved($0).name }
    }

    private func type(ofCall call: FunctionCallExprSyntax, depth: Int) -> ValueType? {
        guard depth < Self.deepest else { return nil }
        let callee = call.calledExpression
        if let name = callee.as(DeclReferenceExprSyntax.self)?.baseName.identifierText {
            if let function = declarations.find(name + "()", at: callee) { return function.type }
            switch name {
            case "abs", "min", "max":
                return type(ofOperands: call.arguments.map(\.expression), depth: depth)
            // A name that begins as types do is an initializer. It may fail only with these labels or texts.
            case let name where name.first?.isUppercase == true:
                let first = call.arguments.first
                let mayFail =
                    first?.label?.text == "exactly"
                    || first?.expression.is(StringLiteralExprSyntax.self) == true
                    || first.flatMap { type(of: $0.expression, depth: depth + 1) }?.name == "String"
                let isNumber = FormatSpecifiers.byType[name] != nil
                return ValueType(name: name, isOptional: isNumber && mayFail)
            default: return nil
            }
        }
        guard let access = callee.as(MemberAccessExprSyntax.self), let base = access.base else { return nil }
        let name = access.declName.baseName.identifierText
        if name == "init", let type = base.as(DeclReferenceExprSyntax.self)?.baseName.identifierText {
            return ValueType(name: type)
        }
        return memberType(name + "()", of: base, depth: depth)
    }

    /// The type of an expression with operators, whose precedence nobody has looked at yet.
    private func type(ofSequence elements: [ExprSyntax], depth: Int) -> ValueType? {
        guard depth < Self.deepest else { return nil }
        if let cast = elements.firstIndex(where: { $0.is(UnresolvedAsExprSyntax.self) }) {
            guard cast == elements.count - 2, let type = elements[cast + 1].as(TypeExprSyntax.self) else {
                return nil
            }
            let isOptional =
                elements[cast].as(UnresolvedAsExprSyntax.self)?.questionOrExclamationMark?.text == "?"
            return ValueType(type.type).map {
                ValueType(name: $0.name, isOptional: $0.isOptional || isOptional)
            }
        }
        if let ternary = elements.firstIndex(where: { $0.is(UnresolvedTernaryExprSyntax.self) }) {
            guard ternary == elements.count - 2,
                let then = elements[ternary].as(UnresolvedTernaryExprSyntax.self)
            else { return nil }
            return type(ofOperands: [then.thenExpression, elements[ternary + 1]], depth: depth)
        }
        guard elements.count % 2 == 1 else { return nil }
        let operators = stride(from: 1, to: elements.count, by: 2).map {
            elements[$0].as(BinaryOperatorExprSyntax.self)?.operator.text
        }
        let operands = stride(from: 0, to: elements.count, by: 2).map { elements[$0] }
        if operators.allSatisfy({ ["==", "!=", "<", ">", "<=", ">=", "&&", "||"].contains($0) }) {
            return ValueType(name: "Bool")
        }
        if operators == ["??"] {
            return type(of: operands[1], depth: depth + 1)
        }
        guard operators.allSatisfy({ ["+", "-", "*", "/", "%", "&+", "&-", "&*"].contains($0) }) else {
            return nil
        }
        return type(ofOperands: operands, depth: depth)
    }

    /// The type that all operands have. Literals take the type of the others.
    private func type(ofOperands operands: [ExprSyntax], depth: Int) -> ValueType? {
        let others = operands.filter { !$0.isNumberLiteral }
        // A million operands are no reason to look at them all a million times.
        guard operands.count <= 100 else { return nil }
        var common: ValueType?
        for operand in others.isEmpty ? operands : others {
            guard let found = type(of: operand, depth: depth + 1) else { return nil }
            if let common, common != found {
                // Both are literals, or it does not compile.
                return others.isEmpty ? ValueType(name: "Double") : nil
            }
            common = found
        }
        return common
    }

    /// Members that mean the same in every type that people have. Functions have `()`.
    private static let wellKnownMembers: [String: String] = [
        "count": "Int", "count()": "Int", "hashValue": "Int", "underestimatedCount": "Int",
        "description": "String", "debugDescription": "String", "localizedDescription": "String",
        "localizedName": "String", "uppercased()": "String", "lowercased()": "String",
        "capitalized": "String",
        "localizedUppercase": "String", "localizedLowercase": "String", "localizedCapitalized": "String",
        "formatted()": "String", "joined()": "String", "trimmingCharacters()": "String",
        "replacingOccurrences()": "String", "absoluteString": "String", "lastPathComponent": "String",
        "pathExtension": "String", "uuidString": "String", "bundleIdentifier": "String", "isEmpty": "Bool",
        "contains()": "Bool", "hasPrefix()": "Bool", "hasSuffix()": "Bool",
    ]
}

extension ExprSyntax {
    fileprivate var isNumberLiteral: Bool {
        self.is(IntegerLiteralExprSyntax.self) || self.is(FloatLiteralExprSyntax.self)
            || self.as(PrefixOperatorExprSyntax.self)?.expression.isNumberLiteral == true
    }
}
