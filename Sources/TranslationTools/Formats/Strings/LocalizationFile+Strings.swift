// `.strings` files as files of a project.

public import Localization

extension LocalizationFile {
    /// Reads the bytes of a `.strings` file. A compiled file is read as the source
    /// that it could have been made of.
    public init(path: String, table: String, locale: LocaleIdentifier, bytes: [UInt8]) {
        let strings = StringsFile(sourceOrCompiled: bytes)
        self.init(path: path, table: table, locale: locale, strings: strings)
        document = TranslationDocument(bytes, strings)
    }

    /// A `.strings` file that is read already.
    public init(path: String, table: String, locale: LocaleIdentifier, strings: StringsFile) {
        self.init(path: path, format: StringsFormat(), table: table, locale: locale, strings: strings)
    }
}
