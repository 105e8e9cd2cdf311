// From an expression of Swift to the texts that it can be.

/// What an expression says.
enum SwiftReading {
    case text(SwiftText)
    /// Something that only the running program knows.
    case dynamic(Range<Int>)
    /// A text that is read where it is written, or nothing that can be read because the grammar is broken.
    case elsewhere
}

/// A text in a source.
struct SwiftText {
    /// An interpolation, which is an argument of the text.
    struct Interpolation {
        /// The expression that is interpolated, in code of its own.
        let code: SwiftCode
        let expression: Range<Int>
        /// The type, where nothing else says how the value is written.
        var type: SwiftType?
        /// The format specifier; `nil` where the file does not show the expression's type.
        var specifier: String?
    }

    enum Part {
        case text(String)
        case interpolation(Interpolation)
    }

    var parts: [Part]
    /// Where it is used, a token.
    var token: Int

    var interpolations: [Interpolation] {
        parts.compactMap { part in if case .interpolation(let found) = part { found } else { nil } }
    }

    /// The text with a sign in the place of each interpolation.
    func text(interpolations sign: String) -> String {
        parts.map { part in if case .text(let text) = part { text } else { sign } }.joined()
    }

    /// The text as the program looks it up: interpolations are specifiers, and beside
    /// them a percent sign is doubled.
    var format: String {
        let isFormat = !interpolations.isEmpty
        return parts.map { part in
            switch part {
            case .text(let text): isFormat ? text.replacing("%", with: "%%") : text
            case .interpolation(let found): found.specifier ?? "%@"
            }
        }.joined()
    }
}

/// Reads texts: literals, literals joined by `+`, choices between them, and constants of the same file.
struct SwiftTextReader {
    let source: SwiftCode
    let names: SwiftNames
    /// Whether the call whose name a token is takes a key, so that its literals are read in place.
    let isRoutine: (_ name: Int, _ code: SwiftCode) -> Bool

    private let budget = SwiftTypeInference.Budget()

    init(source: SwiftCode, names: SwiftNames, isRoutine: @escaping (_ name: Int, _ code: SwiftCode) -> Bool)
    {
        self.source = source
        self.names = names
        self.isRoutine = isRoutine
    }

    var inference: SwiftTypeInference { SwiftTypeInference(source: source, names: names, budget: budget) }

    /// How many constants and parentheses one text is followed through.
    private static let deepest = 16

    /// How a text is read.
    struct Style {
        /// Whether interpolations are arguments. If not, a text with one is dynamic.
        var isInterpolated = false
        /// Whether only literals are texts, and choices between them.
        var takesLiteralsOnly = false
        /// Which element of tuples is read, from 0.
        var tupleElement = 0
    }

    /// The texts that an expression can be, in the order of the source.
    func read(_ range: Range<Int>, in code: SwiftCode, _ style: Style) -> [SwiftReading] {
        read(range, in: code, style, depth: 0)
    }

    private func read(_ range: Range<Int>, in code: SwiftCode, _ style: Style, depth: Int) -> [SwiftReading] {
        let unknown: [SwiftReading] = [style.takesLiteralsOnly ? .elsewhere : .dynamic(range)]
        guard depth < Self.deepest else { return unknown }
        switch code.expression(range) {
        case .literal(let literal): return [read(literal, at: range.lowerBound, in: code, style)]
        case .parentheses(let inner):
            let elements = code.tokens.arguments(inner)
            guard
                let element = elements.count == 1 ? elements[0] : elements.dropFirst(style.tupleElement).first
            else {
                return unknown
            }
            return read(element.range, in: code, style, depth: depth + 1)
        case .sequence(let operands, let operators):
            return read(operands, operators, of: range, in: code, style, depth)
        case .branches(let branches):
            return branches.flatMap { statements in
                code.onlyExpression(statements).map { read($0, in: code, style, depth: depth + 1) } ?? unknown
            }
        case .call(let callee, _):
            if let name = callee.last, isRoutine(name, code) { return [.elsewhere] }
            return unknown
        case .name, .member:
            // `case .title(let text)` is no call.
            if let first = range.first, ["let", "var"].contains(code.tokens[first].name) {
                return [.elsewhere]
            }
            return style.takesLiteralsOnly ? [.elsewhere] : constants(range, in: code, style, depth)
        case .other where range.isEmpty || ["let", "var"].contains(code.tokens[range.lowerBound].name):
            return [.elsewhere]
        default: return unknown
        }
    }

    /// Reads an expression with operators, by their precedence: `?:`, `??`, `as`, `+`.
    private func read(
        _ operands: [Range<Int>], _ operators: [String], of range: Range<Int>, in code: SwiftCode,
        _ style: Style,
        _ depth: Int
    ) -> [SwiftReading] {
        var readings: [SwiftReading] = []
        var start = 0
        func readChoice(_ end: Int) {
            readings += joined(
                operands[start..<end], Array(operators[start..<end - 1]), of: range, in: code, style, depth)
        }
        // After the last `?` or `:` the rest is a choice of its own; what is before a `?` is a condition.
        for (index, sign) in operators.enumerated() {
            switch sign {
            case "?": start = index + 1
            case ":", "??":
                readChoice(index + 1)
                start = index + 1
            default: break
            }
        }
        readChoice(operands.count)
        return readings
    }

