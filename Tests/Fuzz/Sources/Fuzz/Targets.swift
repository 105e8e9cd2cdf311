// The parsers that are tried, each with what programs do next with its answer.

import Localization
import TranslationTools

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

enum Targets {
    private static let source = LocaleIdentifier("en")!
    private static let locale = LocaleIdentifier("pl")!
    private static let model = StringsFile(
        text: "\"a\" = \"A\";\n\"n|==|plural.one\" = \"%ld b\";\n\"n|==|plural.other\" = \"%ld bs\";\n")

    static var all: [Target] {
        [
            Target(name: "strings") { bytes in
                let file = StringsFile(bytes)
                precondition(file.serialized() == bytes, "parse then serialize gives the same bytes")
                let catalog = MessageCatalog(locale: locale, strings: file)
                let table = TranslationTable(name: "T", source: catalog, translation: catalog)
                let merger = TranslationMerger(source: file, sourceLocale: locale)
                let merged = merger.merge(table, into: file)
                precondition(
                    merged.file.serialized() == bytes, "a table merged into its own file changes nothing")
                _ = TableSynchronizer(source: model, sourceLocale: source).synchronize(file, locale: locale)
                let files = [
                    LocalizationFile(path: "s", table: "T", locale: source, strings: model),
                    LocalizationFile(path: "t", table: "T", locale: locale, strings: file),
                ]
                let project = LocalizationProject(sourceLocale: source, files: files)
                _ = CheckRunner(
                    project: project, options: CheckOptions(selected: ["all"])
                ).findings()
            },
            Target(name: "po") { bytes in
                let file = POFile(bytes)
                let again = POFile(PODocument(file).serialized())
                precondition(again.entries.count <= file.entries.count)
                let read = GettextImport(file, table: "T", sourceLocale: source, locale: locale)
                merge(read.tables)
            },
            Target(name: "mo") { bytes in
                guard let file = try? MOFile(bytes) else { return }
                merge(GettextImport(file, table: "T", sourceLocale: source, locale: locale).tables)
            },
            Target(name: "xliff") { merge(XLIFF.read($0).tables) },
            Target(name: "stringsdict") {
                merge(Stringsdict.read($0, name: "T", sourceLocale: source, locale: locale).tables)
            },
            Target(name: "xcstrings") { merge(StringCatalog.read($0, name: "T").tables) },
            Target(name: "baseline") { _ = Baseline(parsing: $0) },
            Target(name: "plural-forms") { bytes in
                guard let forms = try? PluralForms(String(decoding: bytes, as: UTF8.self)) else { return }
                for number in [0, 1, 2, 5, 11, 21, 1_000_000] as [UInt64] {
                    _ = try? forms.index(for: number)
                }
                _ = try? PluralMapping(forms, locale: locale)
            },
            Target(name: "format") { bytes in
                let text = String(decoding: bytes, as: UTF8.self)
                let format = FormatString(text)
                _ = MessageFormatter(locale).format(format, 1, "a", 2.5)
                let pseudo = PseudoLocalizer(.accented).text(format)
                precondition(FormatString(pseudo).specifiers.map(\.source) == format.specifiers.map(\.source))
            },
        ]
    }

    private static func merge(_ tables: [TranslationTable]) {
        let merger = TranslationMerger(source: model, sourceLocale: source)
        for table in tables.prefix(4) { _ = merger.merge(table, into: model) }
    }

    /// Takes a file as a seed for the parser of its kind; a `.strings` file for all of them.
    static func plant(_ path: String, in targets: inout [Target]) {
        guard let bytes = contents(of: path) else { return }
        func add(_ name: String, _ bytes: [UInt8]) {
            guard let index = targets.firstIndex(where: { $0.name == name }) else { return }
            targets[index].seeds.append(bytes)
        }
        guard path.hasSuffix(".strings") else {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            // A kept finding is named after its parser: `po-divides-by-zero`.
            for target in targets where name.hasPrefix(target.name) || name.hasSuffix("." + target.name) {
                add(target.name, bytes)
            }
            return
        }
        let file = StringsFile(bytes)
        let catalog = MessageCatalog(locale: locale, strings: file)
        let table = TranslationTable(name: "T", source: catalog, translation: catalog)
        let export = GettextExport(table, options: GettextOptions(project: "T"))
        add("strings", bytes)
        add("po", export.document.serialized())
        add("mo", MOWriter(export.document).bytes)
        add("mo", MOWriter(export.document, isBigEndian: true).bytes)
        add("xliff", XLIFF.write([table]).bytes)
        add("stringsdict", Stringsdict.write(table).bytes)
        add("xcstrings", StringCatalog.write([table]).bytes)
        add("plural-forms", Array(PluralFormsDerivation.forms(for: locale).field.utf8))
        add("baseline", Array("lstrings baseline 1\nmissing-key\tT\tpl\tkey\ttext\n".utf8))
        for message in catalog.list.prefix(50) {
            for form in message.forms { add("format", Array(form.text.utf8)) }
        }
    }

    static func contents(of path: String) -> [UInt8]? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&block, 1, block.count, file)
            if count == 0 { return bytes }
            bytes += block[..<count]
        }
    }
}
