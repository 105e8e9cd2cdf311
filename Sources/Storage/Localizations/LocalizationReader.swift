// How do the .strings files of a folder of .lproj folders become the tables of a localizer?

public import CatalogSearch
public import Localization

/// Something in a localization file that its owner should know.
public struct LocalizationFinding: Sendable {
    /// The file, or the folder where that cannot be read.
    public let file: String
    /// What was found, with its place in the file.
    public let diagnostic: any LocalizationDiagnostic
}

/// Texts of some locales, and what was wrong with their files.
public struct LocalizationReading: Sendable {
    /// The tables of each locale by name.
    public var tables: [LocaleIdentifier: [String: MessageCatalog]] = [:]
    /// What was found in the files, in their order.
    public var findings: [LocalizationFinding] = []
    /// Files that could not be read.
    public var failures: [FileError] = []
    /// The locales that the folder has texts for, whether they were read or not.
    public var locales: Set<LocaleIdentifier> = []
    /// The file of each table.
    public var files: [LocaleIdentifier: [String: String]] = [:]

    /// No texts.
    public init() {}
}

/// Reads folders of localized texts.
public struct LocalizationReader: Sendable {
    private let fileSystem: any FileSystem

    /// No file of texts is larger.
    private static let sizeLimit = 64 << 20

    /// A reader among these files.
    public init(fileSystem: any FileSystem = LocalFileSystem()) { self.fileSystem = fileSystem }

    /// The locales that a folder has a `.lproj` folder for, with the names of these.
    ///
    /// - Throws: `FileError` where the folder cannot be listed.
    public func locales(inFolder folder: String) throws(FileError) -> [LocaleIdentifier: String] {
        var found: [LocaleIdentifier: String] = [:]
        for name in try fileSystem.names(inFolder: folder) {
            guard case .locale(let locale)? = LocalizationFolder(name: name), found[locale] == nil else {
                continue
            }
            found[locale] = name
        }
        return found
    }

    /// Reads the tables of some locales; those that are not there are left out.
    ///
    /// - Throws: `FileError` where the folder cannot be listed.
    public func read(
        folder: String, locales: [LocaleIdentifier], tables: [String]
    ) throws(FileError) -> LocalizationReading {
        try read(folder: folder, names: self.locales(inFolder: folder), locales: locales, tables: tables)
    }

    /// Reads the tables of some locales of a folder that has been listed; those that are not there are left out.
    ///
    /// - Parameter names: what ``locales(inFolder:)`` said of the folder.
    public func read(
        folder: String, names: [LocaleIdentifier: String], locales: [LocaleIdentifier], tables: [String]
    ) -> LocalizationReading {
        var reading = LocalizationReading()
        reading.locales = Set(names.keys)
        for locale in locales {
            guard let name = names[locale] else { continue }
            for table in tables {
                let path = PathName.joined(PathName.joined(folder, name), table + ".strings")
                do throws(FileError) {
                    let strings = StringsFile(try fileSystem.contents(of: path, limit: Self.sizeLimit))
                    let catalog = MessageCatalog(locale: locale, strings: strings)
                    reading.tables[locale, default: [:]][table] = catalog
                    reading.files[locale, default: [:]][table] = path
                    reading.findings += strings.diagnostics.map {
                        LocalizationFinding(file: path, diagnostic: $0)
                    }
                    reading.findings += catalog.diagnostics.map {
                        LocalizationFinding(file: path, diagnostic: $0)
                    }
                } catch {
                    if !error.isMissing { reading.failures.append(error) }
                }
            }
        }
        return reading
    }
}
