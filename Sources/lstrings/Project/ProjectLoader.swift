// From paths to projects: a `.strings` file, a `.lproj` folder, or a folder with such folders somewhere in it.

internal import Localization
internal import ProgramSupport
internal import Storage
internal import Synchronization
internal import TranslationTools

/// A project with the places of its folders.
struct LoadedProject {
    /// The folder that holds the `.lproj` folders.
    var folder: String
    var project: LocalizationProject
    /// The folder of each locale.
    var localeFolders: [LocaleIdentifier: String]
    /// The files that were asked for; `nil` for all.
    var selection: Set<String>?

    /// The files of the project that were asked for.
    var selectedFiles: [LocalizationFile] {
        project.files.filter { selection?.contains($0.path) ?? true }
    }

    /// The tables of the files that were asked for.
    var selectedTables: [String] { Set(selectedFiles.map(\.table)).sorted() }

    /// The locales of the files that were asked for, in the project's order; all of them where all files were.
    var selectedLocales: [LocaleIdentifier] {
        guard selection != nil else { return project.locales }
        let locales = Set(selectedFiles.map(\.locale))
        return project.locales.filter(locales.contains)
    }

    /// Where the file of a table in a locale is, or would be.
    func path(_ table: String, _ locale: LocaleIdentifier) -> String {
        project.file(table, locale)?.path ?? PathName.joined(folder(of: locale), table + ".strings")
    }

    /// The folder of a locale, or the one it would have.
    func folder(of locale: LocaleIdentifier) -> String {
        localeFolders[locale] ?? PathName.joined(folder, LocalizationFolder.locale(locale).name)
    }
}

/// Reads projects.
struct ProjectLoader {
    let context: ToolContext
    let sourceLocale: LocaleIdentifier
    /// The tables to read; all where empty.
    var tables: Set<String> = []

    /// The folder that is meant where none is named.
    static let defaultPath = "Localizations"

    /// All that was read, kept to the program's end: to free a hundred thousand texts one by one before that would take
    /// longer than to check them.
    private static let kept = Mutex<[LoadedProject]>([])

    /// Folders that hold no texts of a project's own.
    private static let skippedFolders: Set<String> = [".build", "node_modules", "Carthage", "Pods"]
    private static let deepest = 12

    /// Reads what the paths name. What cannot be read is told.
    ///
    /// - Throws: where a path is not there, or nothing was found at all.
    func load(_ paths: [String]) async throws(UsageError) -> [LoadedProject] {
        var wanted: [(folder: String, selection: Set<String>?)] = []
        for path in paths.isEmpty ? [Self.defaultPath] : paths {
            let path = PathName.normalized(path)
            let kind: FileKind
            do throws(FileError) {
                kind = try context.fileSystem.kind(of: path)
            } catch {
                if error.isMissing { throw UsageError("PathMissing: %@", path) }
                throw UsageError("PathUnreadable: %1$@ %2$@", path, error.message)
            }
            let (folder, name) = PathName.split(path)
            if kind == .folder {
                if name.hasSuffix(".lproj") {
                    add(folder, files(inFolder: path), to: &wanted)
                } else {
                    for folder in projectFolders(below: path, depth: 0) { add(folder, nil, to: &wanted) }
                }
            } else if name.hasSuffix(".strings") {
                let isLocalized = PathName.split(folder).name.hasSuffix(".lproj")
                add(isLocalized ? PathName.split(folder).folder : folder, [path], to: &wanted)
            } else {
                throw UsageError("PathNotStrings: %@", path)
            }
        }
        var projects: [LoadedProject] = []
        for (folder, selection) in wanted { projects.append(await read(folder, selection: selection)) }
        Self.kept.withLock { $0 += projects }
        guard projects.contains(where: { !$0.project.files.isEmpty }) else {
            throw UsageError("NoStringsFiles: %@", paths.first ?? Self.defaultPath)
        }
        return projects
    }

