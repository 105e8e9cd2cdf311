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
    /// The files and folders that the command line names, and the folders of their projects. No other files
    /// are written.
    private let folders: [String]
    /// The files that edits have changed, for which earlier readings are outdated.
    private var editedPaths: Set<String> = []

    init(_ context: ToolContext, isDryRun: Bool, below folders: [String]) {
        self.context = context
        self.isDryRun = isDryRun
        self.folders = folders
    }

    /// Whether a file must not be changed, because texts that cannot be read would count as missing. Reports
    /// these.
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

    /// Edits some messages of a file.
    ///
    /// - Parameters:
    ///   - document: the file, if it was read before; otherwise its bytes are read.
    ///   - source: the file with their source texts, in the same format; `nil` if there is none.
    ///   - isWhole: whether to leave a file unchanged if it cannot hold all forms.
    /// - Returns: the file's bytes after the changes; `nil` if there are no changes, or none were made.
    @discardableResult mutating func edit(
        _ path: String, _ format: any TranslationFormat, _ edits: [TableEdits],
        in document: TranslationDocument? = nil, following source: LocalizationFile?, isWhole: Bool = false
    ) -> [UInt8]? {
        // The content of a template changes its translations, even without changed messages.
        let edits = edits.filter { !$0.edits.isEmpty || format.sourceTexts == .template }
        guard !edits.isEmpty else { return nil }
        var old = editedPaths.insert(path).inserted ? document : nil
        if old == nil, (try? context.fileSystem.kind(of: path)) != nil {
            guard let bytes = context.read(path) else { return fail() }
            old = TranslationDocument(bytes)
        }
        guard let file = format.applying(edits, to: old, at: path, following: source) else { return fail() }
        report(file.findings, path: path)
        guard !file.isRefused else { return fail() }
        guard !isWhole || format.hasTaken(edits.tables, in: file.bytes) else {
            return fail(path, "FormatNotCompleted")
        }
        replace(
            old?.bytes, with: file.bytes,
            changedMessages: file.changeCount ?? edits.reduce(0) { $0 + $1.edits.count }, path: path)
        return file.bytes
    }

    /// Records a source table as the one that all translations follow from now on.
    mutating func record(_ source: LocalizationFile, old: LocalizationFile?, path: String) {
        guard let new = source.strings else { return }
        let entries = Dictionary(
            (old?.strings?.entries ?? []).map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
        let changed = new.entries.count { entries[$0.key] != $0.value }
        replace(old?.strings?.serialized(), with: new.serialized(), changedMessages: changed, path: path)
    }

    /// Writes a file if its bytes change, or shows the difference.
    mutating func replace(_ old: [UInt8]?, with new: [UInt8], changedMessages count: Int, path: String) {
        guard new != old else { return }
        changedFiles += 1
        changedMessages += count
        if isDryRun {
            let difference = TextDifference(old: Self.text(old ?? []), new: Self.text(new))
            Output.standardOutput.writeContents(difference.unified(path: path))
        } else if !context.write(new, to: path, below: folders, makesFolder: true) {
            hasFailed = true
        }
    }

    /// Makes the command fail; a message must have reported the reason.
    ///
    /// - Returns: no file.
    @discardableResult mutating func fail() -> [UInt8]? {
        hasFailed = true
        return nil
    }

    /// Reports an error about a file, and makes the command fail.
    ///
    /// - Returns: no file.
    @discardableResult mutating func fail(_ path: String, _ key: String) -> [UInt8]? {
        context.reporter.report(file: path, key)
        return fail()
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
