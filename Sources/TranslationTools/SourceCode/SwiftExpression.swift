// The shapes of Swift's expressions, as far as texts and their types show them, read from tokens on demand.

/// Tokens of Swift: a whole source, or the code of an interpolation.
struct SwiftCode {
    let tokens: SourceTokens
    /// For the code of an interpolation, the token of the source that its literal is.
    let literal: Int?

    /// The code of an interpolation in a token of this code.
    func interpolation(_ code: [SourceToken], in index: Int) -> SwiftCode {
        SwiftCode(tokens: SourceTokens(code, language: .swift), literal: place(index))
    }

    /// The place of a token among those of the source.
    func place(_ index: Int) -> Int { literal ?? index }
}

/// An expression between operators, or several with operators.
enum SwiftExpression {
    /// A text; the range has more tokens where it is joined by nothing but its place.
    case literal(SourceLiteral)
    case number(isInteger: Bool)
    case boolean
    case nothing
    case name(String)
    /// `base.name`, `.name`.
    case member(base: Range<Int>?, name: String)
    /// A call, or a macro; the range of its arguments has no brackets.
    case call(callee: Range<Int>, arguments: Range<Int>)
    case parentheses(Range<Int>)
    case array, dictionary
    /// `value!`, `value?`
    case unwrapped(Range<Int>, isForced: Bool)
    /// `-value`, `!value`
    case prefixed(String, Range<Int>)
    /// `try value`, `await value`
    case marked(Range<Int>, isOptional: Bool)
    /// Branches of `if` and `switch`, each the range of its statements.
    case branches([Range<Int>])
    /// Operands, with an operator between two each.
    case sequence(operands: [Range<Int>], operators: [String])
    case other
}

extension SwiftCode {
    /// Words that begin a declaration or a statement, and so end the expression before them.
    static let statementWords: Set = [
        "let", "var", "func", "struct", "class", "enum", "actor", "protocol", "extension", "typealias",
        "import", "return", "guard", "while", "for", "case", "default", "else", "in", "where", "throw",
        "defer", "do", "repeat", "catch", "#if", "#else", "#elseif", "#endif",
    ]
    private static let markers: Set = ["try", "await", "unsafe", "consume", "copy"]

    /// Whether a sign at a place follows an operand without a blank: `value!`, `value?.member`.
    private func isPostfix(_ index: Int) -> Bool {
        guard index > 0, case .sign(let sign) = tokens[index].kind,
            sign.allSatisfy({ $0 == "?" || $0 == "!" })
        else { return false }
        return tokens[index - 1].end == tokens[index].offset
            && (sign != "??" || tokens.isSign(index + 1, "."))
    }

    private func isOperator(_ sign: String) -> Bool {
        sign.utf8.count > 1 && sign != "->" || "/=-+*%<>&|^~?!".contains(sign)
    }

    /// The end of generic arguments that begin at a place: `Set<String>(…)`; `nil` where `<` compares.
    private func genericArgumentsEnd(_ index: Int, before limit: Int) -> Int? {
        guard index > 0, tokens.isSign(index, "<"), tokens[index - 1].end == tokens[index].offset else {
            return nil
        }
        var depth = 0
        for next in index..<min(index + 40, limit) {
            switch tokens[next].kind {
            case .name: break
            case .sign("<"): depth += 1
            case .sign(">"), .sign(">?"):
                depth -= 1
                if depth == 0 { return next + 1 }
            case .sign("["), .sign("]"), .sign(","), .sign("."), .sign(":"), .sign("?"), .sign("&"): break
            default: return nil
            }
        }
        return nil
    }

