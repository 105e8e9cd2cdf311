// Writes an export, and reports what a format could not write as it is.

internal import Localization
internal import ProgramSupport
internal import Storage
internal import TranslationTools

/// Writes the files of an export into a folder.
struct Exporter {
    let context: ToolContext
    /// The folder of the export.
    let folder: String

    /// Writes everything in a format, and says how many files that were.
    func write(_ export: TranslationExport, as format: any TranslationFormat) -> ExitStatus {
        var writtenFiles = 0
        var hasFailed = false
        export.write(format) { file in
            let target = PathName.joined(folder, PathName.normalized(file.path))
            context.reporter.report(file: target, file.findings)
            // A file that says the same keeps its date, so that exporting again changes nothing.
            let old = try? context.fileSystem.contents(of: target, limit: ToolContext.sizeLimit)
            if let old, format.isUpToDate(old, with: file.bytes) { return }
            if context.write(file.bytes, to: target, makesFolder: true) {
                writtenFiles += 1
            } else {
                hasFailed = true
            }
        }
        guard !hasFailed else { return .failed }
        Output.standardError.writeLine(context.texts.tool("Files written: %ld", writtenFiles))
        return .clean
    }
}
