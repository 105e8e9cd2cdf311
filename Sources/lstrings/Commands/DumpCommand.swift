// `lstrings dump`: the entries of a file as JSON.

internal import ArgumentParser
internal import Files
internal import JSON
internal import Localization
internal import ProgramSupport
internal import TranslationTools

struct DumpCommand: ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "dump", abstract: HelpTexts.text("Tools.Dump"))
    }

    @Argument(help: HelpTexts.help("Tools.Dump.File", "FILE"))
    var file: String

    @Option(help: HelpTexts.help("Tools.Source", "L"))
    var source = "en"

    func perform(in context: ToolContext) async throws(UsageError) -> ExitStatus {
        let format = TranslationFormats().format(ofFile: file)
        if let format, !(format is StringsFormat) {
            if format.place(of: file) != nil { return try await dumpInProject(context) }
            guard let bytes = context.read(file) else { return .failed }
            return dump(bytes, format, source: try OptionValue.locale(source).base, context)
        }
        // The name of a pipe does not tell its format.
        guard format != nil || !PathName.split(file).name.dropFirst().contains(".") else {
            context.reporter.report(file: file, "FormatUnknown")
            return .failed
        }
        guard let bytes = context.read(file) else { return .failed }
        let strings = StringsFile(sourceOrCompiled: bytes)
        let isUsable = !context.reporter.report(file: file, strings.diagnostics)
        Output.standardOutput.writeLine(Self.json(strings))
        return isUsable ? .clean : .failed
    }

    /// The entries of a file in another format than `.strings`, each with its table and locale, under the
    /// keys of `.strings` files.
    private func dumpInProject(_ context: ToolContext) async throws(UsageError) -> ExitStatus {
        var loader = ProjectLoader(context: context, sourceLocale: try OptionValue.locale(source).base)
        loader.acceptsFormats = true
        var objects: [String] = []
        var isUsable = true
        for loaded in try await loader.load([file]) {
            for read in loaded.files {
                if context.reporter.report(file: file, read.formatFindings) { isUsable = false }
                objects += read.texts.map { Self.json($0, of: read) }
            }
        }
        Output.standardOutput.writeLine(Self.list(objects))
        return isUsable && loader.isComplete ? .clean : .failed
    }

    /// The entries of a file that does not belong to a project at its location, such as an MO file.
    private func dump(
        _ bytes: [UInt8], _ format: any TranslationFormat, source: LocaleIdentifier, _ context: ToolContext
    ) -> ExitStatus {
        func read(_ locale: LocaleIdentifier?) -> [LocalizationFile]? {
            let place = TranslationFileSource(
                project: LocalizationProject(sourceLocale: source, files: []), path: file, locale: locale)
            return LocalizationFile.files(of: bytes, format, from: place)
        }
        // A file may have texts even if its language cannot be determined.
        let files = read(nil) ?? read(LocaleIdentifier("und")) ?? []
        let isUsable = !context.reporter.report(file: file, files.flatMap(\.formatFindings))
        Output.standardOutput.writeLine(
            Self.list(files.flatMap { read in read.texts.map { Self.json($0, of: read) } }))
        return isUsable ? .clean : .failed
    }

    private static func json(_ text: LocatedText, of file: LocalizationFile) -> String {
        var object = JSONObject()
        object.set("table", file.table)
        object.set("locale", file.locale.identifier)
        object.set("key", text.identifier)
        object.set("value", text.text)
        object.set("comment", text.comment)
        object.set("line", text.position.line)
        return object.text
    }

    private static func list(_ objects: [String]) -> String {
        objects.isEmpty ? "[]" : "[\n" + objects.joined(separator: ",\n") + "\n]"
    }

    /// The entries in the file's order, including duplicates. The value of a dictionary, an array or data is
    /// null; `source` has its spelling.
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
        return list(objects)
    }
}
