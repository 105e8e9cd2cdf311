// What calls and values of Swift say: their keys, with tables, texts and comments.

internal import Localization

extension SourceCallReader {
    typealias Swift = (code: SwiftCode, reader: SwiftTextReader)

    // MARK: Calls

    mutating func read(_ match: SourceRoutines.Match, _ swift: Swift) {
        let routine = match.routine
        let style = SwiftTextReader.Style(
            isInterpolated: routine.formatting == .interpolations,
            takesLiteralsOnly: routine.takesLiteralsOnly)
        if !style.isInterpolated, let pattern = tokens.pattern(in: match.key) { keyPatterns.insert(pattern) }
        for reading in swift.reader.read(match.key, in: swift.code, style) {
            switch reading {
            case .text(let key): read(key, match, swift)
            case .dynamic(let range): reportDynamicKey(range, routine, swift)
            case .elsewhere: break
            }
        }
    }

    private mutating func read(_ key: SwiftText, _ match: SourceRoutines.Match, _ swift: Swift) {
        let routine = match.routine
        var table = routine.defaultTable
        if let named = match.arguments.argument(routine.table)?.range {
            switch only(named, swift) {
            case .text(let name): table = .named(name.format)
            case .dynamic(let range):
                return report(
                    .dynamicTable, [routine.spelling, shortened(key.format), excerpt(of: range)], at: range)
            case .elsewhere: break
            }
        }
        /// The text of an argument that only says something about the key.
        func text(
            _ argument: [SourceRoutine.Argument], isInterpolated: Bool, _ identifier: SourceFinding.Identifier
        )
            -> SwiftText?
        {
            guard let range = match.arguments.argument(argument)?.range else { return nil }
            switch only(range, swift, isInterpolated: isInterpolated) {
            case .text(let text): return text.parts.isEmpty ? nil : text
            case .dynamic:
                report(identifier, [routine.spelling, shortened(key.format), excerpt(of: range)], at: range)
                return nil
            case .elsewhere: return nil
            }
        }
        let value = text(
            routine.value, isInterpolated: routine.formatting == .interpolations, .dynamicValue)
        let comment = text(routine.comment, isInterpolated: false, .dynamicComment)
        var arguments: [FormatSpecifier.ArgumentClass?]?
        switch routine.formatting {
        case .interpolations: arguments = key.interpolations.map { argumentClass($0.type) }
        case .formats:
            arguments = match.arguments.formatted(after: match.key).map { argumentClass($0, swift) }
        case .none: arguments = match.end.flatMap { formatArguments[$0] }?.map { argumentClass($0, swift) }
        }
        var call = call(key, routine, table: table)
        call.value = value?.format
        call.hasValue = tokens.saysText(match.arguments.argument(routine.value)?.range)
        call.comment = comment?.format
        call.arguments = arguments
        call.acceptsAnyObject = routine.formatting == .formats
        add(call, key, routine)
        reportUncertainTypes(value, key)
    }

    /// The one thing that an expression says.
    private func only(_ range: Range<Int>, _ swift: Swift, isInterpolated: Bool = false) -> SwiftReading {
        if tokens.isNil(range) { return .elsewhere }
        let style = SwiftTextReader.Style(isInterpolated: isInterpolated)
        let readings = swift.reader.read(range, in: swift.code, style)
        return readings.count == 1 ? readings[0] : .dynamic(range)
    }

    // MARK: Values

