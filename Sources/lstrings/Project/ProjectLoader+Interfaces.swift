// Storyboards, xibs and intent definitions that have translations in a project.

internal import Files
internal import Localization
internal import TranslationTools

extension ProjectLoader {
    /// Adds the storyboards and their like in folders of the source language whose texts the project has
    /// translations of. Beside a `.strings` file with the texts themselves, they only have what it lacks.
    ///
    /// - Parameter files: the `.strings` files of the project.
    mutating func addInterfaces(
        in folders: [String], to files: inout [LocalizationFile], _ sourceLocale: LocaleIdentifier
    ) {
        let translations = Dictionary(
            grouping: files.filter { $0.locale != sourceLocale }, by: { $0.table.lowercased() })
        guard !translations.isEmpty else { return }
        var known: Set<String> = []
        for folder in folders {
            for name in names(inFolder: folder).sorted() where InterfaceFormat().isOwn(name) {
                let table = name.prefix(upTo: name.lastIndex(of: ".") ?? name.endIndex).lowercased()
                guard let own = translations[table], !known.contains(table) else { continue }
                let path = PathName.joined(folder, name)
                guard let bytes = self.read(path) else {
                    isComplete = false
                    continue
                }
                known.insert(table)
                let sources = files.indices.filter {
                    files[$0].locale == sourceLocale && files[$0].table.lowercased() == table
                }
                let beside = sources.map { files[$0] }
                func read() -> LocalizationFile {
                    InterfaceFormat.source(
                        bytes, at: path, sourceLocale: sourceLocale, translations: own, besides: beside)
                }
                // Its texts are chosen by those of the other files.
                let way = ([sourceLocale.identifier] + (own + beside).map { String($0.revision) })
                    .joined(separator: " ")
                let interface = memory?.files(path, bytes, as: way) { [read()] }?.first ?? read()
                if let first = sources.first {
                    files[first].interfaces = [interface]
                } else {
                    files.append(interface)
                }
            }
        }
    }
}
