// From an expression to the texts that it can be.

internal import SwiftParser
internal import SwiftSyntax

/// What an expression says.
enum TextReading {
    /// A text.
    case text(KeyText)
    /// Something that only the running program knows.
    case dynamic(ExprSyntax)
    /// A text that is read where it is written, or nothing that can be read because the grammar is broken.
    case elsewhere
}

/// A text in a source.
struct KeyText {
    /// The text; interpolations are format specifiers.
    var text: String
    /// Whether it has interpolations.
    var isFormat = false
    /// The interpolations whose type the file does not show.
    var uncertain: [ExprSyntax] = []
    /// Where it is used, in UTF-8.
    var offset: Int

    mutating func append(_ other: KeyText) {
        text += other.text
        isFormat = isFormat || other.isFormat
        uncertain += other.uncertain
    }
}

/// Reads texts: literals, literals joined by `+`, choices between them, and constants of the same file.
struct KeyReader {
    let declarations: Declarations
    /// Whether a call takes a key, so that its literals are read in place.
    let isRoutine: (ExprSyntax) -> Bool
    /// Which element of tuples is read, from 0.
    var tupleElement = 0

    /// How many constants one text is followed through.
    private static let deepest = 8

    /// The texts that an expression can be, in the order of the source.
    func read(_ expression: ExprSyntax, style: Routine.KeyStyle, literalsOnly: Bool = false) -> [TextReading]
    {
        var readings: [TextReading] = []
        read(expression, style, literalsOnly, depth: 0, into: &readings)
        return readings
    }

    private func read(
        _ expression: ExprSyntax, _ style: Routine.KeyStyle, _ literalsOnly: Bool, depth: Int,
        into readings: inout [TextReading]
    ) {
        switch expression.as(ExprSyntaxEnum.self) {
        case .stringLiteralExpr(let literal): readings.append(read(literal, style))
        case .tupleExpr(let tuple) where tuple.elements.count == 1 || tuple.elements.count > tupleElement:
            // Parentheses are a tuple too.
            for element in tuple.elements.dropFirst(tuple.elements.count == 1 ? 0 : tupleElement).prefix(1) {
                read(element.expression, style, literalsOnly, depth: depth, into: &readings)
            }
        case .sequenceExpr(let sequence):
            read(
                Array(sequence.elements)[...], of: expression, style, literalsOnly, depth: depth,
                into: &readings)
        case .ifExpr(let choice):
            var next: IfExprSyntax? = choice
            while let branch = next {
                next = nil
                readings += branchReadings(branch.body.statements, of: expression, style, literalsOnly, depth)
                switch branch.elseBody {
                case .ifExpr(let other)?: next = other
                case .codeBlock(let block)?:
                    readings += branchReadings(block.statements, of: expression, style, literalsOnly, depth)
                case nil: break
                }
            }
        case .switchExpr(let choice):
            for case .switchCase(let branch) in choice.cases {
                readings += branchReadings(branch.statements, of: expression, style, literalsOnly, depth)
            }
        // `case .title(let text)` is no call.
        case .missingExpr, .patternExpr: readings.append(.elsewhere)
        case .functionCallExpr where isRoutine(expression): readings.append(.elsewhere)
        case .declReferenceExpr, .memberAccessExpr:
            if literalsOnly { return readings.append(.elsewhere) }
            readings += constantReadings(expression, style, depth: depth)
        default: readings.append(literalsOnly ? .elsewhere : .dynamic(expression))
        }
    }

    private func branchReadings(
        _ statements: CodeBlockItemListSyntax, of expression: ExprSyntax, _ style: Routine.KeyStyle,
        _ literalsOnly: Bool, _ depth: Int
    ) -> [TextReading] {
        guard let only = statements.onlyExpression else {
            return [literalsOnly ? .elsewhere : .dynamic(expression)]
        }
        var readings: [TextReading] = []
        read(only, style, literalsOnly, depth: depth, into: &readings)
        return readings
    }

