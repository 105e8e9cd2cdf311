// Finds the calls that take keys among the tokens of a source.

internal import Localization

/// Reads calls.
struct SourceCallReader {
    private let tokens: [SourceToken]
    private let language: SourceLanguage
    private let routines: [String: [SourceRoutine]]
    private let types: DeclaredTypes
    private let position: (Int) -> SourcePosition
    /// For each opening bracket the place of its closing one, and for each closing one that of the opening one.
    private var partners: [Int: Int] = [:]
    /// The arguments that a call around another one formats its text with, by the last token of the inner one.
    private var formatArguments: [Int: [Range<Int>]] = [:]
    private(set) var calls: [SourceCall] = []
    /// The literals, those of one text in several pieces joined.
    private(set) var literals: [SourceLiteral] = []
    /// The keys that calls put together, with `*` in the places of what is not known.
    private(set) var keyPatterns: Set<String> = []

    /// An argument of a call: a range of tokens.
    private struct Argument {
        let label: String?
        let range: Range<Int>
    }

    init(
        _ tokens: [SourceToken], language: SourceLanguage, routines: [SourceRoutine], types: DeclaredTypes,
        position: @escaping (Int) -> SourcePosition
    ) {
        self.tokens = tokens
        self.language = language
        self.routines = Dictionary(grouping: routines) { $0.name.last ?? "" }
        self.types = types
        self.position = position
        var open: [Int] = []
        for (index, token) in tokens.enumerated() {
            guard case .sign(let sign) = token.kind else { continue }
            switch sign {
            case "(", "[", "{": open.append(index)
            case ")", "]", "}":
                if let start = open.popLast() {
                    partners[start] = index
                    partners[index] = start
                }
            default: break
            }
        }
    }

    mutating func read() {
        collectLiterals()
        for index in tokens.indices {
            guard let name = tokens[index].name else { continue }
            if isSign(index + 1, "("), let close = partners[index + 1] {
                if index > 0, ["func", "macro"].contains(tokens[index - 1].name) { continue }
                readCall(name, at: index, arguments(index + 2..<close), end: close)
            } else if isSign(index + 1, ":"), language == .c {
                readMessage(name, at: index)
            } else if SourceRoutine.keyTypes.contains(name), isSign(index + 1, "="), language == .swift {
                readLiterals(from: index + 2, routine: SourceRoutine(name, .interpolations))
            }
            if index > 1, isSign(index - 1, "."), tokens[index - 2].literal != nil {
                for routine in routines[name] ?? [] where routine.key == .receiver && routine.name == [name] {
                    add(index - 2..<index - 1, routine, name, table: routine.defaultTable, [], end: nil)
                }
            }
        }
    }

    private func isSign(_ index: Int, _ sign: String) -> Bool {
        tokens.indices.contains(index) && tokens[index].isSign(sign)
    }

    /// Adds each literal, and each row of literals that make one text: `"a" + "b"`, and in C `"a" "b"`.
    private mutating func collectLiterals() {
        var index = 0
        while index < tokens.count {
            guard let literal = tokens[index].literal, literal.form != .character else {
                index += 1
                continue
            }
            literals.append(literal)
            let (joined, end) = joinedLiteral(at: index, before: tokens.count)
            if end > index + 1 { literals.append(joined) }
            for next in index + 1..<max(end, index + 1) {
                if let literal = tokens[next].literal { literals.append(literal) }
            }
            index = max(end, index + 1)
        }
    }

