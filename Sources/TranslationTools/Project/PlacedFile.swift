// What the path of a file says about its place in a project.

public import Localization

/// A file of a project, placed by its path.
public struct PlacedFile: Sendable, Hashable {
    /// The files that belong together: those that are in the same folders and of the same kind.
    public struct Group: Sendable, Hashable {
        /// The folder that has all of the files below it; `.` for the current one.
        public let folder: String
        /// The kind of the files.
        public let kind: Kind
    }

    /// What is kept together.
    public enum Kind: String, Sendable, Hashable {
        /// `.lproj` folders with `.strings` and `.stringsdict` files.
        case apple
        /// PO files and their template.
        case gettext
        /// String catalogs, each with all of its locales.
        case stringCatalog
        /// XLIFF files, each with its source texts.
        case xliff
        /// Folders `values` and `values-LOCALE`. All of their files are one table.
        case android
        /// Files of a format that others have added.
        case other
    }

    /// The path.
    public let path: String
    /// The files that it belongs to.
    public let group: Group
    /// The table's name, where the path says it.
    public let table: String?
    /// The locale, where the path says it.
    public let locale: LocaleIdentifier?

    /// Whether the file is a template, without translations.
    public let isTemplate: Bool

    /// Places a file by its path; `nil` where files of the format are not read in place.
    ///
    /// - Parameter format: the format that the name tells.
    public init?(path: String, format: any TranslationFormat) {
        let names = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        func folder(_ levels: Int) -> String {
            let folder = names.dropLast(levels).joined(separator: "/")
            return folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder
        }
        func name(_ level: Int) -> String { names.count >= level ? names[names.count - level] : "" }
        let stem = name(1).lastIndex(of: ".").map { String(name(1)[..<$0]) } ?? name(1)
        self.path = path
        isTemplate = format.contents == .template
        switch format.name {
        case "strings" where LocalizationFolder(name: name(2)) == nil:
            // Files by themselves are taken for the source.
            (group, table, locale) = (Group(folder: folder(1), kind: .apple), stem, nil)
        case "strings", "stringsdict":
            guard let place = LocalizationFolder(name: name(2)) else { return nil }
            (group, table) = (Group(folder: folder(2), kind: .apple), stem)
            if case .locale(let locale) = place { self.locale = locale } else { locale = nil }
        case "po":
            if name(2) == "LC_MESSAGES" {
                (group, table) = (Group(folder: folder(3), kind: .gettext), stem)
                locale = LocaleIdentifier(name(3))
            } else {
                group = Group(folder: folder(1), kind: .gettext)
                locale = LocaleIdentifier(stem).flatMap { $0.isKnown ? $0 : nil }
                table = locale == nil ? stem : nil
            }
        case "pot": (group, table, locale) = (Group(folder: folder(1), kind: .gettext), stem, nil)
        case "xcstrings": (group, table, locale) = (Group(folder: folder(1), kind: .stringCatalog), stem, nil)
        case "xliff": (group, table, locale) = (Group(folder: folder(1), kind: .xliff), nil, nil)
        case "mo": return nil
        case "android":
            guard let place = AndroidResources.locale(ofFolder: name(2)) else { return nil }
            // Android merges all files of a folder.
            (group, table, locale) = (
                Group(folder: folder(2), kind: .android), AndroidResources.tableName, place
            )
        default: (group, table, locale) = (Group(folder: folder(1), kind: .other), nil, nil)
        }
    }
}
