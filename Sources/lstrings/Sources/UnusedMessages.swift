// The messages that `sync --remove-unused` removes.

internal import TranslationTools

/// The messages that no source uses, by the files of the source language.
struct UnusedMessages {
    private var keysByPath: [String: Set<String>] = [:]

    /// Finds the messages as the check `unused-key` does.
    init(projects: [LocalizationProject], sources: SourceUses?, kept: [String]) {
        guard let sources else { return }
        let run = SourceCheckRun(projects: projects, sources: sources, kept: KeptKeys(kept))
        let options = CheckOptions(selected: ["unused-key"], runsOnlySelected: true)
        for finding in SourceCheckRunner(run, options: options).findings() {
            if let key = finding.key { keysByPath[finding.path, default: []].insert(key) }
        }
    }

    /// The keys of a file to remove.
    func keys(in file: LocalizationFile) -> Set<String> { keysByPath[file.path] ?? [] }
}
