// The options that all commands share, which select the texts.

internal import ArgumentParser
internal import Localization
internal import ProgramSupport

/// The source language, and the tables to read.
struct ProjectOptions: ParsableArguments {
    @Option(help: HelpTexts.help("Tools.Source", "L"))
    var source: String?

    @Option(
        name: [.customShort("t", allowingJoined: true), .long], parsing: .singleValue,
        help: HelpTexts.help("Tools.Table", "NAME"))
    var table: [String] = []

    /// The source locale, checked; English if the command line names none.
    var sourceLocale: LocaleIdentifier {
        get throws(UsageError) {
            guard let source else { return .english }
            return try OptionValue.locale(source).base
        }
    }
}
