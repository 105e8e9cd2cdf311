// The options of --pick, checked: the output for a choice, and the actions of keys.

internal import ProgramSupport

/// The output of `--pick`, and how the user chooses.
struct PickOptions: Equatable {
    /// The output for a chosen result.
    enum Form: String, CaseIterable {
        case id
        case title
        case json
    }

    var form = Form.id
    /// Whether several results can be chosen.
    var allowsMany = false
    /// The end of each printed text.
    var terminator = "\n"
    /// The part of the terminal that is used.
    var part = TerminalPart.screen
    /// The command whose output is shown as a preview.
    var preview: String?
    /// Keys that choose, and whose name is printed first; `nil` to print no name.
    var expected: [KeyName]?
    /// The actions of keys besides the usual ones.
    var bindings: [KeyStroke: [BoundAction]] = [:]
    /// The lines above the results.
    var header: [String] = []
    /// Whether the query is printed first.
    var printsQuery = false
    /// Whether a single result is chosen without asking the user.
    var choosesSingle = false
    /// Whether the program ends at once if nothing is found.
    var endsEmpty = false

    /// The names of the options that require `--pick`.
    static let names: Set<String> = [
        "--multi", "-m", "--print0", "--height", "--preview", "--expect", "--bind", "--print-query",
        "--header", "--select-1", "-1", "--exit-0", "-0",
    ]

    /// The form of `--pick` without a value.
    static let usualForm = "auto"

    /// The options of a command line; `nil` without `--pick`.
    init?(_ arguments: SearchArguments) throws(UsageError) {
        guard let pick = arguments.pick else {
            let others: [(option: String, isGiven: Bool)] = [
                ("--multi", arguments.multi), ("--print0", arguments.print0),
                ("--height", arguments.height != nil), ("--preview", arguments.preview != nil),
                ("--expect", arguments.expect != nil), ("--bind", !arguments.bind.isEmpty),
                ("--header", arguments.header != nil), ("--print-query", arguments.printQuery),
                ("--select-1", arguments.selectOne),
                ("--exit-0", arguments.exitZero),
            ]
            if let other = others.first(where: \.isGiven) {
                throw UsageError("OptionNeeds: %1$@ %2$@", other.option, "--pick")
            }
            return nil
        }
        // Other programs expect the text of a line.
        if pick != Self.usualForm {
            form = try OptionValue.choice(pick, of: "--pick")
        } else if arguments.lines != nil {
            form = .title
        }
        allowsMany = arguments.multi
        if arguments.print0 { terminator = "\0" }
        if let height = arguments.height { part = try Self.part(height) }
        preview = arguments.preview.flatMap { $0.isEmpty ? nil : $0 }
        if let expect = arguments.expect {
            var keys: [KeyName] = []
            for name in expect.split(separator: ",") { keys.append(try Self.key(String(name), "--expect")) }
            expected = keys
        }
        for list in arguments.bind { try bind(list, ofLines: arguments.lines != nil) }
        header =
            arguments.header?.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(
                String.init) ?? []
        printsQuery = arguments.printQuery
        choosesSingle = arguments.selectOne
        endsEmpty = arguments.exitZero
    }

    private static func part(_ height: String) throws(UsageError) -> TerminalPart {
        let isPercent = height.hasSuffix("%")
        let digits = isPercent ? height.dropLast() : height[...]
        guard let number = Int(digits), number > 0, !isPercent || number <= 100 else {
            throw UsageError("InvalidHeight: %1$@ %2$@", height, "--height")
        }
        // As in fzf, the whole height is a full screen.
        if isPercent { return number == 100 ? .screen : .percent(number) }
        return .rows(number)
    }

    private static func key(_ name: String, _ option: String) throws(UsageError) -> KeyName {
        guard let key = KeyName(name) else { throw UsageError("UnknownKey: %1$@ %2$@", name, option) }
        return key
    }