    /// Reads an expression with operators, by their precedence: `?:`, `??`, `as`, `+`.
    private func read(
        _ elements: ArraySlice<ExprSyntax>, of expression: ExprSyntax, _ style: Routine.KeyStyle,
        _ literalsOnly: Bool, depth: Int, into readings: inout [TextReading]
    ) {
        var elements = elements
        while let choice = elements.firstIndex(where: { $0.is(UnresolvedTernaryExprSyntax.self) }),
            let ternary = elements[choice].as(UnresolvedTernaryExprSyntax.self)
        {
            read(ternary.thenExpression, style, literalsOnly, depth: depth, into: &readings)
            elements = elements[(choice + 1)...]
        }
        while let choice = elements.firstIndex(where: { $0.binaryOperator == "??" }) {
            read(elements[..<choice], of: expression, style, literalsOnly, depth: depth, into: &readings)
            elements = elements[(choice + 1)...]
        }
        if elements.count >= 3, elements[elements.startIndex + 1].is(UnresolvedAsExprSyntax.self) {
            elements = elements.prefix(1)
        }
        if elements.count == 1 {
            return read(elements[elements.startIndex], style, literalsOnly, depth: depth, into: &readings)
        }
        guard !literalsOnly else { return readings.append(.elsewhere) }
        var joined: KeyText?
        for (index, element) in elements.enumerated() {
            if index % 2 == 1 {
                guard element.binaryOperator == "+" else { return readings.append(.dynamic(expression)) }
                continue
            }
            var parts: [TextReading] = []
            read(element, style, false, depth: depth, into: &parts)
            if case .elsewhere? = parts.first { return readings.append(.elsewhere) }
            guard parts.count == 1, case .text(let part) = parts[0] else {
                return readings.append(.dynamic(expression))
            }
            if joined == nil { joined = part } else { joined?.append(part) }
        }
        readings.append(joined.map(TextReading.text) ?? .dynamic(expression))
    }

    private func read(_ literal: StringLiteralExprSyntax, _ style: Routine.KeyStyle) -> TextReading {
        guard !literal.hasError else { return .elsewhere }
        if let text = literal.representedLiteralValue {
            return .text(KeyText(text: text, offset: literal.startOffset))
        }
        guard style == .interpolated else { return .dynamic(ExprSyntax(literal)) }
        let inference = TypeInference(declarations: declarations)
        var result = KeyText(text: "", isFormat: true, offset: literal.startOffset)
        for segment in literal.segments {
            switch segment {
            case .stringSegment(let segment):
                // The library reads the escapes of whole literals only.
                let whole = StringLiteralExprSyntax(
                    openingPounds: literal.openingPounds, openingQuote: literal.openingQuote,
                    segments: [.stringSegment(segment)], closingQuote: literal.closingQuote,
                    closingPounds: literal.closingPounds)
                guard let text = whole.representedLiteralValue else { return .elsewhere }
                for scalar in text.unicodeScalars {
                    result.text.unicodeScalars.append(scalar)
                    if scalar == "%" { result.text.unicodeScalars.append("%") }
                }
            case .expressionSegment(let segment):
                let interpolation = Interpolation(segment, inference, reader: self)
                result.text += interpolation.specifier ?? "%@"
                if interpolation.specifier == nil { result.uncertain.append(interpolation.expression) }
            }
        }
        return .text(result)
    }

    /// What a name means that the same file declares as a constant.
    private func constantReadings(
        _ expression: ExprSyntax, _ style: Routine.KeyStyle, depth: Int
    ) -> [TextReading] {
        guard depth < Self.deepest, let declaration = declaration(of: expression) else {
            return [.dynamic(expression)]
        }
        if let type = declaration.type, KeyType.all.contains(type.name) { return [.elsewhere] }
        if let name = declaration.caseName, declaration.rawValue == nil {
            return [.text(KeyText(text: name, offset: expression.startOffset))]
        }
        guard let constant = declaration.rawValue ?? declaration.constant else {
            return [.dynamic(expression)]
        }
        var readings: [TextReading] = []
        read(constant, style, false, depth: depth + 1, into: &readings)
        return readings.map { reading in
            switch reading {
            // The use of the key says more than the place of the constant.
            case .text(var text):
                text.offset = expression.startOffset
                return .text(text)
            case .dynamic: return .dynamic(expression)
            case .elsewhere: return .elsewhere
            }
        }
    }

    /// The declaration in the same file that a name or `Type.member` or `Type.case.rawValue` means.
    func declaration(of expression: ExprSyntax) -> Declaration? {
        if let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.identifierText {
            return declarations.find(name, at: expression)
        }
        guard let access = expression.as(MemberAccessExprSyntax.self), let base = access.base else {
            return nil
        }
        let name = access.declName.baseName.identifierText
        if name == "rawValue" {
            guard let found = declaration(of: base), found.caseName != nil else { return nil }
            return found
        }
        guard
            let owner =
                (base.as(DeclReferenceExprSyntax.self)
                ?? base.as(MemberAccessExprSyntax.self)?.declName)?.baseName.identifierText
        else { return nil }
        let type = ["self", "Self"].contains(owner) ? declarations.enclosingType(of: expression) : owner
        return type.flatMap { declarations.types.members[$0]?[name] }
    }
}

extension ExprSyntax {
    fileprivate var binaryOperator: String? { self.as(BinaryOperatorExprSyntax.self)?.operator.text }
}
