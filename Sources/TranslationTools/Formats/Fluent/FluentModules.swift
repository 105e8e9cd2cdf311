// Projects of Fluent whose modules have their source texts beside their code, as Firefox has them.

internal import Localization

/// The layout of Firefox and other programs of Mozilla: a module has its source texts, and each locale has a
/// folder with those of all modules.
///
///     browser/locales/en-US/browser/menubar.ftl
///     de/browser/browser/menubar.ftl
package enum FluentModules {
    /// The files with source texts of modules, as files of the project that has the translations.
    ///
    /// - Parameter files: Fluent's files by their own paths.
    /// - Returns: only the files that belong to another group than their paths say.
    package static func moved(_ files: [PlacedFile]) -> [PlacedFile] {
        let groups = Dictionary(grouping: files.filter { $0.group.kind == .fluent }, by: \.group.folder)
        let tables = groups.mapValues { Set($0.compactMap(\.table)) }
        return groups.sorted { $0.key < $1.key }.flatMap { folder, sources -> [PlacedFile] in
            guard PathNames(folder).name(1) == "locales", Set(sources.map(\.locale)).count == 1 else {
                return []
            }
            // From the nearest folder above the module's on.
            var module = ""
            var rest = folder
            repeat {
                rest = PathNames(rest).folder(1)
                if !module.isEmpty, let known = tables[rest],
                    known.contains(where: { $0.hasPrefix(module + "/") })
                {
                    return sources.map { source in
                        PlacedFile(
                            source.path, in: rest, .fluent, table: module + "/" + (source.table ?? ""),
                            locale: source.locale)
                    }
                }
                let name = PathNames(rest).name(1)
                module = module.isEmpty ? name : name + "/" + module
            } while rest != "." && rest != "/"
            return []
        }
    }

    /// The path of a translation of a module's source texts; `nil` for files that are not in this layout.
    static func path(
        of locale: LocaleIdentifier, beside source: LocalizationFile, in project: LocalizationProject
    ) -> String? {
        guard let own = LocaleFilePath(source.path), own.table != source.table else { return nil }
        let others = project.files.lazy.filter { $0.locale != source.locale }
        return others.compactMap { file -> String? in
            guard let place = LocaleFilePath(file.path), place.table == file.table else { return nil }
            return LocalizationProject.joined(place.folder, "\(locale.languageTag)/\(source.table).ftl")
        }.first
    }
}
