// The projects of the workspace, with the open documents in them, and the findings in their files.
//
// After a change, only files that depend on the changed ones are checked again: findings are cached by the
// revisions of these files. The result equals that of `CheckRunner` over the same projects.

internal import Files
internal import Localization
internal import TranslationTools

/// The projects of all folders and documents that a client works on.
final class Workspace {
    /// A folder of the client, or a document outside of its folders.
    private struct Root {
        let path: String
        let isFolder: Bool
        var found: (any FoundProjects)?
    }

    let files: DocumentFiles
    private let source: any ProjectSource
    private let memory = ReadFiles()
    private var roots: [Root] = []
    private(set) var documents: [String: OpenDocument] = [:]
    /// The projects as last read.
    private(set) var projects: [LoadedProject] = []
    /// The indices of the projects that have a file, by its path.
    private var projectsOfPath: [String: [Int]] = [:]
    private var runners: [CheckRunner] = []
    /// Whether files were added or removed, so that projects must be found again.
    private var mustFind = true
    /// Whether a document changed since the projects were read.
    private var mustRead = true
    private var known: [FileKey: (revisions: [Int], findings: [Finding])] = [:]
    /// The paths whose findings may have changed, the most urgent last.
    private var pending: [String] = []
    /// The same paths, in no order.
    private var waiting: Set<String> = []
    /// The findings of checks of whole projects, by project and path.
    private var projectFindings: [[String: [Finding]]] = []
    /// Messages for the user's log that were not sent yet.
    var messages: [String] = []
    private var sentMessages: Set<String> = []

    /// One file of a project: the texts of a locale in a file.
    private struct FileKey: Hashable {
        let path: String
        let project: Int
        let table: String
        let locale: LocaleIdentifier
        let number: Int
    }

    init(files: any FileSystem, source: any ProjectSource) {
        self.files = DocumentFiles(files)
        self.source = source
    }

    /// The folders of the client.
    var folders: [String] { roots.filter(\.isFolder).map(\.path) }

    // MARK: Changes

    /// Adds a folder.
    func addFolder(_ path: String) {
        guard !roots.contains(where: { $0.path == path }) else { return }
        roots.append(Root(path: path, isFolder: true))
        filesChanged()
    }

    /// Removes a folder.
    func removeFolder(_ path: String) {
        roots.removeAll { $0.isFolder && $0.path == path }
        filesChanged()
    }

    /// Drops everything that was read from the disk.
    func filesChanged() {
        files.forget()
        (mustFind, mustRead) = (true, true)
    }

    func open(_ document: OpenDocument) {
        documents[document.path] = document
        if SourceLiterals.isSource(document.path) { return }
        files.setDocument(document.bytes, at: document.path)
        memory.setEdited(true, document.path)
        urgent(document.path)
        mustRead = true
        if projectsOfPath[document.path] == nil { mustFind = true }
    }

    /// Changes a document.
    func update(_ document: OpenDocument) {
        documents[document.path] = document
        if SourceLiterals.isSource(document.path) { return }
        files.setDocument(document.bytes, at: document.path)
        urgent(document.path)
        mustRead = true
    }

    func close(_ path: String) {
        guard documents.removeValue(forKey: path) != nil else { return }
        files.setDocument(nil, at: path)
        memory.setEdited(false, path)
        roots.removeAll { !$0.isFolder && $0.path == path }
        filesChanged()
        urgent(path)
    }

    private func urgent(_ path: String) {
        if !waiting.insert(path).inserted { pending.removeAll { $0 == path } }
        pending.append(path)
    }

    // MARK: Reading

    /// Reads what has changed, so that `projects` has the texts of all documents.
    func settle() async {
        guard mustFind || mustRead else { return }
        if mustFind { find() }
        (mustFind, mustRead) = (false, false)
        await read()
        // A document that belongs to no folder's projects is a project of its own.
        var isAlone = false
        let rootPaths = Set(roots.map(\.path))
        for document in documents.values.sorted(by: { $0.path < $1.path })
        where projectsOfPath[document.path] == nil && !rootPaths.contains(document.path) {
            let found = source.find(document.path, in: files, memory: memory)
            roots.append(Root(path: document.path, isFolder: false, found: found))
            if found != nil { isAlone = true }
        }
        if isAlone { await read() }
        memory.forgetUnused()
        prepareChecks()
    }

    private func find() {
        roots.removeAll { !$0.isFolder }
        for index in roots.indices {
            roots[index].found = source.find(roots[index].path, in: files, memory: memory)
        }
    }

