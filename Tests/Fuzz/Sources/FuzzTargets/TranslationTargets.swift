// The formats of translations, each with the next steps of programs that read it.

import FuzzRunner
import Localization
import TranslationTools

enum TranslationTargets {
    static let all = [
        strings, checks, po, mo, xliff, xliff2, stringsdict, xcstrings, android, texts, properties, resx, qt,
        fluent, page, baseline,
    ]

    private static let source = LocaleIdentifier("en")!
    private static let locale = LocaleIdentifier("pl")!

    private static let model = StringsFile(
        text: """
            /* A */
            "a" = "A";
            "n %ld|==|plural.one" = "%ld b";
            "n %ld|==|plural.other" = "%ld bs";

            """)

    /// A file with everything that the formats can express.
    private static let sample = StringsFile(
        text: """
            /* Note; unfinished */
            "a" = "Ą \\"q\\" %1$@ \\U0105 <b>x</b>";
            // Items
            "n %ld|==|plural.one" = "%ld rzecz";
            "n %ld|==|plural.few" = "%ld rzeczy";
            "n %ld|==|plural.many" = "%ld rzeczy";
            "n %ld|==|plural.other" = "%ld rzeczy";
            "m %1$ld %2$ld|==|substitutions.x.plural.other" = "%arg x";
            "m %1$ld %2$ld" = "%1$#@x@ %2$ld";
            title = Tytuł;

            """)

    private static var table: TranslationTable {
        TranslationTable(
            name: "T", source: MessageCatalog(locale: source, strings: model),
            translation: MessageCatalog(locale: locale, strings: sample))
    }

    private static var export: GettextExport {
        GettextExport(table, options: GettextOptions(project: "T"))
    }

    private static func merge(_ tables: [TranslationTable]) {
        for table in tables.prefix(4) { _ = merged(table, into: model, source: model, source) }
    }

    /// The bytes of a `.strings` file with the translations of a table merged into it.
    private static func merged(
        _ table: TranslationTable, into file: StringsFile, source: StringsFile,
        _ sourceLocale: LocaleIdentifier
    ) -> [UInt8]? {
        let (locale, format) = (table.locale ?? locale, StringsFormat())
        let original = LocalizationFile(path: "T.strings", table: "T", locale: sourceLocale, strings: source)
        let known = TranslationTable(
            name: "T", source: original.catalog, translation: MessageCatalog(locale: locale, strings: file))
        let changes = UnitMerger(locale, from: format.facts, into: format.facts)
            .changes(of: table, in: known.unitsByKey)
        return format.applying(
            [TableEdits(setting: changes.table)], to: TranslationDocument(file.serialized()), at: "T.strings",
            following: original
        )?.bytes
    }