    /// Where the expression ends that begins at a place.
    ///
    /// - Parameter isCondition: whether a brace begins a body instead of a closure.
    func expressionEnd(_ start: Int, before limit: Int, isCondition: Bool = false) -> Int {
        var index = start
        var needsOperand = true
        var choices = 0
        while index < limit {
            let token = tokens[index]
            if needsOperand {
                switch token.kind {
                case .name(let name):
                    if Self.statementWords.contains(name) { return index }
                    if name == "if" || name == "switch" { return choiceEnd(index, before: limit) }
                    index += 1
                    if Self.markers.contains(name) {
                        while index < limit, isPostfix(index) { index += 1 }
                    } else {
                        needsOperand = false
                    }
                case .literal, .number:
                    (needsOperand, index) = (false, index + 1)
                case .sign(let sign):
                    switch sign {
                    case "(", "[", "{":
                        if sign == "{", isCondition { return index }
                        guard let close = tokens.partners[index], close < limit else { return limit }
                        (needsOperand, index) = (false, close + 1)
                    case ".", "\\": index += 1
                    case ")", "]", "}", ",", ";", ":": return index
                    default: index += 1
                    }
                }
                continue
            }
            switch token.kind {
            case .name(let name):
                guard ["as", "is"].contains(name) else { return index }
                index += 1
                while index < limit, isPostfix(index) { index += 1 }
                needsOperand = true
            case .literal, .number: return index
            case .sign(let sign):
                switch sign {
                case ".":
                    // The name of a member, whatever word it is.
                    guard index + 1 < limit, tokens[index + 1].name != nil || tokens[index + 1].isNumber
                    else { return index + 1 }
                    index += 2
                case "(", "[":
                    if token.startsLine { return index }
                    guard let close = tokens.partners[index], close < limit else { return limit }
                    index = close + 1
                case "{":
                    guard !isCondition, !token.startsLine, isCallable(index - 1), !isObserver(index),
                        let close = tokens.partners[index], close < limit
                    else { return index }
                    index = close + 1
                case ":":
                    guard choices > 0 else { return index }
                    (choices, needsOperand, index) = (choices - 1, true, index + 1)
                case "=", ")", "]", "}", ",", ";", "->", "@": return index
                case "<":
                    if let end = genericArgumentsEnd(index, before: limit) {
                        index = end
                    } else {
                        (needsOperand, index) = (true, index + 1)
                    }
                default:
                    if isPostfix(index) {
                        index += 1
                        continue
                    }
                    // On the next line, an operator without a blank after it begins another statement.
                    guard isOperator(sign),
                        !token.startsLine || index + 1 < limit && tokens[index + 1].offset > token.end
                    else { return index }
                    if sign == "?" { choices += 1 }
                    (needsOperand, index) = (true, index + 1)
                }
            }
        }
        return limit
    }

    /// Whether a closure may follow a token as an argument.
    private func isCallable(_ index: Int) -> Bool {
        index >= 0 && (tokens[index].name != nil || tokens.isSign(index, ")") || tokens.isSign(index, "]"))
    }

    /// Whether a brace has the observers of a property: `didSet`.
    private func isObserver(_ index: Int) -> Bool {
        index + 1 < tokens.count && ["didSet", "willSet"].contains(tokens[index + 1].name)
    }

    /// The end of `if … { … } else { … }` or `switch … { … }`.
    private func choiceEnd(_ start: Int, before limit: Int) -> Int {
        var index = start
        while let open = body(index, before: limit), let close = tokens.partners[open], close < limit {
            index = close + 1
            guard index + 1 < limit, tokens[index].name == "else" else { return index }
            index += 1
        }
        return min(max(index, start + 1), limit)
    }

    /// The brace that opens the body of a statement whose head begins at a place.
    func body(_ start: Int, before limit: Int) -> Int? {
        var index = start
        while index < min(start + 400, limit) {
            if tokens.isSign(index, "{") { return index }
            if tokens.isSign(index, "}") || tokens.isSign(index, ";") { return nil }
            index = max(tokens.partners[index] ?? index, index) + 1
        }
        return nil
    }

    // MARK: Shapes

    /// The shape of the expression that a range has.
    func expression(_ range: Range<Int>) -> SwiftExpression {
        guard let first = range.first else { return .other }
        if let name = tokens[first].name {
            if Self.markers.contains(name), range.count > 1 {
                let isOptional = tokens.isSign(first + 1, "?")
                let start = isPostfix(first + 1) ? first + 2 : first + 1
                return .marked(start..<range.upperBound, isOptional: isOptional)
            }
            if name == "if" || name == "switch", range.count > 1 { return branches(range) }
        }
        var operands: [Range<Int>] = []
        var operators: [String] = []
        var start = first
        var index = first
        while index < range.upperBound {
            let token = tokens[index]
            if let close = tokens.partners[index], close > index {
                guard close < range.upperBound else { return .other }
                index = close + 1
                continue
            }
            var written: String?
            if case .sign(let sign) = token.kind, index > start, !isPostfix(index) {
                if sign == ":" || sign == "=" || isOperator(sign) { written = sign }
                if sign == "<", let end = genericArgumentsEnd(index, before: range.upperBound) {
                    index = end
                    continue
                }
            } else if let name = token.name, ["as", "is"].contains(name), index > start,
                !tokens.isSign(index - 1, ".")
            {
                written = name
            }
            if let written {
                // After an operator a sign is a prefix.
                operands.append(start..<index)
                index += 1
                if written == "as", index < range.upperBound, isPostfix(index) {
                    operators.append("as" + (tokens.isSign(index, "?") ? "?" : "!"))
                    index += 1
                } else {
                    operators.append(written)
                }
                start = index
                // A prefix belongs to its operand.
                while index < range.upperBound, case .sign(let sign) = tokens[index].kind, isOperator(sign) {
                    index += 1
                }
            } else {
                index += 1
            }
        }
        guard !operators.isEmpty else { return operand(range) }
        operands.append(start..<range.upperBound)
        return .sequence(operands: operands, operators: operators)
    }

