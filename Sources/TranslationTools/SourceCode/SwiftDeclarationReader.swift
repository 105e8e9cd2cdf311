// Reads the declarations of a file in one pass over its tokens.

struct SwiftDeclarationReader {
    private(set) var names = SwiftNames()
    private let code: SwiftCode
    private var tokens: SourceTokens { code.tokens }
    private var end: Int { code.tokens.count }
    /// What the braces that are open are, the innermost last.
    private var open: [Body] = []
    /// What braces are that are still to come, by their tokens.
    private var pending: [Int: Body] = [:]
    /// Tokens that belong to a declaration which has been read.
    private var passed: Set<Int> = []

    /// The most tokens of a condition or a pattern: each is read once for every
    /// statement that may begin in it.
    private static let longestHead = 300

    private struct Body {
        enum Kind { case plain, type, textEnumeration, choice }

        var kind = Kind.plain
        var typeName: String?
        var declarations: [(String, SwiftDeclaration)] = []
        /// The scope; in a `switch`, the scope of its current case.
        var scope = 0
        var parent = 0
    }

    private var scope: Int { open.last?.scope ?? 0 }

    init(_ code: SwiftCode) { self.code = code }

    mutating func read() {
        names.scopeOfToken.reserveCapacity(end)
        for index in 0..<end {
            if tokens.isSign(index, "{") {
                enter(index)
            } else if tokens.isSign(index, "}") {
                if let closed = open.popLast() {
                    names.scopeOfToken.append(Int32(closed.parent))
                } else {
                    names.scopeOfToken.append(0)
                }
                continue
            } else if let name = tokens[index].name, !isPassedOver(index) {
                read(name, at: index)
            }
            names.scopeOfToken.append(Int32(scope))
        }
    }

    /// Whether a word is a label, a member, or has been read.
    private func isPassedOver(_ index: Int) -> Bool {
        passed.contains(index) || tokens.isSign(index - 1, ".") || tokens.isSign(index + 1, ":")
    }

    private mutating func enter(_ index: Int) {
        var body = pending.removeValue(forKey: index) ?? Body(declarations: closureParameters(index))
        body.parent = scope
        body.scope = scope
        // Parameters are outside of the body, which may declare their names again.
        if !body.declarations.isEmpty { body.scope = newScope(in: body.scope) }
        for (name, declaration) in body.declarations { names.declare(name, declaration, in: body.scope) }
        body.scope = newScope(in: body.scope, typeName: body.typeName)
        open.append(body)
    }

    private mutating func newScope(in parent: Int, typeName: String? = nil) -> Int {
        names.scopes.append(SwiftNames.Scope(parent: parent, typeName: typeName))
        return names.scopes.count - 1
    }

    private mutating func read(_ word: String, at index: Int) {
        switch word {
        case "let", "var": readBindings(index)
        case "func": readFunction(index)
        case "init", "subscript":
            guard open.last?.typeName != nil else { return }
            readParameters(index, function: word)
        case "struct", "class", "enum", "actor", "protocol", "extension": readType(word, at: index)
        case "typealias":
            guard let name = name(index + 1), tokens.isSign(index + 2, "=") else { return }
            names.aliases[name] = code.type(at: index + 3, before: end).type
        case "if", "guard", "while": readConditions(index, isGuard: word == "guard")
        case "for": readLoop(index)
        case "switch":
            if let brace = code.body(index + 1, before: end), pending[brace] == nil {
                pending[brace] = Body(kind: .choice)
            }
        case "case": readCase(index)
        default: break
        }
    }

    private func name(_ index: Int) -> String? { index < end ? tokens[index].name : nil }

    // MARK: Values

