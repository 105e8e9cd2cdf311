// Storyboards and xibs that have translations in a project.

internal import Files
internal import Localization
internal import TranslationTools

extension ProjectLoader {
    /// The storyboards and xibs in folders of the source language, if the project has translations of their
    /// texts and no `.strings` file with the texts themselves.
    ///
    /// - Parameter files: the `.strings` files of the project.
    mutating func readInterfaces(
        in folders: [String], besides files: [LocalizationFile], _ sourceLocale: LocaleIdentifier
    ) -> [LocalizationFile] {
        let sources = Set(files.filter { $0.locale == sourceLocale }.map(\.table))
        let translations = Dictionary(grouping: files.filter { !sources.contains($0.table) }, by: \.table)
        guard !translations.isEmpty else { return [] }
        var interfaces: [LocalizationFile] = []
        for folder in folders {
            for name in names(inFolder: folder).sorted() where InterfaceFormat().isOwn(name) {
                let table = String(name.prefix(upTo: name.lastIndex(of: ".") ?? name.endIndex))
                guard let own = translations[table],
                    !interfaces.contains(where: { $0.table == table })
                else { continue }
                let path = PathName.joined(folder, name)
                guard let bytes = context.read(path, acceptsPipes: false) else {
                    isComplete = false
                    continue
                }
                interfaces.append(
                    InterfaceFormat.source(
                        bytes, at: path, sourceLocale: sourceLocale, translations: own))
            }
        }
        return interfaces
    }
}
