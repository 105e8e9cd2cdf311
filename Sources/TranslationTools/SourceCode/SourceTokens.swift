// What the tokens of a source say in a range: arguments, names, texts.

internal import Localization

/// The tokens of a source with their brackets paired.
struct SourceTokens {
    let tokens: [SourceToken]
    let language: SourceLanguage
    /// For each opening bracket the place of its closing one, and for each
    /// closing one that of the opening one.
    private(set) var partners: [Int: Int] = [:]
    /// The brackets that nothing closes, and those that close nothing.
    private(set) var unpaired: [Int] = []

    /// An argument of a call: a range of tokens.
    struct Argument {
        let label: String?
        let range: Range<Int>
    }

    init(_ tokens: [SourceToken], language: SourceLanguage) {
        self.tokens = tokens
        self.language = language
        var open: [(index: Int, close: String)] = []
        for (index, token) in tokens.enumerated() {
            guard case .sign(let sign) = token.kind else { continue }
            switch sign {
            case "(": open.append((index, ")"))
            case "[": open.append((index, "]"))
            case "{": open.append((index, "}"))
            case ")", "]", "}":
                // A brace ends what is open inside of it; other brackets that do not fit are passed over.
                if sign == "}", open.last?.close != "}",
                    let brace = open.lastIndex(where: { $0.close == "}" })
                {
                    unpaired += open[(brace + 1)...].map(\.index)
                    open.removeSubrange((brace + 1)...)
                }
                if let last = open.last, last.close == sign {
                    open.removeLast()
                    partners[last.index] = index
                    partners[index] = last.index
                } else {
                    unpaired.append(index)
                }
            default: break
            }
        }
        unpaired += open.map(\.index)
    }

    subscript(index: Int) -> SourceToken { tokens[index] }

    subscript(range: Range<Int>) -> ArraySlice<SourceToken> { tokens[range] }

    var indices: Range<Int> { tokens.indices }

    var count: Int { tokens.count }

    func isSign(_ index: Int, _ sign: String) -> Bool {
        tokens.indices.contains(index) && tokens[index].isSign(sign)
    }

    // MARK: Calls

    /// The arguments in a range: what commas separate.
    func arguments(_ range: Range<Int>) -> [Argument] {
        var arguments: [Argument] = []
        var start = range.lowerBound
        var index = range.lowerBound
        func add(_ end: Int) {
            guard start < end else { return }
            if let label = label(at: start), start + 1 < end, tokens[start + 1].isSign(":") {
                arguments.append(Argument(label: label, range: start + 2..<end))
            } else {
                arguments.append(Argument(label: nil, range: start..<end))
            }
            // The members of an object are arguments with labels.
            if language.isJavaScript, tokens[start].isSign("{"), partners[start] == end - 1 {
                arguments += self.arguments(start + 1..<end - 1).filter { $0.label != nil }
            }
        }
        while index < range.upperBound {
            if tokens[index].isSign(",") {
                add(index)
                start = index + 1
            }
            // What is in brackets belongs to its argument.
            if let close = partners[index], close > index, close < range.upperBound { index = close }
            index += 1
        }
        add(range.upperBound)
        return arguments
    }

    /// What may be the label of an argument, or the name of a member.
    private func label(at index: Int) -> String? {
        if language == .swift { return tokens[index].name }
        return language.isJavaScript ? tokens[index].name ?? tokens[index].literal?.text : nil
    }

    /// The name's components before the last one and it, and whether an expression precedes them.
    func components(endingAt index: Int) -> ([String], hasReceiver: Bool) {
        var components = [tokens[index].name ?? ""]
        var next = index - 1
        while next > 0, tokens[next].isSign("."), components.count < 8, !isImplicitMember(next) {
            next -= 1
            while next > 0, tokens[next].isSign("?") || tokens[next].isSign("!") { next -= 1 }
            guard let name = tokens[next].name else { return (components, true) }
            components.insert(name, at: 0)
            next -= 1
        }
        let hasReceiver = next >= 0 && tokens[next].isSign(".")
        // `self.init` is no call of `self`.
        if components.count > 1, SourceRoutines.callingNames.contains(components.last ?? ""),
            !["self", "super"].contains(components[components.count - 2])
        {
            components.removeLast()
        }
        return (components, hasReceiver)
    }

    /// Whether nothing precedes a dot: a member of a type that the context says, often a case.
    func isImplicitMember(_ dot: Int) -> Bool {
        guard language == .swift, dot > 0 else { return false }
        switch tokens[dot - 1].kind {
        case .sign(let sign):
            return ![")", "]", "}", ">"].contains(sign) && !sign.allSatisfy { $0 == "?" || $0 == "!" }
                || tokens[dot - 1].end != tokens[dot].offset && !tokens[dot].startsLine
        case .name, .literal, .number:
            return tokens[dot - 1].end != tokens[dot].offset && !tokens[dot].startsLine
        }
    }

    /// Where the expression begins whose member follows a dot.
    func receiver(before dot: Int) -> Range<Int> {
        var start = dot
        while start > 0 {
            switch tokens[start - 1].kind {
            case .sign("?"), .sign("!"), .sign("."):
                start -= 1
                continue
            case .sign(let sign):
                guard [")", "]", "}"].contains(sign), let open = partners[start - 1] else {
                    return start..<dot
                }
                start = open
                // What is called stands before its arguments.
                if start > 0,
                    tokens[start - 1].name != nil || isSign(start - 1, "]") || isSign(start - 1, ")")
                {
                    continue
                }
            case .name, .literal, .number: start -= 1
            }
            guard start > 0, tokens[start - 1].isSign(".") else { break }
        }
        return start..<dot
    }

