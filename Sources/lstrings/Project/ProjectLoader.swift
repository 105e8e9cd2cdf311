// Loads projects from paths: a `.strings` file, a `.lproj` folder, or a folder that
// contains such folders at any depth.

internal import Files
internal import Localization
internal import ProgramSupport
internal import Synchronization
internal import TranslationTools

struct ProjectLoader {
    let context: ToolContext
    /// The source language, if a project does not specify it.
    let sourceLocale: LocaleIdentifier
    /// Whether projects may specify another source language.
    var findsSource = false
    /// The tables to read; all if empty.
    var tables: Set<String> = []
    /// Whether all files and folders could be read. If not, nothing may be written, since texts that were not
    /// read would count as missing.
    var isComplete = true
    /// Whether a folder without files, or one that does not exist yet, is an empty project.
    var acceptsNoFiles = false
    /// Whether files of other formats are read at their locations; otherwise only `.strings` files are.
    var acceptsFormats = false
    /// Whether `.stringsdict` files are read with the `.strings` files beside them, when files of other
    /// formats are read.
    var acceptsVaryingTexts = true
    /// Whether translations follow the source texts in their own file, even if a template has others.
    var usesOwnSources = false
    /// Whether files that follow a template are read; otherwise they are only found, for programs that read
    /// them one by one.
    var readsTemplates = true
    /// Whether files may be edited, so that the data for edits is stored.
    var keepsDocuments = true
    /// The files of other formats that the paths name.
    var documents = DocumentProjects()
    /// The files read before, for programs that read the same files repeatedly; if `nil`, all of them stay in
    /// memory until the program ends.
    var memory: ReadFiles?
    /// The files and folders that the command line names.
    private(set) var named: [String] = []
    /// A folder without translations that the command line names before all others.
    private(set) var emptyFolder: String?
    /// The folders of `.strings` files that the paths name, with the files in them; `nil` for all.
    private(set) var wanted: [(folder: String, selection: Set<String>?)] = []

    init(context: ToolContext, sourceLocale: LocaleIdentifier, tables: Set<String> = []) {
        self.context = context
        self.sourceLocale = sourceLocale
        self.tables = tables
    }

    /// Sets the tables that options name. If the options have no source language, each project specifies its
    /// own.
    init(context: ToolContext, _ options: ProjectOptions) throws(UsageError) {
        self.init(
            context: context, sourceLocale: try options.sourceLocale, tables: Set(options.table))
        findsSource = options.source == nil
    }

    /// The folder that is read if the command line names none.
    static let defaultPath = "Localizations"

    /// Keeps everything that was read in memory until the program exits: freeing a hundred thousand texts one
    /// by one would take longer than checking them.
    private static let kept = Mutex<[ProjectSelection]>([])

    /// Folders that contain no texts of the project itself.
    private static let skippedFolders: Set<String> = [
        ".build", "node_modules", "Carthage", "Pods", "intermediates",
    ]
    static let deepest = 12

    /// Whether a folder contains the work of others, fetched by a package manager, or built products.
    static func isSkipped(_ name: String) -> Bool {
        skippedFolders.contains(name)
            || [".framework", ".xcframework", ".app"].contains(where: name.hasSuffix)
    }

    /// Reads the files that the paths name, and reports those that cannot be read.
    ///
    /// - Throws: `UsageError` if a path does not exist, or nothing was found at all.
    nonisolated(nonsending) mutating func load(_ paths: [String]) async throws(UsageError)
        -> [ProjectSelection]
    {
        try find(paths)
        let projects = await readFound()
        if memory == nil { Self.kept.withLock { $0 += projects } }
        let hasUnread = !readsTemplates && documents.groups.contains { $0.kind == .gettext }
        guard acceptsNoFiles || hasUnread || projects.contains(where: { !$0.project.files.isEmpty }) else {
            throw UsageError(
                acceptsFormats ? "NoTranslations: %@" : "NoStringsFiles: %@", named.first ?? Self.defaultPath)
        }
        return projects
    }