    /// The text that a row of literals makes, and the token after it.
    private func joinedLiteral(at index: Int, before limit: Int) -> (SourceLiteral, end: Int) {
        guard var joined = tokens[index].literal else { return (SourceLiteral(parts: []), index) }
        var next = index + 1
        while next < limit {
            let isAdjacent = language == .c
            if isAdjacent, let literal = tokens[next].literal, literal.form != .character {
                joined = joined + literal
                next += 1
            } else if !isAdjacent, tokens[next].isSign("+"), next + 1 < limit,
                let literal = tokens[next + 1].literal
            {
                joined = joined + literal
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

    // MARK: Calls

    /// The arguments in a range: what commas separate.
    private func arguments(_ range: Range<Int>) -> [Argument] {
        var arguments: [Argument] = []
        var start = range.lowerBound
        var index = range.lowerBound
        func add(_ end: Int) {
            guard start < end else { return }
            if language == .swift, let label = tokens[start].name, start + 1 < end,
                tokens[start + 1].isSign(":")
            {
                arguments.append(Argument(label: label, range: start + 2..<end))
            } else {
                arguments.append(Argument(label: nil, range: start..<end))
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

    private mutating func readCall(_ name: String, at index: Int, _ arguments: [Argument], end: Int) {
        noteFormatting(by: name, arguments)
        guard let candidates = routines[name] else { return }
        let (components, hasReceiver) = components(endingAt: index)
        // A call fits one routine: the most specific.
        let fitting = candidates.filter { routine in
            components.suffix(routine.name.count).elementsEqual(routine.name)
                && (!routine.isMember || components.count > routine.name.count || hasReceiver)
                && argument(routine.key, arguments) != nil
        }
        guard let routine = fitting.max(by: { $0.name.count < $1.name.count }),
            let key = argument(routine.key, arguments)
        else { return }
        var table = routine.defaultTable
        if let named = routine.table.flatMap({ argument($0, arguments) }), !isNil(named.range) {
            guard let text = texts(in: named.range).first?.literal.text else { return }
            table = .named(text)
        }
        add(key.range, routine, routine.name.joined(separator: "."), table: table, arguments, end: end)
    }

    /// `[bundle localizedStringForKey:@"key" value:nil table:@"Shop"]`, and messages that format.
    private mutating func readMessage(_ name: String, at index: Int) {
        let formats = ["stringWithFormat", "localizedStringWithFormat", "initWithFormat", "appendFormat"]
        guard name == "localizedStringForKey" || formats.contains(name) else { return }
        var end = index + 2
        var labels: [String: Range<Int>] = [:]
        var label = name
        var start = index + 2
        while end < min(index + 2000, tokens.count), !tokens[end].isSign("]"), !tokens[end].isSign(";") {
            if isSign(end + 1, ":"), let next = tokens[end].name, end > start {
                labels[label] = start..<end
                (label, start) = (next, end + 2)
                end += 2
                continue
            }
            end = max(partners[end] ?? end, end) + 1
        }
        labels[label] = start..<min(end, tokens.count)
        guard let first = labels[name] else { return }
        if name != "localizedStringForKey" {
            // Arguments with a question mark may have a colon; then it is not certain where they end.
            if labels.count == 1 { noteFormatting(at: 0, arguments(first)) }
            return
        }
        var table = SourceRoutine.Table.standard
        if let named = labels["table"], !isNil(named) {
            guard let text = texts(in: named).first?.literal.text else { return }
            table = .named(text)
        }
        let routine = SourceRoutine(name)
        add(first, routine, name, table: table, [], end: end, value: labels["value"])
    }

    /// The name's components before the last one and it, and whether an expression precedes them.
    private func components(endingAt index: Int) -> ([String], hasReceiver: Bool) {
        var components = [tokens[index].name ?? ""]
        var next = index - 1
        while next > 0, tokens[next].isSign("."), components.count < 8 {
            next -= 1
            while next > 0, tokens[next].isSign("?") || tokens[next].isSign("!") { next -= 1 }
            guard let name = tokens[next].name else { return (components, true) }
            components.insert(name, at: 0)
            next -= 1
        }
        let hasReceiver = next >= 0 && tokens[next].isSign(".")
        if components.count > 1, ["init", "callAsFunction"].contains(components.last ?? "") {
            components.removeLast()
        }
        return (components, hasReceiver)
    }

    private func argument(_ argument: SourceRoutine.Argument, _ arguments: [Argument]) -> Argument? {
        switch argument {
        case .position(let number):
            let positional = arguments.filter { $0.label == nil }
            return positional.count >= number ? positional[number - 1] : nil
        case .label(let label): return arguments.first { $0.label == label }
        case .receiver: return nil
        }
    }

    private func isNil(_ range: Range<Int>) -> Bool {
        range.count == 1 && ["nil", "NULL", "Nil"].contains(tokens[range.lowerBound].name)
    }

    // MARK: Formats

    /// Remembers which arguments a call formats with the text of another call, which is an argument, too.
    private mutating func noteFormatting(by name: String, _ arguments: [Argument]) {
        switch language {
        case .swift:
            if let format = arguments.firstIndex(where: { $0.label == "format" }),
                !arguments.contains(where: { $0.label == "arguments" })
            {
                noteFormatting(at: format, arguments)
            } else if name == "localizedStringWithFormat" || name == "NSLog" {
                noteFormatting(at: 0, arguments)
            }
        case .c:
            let functions: Set = [
                "NSLog", "g_print", "g_printerr", "g_warning", "g_message", "err", "errx", "warn", "warnx",
            ]
            guard
                functions.contains(name)
                    || (name.hasSuffix("printf") && !name.hasPrefix("v") && !name.contains("_v"))
            else { return }
            for index in arguments.indices where isChain(arguments[index].range) {
                noteFormatting(at: index, arguments)
            }
        case .script, .interface, .markup: break
        }
    }

    private mutating func noteFormatting(at index: Int, _ arguments: [Argument]) {
        guard arguments.indices.contains(index) else { return }
        let range = arguments[index].range
        guard isChain(range), isSign(range.upperBound - 1, ")") || isSign(range.upperBound - 1, "]") else {
            return
        }
        formatArguments[range.upperBound - 1] = arguments[(index + 1)...].filter { $0.label == nil }.map(
            \.range)
    }

    /// Whether a range is one call with what is before its name, and no operation.
    private func isChain(_ range: Range<Int>) -> Bool {
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

    // MARK: Keys

    /// The texts that an argument may be: a literal, or those of a choice.
    private func texts(in range: Range<Int>) -> [(literal: SourceLiteral, index: Int)] {
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

    /// The keys that an argument may be that is put together: `"alert.\(name)"`, `"alert." + name`. `nil` where it is one
    /// literal, or has no text of its own.
    private func pattern(in range: Range<Int>) -> String? {
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

    private mutating func readLiterals(from index: Int, routine: SourceRoutine) {
        guard tokens.indices.contains(index), tokens[index].literal != nil else { return }
        let end = joinedLiteral(at: index, before: tokens.count).end
        add(index..<end, routine, routine.name[0], table: .standard, [], end: nil)
    }

    private mutating func add(
        _ range: Range<Int>, _ routine: SourceRoutine, _ name: String, table: SourceRoutine.Table,
        _ arguments: [Argument], end: Int?, value: Range<Int>? = nil
    ) {
        let texts = texts(in: range)
        if routine.formatting != .interpolations, let pattern = pattern(in: range) {
            keyPatterns.insert(pattern)
        }
        if routine.takesLiteralsOnly, texts.count != 1 || texts[0].index != range.lowerBound { return }
        func text(_ argument: SourceRoutine.Argument?) -> String? {
            argument.flatMap { self.argument($0, arguments) }.flatMap {
                self.texts(in: $0.range).first?.literal.text
            }
        }
        for (literal, index) in texts {
            let key = literal.text(interpolations: String(SourceCall.interpolation))
            guard !key.isEmpty, literal.text != nil || routine.formatting == .interpolations else { continue }
            var call = SourceCall(
                key: key, routine: name, table: table, position: position(tokens[index].offset))
            call.value = text(routine.value) ?? value.flatMap { self.texts(in: $0).first?.literal.text }
            if call.value == "" { call.value = nil }
            call.comment = text(routine.comment)
            if call.comment == "" { call.comment = nil }
            call.plural = text(routine.plural)
            call.hasContext = routine.hasContext
            switch routine.formatting {
            case .interpolations:
                call.arguments = literal.parts.compactMap { part in
                    guard case .interpolation(let code) = part else { return nil }
                    return .some(types.argumentClass(ofInterpolation: code))
                }
            case .formats:
                let following = arguments.filter {
                    $0.label == nil && $0.range.lowerBound >= range.upperBound
                }
                call.arguments = following.map { types.argumentClass(of: tokens[$0.range]) }
                call.acceptsAnyObject = true
            case .none:
                if let end, let ranges = formatArguments[end] {
                    call.arguments = ranges.map { types.argumentClass(of: tokens[$0]) }
                }
            }
            calls.append(call)
        }
    }
}
