// Loads projects of files in other formats than `.strings`, at their locations.

internal import Files
internal import Localization
internal import ProgramSupport
internal import Synchronization
internal import TranslationTools

/// The files of other formats that a command reads, grouped by project.
struct DocumentProjects {
    private let formats = TranslationFormats()
    /// The groups in the order in which they were found.
    private(set) var groups: [PlacedFile.Group] = []
    private(set) var files: [PlacedFile.Group: Set<String>] = [:]
    /// The files that the command line names, by group; a group without an entry is read whole.
    private(set) var selections: [PlacedFile.Group: Set<String>] = [:]
    private var wholeGroups: Set<PlacedFile.Group> = []
    /// The files that belong to another group than their own paths say.
    private var moved: [String: PlacedFile] = [:]
    /// The files that are read although their paths alone do not say that they have texts.
    private var likely: [String: PlacedFile] = [:]

    /// The format of a file.
    func format(_ path: String) -> (any TranslationFormat)? { formats.format(ofFile: path) }

    /// Whether a path names a `.strings` file.
    func isStrings(_ path: String) -> Bool { format(path) is StringsFormat }

    /// The file at a path; `nil` if its format is not read in place.
    func file(_ path: String) -> PlacedFile? {
        moved[path] ?? likely[path] ?? format(path).flatMap { $0.place(of: path) }
    }

    /// Takes JSON files for texts that are named by locales, in whatever folder, if there are several for a
    /// table.
    mutating func takeForTexts(_ paths: [String]) -> [PlacedFile] {
        let found = paths.sorted().compactMap(JSONTextFormat.likelyPlace)
        let locales = Dictionary(grouping: found) { [$0.group.folder, $0.table ?? ""] }
            .mapValues { Set($0.map(\.locale)) }
        let taken = found.filter { locales[[$0.group.folder, $0.table ?? ""]]!.count > 1 }
        for file in taken { likely[file.path] = file }
        return taken
    }

    /// Adds source texts of modules and of other source sets to the groups of their translations, once all
    /// files are known.
    mutating func joinGroups(sourceLocale: LocaleIdentifier) {
        let known = groups.flatMap { (files[$0] ?? []).sorted() }.compactMap(file)
        for file in FluentModules.moved(known) + SourceSets.moved(known, sourceLocale: sourceLocale) {
            guard let old = self.file(file.path)?.group else { continue }
            moved[file.path] = file
            files[old]?.remove(file.path)
            if files[old]?.isEmpty == true {
                files[old] = nil
                groups.removeAll { $0 == old }
            }
            insert(file)
            if wholeGroups.contains(old) { wholeGroups.insert(file.group) }
            if selections[old]?.remove(file.path) != nil {
                selections[file.group, default: []].insert(file.path)
            }
        }
    }

    /// Leaves out test data beside the program's own files in the same format, unless the command line names
    /// it.
    mutating func leaveOutTestData(below named: [String]) {
        let tested = groups.filter {
            wholeGroups.contains($0) && selections[$0] == nil && TestData.isIn($0.folder, below: named)
        }
        let others = Set(groups.filter { !tested.contains($0) }.map(\.kind))
        for group in tested where others.contains(group.kind) {
            files[group] = nil
            groups.removeAll { $0 == group }
        }
    }

    /// Adds a file of a folder that is read whole.
    mutating func add(_ file: PlacedFile) {
        insert(file)
        wholeGroups.insert(file.group)
    }

    /// Adds a file that the command line names, with others that belong to it.
    mutating func select(_ file: PlacedFile, with others: [PlacedFile]) {
        for file in others + [file] where !(files[file.group]?.contains(file.path) ?? false) { insert(file) }
        selections[file.group, default: []].insert(file.path)
    }

    /// The files of a group with texts, by their paths. Files that only supply source texts are included only
    /// beside translations, or if the command line names them.
    func files(withTexts group: PlacedFile.Group) -> [PlacedFile] {
        let all = (files[group] ?? []).sorted().compactMap(file)
        let translated = Set(all.lazy.filter { $0.locale != nil }.map(\.table))
        return all.filter { file in
            !file.needsTranslations || translated.contains(file.table)
                || selections[group]?.contains(file.path) == true
        }
    }

    /// The files of a group that the command line names; `nil` for the whole group.
    func selection(of group: PlacedFile.Group) -> Set<String>? {
        wholeGroups.contains(group) ? nil : selections[group]
    }

    private mutating func insert(_ file: PlacedFile) {
        if files[file.group] == nil { groups.append(file.group) }
        files[file.group, default: []].insert(file.path)
    }