    /// Reads the files that ``find(_:)`` found.
    nonisolated(nonsending) mutating func readFound() async -> [ProjectSelection] {
        var projects: [ProjectSelection] = []
        for (folder, selection) in wanted { projects.append(await read(folder, selection: selection)) }
        // A string catalog beside `.lproj` folders is part of their project.
        for documents in await readDocumentProjects() {
            let folder = documents.project.folder
            let index = projects.firstIndex { $0.project.folder == folder }
            if let index, documents.files.allSatisfy({ $0.format.contents == .allLocales }) {
                projects[index] = projects[index].joined(with: documents)
            } else {
                projects.append(documents)
            }
        }
        return projects
    }

    /// Finds the files that the paths name, without reading any.
    ///
    /// - Throws: `UsageError` if a path does not exist.
    mutating func find(_ paths: [String]) throws(UsageError) {
        named = paths.isEmpty ? [pathByDefault] : paths
        for path in named {
            let path = PathName.normalized(path)
            let kind: FileKind
            do throws(FileError) {
                kind = try context.fileSystem.kind(of: path)
            } catch {
                if error.isMissing, acceptsNoFiles {
                    wanted.append((path, nil))
                    continue
                }
                if error.isMissing { throw UsageError("PathMissing: %@", path) }
                throw UsageError("PathUnreadable: %1$@ %2$@", path, error.message)
            }
            if kind == .folder {
                if let ofLanguage = localeFolder(path) {
                    add(PathName.split(ofLanguage).folder, files(inFolder: ofLanguage))
                } else if acceptsFormats, let ofLanguage = folderOfLanguage(path) {
                    collectDocuments(below: ofLanguage, of: ofLanguage)
                } else {
                    let folders = projectFolders(below: path, depth: 0)
                    for folder in folders { add(folder, nil) }
                    if folders.isEmpty, acceptsNoFiles { add(path, nil) }
                    if acceptsFormats {
                        collectDocuments(below: path)
                        // A folder's own name may determine what its files are, as `locales` does.
                        if folders.isEmpty, documents.groups.isEmpty, let path = pathWithName(of: path) {
                            collectDocuments(below: path)
                        }
                    }
                    collectLikelyTexts(below: path)
                    if wanted.isEmpty, documents.groups.isEmpty { emptyFolder = emptyFolder ?? path }
                }
            } else if acceptsFormats || documents.isStrings(path), let file = placed(path) {
                if file.group.kind == .apple {
                    add(file.group.folder, [path])
                } else {
                    selectDocument(file)
                }
            } else if acceptsFormats, let file = likelyText(path) {
                selectDocument(file)
            } else if acceptsFormats, documents.format(path) != nil {
                throw UsageError("PathWithoutPlace: %@", path)
            } else {
                throw UsageError("PathNotStrings: %@", path)
            }
        }
    }

    /// The path that is read if the command line names none: `Localizations`; otherwise, for commands that
    /// read any format, the current folder.
    private var pathByDefault: String {
        let isThere = (try? context.fileSystem.kind(of: Self.defaultPath)) != nil
        return isThere || acceptsNoFiles || !acceptsFormats ? Self.defaultPath : "."
    }

    /// The path of a `.lproj` folder, with its name; `nil` for other folders.
    private func localeFolder(_ path: String) -> String? {
        let path = pathWithName(of: path) ?? path
        return path.hasSuffix(".lproj") ? path : nil
    }

    /// The path of a folder with the folder's name, for a path that ends with `.` or `..`.
    private func pathWithName(of folder: String) -> String? {
        guard [".", ".."].contains(PathName.split(folder).name),
            let resolved = AbsolutePath.resolved(folder), resolved != "/"
        else { return nil }
        return PathName.normalized(
            PathName.joined(PathName.joined(folder, ".."), PathName.split(resolved).name))
    }

    /// A file, identified by its parent folders if its own path says too little: `de.json` in `locales`.
    private func placed(_ path: String) -> PlacedFile? {
        spellings(of: path).lazy.compactMap(documents.file).first
    }