    /// The shape of an expression without operators between operands.
    private func operand(_ range: Range<Int>) -> SwiftExpression {
        let first = range.lowerBound
        let last = range.upperBound - 1
        if case .sign(let sign) = tokens[first].kind, range.count > 1, isOperator(sign) {
            return .prefixed(sign, first + 1..<range.upperBound)
        }
        switch tokens[last].kind {
        case .literal(let literal):
            return range.count == 1 && literal.form == .string ? .literal(literal) : .other
        case .number(let isInteger): return range.count == 1 ? .number(isInteger: isInteger) : .other
        case .name(let name):
            if range.count == 1 {
                switch name {
                case "true", "false": return .boolean
                case "nil": return .nothing
                default: return .name(name)
                }
            }
            guard tokens.isSign(last - 1, ".") else { return .other }
            return .member(base: first < last - 1 ? first..<last - 1 : nil, name: name)
        case .sign(let sign):
            if sign == ">" {
                // Generic arguments say nothing here: `Array<Int>` is `Array`.
                let open = (first..<last).first { tokens.isSign($0, "<") }
                return open == first + 1 ? operand(first..<first + 1) : .other
            }
            if sign.allSatisfy({ $0 == "?" || $0 == "!" }), range.count > 1 {
                return .unwrapped(first..<last, isForced: sign.last == "!")
            }
            guard let open = tokens.partners[last], open >= first else { return .other }
            switch sign {
            case ")" where open == first: return .parentheses(first + 1..<last)
            case ")": return .call(callee: first..<open, arguments: open + 1..<last)
            case "]" where open == first:
                let isDictionary = (first + 1..<last).prefix(400).contains {
                    tokens.isSign($0, ":")
                }
                return isDictionary ? .dictionary : .array
            case "}" where open > first:
                // Closures after a call are arguments of it.
                var end = open
                while end > first + 1, tokens.isSign(end - 1, "}"), let other = tokens.partners[end - 1],
                    other > first
                {
                    end = other
                }
                if end > first + 1, tokens.isSign(end - 1, ")"), let other = tokens.partners[end - 1],
                    other > first
                {
                    return .call(callee: first..<other, arguments: other + 1..<end - 1)
                }
                return .call(callee: first..<end, arguments: end..<end)
            default: return .other
            }
        }
    }

    private func branches(_ range: Range<Int>) -> SwiftExpression {
        var ranges: [Range<Int>] = []
        var index = range.lowerBound
        if tokens[index].name == "switch" {
            guard let open = body(index, before: range.upperBound), let close = tokens.partners[open],
                close == range.upperBound - 1
            else { return .other }
            return .branches(cases(open + 1..<close))
        }
        while let open = body(index, before: range.upperBound), let close = tokens.partners[open],
            close < range.upperBound
        {
            ranges.append(open + 1..<close)
            index = close + 1
            guard index < range.upperBound, tokens[index].name == "else" else { break }
            index += 1
        }
        return index == range.upperBound ? .branches(ranges) : .other
    }

    /// The statements of the cases in the body of a `switch`.
    private func cases(_ range: Range<Int>) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start: Int?
        var index = range.lowerBound
        while index < range.upperBound {
            if tokens[index].name == "case"
                || tokens[index].name == "default" && tokens.isSign(index + 1, ":")
            {
                if let start { ranges.append(start..<index) }
                while index < range.upperBound, !tokens.isSign(index, ":") {
                    index = max(tokens.partners[index] ?? index, index) + 1
                }
                start = index + 1
            }
            index = max(tokens.partners[index] ?? index, index) + 1
        }
        if let start, start <= range.upperBound { ranges.append(start..<range.upperBound) }
        return ranges
    }

    /// The expression, returned or not, that is all of the statements in a range.
    func onlyExpression(_ range: Range<Int>) -> Range<Int>? {
        var range = range
        if let first = range.first, tokens[first].name == "return" { range = first + 1..<range.upperBound }
        while let last = range.last, tokens.isSign(last, ";") { range = range.lowerBound..<last }
        guard !range.isEmpty, expressionEnd(range.lowerBound, before: range.upperBound) == range.upperBound
        else {
            return nil
        }
        return range
    }
}
