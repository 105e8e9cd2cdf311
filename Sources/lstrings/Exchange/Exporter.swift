// Writes an export, and reports what a format cannot represent.

internal import Files
internal import Localization
internal import ProgramSupport
internal import TranslationTools

/// Writes the files of an export into a folder.
struct Exporter {
    let context: ToolContext
    /// The folder of the export.
    let folder: String
    /// The path of the only file, if the command line names it.
    var file: String?

    /// Writes everything in a format, and reports the number of files.
    func write(_ export: TranslationExport, as format: any TranslationFormat) -> ExitStatus {
        var writtenFiles = 0
        var hasFailed = false
        func target(_ path: String) -> String {
            self.file ?? PathName.joined(folder, PathName.normalized(path))
        }
        func existing(_ path: String) -> [UInt8]? {
            try? context.fileSystem.contents(of: target(path), limit: ToolContext.sizeLimit)
        }
        export.write(format, existing: existing) { file in
            let target = target(file.path)
            context.reporter.report(file: target, file.findings)
            guard !file.isRefused else {
                hasFailed = true
                return
            }
            // A file with the same content keeps its date, so that exporting again changes nothing.
            if let old = existing(file.path), old == file.bytes || format.isUpToDate(old, with: file.bytes) {
                return
            }
            if context.write(
                file.bytes, to: target, below: self.file == nil ? [folder] : nil, makesFolder: true)
            {
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
