// Reads the `.strings` files in a folder of `.lproj` folders.

public import Files
public import ICU

/// A problem in a localization file.
public struct LocalizationFinding: Sendable {
    /// The path of the file, or of a folder that cannot be read.
    public let file: String
    /// The problem, with its position in the file.
    public let diagnostic: any LocalizationDiagnostic
}

/// Texts of some locales, and the problems in their files.
public struct LocalizationReading: Sendable {
    /// The tables of each locale by name.
    public var tables: [LocaleIdentifier: [String: MessageCatalog]] = [:]
    /// The problems in the files, in their order.
    public var findings: [LocalizationFinding] = []
    /// Files that could not be read.
    public var failures: [FileError] = []
    /// All locales of the folder, including those that were not read.
    public var locales: Set<LocaleIdentifier> = []
    /// The file of each table.
    public var files: [LocaleIdentifier: [String: String]] = [:]

    /// No texts.
    public init() {}
}

/// Reads folders of localized texts.
public struct LocalizationReader: Sendable {
    private let fileSystem: any FileSystem

    /// The greatest size of a file, in bytes.
    private static let sizeLimit = 64 << 20

    /// A reader in a file system.
    public init(fileSystem: any FileSystem = LocalFileSystem()) { self.fileSystem = fileSystem }

    /// The locales of the `.lproj` folders in a folder, with the names of these.
    ///
    /// - Throws: `FileError` if the folder cannot be listed.
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

    /// Reads the tables of some locales; skips missing ones.
    ///
    /// - Throws: `FileError` if the folder cannot be listed.
    public func read(
        folder: String, locales: [LocaleIdentifier], tables: [String]
    ) throws(FileError) -> LocalizationReading {
        try read(folder: folder, names: self.locales(inFolder: folder), locales: locales, tables: tables)
    }

    /// Reads the tables of some locales in a folder that has been listed; skips missing ones.
    ///
    /// - Parameter names: the result of ``locales(inFolder:)``.
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
                    let strings = StringsFile(
                        try fileSystem.contents(ofRegularFile: path, limit: Self.sizeLimit))
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
