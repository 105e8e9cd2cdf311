// Finds the calls that take keys among the tokens of a source.

internal import Localization

struct SourceCallReader {
    let tokens: SourceTokens
    let routines: SourceRoutines
    let types: DeclaredTypes
    /// For Swift: the tokens as code, and what reads their texts.
    let swift: (code: SwiftCode, reader: SwiftTextReader)?
    let position: (Int) -> SourcePosition
    let excerpt: (Range<Int>) -> String
    /// The arguments that a call around another one formats its text with, by the last token of the inner
    /// one. For JavaScript: the names that stand for functions that take keys.
    var bindings = TranslationBindings()
    /// Whether literals of `LocalizedStringKey` are keys.
    var readsSwiftUI = false
    private(set) var formatArguments: [Int: [Range<Int>]] = [:]
    var calls: [SourceCall] = []
    var findings: [SourceFinding] = []
    /// The literals, those of one text in several pieces joined.
    private(set) var literals: [SourceLiteral] = []
    /// The keys that calls put together, with `*` in the places of what is not known.
    var keyPatterns: Set<String> = []

    /// - Parameters:
    ///   - position: the position of an offset in the source.
    ///   - excerpt: the text of a range of bytes, on one line and cut short.
    init(
        _ tokens: SourceTokens, routines: SourceRoutines, types: DeclaredTypes,
        swift: (code: SwiftCode, reader: SwiftTextReader)?, position: @escaping (Int) -> SourcePosition,
        excerpt: @escaping (Range<Int>) -> String
    ) {
        self.tokens = tokens
        self.routines = routines
        self.types = types
        self.swift = swift
        self.position = position
        self.excerpt = excerpt
    }

    mutating func read() {
        collectLiterals()
        for index in tokens.indices {
            guard let name = tokens[index].name else {
                if tokens.language.isJavaScript { readDescriptor(at: index) }
                continue
            }
            if tokens.isSign(index + 1, "("), let close = tokens.partners[index + 1] {
                noteFormatting(by: name, tokens.arguments(index + 2..<close))
            } else if tokens.isSign(index + 1, ":"), tokens.language == .c {
                readMessage(name, at: index)
            }
            guard let match = routines.match(at: index, in: tokens) else { continue }
            if let swift {
                read(match, swift)
            } else if tokens.language.isJavaScript {
                readScript(match, name)
            } else {
                read(match)
            }
        }
        if let swift { readValues(swift) }
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

    /// - Parameter prefixes: what the program may put before the key; one where it is known.
    mutating func read(_ match: SourceRoutines.Match, prefixes: [String] = [""]) {
        let routine = match.routine
        var table = routine.defaultTable
        if let named = match.arguments.argument(routine.table), !tokens.isNil(named.range) {
            guard let text = tokens.texts(in: named.range).first?.literal.text else { return }
            table = .named(text)
        }
        add(match.key, routine, table: table, match.arguments, end: match.end, prefixes: prefixes)
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
        add(first, routine, table: table, [], end: end, value: labels["value"])
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
            // The first text is the format; a text after it is one of its arguments.
            let literal = arguments.firstIndex {
                !tokens.texts(in: $0.range).isEmpty && !tokens.isChain($0.range)
            }
            // `snprintf` has a buffer and its size before the format, which may be a variable.
            let first = name.hasSuffix("snprintf") ? 2 : 0
            let end = min(literal ?? arguments.endIndex, first > 0 ? first + 1 : arguments.endIndex)
            for index in first..<max(first, end) where tokens.isChain(arguments[index].range) {
                noteFormatting(at: index, arguments)
            }
        case .javaScript, .component, .script, .interface, .markup: break
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

    mutating func add(
        _ range: Range<Int>, _ routine: SourceRoutine, table: SourceRoutine.Table,
        _ arguments: [SourceTokens.Argument], end: Int?, value: Range<Int>? = nil, prefixes: [String] = [""]
    ) {
        if let pattern = tokens.pattern(in: range) { keyPatterns.formUnion(prefixes.map { $0 + pattern }) }
        func text(_ range: Range<Int>?) -> String? {
            range.flatMap { tokens.texts(in: $0).first?.literal.text }.flatMap { $0.isEmpty ? nil : $0 }
        }
        for (literal, index) in tokens.texts(in: range) {
            guard let key = literal.text.map({ prefixes[0] + $0 }), !key.isEmpty else { continue }
            guard prefixes.count == 1 else {
                keyPatterns.formUnion(prefixes.map { $0 + (literal.text ?? "") })
                continue
            }
            var call = SourceCall(
                key: key, routine: routine.name.joined(separator: "."), table: table,
                position: position(tokens[index].offset))
            let value = value ?? arguments.argument(routine.value)?.range
            call.value = text(value)
            call.hasValue = tokens.saysText(value)
            call.comment = text(arguments.argument(routine.comment)?.range)
            call.plural = routine.plural.flatMap { arguments.argument($0) }.flatMap {
                tokens.texts(in: $0.range).first?.literal.text
            }
            call.hasContext = routine.hasContext
            if routine.formatting == .formats {
                call.arguments = arguments.formatted(after: range).map { types.argumentClass(of: tokens[$0]) }
                call.acceptsAnyObject = true
            } else if let end, let ranges = formatArguments[end] {
                call.arguments = ranges.map { types.argumentClass(of: tokens[$0]) }
            }
            calls.append(call)
        }
    }
}

extension [SourceTokens.Argument] {
    /// The arguments without labels that follow a key.
    func formatted(after key: Range<Int>) -> [Range<Int>] {
        filter { $0.label == nil && $0.range.lowerBound >= key.upperBound }.map(\.range)
    }
}
