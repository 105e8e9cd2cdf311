// The projects of the language server, found and read as `lstrings check` does it.

internal import Files
internal import LanguageServer
internal import Localization
internal import ProgramSupport
internal import TranslationTools

/// The projects of the language server: those that `lstrings check` checks.
struct ServedProjects: ProjectSource {
    let context: ToolContext
    let sourceLocale: LocaleIdentifier
    /// Whether projects may specify another source language.
    var findsSource = false
    let tables: Set<String>
    let options: CheckOptions

    func find(_ path: String, in files: any FileSystem, memory: ReadFiles) -> (any FoundProjects)? {
        let messages = Messages()
        let context = ToolContext(context, fileSystem: files) { messages.add($0) }
        var loader = ProjectLoader(context: context, sourceLocale: sourceLocale, tables: tables)
        loader.findsSource = findsSource
        loader.acceptsFormats = true
        loader.memory = memory
        do throws(UsageError) {
            try loader.find([path])
        } catch {
            return nil
        }
        return Found(loader: loader, messages: messages)
    }

    private struct Found: FoundProjects {
        let loader: ProjectLoader
        let messages: Messages

        func read() async -> (projects: [LoadedProject], messages: [String]) {
            var loader = loader
            let read = await loader.readFound()
            return (
                read.map { LoadedProject(project: $0.project, paths: $0.paths) }, messages.take()
            )
        }
    }
}