    /// The only project, for commands that work on one.
    nonisolated(nonsending) mutating func loadOne(_ paths: [String]) async throws(UsageError)
        -> ProjectSelection
    {
        try Self.only(await load(paths), in: paths)
    }

    /// The only one of several projects, or the one in the folder that the command line names: others may be
    /// below it.
    static func only(
        _ projects: [ProjectSelection], in paths: [String]
    ) throws(UsageError) -> ProjectSelection {
        let projects = projects.withTexts
        let folders = Set(paths.map(PathName.normalized))
        let named = projects.filter { folders.contains($0.project.folder) }
        if named.count == 1 { return named[0] }
        guard projects.count == 1 else {
            throw UsageError(
                "SeveralProjects: %1$@ %2$@", projects[0].project.folder, projects[1].project.folder)
        }
        return projects[0]
    }

    /// The folders in which a command may write, and into which links may lead: those that the command line
    /// names, and those of its projects.
    var writableFolders: [String] {
        named + wanted.map(\.folder) + documents.groups.map(\.folder)
    }

    // MARK: Finding

    private mutating func add(_ folder: String, _ files: Set<String>?) {
        guard let index = wanted.firstIndex(where: { $0.folder == folder }) else {
            wanted.append((folder, files))
            return
        }
        if let files, let known = wanted[index].selection {
            wanted[index].selection = known.union(files)
        } else {
            wanted[index].selection = nil
        }
    }

    mutating func names(inFolder folder: String) -> [String] {
        do throws(FileError) {
            return try context.fileSystem.names(inFolder: folder)
        } catch {
            context.reporter.report(file: folder, "FileUnreadable: %@", [.text(error.message)])
            isComplete = false
            return []
        }
    }

    private mutating func files(inFolder folder: String) -> Set<String> {
        Set(names(inFolder: folder).map { PathName.joined(folder, $0) }.filter(documents.isStrings))
    }

    /// The folders that contain `.lproj` folders: this one, or others below it.
    private mutating func projectFolders(below folder: String, depth: Int) -> [String] {
        let names = names(inFolder: folder)
        if depth == 0, names.contains(where: documents.isStrings) { return [folder] }
        // An application has folders of its own, and its extensions have theirs below it.
        let ofLocales = names.filter { LocalizationFolder(name: $0) != nil }
        var folders = ofLocales.isEmpty ? [] : [folder]
        guard depth < Self.deepest else { return folders }
        for name in names
        where !name.hasPrefix(".") && !Self.isSkipped(name) && !ofLocales.contains(name) {
            let path = PathName.joined(folder, name)
            if isFolderItself(path) { folders += projectFolders(below: path, depth: depth + 1) }
        }
        return folders
    }

    /// Whether a path is a folder and not a link, which may lead back to a parent folder.
    func isFolderItself(_ path: String) -> Bool {
        (try? context.fileSystem.kind(of: path)) == .folder && !context.fileSystem.isSymbolicLink(path)
    }

    // MARK: Reading

    nonisolated(nonsending) private mutating func read(_ folder: String, selection: Set<String>?) async
        -> ProjectSelection
    {
        if acceptsNoFiles, (try? context.fileSystem.kind(of: folder)) == nil {
            return ProjectSelection(
                project: LocalizationProject(folder: folder, sourceLocale: sourceLocale, files: []),
                paths: nil)
        }
        var folders: [LocaleIdentifier: String] = [:]
        var unread: [UnreadFile] = []
        var base: String?
        let found = localeFolders(in: folder)
        let sourceLocale = self.sourceLocale(of: found, in: folder)
        for (locale, path) in found {
            guard let locale else {
                base = path
                continue
            }
            if let first = folders[locale] {
                context.reporter.report(
                    file: path, "LocaleFolderTwice: %1$@ %2$@", [.text(first), .text(locale.identifier)])
            } else {
                folders[locale] = path
            }
            unread += read(files(inFolder: path), locale)
        }
        if let base { unread += read(files(inFolder: base), sourceLocale) }
        var varying: [LocalizationFile] = []
        if acceptsFormats, acceptsVaryingTexts {
            for (locale, path) in folders.sorted(by: { $0.value < $1.value }) {
                varying += await readVaryingTexts(inFolder: path, locale)
            }
            if let base { varying += await readVaryingTexts(inFolder: base, sourceLocale) }
        }
        if folders.isEmpty, base == nil {
            // Files without a folder of a language are taken as the source.
            unread += read(selection ?? files(inFolder: folder), sourceLocale)
        }
        var files = await parsed(unread)
        if acceptsFormats, acceptsVaryingTexts {
            let ofSource = [base, folders[sourceLocale]].compactMap(\.self)
            addInterfaces(in: ofSource, to: &files, sourceLocale)
        }
        let synced = readSynced(in: folder, sourceLocale)
        var syncedSources: [LocalizationFile]?
        if let synced { syncedSources = await parsed(synced) }
        return ProjectSelection(
            project: LocalizationProject(
                folder: folder, sourceLocale: sourceLocale,
                files: files + varying, localeFolders: folders,
                syncedSources: syncedSources),
            paths: selection)
    }