    /// The texts in a file; `nil` if neither path nor content names their locale.
    ///
    /// - Parameters:
    ///   - table: the name of the table, if neither the file nor its path names it.
    ///   - usesOwnSource: whether translations follow the source texts in the file itself.
    ///   - sharedContexts: contexts of gettext files that do not identify a message.
    ///   - keepsDocument: whether the file may be edited.
    func read(
        _ bytes: consuming [UInt8], _ file: PlacedFile, sourceLocale: LocaleIdentifier,
        locale: LocaleIdentifier? = nil,
        table: String, usesOwnSource: Bool = true, sharedContexts: Set<String> = [], memory: ReadFiles? = nil,
        keepsDocument: Bool
    ) async -> [LocalizationFile]? {
        guard let format = format(file.path) else { return nil }
        let source = TranslationFileSource(
            project: LocalizationProject(sourceLocale: sourceLocale, files: []), path: file.path,
            locale: locale, table: file.table ?? table, keepsDocument: keepsDocument,
            sharedContexts: sharedContexts)
        guard let memory else {
            return await DocumentReading.concurrent(
                consume bytes, format, from: source, usesOwnSource: usesOwnSource, keepsUnits: false)?.files
        }
        let contexts = sharedContexts.sorted().joined(separator: "\u{4}")
        let way = "\(locale?.identifier ?? "") \(file.table ?? table) \(usesOwnSource) \(contexts)"
        let kept = consume bytes
        return await memory.files(file.path, kept, as: way) { previous, keepsUnits in
            await .concurrent(
                kept, format, from: source, usesOwnSource: usesOwnSource, keepsUnits: keepsUnits,
                reusing: previous)
        }
    }
}

/// The bytes of a file on their way to a task, which alone has them from then on.
private final class FileBytes: Sendable {
    private let bytes: Mutex<[UInt8]>

    init(_ bytes: [UInt8]) { self.bytes = Mutex(bytes) }

    /// The bytes; none the next time.
    func take() -> [UInt8] {
        bytes.withLock { bytes in
            defer { bytes = [] }
            return bytes
        }
    }
}

extension DocumentProjects {
    /// The contexts that several texts share in any of several files.
    fileprivate func sharedContexts(in files: [(file: PlacedFile, bytes: [UInt8])]) async -> Set<String> {
        await withTaskGroup(of: Set<String>.self) { group in
            for (file, bytes) in files {
                guard let format = format(file.path) else { continue }
                group.addTask(executorPreference: globalConcurrentExecutor) {
                    format.sharedContexts(in: bytes)
                }
            }
            return await group.reduce(into: []) { $0.formUnion($1) }
        }
    }
}

extension ProjectLoader {
    /// Finds the files of other formats in a folder and in those below it.
    ///
    /// - Parameter language: the folder of one language that contains the files. For projects that extend
    ///   beyond it, the other files are read, too, but not selected.
    mutating func collectDocuments(below folder: String, of language: String? = nil, depth: Int = 0) {
        for name in names(inFolder: folder) where !name.hasPrefix(".") {
            let path = PathName.joined(folder, name)
            if let file = documents.file(path), file.group.kind != .apple,
                (try? context.fileSystem.kind(of: path)) == .file
            {
                if let language, isBeyond(language, file) {
                    selectDocument(file)
                } else {
                    documents.add(file)
                }
            } else if depth < Self.deepest, !Self.isSkipped(name), isFolderItself(path) {
                if name.hasSuffix(".lproj") {
                    collectCatalogs(in: path)
                } else {
                    collectDocuments(below: path, of: language, depth: depth + 1)
                }
            }
        }
    }

    /// Finds the files for all languages in a folder of one language, such as the string catalogs of
    /// storyboards in `mul.lproj`.
    private mutating func collectCatalogs(in folder: String) {
        for name in names(inFolder: folder) {
            let path = PathName.joined(folder, name)
            guard documents.format(path)?.contents == .allLocales, let file = documents.file(path),
                (try? context.fileSystem.kind(of: path)) == .file
            else { continue }
            documents.add(file)
        }
    }

    /// Adds a file that the command line names, with the files of its source texts and other languages.
    mutating func selectDocument(_ file: PlacedFile) {
        var others: [PlacedFile] = []
        // A file with its own source texts needs no other.
        if file.group.kind != .apple, documents.format(file.path)?.sourceTexts != .ownFile {
            let folder = file.group.folder
            var paths: [String] = []
            var folders = [folder]
            var ofFile = file.path
            // Each language may have a folder, with its files in further folders, such as `LC_MESSAGES`.
            repeat {
                let found = folders.flatMap { folder in
                    names(inFolder: folder).map { PathName.joined(folder, $0) }
                }
                paths += found
                ofFile = PathName.split(ofFile).folder
                folders = ofFile == folder ? [] : found.filter(isFolderItself)
            } while !folders.isEmpty && ofFile != "."
            others = paths.compactMap(documents.file).filter { $0.group == file.group }
        }
        documents.select(file, with: others)
    }

