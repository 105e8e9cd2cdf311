// What gettext's formats have in common, and where their files are.

public import Localization

/// PO files, their templates and MO files.
public protocol GettextFormat: TranslationFormat {}

extension GettextFormat {
    /// In a template.
    public var sourceTexts: SourceTextLocation { .template }
    /// `true`: a file is a domain.
    public var joinsTables: Bool { true }
    /// `false`: a rule counts integers.
    public var hasFormsOfFractions: Bool { false }

    /// All: an entry is one text with its forms.
    public var spelledOutPlurals: EmbeddedPluralSyntax { [.messageFormat, .substitution] }

    /// As the other languages have theirs.
    public func path(
        of locale: LocaleIdentifier, beside source: LocalizationFile, in project: LocalizationProject
    ) -> String? {
        let other = project.files.first { $0.table == source.table && $0.format is POFormat }
        let names = other.map { PathNames($0.path) }
        let isDivided = names?.name(2) == POFormat.messagesFolder
        return POFormat.path(
            of: locale, in: isDivided ? project.folder : PathNames(source.path).folder(1),
            domain: isDivided ? names?.stem : nil)
    }

    /// The edits of the context or the original text that is the key.
    public func renaming(_ key: String, to newKey: String, in text: [UInt8]) -> [TextEdit] {
        POEntryEditor(text).renaming(key, to: newKey)
    }

    /// A comment of the program (`#.`) below those of translators.
    public func commenting(_ comment: String, at offset: Int, in text: [UInt8]) -> TextEdit? {
        func lineStart(before end: Int) -> Int {
            text[..<end].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        }
        var start = lineStart(before: offset)
        // Blank lines are between entries.
        while start > 0 {
            let previous = lineStart(before: start - 1)
            if text[previous..<start].allSatisfy({ $0 <= 0x20 }) { break }
            start = previous
        }
        while text[start...].starts(with: "# ".utf8), let end = text[start...].firstIndex(of: 0x0A) {
            start = end + 1
        }
        return TextEdit(start..<start, comment.lines.map { "#. \($0)\n" }.joined())
    }

    /// The contexts that several texts of a file have.
    public func sharedContexts(in bytes: [UInt8]) -> Set<String> { SharedContexts.find(in: bytes) }
}

extension POFormat {
    /// A file by its locale, in the folder of its template; or by its domain, in `LOCALE/LC_MESSAGES`.
    public func place(of path: String) -> PlacedFile? {
        let names = PathNames(path)
        if names.name(2) == Self.messagesFolder {
            return PlacedFile(
                path, in: names.folder(3), .gettext, table: names.stem,
                locale: LocaleIdentifier(names.name(3)))
        }
        let locale = LocaleIdentifier(names.stem).flatMap { $0.isKnown ? $0 : nil }
        return PlacedFile(
            path, in: names.folder(1), .gettext, table: locale == nil ? names.stem : nil, locale: locale)
    }

    /// The path of a file.
    ///
    /// - Parameter domain: the name of the file where each language has a folder; `nil` where it has one
    ///   file.
    package static func path(of locale: LocaleIdentifier, in folder: String, domain: String?) -> String {
        let name = locale.gettextName
        return LocalizationProject.joined(
            folder, domain.map { "\(name)/\(messagesFolder)/\($0).po" } ?? name + ".po")
    }

    fileprivate static let messagesFolder = "LC_MESSAGES"
}

extension POTFormat {
    /// In the folder of the files that are made of it.
    public func place(of path: String) -> PlacedFile? {
        let names = PathNames(path)
        return PlacedFile(path, in: names.folder(1), .gettext, table: names.stem, isTemplate: true)
    }
}

extension MOFormat {
    /// `nil`: a compiled file is no source of anything.
    public func place(of path: String) -> PlacedFile? { nil }
}