    /// The recorded source tables; `nil` if the project has no folder for them.
    private mutating func readSynced(in folder: String, _ sourceLocale: LocaleIdentifier) -> [UnreadFile]? {
        let path = PathName.joined(folder, LocalizationProject.syncedFolderName)
        guard (try? context.fileSystem.kind(of: path)) == .folder else { return nil }
        return read(files(inFolder: path), sourceLocale)
    }

    /// The `.lproj` folders in a folder, by their locales; of two for the same locale, the one with the
    /// current name comes first. `Base.lproj` has none.
    private mutating func localeFolders(in folder: String) -> [(locale: LocaleIdentifier?, path: String)] {
        var all: [(name: String, folder: LocalizationFolder)] = []
        for name in names(inFolder: folder) where name.hasSuffix(".lproj") {
            guard let known = LocalizationFolder(name: name) else {
                context.reporter.report(file: PathName.joined(folder, name), "LocaleFolderUnknown")
                continue
            }
            all.append((name, known))
        }
        let sorted = all.sorted { first, second in
            let (one, other) = (first.folder.name, second.folder.name)
            return one == other
                ? first.name == one && second.name != other
                : one.utf8.lexicographicallyPrecedes(other.utf8)
        }
        return sorted.map { found in
            let path = PathName.joined(folder, found.name)
            if case .locale(let locale) = found.folder { return (locale, path) }
            return (nil, path)
        }
    }

    /// A file that was read but not parsed.
    private struct UnreadFile: Sendable {
        let path: String
        let table: String
        let locale: LocaleIdentifier
        let bytes: [UInt8]
    }

    private mutating func read(_ paths: Set<String>, _ locale: LocaleIdentifier) -> [UnreadFile] {
        var unread: [UnreadFile] = []
        for path in paths.sorted() {
            let table = String(PathName.split(path).name.dropLast(".strings".count))
            guard tables.isEmpty || tables.contains(table) else { continue }
            if let bytes = read(path) {
                unread.append(UnreadFile(path: path, table: table, locale: locale, bytes: bytes))
            } else {
                isComplete = false
            }
        }
        return unread
    }

    /// Parses files, several at the same time.
    nonisolated(nonsending) private func parsed(_ unread: [UnreadFile]) async -> [LocalizationFile] {
        let memory = memory
        return await withTaskGroup(of: (Int, LocalizationFile).self) { group in
            for (index, file) in unread.enumerated() {
                group.addTask(executorPreference: globalConcurrentExecutor) {
                    func read() -> LocalizationFile {
                        LocalizationFile(
                            path: file.path, table: file.table, locale: file.locale, bytes: file.bytes)
                    }
                    let known = memory?.files(file.path, file.bytes, as: file.locale.identifier) { [read()] }
                    return (index, known?.first ?? read())
                }
            }
            var files: [LocalizationFile?] = Array(repeating: nil, count: unread.count)
            for await (index, file) in group { files[index] = file }
            return files.compactMap { $0 }
        }
    }
}
