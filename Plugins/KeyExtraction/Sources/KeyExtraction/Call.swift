// A call as routines see it: a name, and arguments.

internal import SwiftSyntax

/// A call, or a property of a literal, that may take a key.
struct Call {
    /// The last components of the name, as many as routines can have and one more. `init` and `callAsFunction` are
    /// left out, as they may be in calls.
    private(set) var name: [String] = []
    /// The arguments without labels.
    private(set) var positional: [ExprSyntax] = []
    /// The arguments with labels; the first of each.
    private(set) var labelled: [String: ExprSyntax] = [:]
    /// The expression before the last dot.
    private(set) var receiver: ExprSyntax?
    /// Whether an expression precedes the known components of the name.
    private var hasMore = false
    /// Whether the name begins with a dot: a member of a type that the context says, often a case.
    private var isImplicitMember = false

    private static let longestName = 8

    /// A call of a function, a method, an initializer or a value.
    init?(_ node: FunctionCallExprSyntax) {
        self.init(callee: node.calledExpression)
        read(node.arguments)
    }

    /// A macro: its name has the `#`.
    init(_ node: MacroExpansionExprSyntax) {
        name = ["#" + node.macroName.text]
        read(node.arguments)
    }

    /// The name of a member, called or not.
    init?(callee: ExprSyntax) {
        var components: [String] = []
        var next: ExprSyntax? = callee
        while let expression = next {
            guard components.count < Self.longestName else {
                hasMore = true
                break
            }
            switch expression.as(ExprSyntaxEnum.self) {
            case .declReferenceExpr(let reference):
                components.append(reference.baseName.identifierText)
                next = nil
            case .memberAccessExpr(let access):
                if components.isEmpty { receiver = access.base }
                components.append(access.declName.baseName.identifierText)
                isImplicitMember = access.base == nil
                next = access.base
            case .optionalChainingExpr(let chaining): next = chaining.expression
            case .forceUnwrapExpr(let unwrapping): next = unwrapping.expression
            case .genericSpecializationExpr(let specialization): next = specialization.expression
            default:
                hasMore = true
                next = nil
            }
        }
        // `self.init` is no call of `self`.
        if components.count > 1, !(components[0] == "init" && ["self", "super"].contains(components[1])),
            ["init", "callAsFunction"].contains(components[0])
        {
            components.removeFirst()
        }
        guard !components.isEmpty else { return nil }
        name = components.reversed()
    }

    private mutating func read(_ arguments: LabeledExprListSyntax) {
        for argument in arguments {
            if let label = argument.label?.identifierText {
                if labelled[label] == nil { labelled[label] = argument.expression }
            } else {
                positional.append(argument.expression)
            }
        }
    }

    /// An argument; `nil` where the call has none such.
    func argument(_ argument: Routine.Argument) -> ExprSyntax? {
        switch argument {
        case .position(let number): positional.indices.contains(number - 1) ? positional[number - 1] : nil
        case .label(let label): labelled[label]
        case .receiver: receiver
        }
    }

    /// Whether the call is one of a routine's: the name has the same end, and there is a key.
    func matches(_ routine: Routine) -> Bool {
        name.count >= routine.name.count && name.suffix(routine.name.count).elementsEqual(routine.name)
            && (routine.isMember
                ? name.count > routine.name.count || hasMore || isImplicitMember
                : name.count > routine.name.count || !isImplicitMember || routine.name == ["init"])
            && argument(routine.key) != nil
    }
}

extension TokenSyntax {
    /// The name without the backticks it may be quoted in.
    var identifierText: String {
        let text = text
        return text.utf8.first == UInt8(ascii: "`") && text.utf8.count > 2
            ? String(text.dropFirst().dropLast()) : text
    }
}

extension ExprSyntaxProtocol {
    /// Where the expression begins, in UTF-8.
    ///
    /// The library looks for the first token by calling itself, and each call of a chain has the whole chain before it
    /// below itself: beyond what people write, the blanks before the expression belong to it.
    var startOffset: Int {
        var node = Syntax(self)
        for _ in 0..<100 {
            if let token = node.as(TokenSyntax.self) {
                return token.positionAfterSkippingLeadingTrivia.utf8Offset
            }
            guard let first = node.children(viewMode: .sourceAccurate).first else { break }
            node = first
        }
        return position.utf8Offset
    }

    /// Its place in UTF-8, with the blanks after it.
    var sourceRange: Range<Int> {
        let start = startOffset
        return start..<max(start, endPosition.utf8Offset)
    }
}