    /// The bytes of a file of the project; `nil` if it cannot be read, which is reported. Links in a project
    /// lead to no files outside of what the command line names.
    func read(_ path: String) -> [UInt8]? {
        do {
            try context.fileSystem.refuseLink(path, outOf: writableFolders)
        } catch {
            context.reporter.report(file: path, "FileLeadsOut")
            return nil
        }
        return context.read(path, acceptsPipes: false)
    }

    /// Reads the projects of all files that were found.
    nonisolated(nonsending) mutating func readDocumentProjects() async -> [ProjectSelection] {
        var projects: [ProjectSelection] = []
        documents.leaveOutTestData(below: named)
        documents.joinGroups(sourceLocale: sourceLocale)
        for group in documents.groups where readsTemplates || group.kind != .gettext {
            projects.append(await read(group))
        }
        return projects.filter { !$0.project.files.isEmpty }
    }

    nonisolated(nonsending) private mutating func read(_ group: PlacedFile.Group) async -> ProjectSelection {
        // A template comes last: a PO file in the source language has the text that is shown.
        let all = documents.files(withTexts: group)
        let templates = all.filter(\.isTemplate)
        let ordered = all.filter { !$0.isTemplate } + templates
        let domain = templates.count == 1 ? templates[0].table ?? "messages" : "messages"
        let hasSource = !templates.isEmpty || all.contains { $0.locale == sourceLocale }
        var contents: [SourceCandidate] = []
        for file in ordered {
            if let bytes = read(file.path) {
                contents.append((file, bytes))
            } else {
                isComplete = false
            }
        }
        // A key must be the same in all languages, even if one of them has a context only once.
        let sharedContexts = await documents.sharedContexts(in: contents)
        let isTranslatedFromTemplate = all.contains { documents.format($0.path)?.sourceTexts == .template }
        let usesOwnSource = usesOwnSources || !isTranslatedFromTemplate || !hasSource
        let original = sourceLocale(of: contents)
        let placed = contents.map(\.file)
        // Each file's bytes are freed as soon as its texts are read.
        var unread = contents.map(\.bytes)
        contents = []
        let read = await withTaskGroup(of: (Int, [LocalizationFile]?).self) {
            [documents, memory, keepsDocuments] tasks in
            for (index, file) in placed.enumerated() {
                let bytes = FileBytes(unread[index])
                unread[index] = []
                tasks.addTask(executorPreference: globalConcurrentExecutor) {
                    let files = await documents.read(
                        bytes.take(), file, sourceLocale: original,
                        table: domain, usesOwnSource: usesOwnSource, sharedContexts: sharedContexts,
                        memory: memory, keepsDocument: keepsDocuments)
                    return (index, files)
                }
            }
            return await tasks.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        var files: [LocalizationFile] = []
        for (index, file) in placed.enumerated() {
            if let read = read[index] {
                files += read
            } else {
                context.reporter.report(file: file.path, "LanguageUnknown")
                isComplete = false
            }
        }
        let data = placed.enumerated().filter { read[$0.offset]?.isEmpty == true }.map(\.element)
            .filter { documents.format($0.path) is JSONTextFormat }
        reportData(data, beside: Set(files.map(\.table)))
        if !tables.isEmpty { files.removeAll { !tables.contains($0.table) } }
        return ProjectSelection(
            project: LocalizationProject(folder: group.folder, sourceLocale: original, files: files),
            paths: documents.selection(of: group))
    }

    /// Reports once for all files that they were ignored because they contain other values than texts.
    ///
    /// - Parameter tables: the tables with texts. Their files are translations all the same, which were not
    ///   looked at, as are those that the command line names.
    private mutating func reportData(_ files: [PlacedFile], beside tables: Set<String>) {
        guard let first = files.first else { return }
        context.reporter.report(file: first.path, "DataLeftOut: %ld", [.integer(Int64(files.count))])
        let named = documents.selections[first.group] ?? []
        if files.contains(where: { named.contains($0.path) || $0.table.map(tables.contains) == true }) {
            isComplete = false
        }
    }

    /// The `.stringsdict` files of a `.lproj` folder.
    nonisolated(nonsending) mutating func readVaryingTexts(
        inFolder folder: String, _ locale: LocaleIdentifier
    ) async -> [LocalizationFile] {
        var files: [LocalizationFile] = []
        for name in names(inFolder: folder).sorted() {
            let path = PathName.joined(folder, name)
            guard let file = documents.file(path), file.group.kind == .apple, !documents.isStrings(path),
                tables.isEmpty || tables.contains(file.table ?? "")
            else { continue }
            guard let bytes = read(path) else {
                isComplete = false
                continue
            }
            files +=
                await documents.read(
                    bytes, file, sourceLocale: sourceLocale, locale: locale, table: "", memory: memory,
                    keepsDocument: keepsDocuments) ?? []
        }
        return files
    }
}
