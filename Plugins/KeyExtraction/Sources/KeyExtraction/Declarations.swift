// What names mean in one file, as far as its syntax shows: types, constants, parameters.

internal import SwiftSyntax

/// A declared name.
struct Declaration {
    /// Its type, or what a function returns, where that is evident.
    var type: ValueType?
    /// What gives the type if nothing is annotated.
    var initializer: ExprSyntax?
    /// What a constant always is.
    var constant: ExprSyntax?
    /// The text that is the raw value of a case.
    var rawValue: ExprSyntax?
    /// The case's name, which is the raw value where none is written.
    var caseName: String?
    /// The function whose parameter this is.
    var function: String?
    /// Whether the declaration unwraps an optional.
    var isUnwrapped = false
    /// The scope outside of which the same name means what is unwrapped here: `if let name`.
    var outer: Syntax?

    /// Two declarations of one name are known as far as they agree.
    mutating func merge(_ other: Declaration) {
        self = Declaration(type: type == other.type ? type : nil)
    }
}

/// The names that one scope declares. Functions have `()` after the name.
typealias Scope = [String: Declaration]

extension Scope {
    mutating func declare(_ name: String, _ declaration: Declaration) {
        if self[name] == nil { self[name] = declaration } else { self[name]?.merge(declaration) }
    }
}

/// The declarations of a file, found on first use: most calls give a literal and need none.
final class Declarations {
    private let root: SourceFileSyntax
    private var scopes: [SyntaxIdentifier: Scope] = [:]
    private(set) lazy var types = TypeIndex(root)

    /// How far a name is searched outwards. Nobody nests deeper; generated chains of calls do.
    private static let farthest = 2000

    init(_ root: SourceFileSyntax) { self.root = root }

    /// What a name means at a place; `nil` where the file does not say.
    func find(_ name: String, at place: some SyntaxProtocol) -> Declaration? {
        var next = place.parent
        for _ in 0..<Self.farthest {
            guard let node = next else { return nil }
            if let typeName = node.declaredTypeName {
                if let member = types.members[typeName]?[name] { return member }
            } else if let declaration = scope(node)?[name] {
                return declaration
            }
            next = node.parent
        }
        return nil
    }

    /// The type that a member's place is in.
    func enclosingType(of place: some SyntaxProtocol) -> String? {
        var next = place.parent
        for _ in 0..<Self.farthest {
            guard let node = next else { return nil }
            if let name = node.declaredTypeName { return name }
            next = node.parent
        }
        return nil
    }

    /// The names that a node declares for what is inside; `nil` where it is no scope.
    private func scope(_ node: Syntax) -> Scope? {
        switch node.kind {
        case .codeBlockItemList, .functionDecl, .initializerDecl, .subscriptDecl, .closureExpr, .ifExpr,
            .whileStmt,
            .forStmt, .switchCase:
            if let known = scopes[node.id] { return known }
            let new = Scope(node)
            scopes[node.id] = new
            return new
        default: return nil
        }
    }
}

extension Scope {
    /// The names that a node declares for what is inside.
    fileprivate init(_ node: Syntax) {
        self.init()
        switch node.as(SyntaxEnum.self) {
        case .codeBlockItemList(let items): items.forEach { declare($0.item, in: node) }
        case .functionDecl(let function):
            declare(function.signature.parameterClause, of: function.name.identifierText)
        case .initializerDecl(let initializer): declare(initializer.signature.parameterClause, of: "init")
        case .subscriptDecl(let member): declare(member.parameterClause, of: "subscript")
        case .closureExpr(let closure): declare(closure.signature?.parameterClause)
        case .ifExpr(let expression): declare(expression.conditions, in: node)
        case .whileStmt(let statement): declare(statement.conditions, in: node)
        case .forStmt(let statement): declare(statement)
        case .switchCase(let branch):
            if let label = branch.label.as(SwitchCaseLabelSyntax.self) {
                declareAllNames(in: label.caseItems)
            }
        default: break
        }
    }

    private mutating func declare(_ item: CodeBlockItemSyntax.Item, in scope: Syntax) {
        switch item {
        case .decl(let declaration): declare(declaration)
        case .stmt(let statement):
            if let guarding = statement.as(GuardStmtSyntax.self) { declare(guarding.conditions, in: scope) }
        case .expr: break
        }
    }

    /// Declares what a declaration in a scope declares there; also in the branches of `#if`.
    mutating func declare(_ declaration: DeclSyntax) {
        switch declaration.as(DeclSyntaxEnum.self) {
        case .variableDecl(let variable): declare(variable)
        case .functionDecl(let function):
            declare(
                function.name.identifierText + "()",
                Declaration(type: function.signature.returnClause.flatMap { ValueType($0.type) }))
        case .ifConfigDecl(let condition):
            for clause in condition.clauses {
                switch clause.elements {
                case .statements(let items)?:
                    for item in items { if case .decl(let declaration) = item.item { declare(declaration) } }
                case .decls(let members)?: members.forEach { declare($0.decl) }
                default: break
                }
            }
        default: break
        }
    }

