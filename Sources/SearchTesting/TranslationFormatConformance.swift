// The invariants of `TranslationFormat`, as tests for any implementation.

internal import Localization
public import Testing
public import TranslationTools

/// Checks that a `TranslationFormat` does what the protocol promises. Each broken invariant is recorded
/// as an issue of the running test.
///
/// The suite writes a small project in English and German, with a plural, reads it back, edits it, and
/// exchanges it with translators in all formats of the library.
public struct TranslationFormatConformance: Sendable {
    private let format: any TranslationFormat
    private let readsPlurals: Bool

    /// Tests of a format.
    ///
    /// - Parameter readsPlurals: whether the format keeps plural forms, as most do.
    public init(_ format: any TranslationFormat, readsPlurals: Bool = true) {
        self.format = format
        self.readsPlurals = readsPlurals
    }

    /// Checks all invariants.
    public func run(sourceLocation: SourceLocation = #_sourceLocation) {
        checkNames(sourceLocation)
        checkRoundTrip(sourceLocation)
        checkRepeatedWriting(sourceLocation)
        checkEditing(sourceLocation)
        checkPlaces(sourceLocation)
        checkRenaming(sourceLocation)
        checkComments(sourceLocation)
        checkExchange(sourceLocation)
        checkFindings(sourceLocation)
        checkDamage(sourceLocation)
    }

    private static let english = LocaleIdentifier.english
    private static let german = LocaleIdentifier("de")!
    private static let table = "Localizable"

    private static let project = LocalizationProject(
        sourceLocale: english,
        files: [
            file(
                english,
                """
                "Open" = "Open";
                "Photos" = "Photos";
                "Print" = "Print %@";
                "n|==|plural.one" = "%ld file";
                "n|==|plural.other" = "%ld files";
                """),
            file(
                german,
                """
                "Open" = "Öffnen & mehr <b>";
                "Photos" = "Fotos";
                /* Flag: fuzzy */
                "Print" = "%@ drucken";
                "n|==|plural.one" = "%ld Datei";
                "n|==|plural.other" = "%ld Dateien";
                """),
        ])

    private static func file(_ locale: LocaleIdentifier, _ text: String) -> LocalizationFile {
        LocalizationFile(
            path: "\(locale.identifier).lproj/\(table).strings", table: table, locale: locale,
            bytes: Array(text.utf8))
    }

    private var writtenFiles: [TranslationFile] {
        var files: [TranslationFile] = []
        TranslationExport(Self.project, tables: [Self.table], locales: [Self.german])
            .write(format) { files.append($0) }
        return files
    }

    private func source(_ path: String) -> TranslationFileSource {
        TranslationFileSource(project: Self.project, path: path, locale: Self.german, table: Self.table)
    }

