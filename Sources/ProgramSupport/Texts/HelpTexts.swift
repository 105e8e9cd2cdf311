// Help texts for the argument library, which asks for them while it sets up the options.

package import ArgumentParser
internal import Localization

/// The words of `--help` in the user's language. They are read only where the command line asks for help; all
/// other runs are spared the files.
package enum HelpTexts {
    /// The text for a key; empty where no help was asked for.
    package static func text(_ key: String) -> String { texts?.help(key) ?? "" }

    /// The help of an option.
    package static func help(_ key: String, _ valueName: String? = nil) -> ArgumentHelp {
        ArgumentHelp(stringLiteral: text(key)).named(valueName)
    }

    private static let texts: Texts? = {
        let arguments = CommandLine.arguments.dropFirst()
        let asksForHelp =
            arguments.isEmpty || arguments.first == "help"
            || arguments.contains { argument in
                ["--help", "-h", "--help-hidden", ParsedCommandLine.manualOption].contains(argument)
                    || argument.hasPrefix("--generate-completion-script")
            }
        guard asksForHelp else { return nil }
        let environment = ProgramEnvironment.current
        // `--locale` is honoured wherever it stands; a wrong one is no reason to give no help.
        let named = arguments.indices.lazy.compactMap { index -> String? in
            let argument = arguments[index]
            if argument.hasPrefix("--locale=") { return String(argument.dropFirst("--locale=".count)) }
            let next = arguments.index(after: index)
            return ["-l", "--locale"].contains(argument) && next < arguments.endIndex ? arguments[next] : nil
        }.first
        let preferred =
            (try? OptionValue.preferredLocales(named, environment: environment.variables))
            ?? (try? OptionValue.preferredLocales(nil, environment: environment.variables))
        guard let preferred else { return nil }
        return Texts.load(
            folders: environment.localizationFolders(first: nil), preferred: preferred, tables: ["Help"]
        ).texts
    }()
}

extension ArgumentHelp {
    fileprivate func named(_ valueName: String?) -> ArgumentHelp {
        var help = self
        help.valueName = valueName
        return help
    }
}
