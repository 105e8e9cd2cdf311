// Which routine a call is one of.

/// The routines that are looked for in a source.
struct SourceRoutines {
    /// Those of calls, by the last component of their names.
    private let calls: [String: [SourceRoutine]]
    /// The properties whose values are keys, by name.
    let properties: [String: SourceRoutine]
    /// The enumerations whose raw values are keys, by name.
    let enumerations: [String: SourceRoutine]

    /// A call of a routine.
    struct Match {
        let routine: SourceRoutine
        let arguments: [SourceTokens.Argument]
        let key: Range<Int>
        /// The token that ends the call; `nil` for a member that is not called.
        let end: Int?
    }

    init(_ routines: [SourceRoutine]) {
        calls = Dictionary(grouping: routines.filter { $0.kind == .call }) { $0.name.last ?? "" }
        func named(_ kind: SourceRoutine.Kind) -> [String: SourceRoutine] {
            Dictionary(
                routines.filter { $0.kind == kind && $0.name.count == 1 }.map { ($0.name[0], $0) },
                uniquingKeysWith: { $1 })
        }
        properties = named(.property)
        enumerations = named(.enumeration)
    }

    /// The routine whose call, or member, a name in a source is. Where several fit, the one with the longest
    /// name is meant, and of these the last.
    func match(at index: Int, in tokens: SourceTokens) -> Match? {
        guard let name = tokens[index].name, calls[name] != nil || Self.callingNames.contains(name) else {
            return nil
        }
        let open = Self.openingBracket(after: index, in: tokens)
        let close = open.flatMap { tokens.partners[$0] }
        // Without arguments, only what stands before the dot can be a key: a literal.
        guard close != nil || index > 1 && tokens.isSign(index - 1, ".") && tokens[index - 2].literal != nil,
            !Self.isDeclaration(index, in: tokens)
        else { return nil }
        let arguments = open.flatMap { open in close.map { tokens.arguments(open + 1..<$0) } } ?? []
        let (components, hasReceiver) = tokens.components(endingAt: index)
        guard let candidates = components.last.flatMap({ calls[$0] }) else { return nil }
        let isImplicit = tokens.isSign(index - 1, ".") && tokens.isImplicitMember(index - 1)
        var found: Match?
        for routine in candidates where routine.name.count >= found?.routine.name.count ?? 0 {
            let isLonger = components.count > routine.name.count
            guard components.suffix(routine.name.count).elementsEqual(routine.name),
                routine.isMember
                    ? isLonger || hasReceiver : isLonger || !isImplicit || routine.name == ["init"],
                let key = key(of: routine, arguments, at: index, in: tokens)
            else { continue }
            found = Match(routine: routine, arguments: arguments, key: key, end: close)
        }
        return found
    }

    /// Names of calls that may be left out: `String.init(localized: "key")`.
    static let callingNames: Set = ["init", "callAsFunction"]

    /// The bracket that opens the arguments of a call: `name(`, and in Swift `name?(`.
    private static func openingBracket(after index: Int, in tokens: SourceTokens) -> Int? {
        if tokens.isSign(index + 1, "(") { return index + 1 }
        guard tokens.language == .swift, tokens.isSign(index + 1, "?") || tokens.isSign(index + 1, "!"),
            tokens[index].end == tokens[index + 1].offset, tokens.isSign(index + 2, "("),
            tokens[index + 1].end == tokens[index + 2].offset
        else { return nil }
        return index + 2
    }

    /// Whether a name with arguments is declared, or is an attribute.
    private static func isDeclaration(_ index: Int, in tokens: SourceTokens) -> Bool {
        guard index > 0 else { return false }
        if ["func", "macro"].contains(tokens[index - 1].name) { return true }
        guard tokens.language == .swift else { return false }
        return tokens[index - 1].name == "case" || tokens.isSign(index - 1, "@")
            || tokens[index].name == "init" && !tokens.isSign(index - 1, ".")
    }

    private func key(
        of routine: SourceRoutine, _ arguments: [SourceTokens.Argument], at index: Int,
        in tokens: SourceTokens
    ) -> Range<Int>? {
        guard routine.key == .receiver else { return arguments.argument(routine.key)?.range }
        guard tokens.isSign(index - 1, "."), !tokens.isImplicitMember(index - 1) else { return nil }
        return tokens.receiver(before: index - 1)
    }
}

extension [SourceTokens.Argument] {
    /// An argument of a call; `nil` where the call has none such.
    func argument(_ argument: SourceRoutine.Argument) -> SourceTokens.Argument? {
        switch argument {
        case .position(let number):
            let positional = filter { $0.label == nil }
            return positional.count >= number ? positional[number - 1] : nil
        case .label(let label): return first { $0.label == label }
        case .receiver: return nil
        }
    }

    /// The first of the arguments that a call has.
    func argument(_ arguments: [SourceRoutine.Argument]) -> SourceTokens.Argument? {
        arguments.lazy.compactMap(argument).first
    }
}
