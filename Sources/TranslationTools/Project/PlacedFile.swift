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
        /// JSON files, in folders or under names of locales.
        case json
        /// Fluent's files, in folders or under names of locales.
        case fluent
        /// Resource bundles of Java, side by side.
        case properties
        /// Resource files of .NET, side by side.
        case resx
        /// Qt's files, each with its source texts.
        case qt
        /// Files of a format that others have added.
        case other
    }

    public let path: String
    /// The files that it belongs to.
    public let group: Group
    /// The table's name, where the path says it.
    public let table: String?
    /// The locale, where the path says it.
    public let locale: LocaleIdentifier?

    /// Whether the file is a template, without translations.
    public let isTemplate: Bool
    /// Whether the file has texts only if there are files of its table for locales: many
    /// programs have files with such names.
    public let needsTranslations: Bool

    /// Places a file.
    ///
    /// - Parameters:
    ///   - folder: the folder that has all files of its group below it.
    ///   - locale: the locale that the path says; `nil` where it says none.
    public init(
        _ path: String, in folder: String, _ kind: Kind, table: String? = nil,
        locale: LocaleIdentifier? = nil, isTemplate: Bool = false, needsTranslations: Bool = false
    ) {
        (self.path, group) = (path, Group(folder: folder, kind: kind))
        (self.table, self.locale, self.isTemplate) = (table, locale, isTemplate)
        self.needsTranslations = needsTranslations
    }
}

/// The names in a path, counted from its end.
struct PathNames {
    private let path: String
    private let names: [Substring]

    init(_ path: String) {
        self.path = path
        names = path.split(separator: "/", omittingEmptySubsequences: false)
    }

    /// A name: 1 is the file's; empty where the path has fewer.
    func name(_ level: Int) -> String { names.count >= level ? String(names[names.count - level]) : "" }

    /// The file's name without its last extension.
    var stem: String {
        let name = name(1)
        return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    }

    /// What follows the last dot in the file's name, in lower case; `nil` where there is none.
    var fileExtension: String? {
        let name = name(1)
        return name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() }
    }

    /// The path without its last names; `.` for the current folder.
    func folder(_ levels: Int) -> String {
        let folder = names.dropLast(levels).joined(separator: "/")
        return folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder
    }
}