    /// `let a = value, b: Type`, `var c: Type { value }`
    private mutating func readBindings(_ index: Int) {
        let isConstant = tokens[index].name == "let"
        var found: [(name: String, type: SwiftType?, value: Range<Int>?, computed: Range<Int>?)] = []
        var next = index + 1
        while next < end {
            guard let name = name(next), !SwiftCode.statementWords.contains(name) else {
                hidePattern(at: next)
                break
            }
            next += 1
            var type: SwiftType?
            if tokens.isSign(next, ":") { (type, next) = code.type(at: next + 1, before: end) }
            var value: Range<Int>?
            var computed: Range<Int>?
            if tokens.isSign(next, "=") {
                let valueEnd = code.expressionEnd(next + 1, before: end)
                if valueEnd == next + 1 {
                    names.missingValues.append(next)
                } else {
                    value = next + 1..<valueEnd
                }
                next = valueEnd
            }
            if value == nil, tokens.isSign(next, "{"), let close = tokens.partners[next] {
                computed = code.onlyExpression(next + 1..<close)
            }
            if let said = value ?? computed, !said.isEmpty {
                names.bindings.append(SwiftNames.Binding(name: name, value: said))
                if let type { names.typedValues.append((type, said)) }
            }
            found.append((name, type, value, computed))
            guard tokens.isSign(next, ",") else { break }
            next += 1
        }
        // `let a, b: Int`: the annotation follows the last name.
        var following: SwiftType?
        for binding in found.reversed() {
            following = binding.type ?? (binding.value == nil ? following : nil)
            names.declare(
                binding.name,
                SwiftDeclaration(
                    type: following, initializer: following == nil ? binding.value : nil,
                    constant: isConstant ? binding.value : binding.computed),
                in: scope)
        }
    }

    /// Declares the names of a pattern without any facts about them, so that they hide others: `let (a, b)`.
    private mutating func hidePattern(at index: Int) {
        guard tokens.isSign(index, "("), let close = tokens.partners[index] else { return }
        for name in patternNames(index + 1..<close) { names.declare(name, SwiftDeclaration(), in: scope) }
    }

    /// The names that a pattern binds, as far as they are no labels and no members.
    private func patternNames(_ range: Range<Int>) -> [String] {
        range.prefix(400).compactMap { index in
            guard let name = tokens[index].name, name != "_", !tokens.isSign(index - 1, "."),
                !tokens.isSign(index + 1, ":"), !tokens.isSign(index + 1, "."),
                !tokens.isSign(index + 1, "("),
                !["let", "var", "as", "is"].contains(name)
            else { return nil }
            return name
        }
    }

    // MARK: Functions and types

    private mutating func readFunction(_ index: Int) {
        guard let name = name(index + 1) else { return }
        let type = readParameters(index + 1, function: name)
        names.declare(name + "()", SwiftDeclaration(type: type), in: scope)
    }

    /// Reads the parameters of a function, which its body knows.
    ///
    /// - Returns: the type that it returns.
    @discardableResult
    private mutating func readParameters(_ index: Int, function: String) -> SwiftType? {
        guard let start = (index + 1..<min(index + 60, end)).first(where: { tokens.isSign($0, "(") }),
            let close = tokens.partners[start]
        else { return nil }
        var declarations: [(String, SwiftDeclaration)] = []
        for parameter in tokens.arguments(start + 1..<close) {
            // `label name: Type = value`; a single name is taken for a label.
            var range = parameter.range
            var name = parameter.label
            if name == nil {
                guard let colon = range.prefix(8).first(where: { tokens.isSign($0, ":") }) else { continue }
                name = tokens[colon - 1].name
                range = colon + 1..<range.upperBound
            }
            let (type, next) = code.type(at: range.lowerBound, before: range.upperBound)
            if let name { declarations.append((name, SwiftDeclaration(type: type, function: function))) }
            if let type, tokens.isSign(next, "="), next + 1 < range.upperBound {
                names.typedValues.append((type, next + 1..<range.upperBound))
            }
        }
        var next = close + 1
        while ["async", "throws", "rethrows"].contains(name(next))
            || tokens.isSign(next, "(") && name(next - 1) == "throws"
        {
            next = (tokens.isSign(next, "(") ? tokens.partners[next] ?? next : next) + 1
        }
        var type: SwiftType?
        if tokens.isSign(next, "->") { (type, next) = code.type(at: next + 1, before: end) }
        if name(next) == "where", let brace = code.body(next, before: end) { next = brace }
        if tokens.isSign(next, "{") { pending[next] = Body(declarations: declarations) }
        return type
    }

