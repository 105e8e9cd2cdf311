// `lstrings format`: string catalogs as Xcode spells them.

internal import ArgumentParser
internal import Files
internal import Localization
internal import ProgramSupport
internal import TranslationTools

struct FormatCommand: ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "format", abstract: HelpTexts.text("Tools.Format"),
            discussion: HelpTexts.text("Tools.Format.Discussion"))
    }

    @Argument(help: HelpTexts.help("Tools.Format.Paths", "PATH"))
    var paths: [String] = []

    @Flag(help: HelpTexts.help("Tools.Format.Check"))
    var check = false

    func perform(in context: ToolContext) async throws(UsageError) -> ExitStatus {
        var loader = ProjectLoader(context: context, sourceLocale: .english)
        loader.acceptsFormats = true
        try loader.find(paths)
        let catalogs = loader.documents.groups.flatMap { group in
            (loader.documents.selection(of: group) ?? loader.documents.files[group] ?? []).filter {
                loader.documents.format($0) is StringCatalogFormat
            }
        }.sorted()
        guard !catalogs.isEmpty else { throw UsageError("NoCatalogs: %@", paths.first ?? ".") }
        var status = loader.isComplete ? ExitStatus.clean : .failed
        var changedFiles = 0
        for path in catalogs {
            guard let old = context.read(path, acceptsPipes: false) else {
                status = .failed
                continue
            }
            let (new, findings) = StringCatalog.respelled(old)
            context.reporter.report(file: path, findings)
            guard let new else {
                status = .failed
                continue
            }
            guard new != old else { continue }
            changedFiles += 1
            if check {
                context.reporter.report(file: path, "CatalogSpelledOtherwise")
                if status == .clean { status = .findings }
            } else if !context.write(new, to: path, below: loader.writableFolders) {
                status = .failed
            }
        }
        if !check, status == .clean {
            Output.standardError.writeLine(context.texts.tool("Files written: %ld", changedFiles))
        }
        return status
    }
}
