// The options by which all commands find the files they are about.

internal import ArgumentParser
internal import Localization
internal import ProgramSupport

/// Where the texts are, and which language they were written in first.
struct ProjectOptions: ParsableArguments {
    @Option(help: HelpTexts.help("Tools.Source", "L"))
    var source = "en"

    @Option(
        name: [.customShort("t", allowingJoined: true), .long], parsing: .singleValue,
        help: HelpTexts.help("Tools.Table", "NAME"))
    var table: [String] = []

    /// The source locale, checked.
    var sourceLocale: LocaleIdentifier {
        get throws(UsageError) { try OptionValue.locale(source).base }
    }
}
