// Which JSON and Fluent files have translations, as their paths say.

internal import Localization

/// The path of a JSON or Fluent file with the texts of one locale.
///
/// A folder must say that it has texts (`locales`, `i18n`, …), and below it a folder or
/// the file's name must be a locale:
///
///     locales/de.json          locales/de/common.json       messages/de.json
///     src/i18n/app.de.json     _locales/pt_BR/messages.json
///
/// Files of other programs are never taken for texts: neither those with names of their own, such as
/// `package.json`, nor any outside such folders, unless a project has no other texts (`isInNamedFolder`). A
/// resource bundle (`app_de.arb`) and Fluent's files (`de/app.ftl`, `app.de.ftl`) may be anywhere, since nothing
/// else has such names.
struct LocaleFilePath {
    /// The folder with the files of all locales; `.` for the current one.
    let folder: String
    /// The table: what of the name is not the locale.
    let table: String
    let locale: LocaleIdentifier
    /// Whether the file is one of a browser's extension.
    let isOfExtension: Bool
    /// Whether a folder says that it has texts, where the file's own name does not.
    let isInNamedFolder: Bool
    /// Whether locales of such files have underscores.
    private let hasUnderscores: Bool
    private let path: [Substring]
    /// Which component of the path has the locale, and where in it.
    private let component: Int
    private let range: Range<String.Index>

    /// The table of files whose name is only the locale: the namespace that i18next has by default.
    static let defaultTable = "translation"

    /// The same for Fluent's files, as `fluent-web` and others name the only one.
    private static let defaultFluentTable = "messages"

    /// Folders that have texts, in lower case.
    private static let folders: Set<String> = [
        "locales", "locale", "_locales", "__locales", "lang", "langs", "language", "languages", "i18n",
        "l10n", "intl",
        "translations", "translation", "messages", "nls", "strings",
    ]

    /// Files of other programs, in lower case.
    private static let foreignNames: Set<String> = [
        "package.json", "package-lock.json", "composer.json", "manifest.json", "tsconfig.json",
        "jsconfig.json",
    ]

    /// Reads a path; `nil` where it does not say that the file has texts.
    init?(_ path: String) {
        let components = path.split(separator: "/", omittingEmptySubsequences: false)
        guard let name = components.last, !Self.foreignNames.contains(name.lowercased()),
            let dot = name.lastIndex(of: ".")
        else { return nil }
        let ending = name[dot...].lowercased()
        let (isBundle, isFluent) = (ending == ".arb", ending == ".ftl")
        let known = components.dropLast().lastIndex { Self.folders.contains($0.lowercased()) }
        let first = isBundle ? components.count - 2 : known ?? -1
        isInNamedFolder = known != nil || isBundle || isFluent
        let own = known == nil && !isBundle ? [] : Array((first + 1)..<components.count)
        // Elsewhere the file itself or its folder is a locale.
        let nearest = isFluent ? Self.nearest(components) : [components.count - 1, components.count - 2]
        for index in own + (isFluent || !isInNamedFolder ? nearest : []) where index >= 0 {
            let isFile = index == components.count - 1
            guard let range = Self.locale(in: components[index], isFile: isFile),
                let locale = FileFamily.locale(components[index][range])
            else { continue }
            let stem = name[..<dot]
            self.path = components
            (component, self.range, self.locale) = (index, range, locale)
            let above = components[..<index].joined(separator: "/")
            folder = above.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : above
            isOfExtension = first >= 0 && components[first] == "_locales"
            hasUnderscores = isOfExtension || isBundle
            if isFile {
                let rest = name[..<range.lowerBound].dropLast()
                let table = isFluent ? Self.defaultFluentTable : Self.defaultTable
                self.table = rest.isEmpty ? table : String(rest)
            } else {
                table = (components[(index + 1)...].dropLast() + [stem]).joined(separator: "/")
            }
            return
        }
        return nil
    }

    /// The components that may have the locale where no folder says where it is: that of the file after a
    /// dot, then the folders from the nearest one on, codes of three letters last, which are words, too.
    private static func nearest(_ components: [Substring]) -> [Int] {
        let file = components.count - 1
        let isNamed = components[file].dropLast(".ftl".count).split(separator: ".").count > 1
        let folders = (0..<file).reversed()
        func isCode(_ index: Int) -> Bool { components[index].prefix { $0 != "-" && $0 != "_" }.count == 2 }
        return (isNamed ? [file] : []) + folders.filter(isCode) + folders.filter { !isCode($0) } + [file]
    }

    /// Where a folder's or a file's name has a locale: all of it, or what follows the last dot or the first
    /// underscore or hyphen after which the rest is one.
    private static func locale(in name: Substring, isFile: Bool) -> Range<String.Index>? {
        let end = isFile ? name.lastIndex(of: ".") ?? name.endIndex : name.endIndex
        let whole = name.startIndex..<end
        if FileFamily.isLocale(name[whole]) { return whole }
        guard isFile else { return nil }
        for index in name[whole].indices where "._-".contains(name[index]) {
            let range = name.index(after: index)..<end
            if index > name.startIndex, FileFamily.isLocale(name[range]) { return range }
        }
        return nil
    }

    /// The path of the same file in another locale.
    ///
    /// - Parameter others: the paths of the project's files: where one of them has an
    ///   underscore in its locale, this one does.
    func path(of locale: LocaleIdentifier, like others: [String]) -> String {
        let spellings = [spelling] + others.compactMap { LocaleFilePath($0)?.spelling }
        let hasUnderscore = hasUnderscores || spellings.contains { $0.contains("_") }
        let tag = hasUnderscore ? locale.languageTag.replacing("-", with: "_") : locale.languageTag
        var components = path.map(String.init)
        let old = path[component]
        components[component] = old[..<range.lowerBound] + tag + old[range.upperBound...]
        return components.joined(separator: "/")
    }

    var spelling: String { String(path[component][range]) }
}
