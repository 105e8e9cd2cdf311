// The manual page of a program, made from the words of its help in the user's language.

internal import JSON
internal import Support

/// A page for man(1), in the macros of man(7).
///
/// The argument library describes a command line as JSON (`--experimental-dump-help`). The library's own tool
/// for manual pages is not used: it writes English only, and a standard text about exit statuses.
public struct ManualPage {
    private var lines: [String] = []
    private let section: Int
    private let text: (String) -> String

    /// An environment variable that a program reads.
    public struct Variable: Sendable {
        let name: String
        let help: String

        /// - Parameters:
        ///   - name: the name of the variable, or of several.
        ///   - help: the key of its help.
        public init(_ name: String, _ help: String) {
            self.name = name
            self.help = help
        }
    }

    /// The page of a program; `nil` if the library's description has an unknown form.
    ///
    /// - Parameters:
    ///   - description: the argument library's description of the command line, as JSON.
    ///   - section: the section of the manual: 1 for programs of users, 8 for those of administrators.
    ///   - variables: environment variables that the program reads.
    ///   - words: the text for a key: `Manual.Name` and the other headings, and the help of variables.
    public static func text(
        description: String, section: Int = 1, variables: [Variable], words: @escaping (String) -> String
    ) -> String? {
        try? JSONParser().withValue(of: Array(description.utf8)) { document in
            document.member("command").map { command in
                var page = ManualPage(section: section, words: words)
                page.add(command, variables)
                return page.lines.joined(separator: "\n")
            }
        }
    }

    private init(section: Int, words: @escaping (String) -> String) {
        self.section = section
        self.text = words
    }

    private mutating func add(_ command: JSONValue, _ variables: [Variable]) {
        let name = command.text("commandName")
        lines.append(".TH \"\(name.uppercased())\" \"\(section)\" \"\" \"\(name) \(programVersion)\" \"\"")
        heading("Manual.Name")
        lines.append("\(name) \\- \(Self.escaped(command.text("abstract")))")
        let commands = command.list("subcommands").filter { $0.text("commandName") != "help" }
        heading("Manual.Synopsis")
        if commands.isEmpty { synopsis(command, [name]) }
        for (number, subcommand) in commands.enumerated() {
            if number > 0 { lines.append(".br") }
            synopsis(subcommand, [name, subcommand.text("commandName")])
        }
        let discussion = command.text("discussion")
        if !discussion.isEmpty {
            heading("Manual.Description")
            lines.append(Self.escaped(discussion))
        }
        if commands.isEmpty {
            heading("Manual.Options")
            options(command)
        } else {
            heading("Manual.Commands")
            for subcommand in commands {
                lines.append(".SS \"\(name) \(subcommand.text("commandName"))\"")
                lines.append(Self.escaped(subcommand.text("abstract")))
                let discussion = subcommand.text("discussion")
                if !discussion.isEmpty { lines += [".PP", Self.escaped(discussion)] }
                options(subcommand)
            }
        }
        heading("Manual.Environment")
        for variable in variables {
            item("\\fB\(Self.escaped(variable.name))\\fR", text(variable.help))
        }
    }

    private mutating func heading(_ key: String) {
        lines.append(".SH \"\(Self.escaped(text(key)))\"")
    }

    private mutating func synopsis(_ command: JSONValue, _ names: [String]) {
        var words = ["\\fB" + names.joined(separator: " ") + "\\fR"]
        let arguments = Self.shown(command)
        if arguments.contains(where: { $0.text("kind") != "positional" }) {
            words.append("[\\fI" + Self.escaped(text("Manual.OptionsPlaceholder")) + "\\fR]")
        }
        for argument in arguments where argument.text("kind") == "positional" {
            let value = "\\fI" + Self.escaped(argument.text("valueName")) + "\\fR"
            let repeated = argument.flag("isRepeating") ? value + "..." : value
            words.append(argument.flag("isOptional") ? "[\(repeated)]" : repeated)
        }
        lines.append(words.joined(separator: " "))
    }

    private mutating func options(_ command: JSONValue) {
        for argument in Self.shown(command) {
            let value = Self.escaped(argument.text("valueName"))
            let names = argument.list("names").map { name in
                let dashes = name.text("kind") == "long" ? "--" : "-"
                return "\\fB" + Self.escaped(dashes + name.text("name")) + "\\fR"
            }
            var heading = names.joined(separator: ", ")
            switch argument.text("kind") {
            case "positional": heading = "\\fI\(value)\\fR"
            case "option": heading += " \\fI\(value)\\fR"
            default: break
            }
            item(heading, argument.text("abstract"))
        }
    }

    private mutating func item(_ heading: String, _ text: String) {
        lines += [".TP", heading, Self.escaped(text)]
    }

    /// The arguments of the program; without those that the library adds to each command.
    private static func shown(_ command: JSONValue) -> [JSONValue] {
        command.list("arguments").filter { argument in
            argument.flag("shouldDisplay") && !argument.text("abstract").isEmpty
                && !["help", "version"].contains(argument.text("valueName"))
        }
    }

    /// A text in which the special characters of roff are escaped.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "\"": result += "\\(dq"
            // A dot or an apostrophe at the start of a line would begin a request of roff.
            case ".", "'": result += result.isEmpty ? "\\&\(character)" : String(character)
            case "\n": result += "\n.br\n"
            // A line may end here. Chinese groff allows it only between ideographs, and troff never ends at a
            // longer line without such a place, as in `.strings、.stringsdict、…`.
            case "、", "，", "；", "：": result += "\(character)\\:"
            default: result.append(character)
            }
        }
        return result
    }
}

extension JSONValue {
    func text(_ name: StaticString) -> String { member(name)?.string ?? "" }
    fileprivate func flag(_ name: StaticString) -> Bool { member(name)?.boolean ?? false }
    func list(_ name: StaticString) -> [JSONValue] {
        member(name).map { Array($0.elements) } ?? []
    }
}
