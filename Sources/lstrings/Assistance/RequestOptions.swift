// What the command line names for requests to translate: a glossary, memories, sources.

internal import ArgumentParser
internal import ProgramSupport

/// Where programs that translate may look for more than a text says.
struct RequestOptions: ParsableArguments {
    @Option(parsing: .singleValue, help: HelpTexts.help("Tools.Check.Glossary", "FILE"))
    var glossary: [String] = []

    @Option(parsing: .singleValue, help: HelpTexts.help("Tools.Translate.Memory", "PATH"))
    var memory: [String] = []

    @Option(parsing: .singleValue, help: HelpTexts.help("Tools.Translate.Sources", "PATH"))
    var sources: [String] = []

    @Option(
        name: [.customShort("r", allowingJoined: true), .long], parsing: .singleValue,
        help: HelpTexts.help("Tools.Extract.Routine", "NAME"))
    var routine: [String] = []
}
