// The arguments of messages of MessageFormat, as checks compare them.

internal import Localization

extension PlaceholderText {
    /// The arguments of a message, those of all branches.
    static func icu(_ text: String) -> PlaceholderText {
        guard text.utf8.contains(where: { $0 == 0x7B || $0 == 0x7D }) else { return PlaceholderText() }
        let bytes = Array(text.utf8)
        do {
            let message = try ICUMessage(text)
            var result = PlaceholderText()
            result.placeholders = message.arguments.map { Placeholder($0, in: bytes) }
            if message.hasChoice { result.unconditional = message.unconditional }
            return result
        } catch {
            let start = error.range.lowerBound
            let place = PositionIndex(bytes).place(at: start, in: bytes)
            return .invalid(
                String(
                    String(decoding: bytes[start..<min(start + 96, bytes.count)], as: UTF8.self).prefix(24)),
                Detail(kind: error.kind.name, line: place.line, column: place.column))
        }
    }
}

extension ICUMessage.Fault.Kind {
    /// What is wrong, in the words of MessageFormat's syntax.
    fileprivate var name: String {
        switch self {
        case .brace: "brace"
        case .argument: "argument"
        case .type: "argument type"
        case .selector: "selector"
        case .missingOther: "missing other"
        case .tooDeep: "nesting"
        }
    }
}

extension Placeholder {
    /// An argument of MessageFormat.
    fileprivate init(_ argument: ICUMessage.Argument, in bytes: [UInt8]) {
        let range = argument.range
        let source = String(decoding: bytes[range], as: UTF8.self)
        self.init(
            argument: argument.argumentName, types: argument.types,
            source: source.count <= 48 ? source : source.prefix(24) + "…", range: range, isExplicit: true)
    }
}

extension ICUMessage.Argument {
    /// The name or the number.
    fileprivate var argumentName: ArgumentName { Int(name).map { .number($0) } ?? .name(name) }

    fileprivate var types: ArgumentTypes {
        switch format {
        case .plain: .any
        case .choice(let choice): choice.isPlural ? [.integer, .floatingPoint] : .string
        case .formatter("date", _), .formatter("time", _): .date
        case .formatter("list", _): .list
        case .formatter: [.integer, .floatingPoint]
        }
    }
}

extension ICUMessage {
    /// The arguments that are shown, or choose, whichever branches are chosen.
    fileprivate var unconditional: Set<ArgumentName> {
        var names: Set<ArgumentName> = []
        for case .argument(let argument) in parts {
            names.insert(argument.argumentName)
            guard let choice = argument.choice, let first = choice.branches.first else { continue }
            names.formUnion(
                choice.branches.dropFirst().reduce(first.message.unconditional) {
                    $0.intersection($1.message.unconditional)
                })
        }
        return names
    }

    /// Whether a text selects among messages, as no other syntax does: `{n, plural, …}`. It need not be a
    /// sound one.
    static func selects(_ text: String) -> Bool {
        guard text.utf8.contains(0x7B), text.utf8.contains(0x2C) else { return false }
        return (try? ICUMessage(text))?.hasChoice
            ?? text.containsASCII(", plural,", ", select,", ", selectordinal,")
    }

    /// The words among which each argument chooses, in all branches.
    var selectors: [String: Set<String>] {
        var selectors: [String: Set<String>] = [:]
        for argument in arguments {
            guard let choice = argument.choice, !choice.isPlural else { continue }
            selectors[argument.name, default: []].formUnion(choice.branches.map(\.selector))
        }
        return selectors
    }

    /// What each argument is used as, where another use of it shows something else: `plural`, `plural
    /// offset:1`, `selectordinal`, `date`, `time`.
    var uses: [String: Set<String>] {
        var uses: [String: Set<String>] = [:]
        for argument in arguments {
            switch argument.format {
            case .choice(let choice) where choice.isPlural:
                let offset = choice.offset.flatMap(Double.init) == 0 ? nil : choice.offset
                let use = choice.kind.rawValue + (offset.map { " offset:" + $0 } ?? "")
                uses[argument.name, default: []].insert(use)
            case .formatter(let name, _) where ["date", "time"].contains(name.lowercased()):
                uses[argument.name, default: []].insert(name.lowercased())
            default: break
            }
        }
        return uses
    }

    /// The plural choices of the message and of its branches.
    var plurals: [(argument: Argument, choice: Choice)] {
        arguments.compactMap { argument in
            argument.choice.flatMap { $0.isPlural ? (argument, $0) : nil }
        }
    }
}

extension PluralGroup {
    /// The plural choices of a text of MessageFormat.
    ///
    /// - Parameter namesNumbers: whether `=0`, `=1` and `=2` are categories; of two branches for one the
    ///   first counts.
    static func choices(
        in text: String, _ variation: VariationKey.Variation?, namesNumbers: Bool
    ) -> [PluralGroup] {
        guard let message = try? ICUMessage(text) else { return [] }
        let bytes = Array(text.utf8)
        return message.plurals.map { argument, choice in
            var forms: [PluralCategory: FormatString] = [:]
            var exact: Set<Int> = []
            var named: Set<PluralCategory> = []
            for branch in choice.branches {
                var category = PluralCategory(rawValue: branch.selector)
                if branch.selector.hasPrefix("="), let number = Int(branch.selector.dropFirst()) {
                    exact.insert(number)
                    guard namesNumbers else { continue }
                    category = [0: .zero, 1: .one, 2: .two][number]
                    if let category { named.insert(category) }
                }
                guard let category, forms[category] == nil else { continue }
                forms[category] = FormatString(branch.message.format(of: bytes, counting: argument.name))
            }
            return PluralGroup(
                variation: { _ in variation }, forms: forms, exactNumbers: exact, namedByNumber: named,
                isOrdinal: choice.kind == .ordinal)
        }
    }
}

extension ICUMessage {
    /// The message with `%d` wherever it shows the number of the plural around
    /// it, for checks of plural forms.
    fileprivate func format(of bytes: [UInt8], counting name: String) -> String {
        parts.map { part in
            switch part {
            case .number: "%d"
            case .argument(let argument) where argument.name == name: "%d"
            case .argument: " "
            case .text(let range): String(decoding: bytes[range], as: UTF8.self).replacing("%", with: "%%")
            }
        }.joined()
    }
}
