// Folders with the files of one language, such as `values-de` or `locale/de`; their project is in the parent
// folder.

internal import Files
internal import TranslationTools

extension ProjectLoader {
    /// The path of a folder of one language, in a form with that language; `nil` for other folders. Its files
    /// belong to a project with the files beside the folder, which have the source texts.
    func folderOfLanguage(_ folder: String) -> String? {
        // A path above the current folder contains its name already.
        let folders = folder.split(separator: "/").contains("..") ? [folder] : spellings(of: folder)
        return folders.first { folder in
            files(in: folder, depth: 0).contains { isBeyond(folder, $0) }
        }
    }

    /// Whether a file belongs to a project that extends beyond a folder.
    func isBeyond(_ folder: String, _ file: PlacedFile) -> Bool {
        let project = file.group.folder
        guard folder != "." else { return project == ".." || project.hasPrefix("../") }
        return project != folder && !project.hasPrefix(folder + "/")
    }

    /// A relative path as it is, and with the names of the one or two innermost parent folders of the current
    /// one, which may determine what the files are, as in `locales/de`.
    func spellings(of path: String) -> [String] {
        guard !path.hasPrefix("/"), let current = AbsolutePath.resolved(".") else { return [path] }
        let names = current.split(separator: "/").map(String.init)
        return [path]
            + (1...2).filter { $0 <= names.count }.map { count in
                let folder = Array(repeating: "..", count: count) + names.suffix(count)
                return PathName.normalized(PathName.joined(folder.joined(separator: "/"), path))
            }
    }

    /// The files in a folder of one language. They are no deeper than `LC_MESSAGES` or the folders of
    /// namespaces.
    private func files(in folder: String, depth: Int) -> [PlacedFile] {
        let names = (try? context.fileSystem.names(inFolder: folder)) ?? []
        return names.filter { !$0.hasPrefix(".") && !Self.isSkipped($0) }.flatMap { name in
            let path = PathName.joined(folder, name)
            if let file = documents.file(path), file.group.kind != .apple { return [file] }
            return depth < 2 && !name.hasSuffix(".lproj") && isFolderItself(path)
                ? files(in: path, depth: depth + 1) : []
        }
    }
}