    /// Reads `KEY:ACTION+ACTION,KEY:ACTION`. An action may have an argument, as in `reload(COMMAND)`, or in
    /// `reload:COMMAND` at the end.
    private mutating func bind(_ list: String, ofLines: Bool) throws(UsageError) {
        var rest = list[...]
        while !rest.isEmpty {
            guard let colon = rest.dropFirst().firstIndex(of: ":"),
                !rest[..<colon].dropFirst().contains(",")
            else { throw UsageError("UnknownKey: %1$@ %2$@", String(rest), "--bind") }
            let key = try Self.key(String(rest[..<colon]), "--bind")
            rest = rest[rest.index(after: colon)...]
            var actions: [BoundAction] = []
            repeat {
                let name = rest.prefix { $0 != "," && $0 != "+" && $0 != "(" && $0 != ":" }
                rest = rest[name.endIndex...]
                let action: PickAction = try OptionValue.choice(String(name), of: "--bind")
                let argument = Self.argument(&rest)
                if action.takesCommand, argument == nil || !ofLines {
                    throw argument == nil
                        ? UsageError("ActionNeedsCommand: %@", action.rawValue)
                        : UsageError("OptionNeeds: %1$@ %2$@", "--bind \(action.rawValue)", "--lines")
                }
                actions.append(BoundAction(action, argument))
            } while rest.popFirst() == "+"
            bindings[key.stroke] = actions
        }
    }

    /// Reads the argument of an action: the text in brackets, with nested brackets, or all text after a
    /// colon.
    private static func argument(_ rest: inout Substring) -> String? {
        switch rest.first {
        case ":":
            defer { rest = "" }
            return String(rest.dropFirst())
        case "(":
            var depth = 0
            guard
                let end = rest.indices.first(where: { index in
                    depth += rest[index] == "(" ? 1 : rest[index] == ")" ? -1 : 0
                    return depth == 0
                })
            else { return nil }
            defer { rest = rest[rest.index(after: end)...] }
            return String(rest[..<end].dropFirst())
        default: return nil
        }
    }
}

/// An action of a key, with the command that it runs.
struct BoundAction: Equatable {
    let action: PickAction
    let command: String?

    init(_ action: PickAction, _ command: String? = nil) {
        self.action = action
        self.command = command
    }
}

/// The actions of keys, with fzf's names if it has them.
enum PickAction: String, CaseIterable {
    case accept
    case abort
    case cancel
    case ignore
    case up
    case down
    case first
    case last
    case pageUp = "page-up"
    case pageDown = "page-down"
    case toggle
    case toggleDown = "toggle-down"
    case toggleUp = "toggle-up"
    case toggleAll = "toggle-all"
    case selectAll = "select-all"
    case deselectAll = "deselect-all"
    case clearSelection = "clear-selection"
    case clearQuery = "clear-query"
    case clearScreen = "clear-screen"
    case togglePreview = "toggle-preview"
    case previewUp = "preview-up"
    case previewDown = "preview-down"
    case previewPageUp = "preview-page-up"
    case previewPageDown = "preview-page-down"
    case backwardChar = "backward-char"
    case forwardChar = "forward-char"
    case backwardWord = "backward-word"
    case forwardWord = "forward-word"
    case beginningOfLine = "beginning-of-line"
    case endOfLine = "end-of-line"
    case backwardDeleteChar = "backward-delete-char"
    case deleteChar = "delete-char"
    case deleteCharOrEnd = "delete-char/eof"
    case backwardKillWord = "backward-kill-word"
    case killLine = "kill-line"
    case unixLineDiscard = "unix-line-discard"
    case unixWordRubout = "unix-word-rubout"
    case nextScope = "next-scope"
    case previousScope = "previous-scope"
    case order
    case reverse
    case language
    case currency
    case open
    case copy
    case help
    case reload

    /// Whether the action runs a command.
    var takesCommand: Bool { self == .reload }
}
