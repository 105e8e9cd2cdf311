// Help texts for the argument library, which reads them while it sets up the options.

package import ArgumentParser
internal import Localization
internal import Synchronization

/// The words of `--help` in the user's language.
///
/// They are empty until `ParsedCommandLine` loads them, which it does when the library is about to print
/// help. A run that prints no help reads no files for it.
package enum HelpTexts {
    private static let loaded = Mutex<Texts?>(nil)

    /// The text for a key; empty before the texts are loaded.
    package static func text(_ key: String) -> String {
        guard let texts = loaded.withLock({ $0 }), let text = texts.help(key) else { return "" }
        guard isForTerminal, texts.isHelpRightToLeft(key) else { return text }
        // The argument library puts the text after an option's name and breaks it into lines. The marks keep
        // a name in its place among the right-to-left words, also where it begins or ends a line.
        return Direction(isRightToLeft: true).isolatingLatin(text)
            .replacing("\u{2066}", with: "\u{200F}\u{2066}").replacing("\u{2069}", with: "\u{2069}\u{200F}")
    }

    /// Whether a person reads the text as it is written: roff has no signs for isolates, and shells
    /// show completions in their own way.
    private static let isForTerminal = !CommandLine.arguments.contains {
        $0 == ParsedCommandLine.manualOption || $0.hasPrefix("--generate-completion-script")
    }

    /// The help of an option.
    package static func help(_ key: String, _ valueName: String? = nil) -> ArgumentHelp {
        var help = ArgumentHelp(stringLiteral: text(key))
        help.valueName = valueName
        return help
    }

    /// Loads the texts in the language that a command line names with `--locale`,
    /// else in that of the environment.
    ///
    /// - Returns: `false` if the program's folder of texts is missing.
    static func load(for arguments: [String]) -> Bool {
        guard let texts = texts(for: arguments, tables: ["Help"]) else { return false }
        loaded.withLock { $0 = texts }
        return true
    }

    /// The texts in that language.
    ///
    /// - Parameter tables: the tables to read at once; others when they are used.
    /// - Returns: `nil` if the program's folder of texts is missing.
    static func texts(for arguments: [String], tables: [String] = []) -> Texts? {
        let environment = ProgramEnvironment.current
        let folders = environment.localizationFolders(first: nil)
        guard !folders.isEmpty else { return nil }
        // A wrong locale does not prevent help.
        let named = (try? LocaleArgument.parse(arguments))?.locale
        let preferred =
            (try? OptionValue.preferredLocales(named, environment: environment.variables))
            ?? OptionValue.preferredLocales(environment: environment.variables)
        return tables.isEmpty
            ? Texts.opened(folders: folders, preferred: preferred)
            : Texts.load(folders: folders, preferred: preferred, tables: tables).texts
    }
}

/// The option that chooses the language of help, parsed by the library like all others.
private struct LocaleArgument: ParsableCommand {
    static let configuration = CommandConfiguration(helpNames: [])

    @Option(name: [.customShort("l", allowingJoined: true), .long])
    var locale: String?

    @Argument(parsing: .allUnrecognized)
    var others: [String] = []
}