    private mutating func declare(_ variable: VariableDeclSyntax) {
        let isConstant = variable.bindingSpecifier.tokenKind == .keyword(.let)
        // `let a, b: Int`: the annotation follows the last name.
        var following: TypeSyntax?
        for binding in variable.bindings.reversed() {
            following = binding.typeAnnotation?.type ?? (binding.initializer == nil ? following : nil)
            guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.identifierText
            else {
                declareAllNames(in: binding.pattern)
                continue
            }
            let value = binding.initializer?.value
            let computed = binding.accessorBlock?.onlyExpression
            declare(
                name,
                Declaration(
                    type: following.flatMap(ValueType.init), initializer: following == nil ? value : nil,
                    constant: isConstant ? value : computed))
        }
    }

    private mutating func declare(_ parameters: FunctionParameterClauseSyntax, of function: String) {
        for parameter in parameters.parameters {
            let type = parameter.ellipsis == nil ? ValueType(parameter.type) : ValueType(name: "Array")
            declare(
                (parameter.secondName ?? parameter.firstName).identifierText,
                Declaration(type: type, function: function))
        }
    }

    private mutating func declare(_ clause: ClosureSignatureSyntax.ParameterClause?) {
        switch clause {
        case .simpleInput(let names)?: names.forEach { declare($0.name.identifierText, Declaration()) }
        case .parameterClause(let parameters)?:
            for parameter in parameters.parameters {
                declare(
                    (parameter.secondName ?? parameter.firstName).identifierText,
                    Declaration(type: parameter.type.flatMap(ValueType.init)))
            }
        case nil: break
        }
    }

    private mutating func declare(_ conditions: ConditionElementListSyntax, in scope: Syntax) {
        for element in conditions {
            switch element.condition {
            case .optionalBinding(let binding):
                guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.identifierText
                else {
                    continue
                }
                // `if let name` and `if let name = name` unwrap what has the name outside.
                let value = binding.initializer?.value
                let isSameName =
                    value == nil
                    || value?.as(DeclReferenceExprSyntax.self)?.baseName.identifierText == name
                declare(
                    name,
                    Declaration(
                        type: binding.typeAnnotation.flatMap { ValueType($0.type) }, initializer: value,
                        isUnwrapped: true, outer: isSameName ? scope : nil))
            case .matchingPattern(let matching): declareAllNames(in: matching.pattern)
            default: break
            }
        }
    }

    private mutating func declare(_ loop: ForStmtSyntax) {
        guard let name = loop.pattern.as(IdentifierPatternSyntax.self)?.identifier.identifierText else {
            return declareAllNames(in: loop.pattern)
        }
        let elements = loop.sequence.as(SequenceExprSyntax.self)?.elements.map { $0 } ?? []
        let isRange =
            elements.count == 3
            && ["...", "..<"].contains(elements[1].as(BinaryOperatorExprSyntax.self)?.operator.text)
        declare(
            name,
            Declaration(
                type: loop.typeAnnotation.flatMap { ValueType($0.type) },
                initializer: isRange
                    ? elements[0].is(IntegerLiteralExprSyntax.self) ? elements[2] : elements[0] : nil))
    }

    /// Declares names of which nothing is known, so that they hide others.
    private mutating func declareAllNames(in pattern: some SyntaxProtocol) {
        for node in SyntaxWalk(pattern) {
            if let name = node.as(IdentifierPatternSyntax.self)?.identifier.identifierText {
                declare(name, Declaration())
            }
        }
        if let name = pattern.as(IdentifierPatternSyntax.self)?.identifier.identifierText {
            declare(name, Declaration())
        }
    }
}

extension AccessorBlockSyntax {
    /// The expression of a getter that is nothing else.
    var onlyExpression: ExprSyntax? {
        guard case .getter(let items) = accessors else { return nil }
        return items.onlyExpression
    }
}

extension CodeBlockItemListSyntax {
    /// The expression, returned or not, of statements that are nothing else.
    var onlyExpression: ExprSyntax? {
        guard count == 1, let item = first?.item else { return nil }
        switch item {
        case .expr(let expression): return expression
        case .stmt(let statement):
            return statement.as(ReturnStmtSyntax.self)?.expression
                ?? statement.as(ExpressionStmtSyntax.self)?.expression
        case .decl: return nil
        }
    }
}
