// `lstrings memory`: earlier translations of similar texts.

internal import ArgumentParser
internal import CatalogSearch
internal import JSON
internal import Localization
internal import ProgramSupport
internal import TranslationMemory

struct MemoryCommand: ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "memory", abstract: HelpTexts.text("Tools.Memory"))
    }

    /// The formats of the output.
    enum Format: String, CaseIterable {
        case text
        case json
    }

    @Argument(help: HelpTexts.help("Tools.Memory.Text", "TEXT"))
    var text: String

    @Option(
        name: [.customShort("l", allowingJoined: true), .long],
        help: HelpTexts.help("Tools.Memory.Locale", "L"))
    var locale: String

    @Option(parsing: .singleValue, help: HelpTexts.help("Tools.Memory.Memory", "PATH"))
    var memory: [String] = []

    @Option(help: HelpTexts.help("Tools.Memory.Least", "PERCENT"))
    var least: String?

    @Option(help: HelpTexts.help("Tools.Memory.Limit", "N"))
    var limit: String?

    @Option(help: HelpTexts.help("Tools.Memory.Format", "FORM"))
    var format: String?

    @Option(help: HelpTexts.help("Tools.Source", "L"))
    var source = "en"

    func perform(in context: ToolContext) async throws(UsageError) -> ExitStatus {
        let locale = try OptionValue.locale(locale).base
        var form = Format.text
        if let format { form = try OptionValue.choice(format, of: "--format") }
        var leastSimilarity = TranslationMemory.leastSimilarity
        if let least { leastSimilarity = try OptionValue.count(least, of: "--least") }
        var count = 5
        if let limit { count = try OptionValue.count(limit, of: "--limit") }
        var loader = MemoryLoader(context, sourceLocale: try OptionValue.locale(source).base)
        await loader.read(memory.isEmpty ? [ProjectLoader.defaultPath] : memory)
        var matches: [MemoryMatch] = []
        if let memory = try loader.memory(for: locale) {
            do throws(SearchError) {
                matches = try memory.matches(for: text, atLeast: leastSimilarity, limit: count)
            } catch {
                throw UsageError("InternalFailure: %@", "\(error)")
            }
        }
        switch form {
        case .json: Output.standardOutput.writeLine(JSONObject.list(matches.map(\.json.text)))
        case .text: for match in matches { Output.standardOutput.writeLine(Self.line(match, context)) }
        }
        if matches.isEmpty, form == .text {
            Output.standardError.writeLine(context.texts.tool("MemoryNothing"))
        }
        guard loader.isComplete else { return .failed }
        return matches.isEmpty ? .findings : .clean
    }

    private static func line(_ match: MemoryMatch, _ context: ToolContext) -> String {
        let percent = context.texts.tool("Percent: %ld", match.similarity)
        return
            "\(percent)\t\(match.unit.translation.singleLine)\t\(match.unit.source.singleLine)\t\(match.unit.origin)"
    }
}