    /// Reads texts joined by `+`, or the one operand there is.
    private func joined(
        _ operands: ArraySlice<Range<Int>>, _ operators: [String], of range: Range<Int>, in code: SwiftCode,
        _ style: Style, _ depth: Int
    ) -> [SwiftReading] {
        guard let first = operands.first else { return [] }
        if operands.count == 1 || operators.first.map({ ["as", "as?", "as!"].contains($0) }) == true {
            return read(first, in: code, style, depth: depth + 1)
        }
        if style.takesLiteralsOnly { return [.elsewhere] }
        guard operators.allSatisfy({ $0 == "+" }) else { return [.dynamic(range)] }
        var joined: SwiftText?
        for operand in operands {
            let readings = read(operand, in: code, style, depth: depth + 1)
            if case .elsewhere? = readings.first { return [.elsewhere] }
            guard readings.count == 1, case .text(let text) = readings[0] else { return [.dynamic(range)] }
            if joined == nil { joined = text } else { joined?.parts += text.parts }
        }
        return joined.map { [.text($0)] } ?? []
    }

    private func read(_ literal: SourceLiteral, at token: Int, in code: SwiftCode, _ style: Style)
        -> SwiftReading
    {
        if literal.isBroken { return .elsewhere }
        guard literal.text == nil else {
            return .text(
                SwiftText(parts: literal.parts.isEmpty ? [] : [.text(literal.text ?? "")], token: token))
        }
        guard style.isInterpolated else { return .dynamic(token..<token + 1) }
        return .text(
            SwiftText(
                parts: literal.parts.map { part in
                    switch part {
                    case .text(let text): .text(text)
                    case .interpolation(let tokens):
                        .interpolation(interpolation(code.interpolation(tokens, in: token)))
                    }
                }, token: token))
    }

    private func interpolation(_ code: SwiftCode) -> SwiftText.Interpolation {
        let arguments = code.tokens.arguments(code.tokens.indices)
        var found = SwiftText.Interpolation(code: code, expression: arguments.first?.range ?? 0..<0)
        if let written = arguments.first(where: { $0.label == "specifier" }) {
            let readings = read(written.range, in: code, Style())
            if readings.count == 1, case .text(let text) = readings[0] { found.specifier = text.format }
        } else if let placeholder = arguments.first(where: { $0.label == "placeholder" }) {
            if case .member(_, let name) = code.expression(placeholder.range) {
                found.specifier = SwiftType.placeholderSpecifiers[name]
            }
        } else if arguments.count == 1, arguments[0].label == nil {
            found.type = inference.type(of: found.expression, in: code)
            found.specifier = found.type?.formatSpecifier
        } else {
            // `format:`, `formatter:`, `style:` and all else give a text.
            found.specifier = "%@"
        }
        return found
    }

    // MARK: Constants

    /// What a name means that the same file declares as a constant.
    private func constants(_ range: Range<Int>, in code: SwiftCode, _ style: Style, _ depth: Int)
        -> [SwiftReading]
    {
        guard budget.spend(), let declaration = declaration(of: range, in: code) else {
            return [.dynamic(range)]
        }
        if let type = declaration.type, SourceRoutine.keyTypes.contains(type.name) { return [.elsewhere] }
        if let name = declaration.caseName, declaration.rawValue == nil {
            return [.text(SwiftText(parts: [.text(name)], token: range.lowerBound))]
        }
        guard let constant = declaration.rawValue ?? declaration.constant else { return [.dynamic(range)] }
        var style = style
        style.takesLiteralsOnly = false
        return read(constant, in: source, style, depth: depth + 2).map { reading in
            switch reading {
            // The use of the key says more than the place of the constant.
            case .text(var text):
                text.token = range.lowerBound
                return .text(text)
            case .dynamic: return .dynamic(range)
            case .elsewhere: return .elsewhere
            }
        }
    }

    /// The declaration in the same file that a name or `Type.member` or `Type.case.rawValue` means.
    func declaration(of range: Range<Int>, in code: SwiftCode) -> SwiftDeclaration? {
        switch code.expression(range) {
        case .name(let name): return names.find(name, at: code.place(range.lowerBound))
        case .member(let base?, "rawValue"):
            guard case .member(let type?, let name) = code.expression(base) else {
                guard let found = declaration(of: base, in: code), found.caseName != nil else { return nil }
                return found
            }
            guard let found = member(name, of: type, in: code), found.caseName != nil else { return nil }
            return found
        case .member(let base?, let name): return member(name, of: base, in: code)
        default: return nil
        }
    }

    private func member(_ name: String, of base: Range<Int>, in code: SwiftCode) -> SwiftDeclaration? {
        let owner: String
        switch code.expression(base) {
        case .name(let name), .member(_, let name): owner = name
        default: return nil
        }
        let type =
            ["self", "Self"].contains(owner) ? names.enclosingType(of: code.place(base.lowerBound)) : owner
        return type.flatMap { names.members[$0]?[name] }
    }
}
