// Finds the calls that take keys among the tokens of a source.

internal import Localization

/// Reads calls.
struct SourceCallReader {
    private let tokens: SourceTokens
    private let routines: [String: [SourceRoutine]]
    private let types: DeclaredTypes
    private let position: (Int) -> SourcePosition
    /// The arguments that a call around another one formats its text with, by the last token of the inner one.
    private var formatArguments: [Int: [Range<Int>]] = [:]
    private(set) var calls: [SourceCall] = []
    /// The literals, those of one text in several pieces joined.
    private(set) var literals: [SourceLiteral] = []
    /// The keys that calls put together, with `*` in the places of what is not known.
    private(set) var keyPatterns: Set<String> = []

    init(
        _ tokens: [SourceToken], language: SourceLanguage, routines: [SourceRoutine], types: DeclaredTypes,
        position: @escaping (Int) -> SourcePosition
    ) {
        self.tokens = SourceTokens(tokens, language: language)
        self.routines = Dictionary(grouping: routines) { $0.name.last ?? "" }
        self.types = types
        self.position = position
    }

    mutating func read() {
        collectLiterals()
        for index in tokens.indices {
            guard let name = tokens[index].name else { continue }
            if tokens.isSign(index + 1, "("), let close = tokens.partners[index + 1] {
                if index > 0, ["func", "macro"].contains(tokens[index - 1].name) { continue }
                readCall(name, at: index, tokens.arguments(index + 2..<close), end: close)
            } else if tokens.isSign(index + 1, ":"), tokens.language == .c {
                readMessage(name, at: index)
            } else if SourceRoutine.keyTypes.contains(name), tokens.isSign(index + 1, "="),
                tokens.language == .swift
            {
                readLiterals(from: index + 2, routine: SourceRoutine(name, .interpolations))
            }
            if index > 1, tokens.isSign(index - 1, "."), tokens[index - 2].literal != nil {
                for routine in routines[name] ?? [] where routine.key == .receiver && routine.name == [name] {
                    add(index - 2..<index - 1, routine, name, table: routine.defaultTable, [], end: nil)
                }
            }
        }
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
            let (joined, end) = tokens.joinedLiteral(at: index, before: tokens.count)
            if end > index + 1 { literals.append(joined) }
            for next in index + 1..<max(end, index + 1) {
                if let literal = tokens[next].literal { literals.append(literal) }
            }
            index = max(end, index + 1)
        }
    }

    // MARK: Calls

    private mutating func readCall(
        _ name: String, at index: Int, _ arguments: [SourceTokens.Argument], end: Int
    ) {
        noteFormatting(by: name, arguments)
        guard let candidates = routines[name] else { return }
        let (components, hasReceiver) = tokens.components(endingAt: index)
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
        if let named = routine.table.flatMap({ argument($0, arguments) }), !tokens.isNil(named.range) {
            guard let text = tokens.texts(in: named.range).first?.literal.text else { return }
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
            if tokens.isSign(end + 1, ":"), let next = tokens[end].name, end > start {
                labels[label] = start..<end
                (label, start) = (next, end + 2)
                end += 2
                continue
            }
            end = max(tokens.partners[end] ?? end, end) + 1
        }
        labels[label] = start..<min(end, tokens.count)
        guard let first = labels[name] else { return }
        if name != "localizedStringForKey" {
            // Arguments with a question mark may have a colon; then it is not certain where they end.
            if labels.count == 1 { noteFormatting(at: 0, tokens.arguments(first)) }
            return
        }
        var table = SourceRoutine.Table.standard
        if let named = labels["table"], !tokens.isNil(named) {
            guard let text = tokens.texts(in: named).first?.literal.text else { return }
            table = .named(text)
        }
        let routine = SourceRoutine(name)
        add(first, routine, name, table: table, [], end: end, value: labels["value"])
    }

    private func argument(_ argument: SourceRoutine.Argument, _ arguments: [SourceTokens.Argument])
        -> SourceTokens.Argument?
    {
        switch argument {
        case .position(let number):
            let positional = arguments.filter { $0.label == nil }
            return positional.count >= number ? positional[number - 1] : nil
        case .label(let label): return arguments.first { $0.label == label }
        case .receiver: return nil
        }
    }

    // MARK: Formats

    /// Remembers which arguments a call formats with the text of another call, which is an argument, too.
    private mutating func noteFormatting(by name: String, _ arguments: [SourceTokens.Argument]) {
        switch tokens.language {
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
            for index in arguments.indices where tokens.isChain(arguments[index].range) {
                noteFormatting(at: index, arguments)
            }
        case .script, .interface, .markup: break
        }
    }

    private mutating func noteFormatting(at index: Int, _ arguments: [SourceTokens.Argument]) {
        guard arguments.indices.contains(index) else { return }
        let range = arguments[index].range
        guard tokens.isChain(range),
            tokens.isSign(range.upperBound - 1, ")") || tokens.isSign(range.upperBound - 1, "]")
        else {
            return
        }
        formatArguments[range.upperBound - 1] = arguments[(index + 1)...].filter { $0.label == nil }.map(
            \.range)
    }

    // MARK: Keys

    private mutating func readLiterals(from index: Int, routine: SourceRoutine) {
        guard tokens.indices.contains(index), tokens[index].literal != nil else { return }
        let end = tokens.joinedLiteral(at: index, before: tokens.count).end
        add(index..<end, routine, routine.name[0], table: .standard, [], end: nil)
    }

    private mutating func add(
        _ range: Range<Int>, _ routine: SourceRoutine, _ name: String, table: SourceRoutine.Table,
        _ arguments: [SourceTokens.Argument], end: Int?, value: Range<Int>? = nil
    ) {
        let texts = tokens.texts(in: range)
        if routine.formatting != .interpolations, let pattern = tokens.pattern(in: range) {
            keyPatterns.insert(pattern)
        }
        if routine.takesLiteralsOnly, texts.count != 1 || texts[0].index != range.lowerBound { return }
        func text(_ argument: SourceRoutine.Argument?) -> String? {
            argument.flatMap { self.argument($0, arguments) }.flatMap {
                tokens.texts(in: $0.range).first?.literal.text
            }
        }
        for (literal, index) in texts {
            let key = literal.text(interpolations: String(SourceCall.interpolation))
            guard !key.isEmpty, literal.text != nil || routine.formatting == .interpolations else { continue }
            var call = SourceCall(
                key: key, routine: name, table: table, position: position(tokens[index].offset))
            call.value = text(routine.value) ?? value.flatMap { tokens.texts(in: $0).first?.literal.text }
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