    private func checkNames(_ place: SourceLocation) {
        #expect(!format.name.isEmpty, "a format has a name", sourceLocation: place)
        #expect(
            format.fileExtensions.allSatisfy { !$0.isEmpty && $0 == $0.lowercased() && !$0.contains(".") },
            "extensions are in lower case and without the dot", sourceLocation: place)
        let known = writtenFiles.first.map { format.isOwn($0.path) }
        #expect(known == true, "the first file has one of the format's extensions", sourceLocation: place)
    }

    private func checkRoundTrip(_ place: SourceLocation) {
        guard let file = writtenFiles.first else {
            Issue.record("a project with translations gives a file", sourceLocation: place)
            return
        }
        let tables = format.read(file.bytes, from: source(file.path)).tables
        var units: [String: TranslationUnit] = [:]
        for table in tables where table.locale == nil || table.locale?.language == "de" {
            for unit in table.units { units[unit.key] = unit }
        }
        if readsPlurals {
            let plural = units["n"]?.translation?.plural[.other]?.source
            let expected = format.contents == .template ? nil : "%ld Dateien"
            #expect(plural == expected, "plural forms are read back", sourceLocation: place)
        }
        if let text = units["Open"]?.translation?.text?.source {
            #expect(text == "Öffnen & mehr <b>", "texts are read back as they are", sourceLocation: place)
        }
        #expect(!units.isEmpty, "a file that was written has units", sourceLocation: place)
    }

    private func checkRepeatedWriting(_ place: SourceLocation) {
        let first = writtenFiles
        let second = writtenFiles
        #expect(
            first.map(\.path) == second.map(\.path) && first.map(\.bytes) == second.map(\.bytes),
            "the same tables give the same bytes", sourceLocation: place)
    }

    /// A file with all units of tables set.
    private func applying(_ tables: [TranslationTable], to file: TranslationFile) -> TranslationFile? {
        format.applying(
            tables.map(TableEdits.init(setting:)), to: TranslationDocument(file.bytes), at: file.path,
            following: nil)
    }

    /// Edits the units of a file: those that say the same, then one form of one message.
    private func checkEditing(_ place: SourceLocation) {
        guard readsPlurals, let file = writtenFiles.first else { return }
        let tables = read(file.bytes, file.path)
        guard var changed = tables.first, !changed.units.isEmpty,
            let same = applying(tables, to: file)
        else { return }
        #expect(same.bytes == file.bytes, "an edit that says the same changes no byte", sourceLocation: place)
        changed.units = changed.units.filter { $0.key == "n" }
        let new = Message(key: "n", plural: [.one: "%ld Datei", .other: "%ld Akten"])
        for index in changed.units.indices { changed.units[index].translation = new }
        guard let edited = applying([changed], to: file) else {
            return
        }
        let texts = read(edited.bytes, file.path).flatMap(\.units).map { ($0.key, $0.translation) }
        let expected = tables.flatMap(\.units).map { ($0.key, $0.key == "n" ? new : $0.translation) }
        #expect(
            texts.elementsEqual(expected) {
                $0.0 == $1.0 && $0.1?.forms.map(\.text) == $1.1?.forms.map(\.text)
            },
            "an edit changes the texts of its units, and no others", sourceLocation: place)
        let start = zip(file.bytes, edited.bytes).prefix { $0 == $1 }.count
        let end = zip(file.bytes.reversed(), edited.bytes.reversed()).prefix { $0 == $1 }.count
        #expect(
            start + end >= file.bytes.count - "Dateien".utf8.count,
            "an edit changes only the bytes of its texts", sourceLocation: place)
    }

    /// Places a file by its path.
    private func checkPlaces(_ place: SourceLocation) {
        guard let file = writtenFiles.first, let placed = format.place(of: file.path) else { return }
        #expect(placed.path == file.path, "a file is at its path", sourceLocation: place)
        #expect(
            placed.isTemplate == (format.contents == .template),
            "a path tells a template as the format does", sourceLocation: place)
        #expect(
            placed.locale == nil || placed.locale == Self.german || format.contents == .allLocales,
            "a path names the locale that the file was written for", sourceLocation: place)
    }

    /// Gives each message of a file another key, and back.
    private func checkRenaming(_ place: SourceLocation) {
        guard let file = writtenFiles.first, format.place(of: file.path) != nil else { return }
        for key in Set(units(file.bytes, file.path).map(\.key)) {
            // Most formats have a place for this key, whatever their keys are made of.
            let newKey = "renamed_key"
            let renamed = format.renaming(key, to: newKey, in: file.bytes).applied(to: file.bytes)
            let expected = units(file.bytes, file.path).map {
                ($0.key == key ? newKey : $0.key, $0.translation)
            }
            let texts = units(renamed, file.path).map { ($0.key, $0.translation) }
            #expect(
                texts.elementsEqual(expected) {
                    $0.0 == $1.0 && $0.1?.forms.map(\.text) == $1.1?.forms.map(\.text)
                },
                "another key changes the key in all forms, and nothing else: \(key)", sourceLocation: place)
            #expect(
                format.renaming(newKey, to: key, in: file.bytes).isEmpty,
                "a message that is not there gets no other key", sourceLocation: place)
        }
    }

    /// Writes a comment above each message.
    private func checkComments(_ place: SourceLocation) {
        guard let file = writtenFiles.first, format.place(of: file.path) != nil else { return }
        let comment = "Shown in the menu"
        let known = units(file.bytes, file.path)
        for unit in known {
            guard let offset = unit.places.unit?.byteOffset,
                let edit = format.commenting(comment, at: offset, in: file.bytes)
            else { continue }
            let commented = units([edit].applied(to: file.bytes), file.path)
            #expect(
                commented.map(\.key) == known.map(\.key)
                    && commented.map(\.translation?.text) == known.map(\.translation?.text),
                "a comment changes no text", sourceLocation: place)
            #expect(
                commented.filter { $0.comment?.contains(comment) == true }.map(\.key) == [unit.key],
                "a comment is that of its message", sourceLocation: place)
        }
    }

    /// What a file says by itself, in the order of its keys.
    private func units(_ bytes: [UInt8], _ path: String) -> [TranslationUnit] {
        let empty = LocalizationProject(sourceLocale: Self.english, files: [])
        let source = TranslationFileSource(
            project: empty, path: path, locale: Self.german, table: Self.table)
        return format.read(bytes, from: source).tables.last?.units ?? []
    }

    /// Exports a project in the format to each format, and imports it unchanged.
    private func checkExchange(_ place: SourceLocation) {
        let files = files(of: ExchangedTexts.project)
        guard readsPlurals, format.contents != .template, !files.isEmpty else { return }
        let project = LocalizationProject(sourceLocale: Self.english, files: files)
        for other in TranslationFormats().all where other.contents != .template {
            var exported: [TranslationFile] = []
            TranslationExport(project, tables: project.tables, locales: [Self.german]).write(other) {
                exported.append($0)
            }
            var count = 0
            var found: [String] = []
            for file in exported {
                // An export has files of other formats, too, such as a `.strings`
                // beside a `.stringsdict` file.
                let reader = TranslationFormats().format(ofFile: file.path) ?? other
                let source = TranslationFileSource(
                    project: project, path: file.path, locale: Self.german,
                    table: project.tables.count == 1 ? project.tables[0] : nil)
                let read = reader.read(file.bytes, from: source)
                // An empty `.strings` file beside others, and one that old programs
                // would not read, are no losses.
                found += read.findings.filter { $0.severity > .note }.map(\.messageKey)
                for table in read.tables where table.locale?.language == "de" {
                    let known = project.translationTable(table.name, Self.german)?.unitsByKey ?? [:]
                    let (changes, findings) = UnitMerger(Self.german, from: reader.facts, into: format.facts)
                        .changes(of: table, in: known)
                    found += findings.map { "\($0.messageKey) \($0.key)" }
                    #expect(
                        changes.units.isEmpty,
                        "an unchanged \(other.name) file changes nothing: \(changes.units.map(\.key))",
                        sourceLocation: place)
                    count += table.units.count { known[$0.key] != nil }
                }
            }
            #expect(
                found == [], "an unchanged \(other.name) file is as it was handed out",
                sourceLocation: place)
            let errors = exported.flatMap(\.findings).filter { $0.severity == .error }
            let keys = Set(project.files.flatMap { $0.catalog.keys })
            let leftOut = ExchangedTexts.unsupported(by: other).intersection(keys)
            #expect(
                Set(errors.map { "\($0.arguments[0])" }) == leftOut,
                "\(other.name) leaves out what it has no place for, and says so", sourceLocation: place)
            #expect(
                count > 0, "messages come back from \(other.name) under their keys", sourceLocation: place)
        }
    }

    /// The German tables of a file.
    private func read(_ bytes: [UInt8], _ path: String) -> [TranslationTable] {
        format.read(bytes, from: source(path)).tables.filter { $0.locale?.language == "de" }
    }

    /// A project with a mistake in each message.
    private static let mistakes = LocalizationProject(
        sourceLocale: english,
        files: [
            file(
                english,
                """
                "address" = "See https://example.com/help";
                "print" = "Print %@";
                "title" = "Title of %@";
                "n|==|plural.one" = "%ld file in %@";
                "n|==|plural.other" = "%ld files in %@";
                """),
            file(
                german,
                """
                "address" = "Siehe https://example.org/help";
                "print" = "Drucken";
                "title" = "Titel %@ von %@";
                "n|==|plural.one" = "%ld Datei in %@";
                "n|==|plural.other" = "%ld Dateien";
                """),
        ])

    /// The files that a project has in the format, in both languages.
    private func files(of project: LocalizationProject) -> [LocalizationFile] {
        let empty = LocalizationProject(sourceLocale: Self.english, files: [])
        var files: [LocalizationFile] = []
        TranslationExport(project, tables: [Self.table], locales: [Self.english, Self.german])
            .write(format) { file in
                guard format.isOwn(file.path), let placed = format.place(of: file.path) else { return }
                let source = TranslationFileSource(
                    project: empty, path: file.path, locale: placed.locale, table: Self.table)
                files += LocalizationFile.files(of: file.bytes, format, from: source) ?? []
            }
        return files
    }

    /// Plants the same mistakes in files of the format as in `.strings` files.
    private func checkFindings(_ place: SourceLocation) {
        guard readsPlurals, format.contents != .template else { return }
        let files = files(of: Self.mistakes)
        guard !files.isEmpty else { return }
        // Files of some formats have only messages that vary.
        let keys = Set(files.flatMap { $0.catalog.keys })
        let findings = CheckRunner(project: LocalizationProject(sourceLocale: Self.english, files: files))
            .findings()
        func names(_ findings: [Finding]) -> Set<String> {
            Set(
                findings.filter { $0.severity > .note && $0.key.map(keys.contains) == true }
                    .map { "\($0.check) \($0.key ?? "")" })
        }
        let expected = names(CheckRunner(project: Self.mistakes).findings())
        #expect(
            names(findings) == expected && !expected.isEmpty,
            "the same mistakes are found in every format", sourceLocation: place)
        #expect(
            findings.allSatisfy { $0.key == nil || $0.position != nil }, "a finding has a place",
            sourceLocation: place)
    }

    /// Reads files that are cut off or changed; each must be read to its end.
    private func checkDamage(_ place: SourceLocation) {
        guard let file = writtenFiles.first else { return }
        var random = SeededGenerator(seed: 1)
        for _ in 0..<100 {
            var bytes = file.bytes
            switch Int.random(in: 0..<3, using: &random) {
            case 0: bytes.removeLast(Int.random(in: 0...bytes.count, using: &random))
            case 1:
                for _ in 0..<5 where !bytes.isEmpty {
                    bytes[Int.random(in: 0..<bytes.count, using: &random)] =
                        UInt8.random(in: 0...255, using: &random)
                }
            default:
                bytes.insert(
                    contentsOf: [0xFF, 0x00, 0x22, 0x3C],
                    at: Int.random(in: 0...bytes.count, using: &random))
            }
            let (tables, findings) = format.read(bytes, from: source(file.path))
            #expect(
                tables.reduce(0) { $0 + $1.units.count } <= bytes.count && findings.count <= bytes.count + 10,
                "what is read is bounded by the file", sourceLocation: place)
        }
    }
}
