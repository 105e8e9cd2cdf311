// The changes of a command: written to files, or shown as a difference.

internal import Files
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

    /// Whether a file must not be changed, because what cannot be read would count as missing. Reports it.
    mutating func refuses(_ damages: [any LocalizationDiagnostic], path: String) -> Bool {
        if damages.isEmpty { return false }
        hasFailed = true
        for damage in damages.prefix(Self.shownDamages) {
            context.reporter.report(file: path, line: damage.position?.line, damage)
        }
        let hidden = damages.count - Self.shownDamages
        if hidden > 0 {
            context.reporter.report(file: path, "Further messages: %ld", [.integer(Int64(hidden))])
        }
        return true
    }

    private static let shownDamages = 10

    /// Reports findings about a file.
    func report(_ findings: [any LocalizationDiagnostic], path: String) {
        context.reporter.report(file: path, findings)
    }

    /// Gives a file other texts, states and notes of some messages.
    ///
    /// - Parameters:
    ///   - tables: only the units that change.
    ///   - source: the file with their source texts, in the same format; `nil` where there is none.
    ///   - isWhole: whether a file that has no place for some of the forms stays as it is.
    mutating func edit(
        _ path: String, _ format: any TranslationFormat, _ tables: [TranslationTable],
        following source: LocalizationFile?, isWhole: Bool = false
    ) {
        let tables = tables.filter { !$0.units.isEmpty }
        guard !tables.isEmpty else { return }
        var old: [UInt8]?
        if (try? context.fileSystem.kind(of: path)) != nil {
            guard let bytes = context.read(path) else { return fail() }
            old = bytes
        }
        guard let file = format.edited(old, with: tables, at: path, following: source) else { return fail() }
        report(file.findings, path: path)
        guard !file.isRefused else { return fail() }
        guard !isWhole || format.hasTaken(tables, in: file.bytes) else {
            return fail(path, "FormatNotCompleted")
        }
        replace(
            old, with: file.bytes,
            changedMessages: file.changeCount ?? tables.reduce(0) { $0 + $1.units.count }, path: path)
    }

    /// Writes or shows a changed file, and reports the findings.
    mutating func take(_ merged: MergedStrings, old: StringsFile?, path: String) {
        if let old, refuses(old.diagnostics.filter(\.hidesEntries), path: path) { return }
        for finding in merged.findings {
            context.reporter.report(file: path, line: finding.position?.line, finding)
            if finding.severity == .error { hasFailed = true }
        }
        guard merged.isChanged else { return }
        replace(old, with: merged.file, changedMessages: merged.changeCount, path: path)
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
        replace(old?.serialized(), with: new.serialized(), changedMessages: count, path: path)
    }

    /// Writes a file where its bytes change, or shows the difference.
    mutating func replace(_ old: [UInt8]?, with new: [UInt8], changedMessages count: Int, path: String) {
        guard new != old else { return }
        changedFiles += 1
        changedMessages += count
        if isDryRun {
            let difference = TextDifference(old: Self.text(old ?? []), new: Self.text(new))
            Output.standardOutput.write(difference.unified(path: path))
        } else if !context.write(new, to: path, below: folders, makesFolder: true) {
            hasFailed = true
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

    private static func text(_ bytes: [UInt8]) -> String {
        String(decoding: TextEncoding.decoded(bytes), as: UTF8.self)
    }
}
