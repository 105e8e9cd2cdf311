// What is wrong with a command line, as a message in the user's language.

public import ArgumentParser
internal import JSON
internal import Localization
internal import Support

/// Reads errors of the argument library.
///
/// The library words its errors in English only, and its type of errors is internal. So this reads the
/// error's case and values by reflection; a case that is not known here keeps the library's words.
enum CommandLineFault {
    /// An error as a message; `nil` for a case that is not known here.
    ///
    /// - Parameters:
    ///   - root: the program's command.
    ///   - program: the program's name.
    static func message(
        for error: any Error, _ root: any ParsableCommand.Type, program: String
    ) -> ErrorMessage? {
        let mirror = Mirror(reflecting: error)
        let commands = mirror.descendant("commandStack") as? [any ParsableCommand.Type] ?? [root]
        let command = commands.last ?? root
        guard let fault = Mirror(reflecting: mirror.descendant("parserError") ?? error).children.first else {
            return nil
        }
        let values = Self.values(fault.value)
        let help = ([program] + commands.dropFirst().map { $0._commandName } + ["--help"]).joined(
            separator: " ")
        switch fault.label {
        case "unknownOption", "missingValueOrUnknownCompositeOption":
            return option(values.last).map { message(unknown: $0, command, help) }
        case "invalidOption", "nonAlphanumericShortOption":
            return values.first.map { message(unknown: "\($0)", command, help) }
        case "unexpectedExtraValues":
            return values.first.flatMap { $0 as? [Any] }?.first.flatMap { Self.values($0).last }.map {
                message(unexpected: "\($0)", command, help)
            }
        case "noValue":
            let key = values.first.flatMap { Mirror(reflecting: $0).descendant("name") as? String }
            guard let name = key.flatMap({ argument($0, of: command) }) else {
                return message(fault.label, values, help)
            }
            return ErrorMessage("ArgumentMissing: %1$@ %2$@", name, help)
        default: return message(fault.label, values, help)
        }
    }

    /// The message for a word that a command does not expect: where the command has
    /// commands, one that does not exist.
    private static func message(
        unexpected word: String, _ command: any ParsableCommand.Type, _ help: String
    ) -> ErrorMessage {
        let commands = command.configuration.subcommands.map { $0._commandName }
        guard !commands.isEmpty else { return ErrorMessage("ArgumentUnexpected: %1$@ %2$@", word, help) }
        guard let nearest = commands.nearest(to: word) else {
            return ErrorMessage("UnknownCommandOf: %1$@ %2$@", word, help)
        }
        return ErrorMessage("UnknownCommand: %1$@ %2$@", word, nearest)
    }

    /// The message for an option that does not exist.
    ///
    /// - Parameter help: the command line that lists all options.
    static func message(
        unknown option: String, _ command: any ParsableCommand.Type, _ help: String
    ) -> ErrorMessage {
        let name = option.drop { $0 == "-" }
        // A single letter is similar to every other one.
        if name.count > 1, let nearest = names(of: command).nearest(to: String(name)) {
            return ErrorMessage("UnknownOption: %1$@ %2$@", option, "--\(nearest)")
        }
        return ErrorMessage("UnknownOptionOf: %1$@ %2$@", option, help)
    }

    private static func message(_ fault: String?, _ values: [Any], _ help: String) -> ErrorMessage? {
        switch fault {
        case "missingValueForOption":
            option(values.last).map { ErrorMessage("OptionValueMissing: %1$@ %2$@", $0, help) }
        case "unexpectedValueForOption" where values.count == 3:
            option(values[1]).map { ErrorMessage("OptionValueUnexpected: %1$@ %2$@", $0, "\(values[2])") }
        case "unableToParseValue" where values.count > 2:
            option(values[1]).map {
                ErrorMessage("OptionValueInvalid: %1$@ %2$@ %3$@", "\(values[2])", $0, help)
            }
        case "noValue", "missingSubcommand": ErrorMessage("ArgumentMissing: %@", help)
        default: nil
        }
    }

    /// The values of a case: one, or the elements of a tuple.
    private static func values(_ value: Any) -> [Any] {
        let mirror = Mirror(reflecting: value)
        return mirror.displayStyle == .tuple ? mirror.children.map(\.value) : [value]
    }

    /// An option as it is typed, of the library's name for it: a case with its text or letter.
    private static func option(_ name: Any?) -> String? {
        guard let name, let form = Mirror(reflecting: name).children.first else { return nil }
        // The library knows the name of some options only perhaps.
        if form.label == "some" { return option(form.value) }
        guard let text = values(form.value).first else { return nil }
        return form.label == "long" ? "--\(text)" : "-\(text)"
    }

    /// The long names of a command's options.
    private static func names(of command: any ParsableCommand.Type) -> [String] {
        arguments(of: command).flatMap(\.options)
    }

    /// An argument as the help writes it: an option with its dashes, another one by the name of its value.
    ///
    /// - Parameter property: the name of the command's property for it.
    private static func argument(_ property: String, of command: any ParsableCommand.Type) -> String? {
        let all = arguments(of: command)
        let words = property.map { $0.isUppercase ? "-" + $0.lowercased() : String($0) }.joined()
        if all.contains(where: { $0.options.contains(words) }) { return "--" + words }
        // The help lists the others in the order of their properties.
        let properties = Mirror(reflecting: command.init()).children
            .filter { "\(type(of: $0.value))".hasPrefix("Argument<") }.map(\.label)
        let values = all.filter(\.isPositional)
        guard properties.count == values.count, let index = properties.firstIndex(of: "_" + property)
        else { return nil }
        return values[index].value
    }

    /// What the help says about a command's arguments: the long names of options, the name of the value.
    private static func arguments(
        of command: any ParsableCommand.Type
    ) -> [(options: [String], isPositional: Bool, value: String)] {
        let arguments = try? JSONParser().withValue(of: Array(command._dumpHelp().utf8)) { document in
            (document.member("command")?.list("arguments") ?? []).map { argument in
                (
                    options: argument.list("names").filter { $0.text("kind") == "long" }
                        .map { $0.text("name") },
                    isPositional: argument.text("kind") == "positional", value: argument.text("valueName")
                )
            }
        }
        return arguments ?? []
    }
}

extension ParsedCommandLine {
    /// What is wrong with a command line, in the user's language; in the library's
    /// words where ours do not say it.
    ///
    /// - Parameters:
    ///   - error: the library's error; `nil` if an option does not exist.
    ///   - option: that option.
    public static func message(
        for error: (any Error)?, unknown option: String = "", _ root: any ParsableCommand.Type,
        _ arguments: [String], program: String
    ) -> String {
        let message =
            if let error {
                CommandLineFault.message(for: error, root, program: program)
            } else {
                CommandLineFault.message(unknown: option, root, "\(program) --help")
            }
        guard let message, let texts = HelpTexts.texts(for: arguments) else {
            return error.map { root.message(for: $0) } ?? option
        }
        return texts.message(for: message)
    }
}