    private mutating func readType(_ word: String, at index: Int) {
        guard let first = name(index + 1), !["func", "var", "let", "subscript", "init"].contains(first) else {
            return
        }
        let (type, next) = code.type(at: index + 1, before: end)
        guard let name = type?.name, let brace = code.body(next, before: end) else { return }
        let isText = word == "enum" && tokens.isSign(next, ":") && self.name(next + 1) == "String"
        pending[brace] = Body(kind: isText ? .textEnumeration : .type, typeName: name)
    }

    // MARK: Statements

    /// `if let name = value, case .some(let other) = that { … }`
    private mutating func readConditions(_ index: Int, isGuard: Bool) {
        var declarations: [(String, SwiftDeclaration)] = []
        var next = index + 1
        let limit = min(index + Self.longestHead, end)
        while next < limit {
            if let word = name(next), ["let", "var"].contains(word), let name = name(next + 1) {
                passed.insert(next)
                let place = next
                next += 2
                var type: SwiftType?
                if tokens.isSign(next, ":") { (type, next) = code.type(at: next + 1, before: limit) }
                var value: Range<Int>?
                if tokens.isSign(next, "=") {
                    let valueEnd = code.expressionEnd(next + 1, before: limit, isCondition: true)
                    value = next + 1..<valueEnd
                    next = valueEnd
                }
                // `if let name` and `if let name = name` unwrap what has the name outside.
                let isSameName = value.map { $0.count == 1 && tokens[$0.lowerBound].name == name } ?? true
                var declaration = SwiftDeclaration(type: type, initializer: value, isUnwrapped: true)
                if isSameName { declaration.outer = (place, isSkipped: isGuard) }
                declarations.append((name, declaration))
            } else if name(next) == "case" {
                passed.insert(next)
                let start = next + 1
                while next < limit, !tokens.isSign(next, "="), !tokens.isSign(next, "{") { next += 1 }
                for inner in start..<next where ["let", "var"].contains(name(inner)) { passed.insert(inner) }
                declarations += patternNames(start..<next).map { ($0, SwiftDeclaration()) }
                if tokens.isSign(next, "=") {
                    next = code.expressionEnd(next + 1, before: limit, isCondition: true)
                }
            } else {
                next = code.expressionEnd(next, before: limit, isCondition: true)
            }
            guard tokens.isSign(next, ",") else { break }
            next += 1
        }
        if isGuard {
            for (name, declaration) in declarations { names.declare(name, declaration, in: scope) }
        } else if tokens.isSign(next, "{"), pending[next] == nil {
            pending[next] = Body(declarations: declarations)
        }
    }

    /// `for name: Type in 0..<count { … }`
    private mutating func readLoop(_ index: Int) {
        guard let separator = (index + 1..<min(index + 60, end)).first(where: { tokens[$0].name == "in" })
        else { return }
        let sequenceEnd = code.expressionEnd(separator + 1, before: end, isCondition: true)
        var next = sequenceEnd
        if name(next) == "where" { next = code.body(next, before: end) ?? next }
        guard tokens.isSign(next, "{") else { return }
        var pattern = index + 1..<separator
        while ["try", "await", "var", "let"].contains(name(pattern.lowerBound)), pattern.count > 1 {
            passed.insert(pattern.lowerBound)
            pattern = pattern.lowerBound + 1..<separator
        }
        var declarations: [(String, SwiftDeclaration)] = []
        if let name = name(pattern.lowerBound),
            pattern.count == 1 || tokens.isSign(pattern.lowerBound + 1, ":")
        {
            var declaration = SwiftDeclaration()
            if pattern.count > 1 {
                declaration.type = code.type(at: pattern.lowerBound + 2, before: separator).type
            } else if case .sequence(let operands, let operators) = code.expression(
                separator + 1..<sequenceEnd),
                operators == ["..."] || operators == ["..<"]
            {
                // A literal takes the type of the other end.
                let isLiteral = operands[0].count == 1 && tokens[operands[0].lowerBound].isNumber
                declaration.initializer = operands[isLiteral ? 1 : 0]
            }
            declarations.append((name, declaration))
        } else {
            for inner in pattern where ["let", "var", "case"].contains(name(inner)) { passed.insert(inner) }
            declarations = patternNames(pattern).filter { $0 != "case" }.map { ($0, SwiftDeclaration()) }
        }
        pending[next] = Body(declarations: declarations)
    }

