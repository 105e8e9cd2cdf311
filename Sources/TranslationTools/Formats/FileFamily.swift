// Files of one table that lie beside each other, with the locale in their names.

internal import Localization

/// The place of a file in its family: `messages_de.properties` beside `messages.properties`,
/// `Resources.de.resx` beside `Resources.resx`. The file without a locale has the source texts.
struct FileFamily {
    /// The name without the locale.
    let table: String
    /// `nil` where the name has none.
    let locale: LocaleIdentifier?
    private let path: String
    private let separator: Character
    /// The locale as it is spelled; empty where there is none.
    private let spelling: Substring

    /// - Parameter separator: the character between the table and the locale.
    init(_ path: String, separator: Character) {
        (self.path, self.separator) = (path, separator)
        let stem = PathNames(path).stem
        for index in stem.indices.dropFirst() where stem[index] == separator {
            let rest = stem[stem.index(after: index)...]
            guard let locale = Self.locale(rest) else { continue }
            (table, self.locale, spelling) = (String(stem[..<index]), locale, rest)
            return
        }
        (table, locale, spelling) = (stem, nil, "")
    }

    /// Whether a part of a name is the name of a locale.
    static func isLocale(_ name: Substring) -> Bool { locale(name) != nil }

    /// The locale that a part of a name is.
    static func locale(_ name: Substring) -> LocaleIdentifier? {
        let parts = name.split(omittingEmptySubsequences: false) { $0 == "_" || $0 == "-" }
        // Crowdin has a region for each language, also where it has none: `kab-KAB`.
        let repeats = parts.count == 2 && parts[0].utf8.count == 3 && parts[1] == parts[0].uppercased()
        let code = repeats ? parts[0] : name
        guard let locale = LocaleIdentifier(String(code)), locale.isKnown else { return nil }
        // Words that happen to be codes are no parts of a locale: `my_app`.
        func isPart(_ part: Substring) -> Bool { part.utf8.count != 3 || part.allSatisfy(\.isNumber) }
        return repeats || parts.dropFirst().allSatisfy(isPart) ? locale : nil
    }

    /// The file as one of a project.
    func placed(_ kind: PlacedFile.Kind) -> PlacedFile {
        PlacedFile(
            path, in: PathNames(path).folder(1), kind, table: table, locale: locale,
            needsTranslations: locale == nil)
    }

    /// The path of the file of another locale.
    func path(of locale: LocaleIdentifier) -> String {
        let names = PathNames(path)
        let ending = names.name(1).dropFirst(names.stem.count)
        let tag =
            separator == "_" ? locale.languageTag.replacing("-", with: "_") : locale.languageTag
        return LocalizationProject.joined(names.folder(1), "\(table)\(separator)\(tag)\(ending)")
    }
}