    /// One project, for commands that work on one only.
    func loadOne(_ paths: [String]) async throws(UsageError) -> LoadedProject {
        let projects = try await load(paths)
        guard projects.count == 1 else {
            throw UsageError("SeveralProjects: %1$@ %2$@", projects[0].folder, projects[1].folder)
        }
        return projects[0]
    }

    // MARK: Finding

    private func add(
        _ folder: String, _ files: Set<String>?, to wanted: inout [(folder: String, selection: Set<String>?)]
    ) {
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

    private func names(inFolder folder: String) -> [String] {
        do throws(FileError) {
            return try context.fileSystem.names(inFolder: folder)
        } catch {
            context.reporter.report(file: folder, "FileUnreadable: %@", [.text(error.message)])
            return []
        }
    }

    private func files(inFolder folder: String) -> Set<String> {
        Set(names(inFolder: folder).filter { $0.hasSuffix(".strings") }.map { PathName.joined(folder, $0) })
    }

    /// The folders that hold `.lproj` folders: this one, or others below it.
    private func projectFolders(below folder: String, depth: Int) -> [String] {
        let names = names(inFolder: folder)
        if names.contains(where: { LocalizationFolder(name: $0) != nil }) { return [folder] }
        if depth == 0, names.contains(where: { $0.hasSuffix(".strings") }) { return [folder] }
        guard depth < Self.deepest else { return [] }
        return names.filter { !$0.hasPrefix(".") && !Self.skippedFolders.contains($0) }.flatMap { name in
            let path = PathName.joined(folder, name)
            // A link may lead back to a folder above.
            let isFolder =
                (try? context.fileSystem.kind(of: path)) == .folder
                && !context.fileSystem.isSymbolicLink(path)
            return isFolder ? projectFolders(below: path, depth: depth + 1) : []
        }
    }

    // MARK: Reading

    private func read(_ folder: String, selection: Set<String>?) async -> LoadedProject {
        var folders: [LocaleIdentifier: String] = [:]
        var unread: [UnreadFile] = []
        var base: String?
        for name in names(inFolder: folder) {
            switch LocalizationFolder(name: name) {
            case .base?: base = PathName.joined(folder, name)
            case .locale(let locale)? where folders[locale] == nil:
                folders[locale] = PathName.joined(folder, name)
            default: continue
            }
        }
        for (locale, path) in folders.sorted(by: { $0.key.identifier < $1.key.identifier }) {
            unread += read(files(inFolder: path), locale)
        }
        if let base { unread += read(files(inFolder: base), sourceLocale) }
        if folders.isEmpty, base == nil {
            // Files by themselves are taken for the source.
            unread += read(selection ?? files(inFolder: folder), sourceLocale)
        }
        return LoadedProject(
            folder: folder,
            project: LocalizationProject(
                sourceLocale: sourceLocale, files: await Self.parsed(unread), locales: folders.keys),
            localeFolders: folders, selection: selection)
    }

    /// A file whose bytes are there and whose entries are not.
    private struct UnreadFile: Sendable {
        let path: String
        let table: String
        let locale: LocaleIdentifier
        let bytes: [UInt8]
    }

    private func read(_ paths: Set<String>, _ locale: LocaleIdentifier) -> [UnreadFile] {
        paths.sorted().compactMap { path in
            let table = String(PathName.split(path).name.dropLast(".strings".count))
            guard tables.isEmpty || tables.contains(table), let bytes = context.read(path) else { return nil }
            return UnreadFile(path: path, table: table, locale: locale, bytes: bytes)
        }
    }

    /// Reads the entries of files, several files at the same time.
    private static func parsed(_ unread: [UnreadFile]) async -> [LocalizationFile] {
        await withTaskGroup(of: (Int, LocalizationFile).self) { group in
            for (index, file) in unread.enumerated() {
                group.addTask {
                    let read = LocalizationFile(
                        path: file.path, table: file.table, locale: file.locale, bytes: file.bytes)
                    return (index, read)
                }
            }
            var files: [LocalizationFile?] = Array(repeating: nil, count: unread.count)
            for await (index, file) in group { files[index] = file }
            return files.compactMap { $0 }
        }
    }
}
