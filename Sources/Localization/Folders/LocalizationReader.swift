// Reads the `.strings`, `.stringsdict` and `.json` files in a folder of `.lproj` folders, or `.json` files by
// locale.

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
    /// The file of each table: of a `.strings` and a `.stringsdict` file the first one.
    public var files: [LocaleIdentifier: [String: String]] = [:]

    /// No texts.
    public init() {}
}

/// Reads folders of localized texts.
public struct LocalizationReader: Sendable {
    private let fileSystem: any FileSystem

    /// The greatest size of a file, in bytes.
    private static let sizeLimit = 64 << 20

    public init(fileSystem: any FileSystem = LocalFileSystem()) { self.fileSystem = fileSystem }

    /// The locales of the `.lproj` folders in a folder, with the names of these.
    ///
    /// In a folder without any, files such as `de.json` stand for their locales, as FormatJS compiles them;
    /// each is the table ``Localizer/defaultTable``.
    ///
    /// - Throws: `FileError` if the folder cannot be listed.
    public func locales(inFolder folder: String) throws(FileError) -> [LocaleIdentifier: String] {
        var found: [LocaleIdentifier: String] = [:]
        let names = try fileSystem.names(inFolder: folder)
        for name in names {
            guard case .locale(let locale)? = LocalizationFolder(name: name), found[locale] == nil else {
                continue
            }
            found[locale] = name
        }
        guard found.isEmpty else { return found }
        for name in names where name.hasSuffix(Self.formatJSEnding) {
            guard let locale = LocaleIdentifier(name.dropLast(Self.formatJSEnding.count)), locale.isKnown
            else {
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
            let path = PathName.joined(folder, name)
            let isFile = name.hasSuffix(Self.formatJSEnding)
            for table in tables where !isFile || table == Localizer.defaultTable {
                let file =
                    isFile ? String(path.dropLast(Self.formatJSEnding.count)) : PathName.joined(path, table)
                readTable(file, table, locale, into: &reading)
            }
        }
        return reading
    }

    /// Reads the files of a table. Of a key that several have, the `.stringsdict` has
    /// the text, as on Apple's systems, then the `.strings` file.
    private func readTable(
        _ path: String, _ table: String, _ locale: LocaleIdentifier, into reading: inout LocalizationReading
    ) {
        var messages: [Message] = []
        func add(_ catalog: MessageCatalog, _ diagnostics: [any LocalizationDiagnostic], _ file: String) {
            messages += catalog.list
            reading.findings += (diagnostics + catalog.diagnostics).map {
                LocalizationFinding(file: file, diagnostic: $0)
            }
            if reading.files[locale]?[table] == nil { reading.files[locale, default: [:]][table] = file }
            reading.tables[locale, default: [:]][table] =
                messages.count == catalog.list.count
                ? catalog : MessageCatalog(locale: locale, messages: messages)
        }
        if let bytes = contents(path + Self.formatJSEnding, &reading) {
            let compiled = FormatJSFile(bytes)
            add(
                MessageCatalog(locale: locale, messages: compiled.messages), compiled.diagnostics,
                path + Self.formatJSEnding)
        }
        if let bytes = contents(path + ".strings", &reading) {
            let strings = StringsFile(sourceOrCompiled: bytes)
            add(MessageCatalog(locale: locale, strings: strings), strings.diagnostics, path + ".strings")
        }
        if let bytes = contents(path + ".stringsdict", &reading) {
            let varying = StringsdictFile(bytes)
            let catalog = MessageCatalog(locale: locale, checking: varying.messages)
            add(catalog, varying.diagnostics, path + ".stringsdict")
        }
    }

    /// The ending of files that FormatJS compiles.
    private static let formatJSEnding = ".json"

    /// The bytes of a file; `nil` where there is none, or where it cannot be read, which is a failure.
    private func contents(_ path: String, _ reading: inout LocalizationReading) -> [UInt8]? {
        do throws(FileError) {
            return try fileSystem.contents(ofRegularFile: path, limit: Self.sizeLimit)
        } catch {
            if !error.isMissing { reading.failures.append(error) }
            return nil
        }
    }
}
