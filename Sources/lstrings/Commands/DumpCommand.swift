// `lstrings dump`: the entries of a file as JSON.

internal import ArgumentParser
internal import JSONCoding
internal import Localization
internal import ProgramSupport

struct DumpCommand: ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "dump", abstract: HelpTexts.text("Tools.Dump"))
    }

    @Argument(help: HelpTexts.help("Tools.Dump.File", "FILE"))
    var file: String

    func perform(in context: ToolContext) async throws(UsageError) -> ExitStatus {
        guard let bytes = context.read(file) else { return .failed }
        let strings = StringsFile(bytes)
        let isUsable = !context.reporter.report(file: file, strings.diagnostics)
        Output.standardOutput.writeLine(Self.json(strings))
        return isUsable ? .clean : .failed
    }

    /// The entries in the file's order, duplicates included. The value of a dictionary, an array or data is null; how
    /// it is written is in `source`.
    static func json(_ strings: StringsFile) -> String {
        let objects = strings.entries.map { entry in
            var object = JSONObject()
            object.set("key", entry.key)
            object.set("value", entry.text)
            if case .structured(_, let source) = entry.value { object.set("source", source) }
            object.set("comment", entry.comment)
            object.set("line", entry.position.line)
            return object.text
        }
        return objects.isEmpty ? "[]" : "[\n" + objects.joined(separator: ",\n") + "\n]"
    }
}