    /// Reads values that are keys although no call takes them: those of types that look their literals up, of
    /// the properties that users name, and the raw values of enumerations that they name.
    mutating func readValues(_ swift: Swift) {
        // What interpolations declare, they use themselves.
        guard swift.code.literal == nil else { return }
        let names = swift.reader.names
        for (type, value) in names.typedValues where keyTypes.contains(type.name) {
            let routine = SourceRoutine(type.name, .interpolations)
            let style = SwiftTextReader.Style(isInterpolated: true, takesLiteralsOnly: true)
            for case .text(let key) in swift.reader.read(value, in: swift.code, style) {
                var call = call(key, routine, table: .standard)
                call.arguments = key.interpolations.map { argumentClass($0.type) }
                add(call, key, routine)
            }
        }
        for binding in names.bindings {
            guard let routine = routines.properties[binding.name] else { continue }
            var style = SwiftTextReader.Style()
            if case .position(let number) = routine.key { style.tupleElement = number - 1 }
            for reading in swift.reader.read(binding.value, in: swift.code, style) {
                switch reading {
                case .text(let key): add(call(key, routine, table: routine.defaultTable), key, routine)
                case .dynamic(let range): reportDynamicKey(range, routine, swift)
                case .elsewhere: break
                }
            }
        }
        for (name, routine) in routines.enumerations {
            for (token, rawValue) in names.cases[name] ?? [] {
                var key = SwiftText(parts: [.text(tokens[token].name ?? "")], token: token)
                if let rawValue, case .text(let text) = only(rawValue, swift) { key = text }
                add(call(key, routine, table: routine.defaultTable), key, routine)
            }
        }
    }

    private var keyTypes: Set<String> {
        readsSwiftUI ? SourceRoutine.keyTypes : SourceRoutine.foundationKeyTypes
    }

    // MARK: Keys

    private func call(_ key: SwiftText, _ routine: SourceRoutine, table: SourceRoutine.Table) -> SourceCall {
        var call = SourceCall(
            key: key.text(interpolations: String(SourceCall.interpolation)),
            routine: routine.name.joined(separator: "."), table: table,
            position: position(tokens[key.token].offset))
        if !key.interpolations.isEmpty { call.format = key.format }
        return call
    }

    private mutating func add(_ call: SourceCall, _ key: SwiftText, _ routine: SourceRoutine) {
        guard !call.key.isEmpty else {
            // `Text("")` is how SwiftUI leaves room for nothing.
            if !routine.takesLiteralsOnly {
                report(.emptyKey, [routine.spelling], at: key.token..<key.token + 1)
            }
            return
        }
        calls.append(call)
        reportUncertainTypes(key, key)
    }

    private func argumentClass(_ range: Range<Int>, _ swift: Swift) -> FormatSpecifier.ArgumentClass? {
        argumentClass(swift.reader.inference.type(of: range, in: swift.code))
    }

    /// The class of the arguments of a type; `nil` where the type may be one of another file.
    private func argumentClass(_ type: SwiftType?) -> FormatSpecifier.ArgumentClass? {
        guard let type, !type.isOptional else { return nil }
        if type.isNumber { return type.formatSpecifier.hasSuffix("f") ? .floatingPoint : .integer }
        return ["String", "Substring"].contains(type.name) ? .object : nil
    }

    // MARK: Findings

    private mutating func reportDynamicKey(_ range: Range<Int>, _ routine: SourceRoutine, _ swift: Swift) {
        if range.count == 1, let function = swift.reader.declaration(of: range, in: swift.code)?.function {
            report(.forwardedKey, [routine.spelling, excerpt(of: range), function], at: range)
        } else {
            report(.dynamicKey, [routine.spelling, excerpt(of: range)], at: range)
        }
    }

    private mutating func reportUncertainTypes(_ text: SwiftText?, _ key: SwiftText) {
        // Once, because each of many interpolations would read the whole key.
        let name = shortened(key.format)
        for found in text?.interpolations ?? [] where found.specifier == nil {
            let tokens = found.code.tokens
            guard let first = found.expression.first, let last = found.expression.last else { continue }
            findings.append(
                SourceFinding(
                    .uncertainType,
                    [name, excerpt(tokens[first].offset..<tokens[last].end)],
                    at: position(tokens[first].offset)))
        }
    }

    private mutating func report(
        _ identifier: SourceFinding.Identifier, _ facts: [String], at range: Range<Int>
    ) {
        let offset = range.first.map { tokens[$0].offset } ?? 0
        findings.append(SourceFinding(identifier, facts, at: position(offset)))
    }

    /// A key as findings name it: each of its interpolations may have one, and the place is exact.
    private func shortened(_ key: String) -> String {
        key.utf8.count <= 200 ? key : String(key.unicodeScalars.prefix(199)) + "…"
    }

    private func excerpt(of range: Range<Int>) -> String {
        guard let first = range.first, let last = range.last else { return "" }
        return excerpt(tokens[first].offset..<tokens[last].end)
    }
}
