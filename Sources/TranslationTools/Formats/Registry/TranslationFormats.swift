// The registry of formats.

/// How formats write, where they leave a choice.
public struct TranslationFormatOptions: Sendable {
    /// Headers, identifiers and contexts of gettext's files.
    public var gettext: GettextOptions
    /// Whether numbers in MO files have their most significant byte first.
    public var isBigEndian: Bool
    /// The version of the program that writes, for headers.
    public var toolVersion: String
    /// The texts of pages for translators, and terms.
    public var page: TranslatorPageOptions

    /// Chooses options.
    public init(
        gettext: GettextOptions = GettextOptions(project: ""), isBigEndian: Bool = false,
        toolVersion: String = "1", page: TranslatorPageOptions = TranslatorPageOptions()
    ) {
        self.page = page
        self.gettext = gettext
        self.isBigEndian = isBigEndian
        self.toolVersion = toolVersion
    }
}

/// The formats to choose from.
public struct TranslationFormats: Sendable {
    /// All formats, in the order in which they are listed to users.
    public var all: [any TranslationFormat]

    /// The formats of this library.
    public init(_ options: TranslationFormatOptions = TranslationFormatOptions()) {
        all = [
            POFormat(options: options.gettext), POTFormat(options: options.gettext),
            MOFormat(options: options.gettext, isBigEndian: options.isBigEndian),
            XLIFFFormat(toolVersion: options.toolVersion),
            XLIFFFormat(version: .v2, toolVersion: options.toolVersion), StringsdictFormat(),
            StringCatalogFormat(),
            AndroidFormat(), StringsFormat(), JSONTextFormat.i18next, JSONTextFormat.formatJS,
            JSONTextFormat.resourceBundle, PropertiesFormat(), ResxFormat(),
            QtFormat(), FluentFormat(), TranslatorPageFormat(options.page),
        ]
    }

    public func format(named name: String) -> (any TranslationFormat)? { all.first { $0.name == name } }

    /// The format that the extension of a file's name tells, in upper or lower case.
    public func format(ofFile path: String) -> (any TranslationFormat)? {
        guard let name = PathNames(path).fileExtension else { return nil }
        return all.first { $0.fileExtensions.contains(name) }
    }

    /// The format of a file by its name, and by its contents where a page for translators saved it.
    public func format(ofFile path: String, containing bytes: [UInt8]) -> (any TranslationFormat)? {
        let isJSON = PathNames(path).fileExtension == "json"
        if isJSON, TranslatorPageReader.isSaved(bytes) { return format(named: "html") }
        return format(ofFile: path)
    }
}
