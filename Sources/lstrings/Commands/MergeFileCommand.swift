// `lstrings merge-file`: Git's merge driver for translation files.

internal import ArgumentParser
internal import Localization
internal import ProgramSupport
internal import TranslationTools

struct MergeFileCommand: ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "merge-file", abstract: HelpTexts.text("Tools.MergeFile"),
            discussion: HelpTexts.text("Tools.MergeFile.Discussion"))
    }

    @Argument(help: HelpTexts.help("Tools.MergeFile.Base", "BASE"))
    var base: String

    @Argument(help: HelpTexts.help("Tools.MergeFile.Ours", "OURS"))
    var ours: String

    @Argument(help: HelpTexts.help("Tools.MergeFile.Theirs", "THEIRS"))
    var theirs: String

    @Argument(help: HelpTexts.help("Tools.MergeFile.Path", "PATH"))
    var path: String

    /// The most keys in a message.
    private static let shownKeys = 5

    func perform(in context: ToolContext) async throws(UsageError) -> ExitStatus {
        var versions: [[UInt8]] = []
        for file in [base, ours, theirs] {
            guard let bytes = context.read(file, acceptsPipes: false) else { return .failed }
            versions.append(bytes)
        }
        guard let syntax = TranslationFormats().format(ofFile: path)?.mergeSyntax else {
            return mergeLines(versions, context, "MergeFormatUnknown")
        }
        switch FileMerge.merge(base: versions[0], ours: versions[1], theirs: versions[2], syntax: syntax) {
        case .merged(let bytes, let clashes):
            guard bytes == versions[1] || context.write(bytes, to: ours) else { return .failed }
            guard !clashes.isEmpty else { return .clean }
            let shown = clashes.prefix(Self.shownKeys) + (clashes.count > Self.shownKeys ? ["…"] : [])
            context.reporter.report(
                file: path, "MergeClashes: %1$ld %2$@",
                [.integer(Int64(clashes.count)), context.reporter.texts.list(Array(shown))])
            return .findings
        case .unreadable(let version):
            let name =
                switch version {
                case .base: "BASE"
                case .ours: "OURS"
                case .theirs: "THEIRS"
                }
            return mergeLines(versions, context, "MergeUnreadable: %@", [.text(name)])
        case .unsafe: return mergeLines(versions, context, "MergeUnsafe")
        }
    }

    /// Merges line by line. People have to review the result, whether or not it has conflict markers.
    private func mergeLines(
        _ versions: [[UInt8]], _ context: ToolContext, _ message: String, _ facts: [FormatValue] = []
    ) -> ExitStatus {
        // Like Git, treats a file with zero bytes as binary: UTF-16 cannot be split into lines of bytes.
        guard !versions.contains(where: { $0.contains(0) }) else {
            context.reporter.report(file: path, "MergeNotText")
            return .findings
        }
        let merged = LineMerge(base: versions[0], ours: versions[1], theirs: versions[2])
        guard context.write(merged.bytes, to: ours) else { return .failed }
        context.reporter.report(file: path, message, facts)
        return .findings
    }
}