    /// Small inputs: the work grows with the number of entries, and a few entries show everything that can
    /// happen between them.
    private static let strings = FuzzTarget(
        "strings", limit: 400,
        seeds: {
            let text = String(decoding: sample.serialized(), as: UTF8.self)
            let part = text.utf16.prefix(190)
            return [Array(text.utf8), [0xFF, 0xFE] + part.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }]
        }
    ) {
        { bytes in
            let file = StringsFile(bytes)
            invariant(file.serialized() == bytes, "parse then serialize gives the same bytes")
            let catalog = MessageCatalog(locale: locale, strings: file)
            let table = TranslationTable(name: "T", source: catalog, translation: catalog)
            let own = merged(table, into: file, source: file, locale)
            invariant(own == bytes, "a table merged into its own file changes nothing")
            let original = LocalizationFile(
                path: "T.strings", table: "T", locale: source, strings: model)
            let changes = Synchronizer(source: original).changes(in: catalog, locale: locale)
            _ = StringsFormat().applying(
                [changes.edits], to: TranslationDocument(bytes), at: "T.strings", following: original)
        }
    }

    private static let checks = FuzzTarget(
        "checks", limit: 400, seeds: { [sample.serialized()] }
    ) {
        let options = CheckOptions(selected: ["all"])
        return { bytes in
            let files = [
                LocalizationFile(path: "s", table: "T", locale: source, strings: model),
                LocalizationFile(path: "t", table: "T", locale: locale, strings: StringsFile(bytes)),
            ]
            let project = LocalizationProject(sourceLocale: source, files: files)
            _ = CheckRunner(project: project, options: options).findings()
        }
    }

    private static let po = FuzzTarget("po", limit: 1_024, seeds: { [export.document.serialized()] }) {
        { bytes in
            let file = POFile(bytes)
            let again = POFile(PODocument(file).serialized())
            invariant(again.entries.count <= file.entries.count, "writing adds no entries")
            merge(GettextImport(file, table: "T", sourceLocale: source, locale: locale).tables)
        }
    }

    private static let mo = FuzzTarget(
        "mo", limit: 2_048,
        seeds: { [MOWriter(export.document).bytes, MOWriter(export.document, isBigEndian: true).bytes] }
    ) {
        { bytes in
            guard let file = try? MOFile(bytes) else { return }
            merge(GettextImport(file, table: "T", sourceLocale: source, locale: locale).tables)
        }
    }

    private static let xliff = FuzzTarget("xliff", limit: 8_192, seeds: { [XLIFF.write([table]).bytes] }) {
        { merge(XLIFF.read($0).tables) }
    }

    private static let xliff2 = FuzzTarget(
        "xliff2", limit: 8_192, seeds: { [XLIFF.write([table], version: .v2).bytes] }
    ) {
        let new = XLIFF.write([table], version: .v2).bytes
        return { bytes in
            merge(XLIFF.read(bytes).tables)
            _ = XLIFF.update(bytes, with: new)
        }
    }

    private static let android = FuzzTarget(
        "android", limit: 8_192, seeds: { [AndroidResources.write(table).bytes] }
    ) {
        { bytes in
            merge(AndroidResources.read(bytes, name: "T", sourceLocale: source, locale: locale).tables)
            _ = AndroidResources.update(bytes, with: table)
        }
    }

    private static let stringsdict = FuzzTarget(
        "stringsdict", limit: 8_192, seeds: { [Stringsdict.write(table).bytes] }
    ) {
        {
            merge(Stringsdict.read($0, name: "T", sourceLocale: source, locale: locale).tables)
            // Programs read it without libxml2.
            _ = StringsdictFile($0)
        }
    }

    private static let xcstrings = FuzzTarget(
        "xcstrings", limit: 8_192, seeds: { [StringCatalog.write([table]).bytes] }
    ) {
        { merge(StringCatalog.read($0, name: "T").tables) }
    }

    private static let texts = FuzzTarget(
        "texts", limit: 8_192,
        seeds: {
            [JSONTextFormat.i18next, .formatJS, .resourceBundle].flatMap { format in
                format.write([table], name: "T", isOnly: true).map(\.bytes)
            }
        }
    ) {
        let project = LocalizationProject(sourceLocale: source, files: [])
        return { bytes in
            for (format, path) in [(JSONTextFormat.i18next, "locales/pl.json"), (.resourceBundle, "pl.arb")] {
                let tables = format.read(bytes, from: TranslationFileSource(project: project, path: path))
                    .tables
                merge(tables)
                guard !tables.isEmpty else { continue }
                let same = format.applying(
                    tables.map(TableEdits.init(setting:)), to: TranslationDocument(bytes), at: path,
                    following: nil)
                invariant(same?.bytes == bytes, "an edit that says the same changes no byte")
                _ = format.applying(
                    [TableEdits(setting: table)], to: TranslationDocument(bytes), at: path, following: nil)
            }
        }
    }

    private static let properties = FuzzTarget(
        "properties", limit: 2_048,
        seeds: {
            let bytes = written(PropertiesFormat())
            return bytes + [Array("a\\=b : \\u00e4\\\n  \\t# \r\n! c\rd".utf8), [0x61, 0x3D, 0xE4, 0x0A]]
        }
    ) { { edit($0, PropertiesFormat(), "T_pl.properties") } }

    private static let resx = FuzzTarget("resx", limit: 8_192, seeds: { written(ResxFormat()) }) {
        { edit($0, ResxFormat(), "T.pl.resx") }
    }

    private static let qt = FuzzTarget("qt", limit: 8_192, seeds: { written(QtFormat()) }) {
        { edit($0, QtFormat(), "T_pl.ts") }
    }

    private static let fluent = FuzzTarget(
        "fluent", limit: 4_096,
        seeds: {
            let text =
                "## g\n# c\na =\r\n    x { $n ->\n        [0] { -t(a: 1) }\n       *[b] {\"\\u0041 \"}\n    }\n    .c = { d.e } { F($x) }\n"
            return written(FluentFormat()) + [Array(text.utf8)]
        }
    ) { { edit($0, FluentFormat(), "pl/T.ftl") } }

    private static let page = FuzzTarget(
        "page", limit: 16_384,
        seeds: {
            let saved =
                #"{"format":"lstrings-page","version":1,"source":"en","locale":"pl","tables":[{"name":"T","units":[{"key":"a","source":{"":"A"},"translation":{"":"B","device.mac":"C"},"state":"needsReview","note":"N"}]}]}"#
            return written(TranslatorPageFormat()) + [Array(saved.utf8)]
        }
    ) {
        let project = LocalizationProject(sourceLocale: source, files: [])
        return { bytes in
            let format = TranslatorPageFormat()
            let tables = format.read(bytes, from: TranslationFileSource(project: project, path: "pl.json"))
                .tables
            merge(tables)
            // Whatever the texts are, none is markup in the page that shows it.
            for file in format.write(tables, name: "pl", isOnly: false) {
                let again = format.read(
                    file.bytes, from: TranslationFileSource(project: project, path: file.path))
                invariant(
                    again.tables.flatMap { $0.units.map(\.key) }
                        == tables.filter { $0.locale != $0.sourceLocale }.flatMap(\.units).filter {
                            $0.state != .obsolete
                        }.map(\.key), "a page has the messages that it was made of")
            }
        }
    }

    /// The bytes of new files with everything that the formats can express.
    private static func written(_ format: any TranslationFormat) -> [[UInt8]] {
        format.write([table], name: "T", isOnly: true).map(\.bytes)
    }

    /// Reads a file, and edits it in two ways: one changes nothing, the other changes every text.
    private static func edit(_ bytes: [UInt8], _ format: any TranslationFormat, _ path: String) {
        let project = LocalizationProject(sourceLocale: source, files: [])
        let tables = format.read(bytes, from: TranslationFileSource(project: project, path: path)).tables
        merge(tables)
        guard !tables.isEmpty else { return }
        let same = format.applying(
            tables.map(TableEdits.init(setting:)), to: TranslationDocument(bytes), at: path, following: nil)
        invariant(same?.bytes == bytes, "an edit that says the same changes no byte")
        _ = format.applying(
            [TableEdits(setting: table)], to: TranslationDocument(bytes), at: path, following: nil)
    }

    private static let baseline = FuzzTarget(
        "baseline", limit: 1_024, seeds: "lstrings baseline 1\nmissing-key\tT\tpl\tkey\ttext\n"
    ) { _ = Baseline(parsing: $0) }
}