    private func read() async {
        projects = []
        for root in roots {
            guard let (read, messages) = await root.found?.read() else { continue }
            projects += read
            for message in messages where sentMessages.insert(message).inserted {
                self.messages.append(message)
            }
        }
        projectsOfPath = [:]
        for (index, loaded) in projects.enumerated() {
            for path in Set(loaded.project.files.map(\.path)) {
                projectsOfPath[path, default: []].append(index)
            }
        }
    }

    // MARK: Checking

    private func prepareChecks() {
        var options = source.options
        // Editors are used to finish fuzzy translations.
        options.includesUnfinished = true
        let oldFaults = runners.map(\.sourceFaults)
        runners = projects.map { loaded in
            CheckRunner(project: loaded.project, options: options) { file in
                loaded.paths?.contains(file.path) ?? true
            }
        }
        // Removed files lose their findings.
        var changed = Set(known.keys.map(\.path)).subtracting(projectsOfPath.keys)
        known = known.filter { projectsOfPath[$0.key.path] != nil }
        let old = projectFindings
        projectFindings = runners.map { Dictionary(grouping: $0.projectFindings(), by: \.path) }
        for index in 0..<max(old.count, projectFindings.count) {
            let before = index < old.count ? old[index] : [:]
            let now = index < projectFindings.count ? projectFindings[index] : [:]
            for path in Set(before.keys).union(now.keys) where before[path] != now[path] {
                changed.insert(path)
            }
        }
        for (index, runner) in runners.enumerated()
        where index >= oldFaults.count || oldFaults[index] != runner.sourceFaults {
            changed.formUnion(projects[index].project.files.map(\.path))
        }
        for (key, file) in allFiles where known[key]?.revisions != revisions(key, file) {
            changed.insert(key.path)
        }
        // Open documents come before all others.
        let added = changed.subtracting(waiting).sorted {
            (documents[$0] != nil ? 1 : 0, $1) < (documents[$1] != nil ? 1 : 0, $0)
        }
        let isUrgent = { [documents] (path: String) in documents[path] != nil }
        pending =
            added.filter { !isUrgent($0) } + pending.filter { !isUrgent($0) } + added.filter(isUrgent)
            + pending.filter(isUrgent)
        waiting.formUnion(added)
    }

    /// All files of the projects, with keys that stay the same when they are read again.
    private var allFiles: [(key: FileKey, file: LocalizationFile)] {
        projects.enumerated().flatMap { files(of: $1, $0) { _ in true } }
    }

    private func files(
        of loaded: LoadedProject, _ project: Int, where isWanted: (LocalizationFile) -> Bool
    ) -> [(key: FileKey, file: LocalizationFile)] {
        var numbers: [FileKey: Int] = [:]
        return loaded.project.files.filter(isWanted).map { file in
            let key = FileKey(
                path: file.path, project: project, table: file.table, locale: file.locale, number: 0)
            let number = numbers[key, default: 0]
            numbers[key] = number + 1
            return (
                FileKey(
                    path: file.path, project: project, table: file.table, locale: file.locale, number: number),
                file
            )
        }
    }

    private func revisions(_ key: FileKey, _ file: LocalizationFile) -> [Int] {
        projects[key.project].project.revisions(behind: file)
    }

    /// Whether any file must be checked.
    var hasWork: Bool { mustFind || mustRead || !pending.isEmpty }

    /// Whether an open document waits for its findings.
    var hasUrgentWork: Bool {
        mustFind || mustRead || pending.last.map { documents[$0] != nil } ?? false
    }

    /// Checks the most urgent file.
    ///
    /// - Returns: its path and findings, in the order of reports; `nil` if nothing is left to check.
    func checkNext() async -> (path: String, findings: [Finding])? {
        await settle()
        guard let path = pending.popLast() else { return nil }
        waiting.remove(path)
        return (path, await findings(in: path))
    }

    /// The findings in a file, in the order of reports.
    func findings(in path: String) async -> [Finding] {
        var all: [Finding] = []
        for index in projectsOfPath[path] ?? [] {
            let loaded = projects[index]
            guard loaded.paths?.contains(path) ?? true else { continue }
            let files = files(of: loaded, index) { $0.path == path }
            let runner = runners[index]
            let found = await withTaskGroup(of: (FileKey, [Int], [Finding]).self) { group in
                for (key, file) in files {
                    let revisions = revisions(key, file)
                    if known[key]?.revisions == revisions { continue }
                    group.addTask(executorPreference: globalConcurrentExecutor) {
                        (key, revisions, await runner.concurrentFindings(in: file))
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            for (key, revisions, findings) in found { known[key] = (revisions, findings) }
            let ofFile = files.flatMap { known[$0.key]?.findings ?? [] }
            let ofProject = projectFindings[index][path] ?? []
            all += Finding.limited(Finding.inOrder(runner.unexplained(ofFile) + ofProject))
        }
        return all
    }
}
