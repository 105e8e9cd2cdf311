// The changes of a command: written to files, or shown as a difference.

internal import Localization
internal import ProgramSupport
internal import TranslationTools

/// Writes changed files, or shows what would change.
struct ChangeReport {
    let context: ToolContext
    /// Whether nothing is written.
    let isDryRun: Bool
    private(set) var changedFiles = 0
    private(set) var changedMessages = 0
    private(set) var hasFailed = false
    /// The files and folders that the command line names, and the folders of their projects. Nothing else is written.
    private let folders: [String]

    init(_ context: ToolContext, isDryRun: Bool, below folders: [String]) {
        self.context = context
        self.isDryRun = isDryRun
        self.folders = folders
    }

    /// Whether a file must not be changed, because unreadable entries would count as missing. Reports them.
    mutating func refuses(_ file: StringsFile, path: String) -> Bool {
        let damages = file.diagnostics.filter(\.hidesEntries)
        if damages.isEmpty { return false }
        hasFailed = true
        for damage in damages.prefix(Self.shownDamages) {
            context.reporter.report(file: path, line: damage.place.line, damage)
        }
        let hidden = damages.count - Self.shownDamages
        if hidden > 0 {
            context.reporter.report(file: path, "Further messages: %ld", [.integer(Int64(hidden))])
        }
        return true
    }

    private static let shownDamages = 10

    /// Writes or shows a changed file, and reports the findings.
    mutating func take(_ merged: MergedStrings, old: StringsFile?, path: String) {
        if let old, refuses(old, path: path) { return }
        for finding in merged.findings {
            context.reporter.report(file: path, line: finding.position?.line, finding)
            if finding.severity == .error { hasFailed = true }
        }
        guard merged.isChanged else { return }
        let count =
            merged.changedKeys.count + merged.addedKeys.count + merged.removedKeys.count
            + merged.markedKeys.count
        replace(old, with: merged.file, changedMessages: count, path: path)
    }

    /// Removes messages from a file of the source language.
    ///
    /// - Returns: the file without them.
    mutating func remove(_ keys: Set<String>, from file: StringsFile, path: String) -> StringsFile {
        guard !keys.isEmpty else { return file }
        let merged = TableSynchronizer.removing(keys, from: file)
        take(merged, old: file, path: path)
        return merged.file
    }

    /// Records a source table as the one that all translations follow from now on.
    mutating func record(_ source: StringsFile, old: StringsFile?, path: String) {
        let entries = Dictionary(
            (old?.entries ?? []).map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
        let changed = source.entries.count { entries[$0.key] != $0.value }
        replace(old, with: source, changedMessages: changed, path: path)
    }

    /// Writes a file where its bytes change, or shows the difference.
    private mutating func replace(
        _ old: StringsFile?, with new: StringsFile, changedMessages count: Int, path: String
    ) {
        let bytes = new.serialized()
        guard bytes != old?.serialized() else { return }
        let difference =
            isDryRun ? TextDifference(old: old.map { Self.text($0) } ?? "", new: Self.text(new)) : nil
        write(bytes, difference, changedMessages: count, path: path)
    }

    /// Writes a file of another format, in UTF-8, where its bytes change, or shows the difference.
    mutating func replace(_ old: [UInt8]?, with new: [UInt8], changedMessages count: Int, path: String) {
        guard new != old else { return }
        let difference =
            isDryRun
            ? TextDifference(
                old: String(decoding: old ?? [], as: UTF8.self), new: String(decoding: new, as: UTF8.self))
            : nil
        write(new, difference, changedMessages: count, path: path)
    }

    private mutating func write(
        _ bytes: [UInt8], _ difference: TextDifference?, changedMessages count: Int, path: String
    ) {
        changedFiles += 1
        changedMessages += count
        if let difference {
            Output.standardOutput.write(difference.unified(path: path))
        } else {
            if !context.write(bytes, to: path, below: folders, makesFolder: true) { hasFailed = true }
        }
    }

    /// Makes the command fail. A message says why.
    mutating func fail() { hasFailed = true }

    /// Reports an error about a file, and makes the command fail.
    mutating func fail(_ path: String, _ key: String) {
        context.reporter.report(file: path, key)
        hasFailed = true
    }

    /// Prints the number of changes.
    func summarize() -> ExitStatus {
        if hasFailed { return .failed }
        let key = isDryRun ? "WouldChange: %1$ld %2$ld" : "Changed: %1$ld %2$ld"
        let words =
            changedFiles == 0
            ? context.texts.tool("NothingChanged") : context.texts.tool(key, changedMessages, changedFiles)
        Output.standardError.writeLine(words)
        return .clean
    }

    private static func text(_ file: StringsFile) -> String {
        let size = file.elements.last?.byteRange.upperBound ?? 0
        return file.sourceText(in: 0..<size)
    }
}
