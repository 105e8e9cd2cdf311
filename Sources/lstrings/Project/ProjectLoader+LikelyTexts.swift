// JSON files that are named by locales in folders that do not say that they have texts.

internal import Files
internal import TranslationTools

extension ProjectLoader {
    /// Takes the JSON files of several languages for texts where there is nothing else.
    mutating func collectLikelyTexts(below folder: String) {
        guard acceptsFormats, wanted.isEmpty, documents.groups.isEmpty else { return }
        for file in documents.takeForTexts(jsonFiles(below: folder)) { documents.add(file) }
    }

    /// A file that the command line names, if there is one of another language beside it.
    mutating func likelyText(_ path: String) -> PlacedFile? {
        guard let place = JSONTextFormat.likelyPlace(of: path) else { return nil }
        return documents.takeForTexts(jsonFiles(below: place.group.folder)).first { $0.path == path }
    }

    /// The JSON files in a folder and in those of languages or namespaces below it.
    private mutating func jsonFiles(below folder: String, depth: Int = 0) -> [String] {
        var found: [String] = []
        for name in names(inFolder: folder) where !name.hasPrefix(".") {
            let path = PathName.joined(folder, name)
            if name.hasSuffix(".json") {
                found.append(path)
            } else if depth < 3, !Self.isSkipped(name), isFolderItself(path) {
                found += jsonFiles(below: path, depth: depth + 1)
            }
        }
        return found
    }
}