    /// Whether a range is one call with what is before its name, and no operation.
    func isChain(_ range: Range<Int>) -> Bool {
        var index = range.lowerBound
        while index < range.upperBound {
            switch tokens[index].kind {
            case .name: break
            case .literal, .number: return false
            case .sign(let sign):
                if ["(", "[", "{"].contains(sign) {
                    guard let close = partners[index], close < range.upperBound else { return false }
                    index = close
                } else if ![".", "?", "!", "->", "@"].contains(sign) {
                    return false
                }
            }
            index += 1
        }
        return !range.isEmpty
    }

    func isNil(_ range: Range<Int>) -> Bool {
        range.count == 1 && ["nil", "NULL", "Nil"].contains(tokens[range.lowerBound].name)
    }

    // MARK: Texts

    /// Whether an argument gives a text: there is one, and it is neither nil nor the empty text, nor an
    /// object or a number, such as the options and the count of `t("key", { count: 2 })` and `$tc("key", 2)`.
    func saysText(_ argument: Range<Int>?) -> Bool {
        guard let argument, !isNil(argument), !isSign(argument.lowerBound, "{") else { return false }
        if argument.count == 1, case .number = tokens[argument.lowerBound].kind { return false }
        return texts(in: argument).first?.literal.text != ""
    }

    /// Whether a name is a macro of C for a length and a conversion, such as `PRIu64`, which xgettext(1)
    /// writes as `<PRIu64>` into a text.
    private static func isSizeMacro(_ name: some StringProtocol) -> Bool {
        guard name.hasPrefix("PRI"), name.dropFirst(3).first.map({ "diouxX".contains($0) }) == true else {
            return false
        }
        let size = name.dropFirst(4)
        return size == "MAX" || size == "PTR" || size.last?.isNumber == true
    }

    /// The text that a row of literals makes, and the token after it.
    func joinedLiteral(at index: Int, before limit: Int) -> (SourceLiteral, end: Int) {
        guard var joined = tokens[index].literal else { return (SourceLiteral(parts: []), index) }
        var next = index + 1
        while next < limit {
            let isAdjacent = language == .c
            if isAdjacent, let literal = tokens[next].literal, literal.form != .character {
                joined.append(literal)
                next += 1
            } else if isAdjacent, let name = tokens[next].name, Self.isSizeMacro(name),
                joined.text?.utf8.contains(0x25) == true
            {
                joined.append(SourceLiteral(parts: [.text("<\(name)>")]))
                next += 1
            } else if !isAdjacent, tokens[next].isSign("+"), next + 1 < limit,
                let literal = tokens[next + 1].literal
            {
                joined.append(literal)
                next += 2
            } else if isAdjacent, tokens[next].isSign("@"), next + 1 < limit, tokens[next + 1].literal != nil
            {
                next += 1
            } else {
                break
            }
        }
        return (joined, next)
    }

    /// The texts that an argument may be: a literal, or those of a choice.
    func texts(in range: Range<Int>) -> [(literal: SourceLiteral, index: Int)] {
        var range = range
        while range.count > 2, partners[range.lowerBound] == range.upperBound - 1,
            tokens[range.lowerBound].isSign("(")
        {
            range = range.lowerBound + 1..<range.upperBound - 1
        }
        // `CFSTR("text")` is its literal.
        if range.count == 4, tokens[range.lowerBound].name == "CFSTR" {
            range = range.lowerBound + 2..<range.upperBound - 1
        }
        var texts: [(SourceLiteral, Int)] = []
        var index = range.lowerBound
        while index < range.upperBound {
            if tokens[index].literal?.form == .string || tokens[index].literal?.form == .object {
                let (literal, end) = joinedLiteral(at: index, before: range.upperBound)
                let before = index == range.lowerBound ? nil : tokens[index - 1]
                let after = end < range.upperBound ? tokens[end] : nil
                if before.map({ $0.isSign("?") || $0.isSign(":") || $0.isSign("??") }) ?? true,
                    after.map({ $0.isSign(":") || $0.isSign("??") }) ?? true
                {
                    texts.append((literal, index))
                }
                index = max(end, index + 1)
                continue
            }
            if let close = partners[index], close > index { index = close }
            index += 1
        }
        return texts
    }

    /// The keys that an argument may be that is put together: `"alert.\(name)"`, `"alert." + name`. `nil`
    /// where it is one literal, or has no text of its own.
    func pattern(in range: Range<Int>) -> String? {
        var pieces: [String] = []
        var isKnown = true
        var index = range.lowerBound
        var expectsPiece = true
        while index < range.upperBound {
            let token = tokens[index]
            if token.isSign("+") {
                expectsPiece = true
            } else if let literal = token.literal {
                pieces.append(literal.text(interpolations: "*"))
                if literal.text == nil { isKnown = false }
                expectsPiece = false
            } else if case .sign(let sign) = token.kind,
                ["?", ":", "??", "==", "&&", "||", "-", "%"].contains(sign)
            {
                return nil
            } else {
                if expectsPiece { pieces.append("*") }
                (isKnown, expectsPiece) = (false, false)
            }
            if let close = partners[index], close > index { index = close }
            index += 1
        }
        guard !isKnown, pieces.contains(where: { $0.contains { $0 != "*" } }) else { return nil }
        return pieces.joined()
    }
}