    private mutating func readCase(_ index: Int) {
        switch open.last?.kind {
        case .choice:
            // Each case is a scope.
            var next = index + 1
            let limit = min(index + Self.longestHead, end)
            while next < limit, !tokens.isSign(next, ":") {
                next = max(tokens.partners[next] ?? next, next) + 1
            }
            next = min(next, limit)
            open[open.count - 1].scope = newScope(in: open[open.count - 1].parent)
            var bound: [String] = []
            for inner in index + 1..<next where ["let", "var"].contains(name(inner)) {
                passed.insert(inner)
                if tokens.isSign(inner + 1, ".") || tokens.isSign(inner + 1, "(") || name(inner + 1) != nil {
                    bound +=
                        name(inner + 1).map { tokens.isSign(inner + 2, ".") ? [] : [$0] }
                        ?? patternNames(inner + 1..<next)
                }
            }
            for name in Set(bound) { names.declare(name, SwiftDeclaration(), in: scope) }
        case .type, .textEnumeration: readEnumerationCases(index)
        default: break
        }
    }

    /// `case one, two = "text", three(Int)`
    private mutating func readEnumerationCases(_ index: Int) {
        guard let body = open.last, let type = body.typeName else { return }
        var next = index + 1
        while let name = name(next) {
            let token = next
            next += 1
            if tokens.isSign(next, "("), let close = tokens.partners[next] { next = close + 1 }
            var value: Range<Int>?
            if tokens.isSign(next, "=") {
                let valueEnd = code.expressionEnd(next + 1, before: end)
                value = next + 1..<valueEnd
                next = valueEnd
            }
            var declaration = SwiftDeclaration(type: SwiftType(name: type))
            if body.kind == .textEnumeration {
                declaration.rawValue = value
                declaration.caseName = name
            }
            names.declare(name, declaration, in: body.scope)
            names.cases[type, default: []].append((token, value))
            guard tokens.isSign(next, ",") else { break }
            next += 1
        }
    }

    /// The parameters of a closure: `{ [weak self] (a: Int, b) -> Int in`, `{ a, b in`.
    private func closureParameters(_ brace: Int) -> [(String, SwiftDeclaration)] {
        var index = brace + 1
        if tokens.isSign(index, "["), let close = tokens.partners[index] { index = close + 1 }
        if tokens.isSign(index, "("), let close = tokens.partners[index] {
            guard (close + 1..<min(close + 12, end)).contains(where: { tokens[$0].name == "in" }) else {
                return []
            }
            return tokens.arguments(index + 1..<close).compactMap { parameter in
                if let label = parameter.label {
                    return (
                        label,
                        SwiftDeclaration(type: code.type(at: parameter.range.lowerBound, before: close).type)
                    )
                }
                let range = parameter.range
                guard let colon = range.prefix(4).first(where: { tokens.isSign($0, ":") }) else {
                    return tokens[range.lowerBound].name.map { ($0, SwiftDeclaration()) }
                }
                let type = code.type(at: colon + 1, before: range.upperBound).type
                return tokens[colon - 1].name.map { ($0, SwiftDeclaration(type: type)) }
            }
        }
        var found: [(String, SwiftDeclaration)] = []
        while let name = name(index), !SwiftCode.statementWords.contains(name), found.count < 30 {
            found.append((name, SwiftDeclaration()))
            index += 1
            if self.name(index) == "in" { return found }
            guard tokens.isSign(index, ",") else { return [] }
            index += 1
        }
        return []
    }
}
