// The cost of tools grows with their input, never with its square.

import Localization
import TestSupport
import Testing

@testable import TranslationTools

@Suite struct TranslationCostTests {
    /// Work that once grew with the square of its size.
    struct Work: CustomTestStringConvertible {
        let testDescription: String
        let size: Int
        let run: @Sendable (Int) -> Void

        init(_ name: String, _ size: Int, _ run: @escaping @Sendable (Int) -> Void) {
            (testDescription, self.size, self.run) = (name, size, run)
        }
    }

    private static func xliff(_ version: Int, notes: Int) -> [UInt8] {
        let note = "<note>A note about the text, with some words.</note>"
        let all = String(repeating: note, count: notes)
        return Array(
            (version == 1
                ? """
                <xliff version="1.2"><file original="a" source-language="en" target-language="de"><body><trans-unit id="k">
                <source>a</source><target>b</target>\(all)</trans-unit></body></file></xliff>
                """
                : """
                <xliff version="2.0" srcLang="en" trgLang="de"><file id="a"><unit id="k"><notes>\(all)</notes><segment>
                <source>a</source><target>b</target></segment></unit></file></xliff>
                """).utf8)
    }

    private static func words(_ count: Int) -> String { (0..<count).map { "w\($0)" }.joined(separator: " ") }

    static let works = [
        Work("notes in XLIFF 1.2", 2_000) { _ = XLIFF.read(xliff(1, notes: $0)) },
        Work("notes in XLIFF 2.0", 2_000) { _ = XLIFF.read(xliff(2, notes: $0)) },
        Work("lines of a translator", 2_000) {
            _ = EntryAnnotations(String(repeating: "Translator: A note with some words.\n", count: $0))
        },
        Work("different flags", 2_000) { size in
            _ = EntryAnnotations("Flag: " + (0..<size).map { "flag-\($0)" }.joined(separator: ", "))
        },
        Work("renamed keys of one text", 400) { size in
            let texts = { (name: String) in
                StringsFile(text: (0..<size).map { "\"\(name)\($0)\" = \"a\";\n" }.joined())
            }
            func catalog(_ name: String, _ locale: String) -> MessageCatalog {
                MessageCatalog(locale: LocaleIdentifier(locale)!, strings: texts(name))
            }
            let source = LocalizationFile(
                path: "T.strings", table: "T", locale: LocaleIdentifier("en")!, strings: texts("new"))
            _ = Synchronizer(source: source, previous: catalog("old", "en"))
                .changes(in: catalog("old", "de"), locale: LocaleIdentifier("de")!)
        },
        Work("terms in a text of as many words", 250) { size in
            let glossary = Glossary(
                (0..<size).map {
                    Glossary.Concept([
                        LocaleIdentifier("en")!: ["w\($0) w\($0 + 1)"], LocaleIdentifier("de")!: ["t\($0)"],
                    ])
                })
            check(glossary, words(size), "nichts davon " + words(size))
        },
        Work("placeholders of other types", 1_000) { compare("%d ", "%@ ", $0) },
        Work("placeholders of one argument", 1_000) { compare("%1$d ", "%1$@ ", $0) },
        Work("branches of a choice", 1_000) { size in
            let branches = (0..<size).map { "=\($0) {a} " }.joined()
            _ = try? ICUMessage("{n, plural, \(branches)other {b}}")
        },
        Work("languages of a project", 200) { size in
            let letters = Array("abcdefghijklmnopqrstuvwxyz")
            let files = (0..<size).map { number in
                let code = String([letters[number / 676], letters[number / 26 % 26], letters[number % 26]])
                return LocalizationFile(
                    path: "T.strings", table: "T", locale: LocaleIdentifier(code)!,
                    strings: StringsFile(text: ""))
            }
            let project = LocalizationProject(sourceLocale: LocaleIdentifier("en")!, files: files)
            for _ in files { _ = project.sources("T") }
        },
        Work("a text that is lengthened", 4_000) {
            _ = PseudoLocalizer(.accented).text(FormatString(String(repeating: "word <b>%d</b> ", count: $0)))
        },
        Work("tags that do not end", 10_000) {
            _ = PseudoLocalizer(.accented).text(FormatString(String(repeating: "<a ", count: $0)))
        },
        Work("languages of a string catalog", 1_000) { size in
            let texts = (0..<size).map { #""de-x-\#($0)":{"stringUnit":{"state":"translated","value":"a"}}"# }
            let strings = #"{"k":{"localizations":{\#(texts.joined(separator: ","))}}}"#
            _ = StringCatalog.read(
                Array(#"{"sourceLanguage":"en","version":"1.0","strings":\#(strings)}"#.utf8), name: "a")
        },
        Work("messages of one hash", 1_000) { size in
            // Each pair of letters counts the same.
            let keys: [ArraySlice<UInt8>] = (0..<size).map { number in
                let letters: [UInt8] = (0..<12).flatMap { Array((number >> $0 & 1 == 0 ? "aq" : "ba").utf8) }
                return letters[...]
            }
            _ = MOHashTable(keys)
        },
        Work("lines that are merged", 1_000) { size in
            let base = (0..<size).map { "line \($0)\n" }
            let ours = base.enumerated().map { $0 % 3 == 0 ? "x\n" + $1 : $1 }
            let theirs = base.enumerated().map { $0 % 5 == 0 ? $1 + "y\n" : $1 }
            _ = LineMerge(
                base: Array(base.joined().utf8), ours: Array(ours.joined().utf8),
                theirs: Array(theirs.joined().utf8))
        },
        Work("lines that occur often", 1_000) { size in
            let lines = { (order: [Int]) in
                Array(order.map { "line \($0)\n" }.joined().utf8)
            }
            _ = LineMerge(
                base: lines((0..<size).map { $0 % 7 }), ours: lines((0..<size).map { $0 % 5 }),
                theirs: lines((0..<size).map { $0 % 6 }))
        },
        Work("entries of a resource bundle", 1_000) { size in
            let lines = (0..<size).map { "# about\nkey.\($0) = text \\\n  \($0)\n" }.joined()
            edit(lines, PropertiesFormat(), "a_de.properties")
        },
        Work("lines that continue", 2_000) { size in
            let text = "a = b" + String(repeating: " \\\n  c", count: size)
            edit(text, PropertiesFormat(), "a_de.properties")
        },
        Work("entries of resources of .NET", 500) { size in
            let data = (0..<size).map { "<data name=\"key\($0)\"><value>text \($0)</value></data>\n" }
            edit("<root>\(data.joined())</root>", ResxFormat(), "a.de.resx")
        },
        Work("messages of Qt", 500) { size in
            let messages = (0..<size).map {
                "<message><location filename=\"a\" line=\"\($0)\"/><source>a \($0)</source><translation>b</translation></message>\n"
            }
            edit("<TS><context><name>A</name>\(messages.joined())</context></TS>", QtFormat(), "a_de.ts")
        },
        Work("messages of Fluent", 500) { size in
            let entries = (0..<size).map { "# about\nkey\($0) = text { $x }\n    .a = b\n" }
            let comments = String(repeating: "## group\n", count: size)
            edit("\(comments)\n\(entries.joined())", FluentFormat(), "locales/de/a.ftl")
        },
        Work("lines and variants of Fluent", 500) { size in
            let lines = String(repeating: "    line {\" \"}\n", count: size)
            let variants = (0..<size).map { "    [k\($0)] text { $x }\n" }.joined()
            edit("a =\n\(lines)b = { $x ->\n\(variants)   *[y] z\n }\n", FluentFormat(), "locales/de/a.ftl")
        },
        Work("comments that are merged", 1_000) { size in
            let comments = { (name: String) in
                (0..<size).map { "/* \(name) \($0) */\n" }.joined() + "\"a\" = \"b\";\n"
            }
            _ = FileMerge.merge(
                base: Array(comments("base").utf8), ours: Array(comments("ours").utf8),
                theirs: Array(comments("theirs").utf8), syntax: .strings)
        },
    ]

    /// Reads a file, and writes another text for each of its messages and as many new ones.
    private static func edit(_ text: String, _ format: any TranslationFormat, _ path: String) {
        let project = LocalizationProject(sourceLocale: LocaleIdentifier("en")!, files: [])
        let bytes = Array(text.utf8)
        var tables = format.read(bytes, from: TranslationFileSource(project: project, path: path)).tables
        for index in tables.indices {
            tables[index].units = tables[index].units.flatMap { unit in
                [unit.key, "new." + unit.key].map { key in
                    let text = (unit.translation?.text?.source ?? "") + " more"
                    return TranslationUnit(key: key, translation: Message(key: key, text: text))
                }
            }
        }
        _ = format.applying(
            tables.map(TableEdits.init(setting:)), to: TranslationDocument(bytes), at: path,
            following: nil)
    }

    /// Compares a text of many placeholders with its translation.
    private static func compare(_ source: String, _ translation: String, _ count: Int) {
        func entry(_ text: String) -> String {
            "\"k\" = \"" + String(repeating: text, count: count) + "\";"
        }
        let project = LocalizationProject(source: entry(source), ["de": entry(translation)], synced: nil)
        _ = CheckRunner(project: project, options: CheckOptions()).findings()
    }

    private static func check(_ glossary: Glossary, _ source: String, _ translation: String) {
        var options = CheckOptions(selected: ["glossary-term"], runsOnlySelected: true)
        options.glossary = glossary
        let project = LocalizationProject(
            source: "\"k\" = \"\(source)\";", ["de": "\"k\" = \"\(translation)\";"], synced: nil)
        _ = CheckRunner(project: project, options: options).findings()
    }

    @Test(arguments: works) func fourTimesTheInputCostsLessThanEightTimesTheTime(work: Work) {
        // Quadratic work would take sixteen times as long.
        let (once, fourTimes) = processorTimes(
            of: { work.run(work.size) }, and: { work.run(4 * work.size) }, below: 8)
        #expect(fourTimes < 8 * max(once, 1_000_000), "\(once) and \(fourTimes) ns")
    }

    /// Glossaries of terms within each other are as large as the square of their number, and their cost may
    /// be, too.
    @Test func termsWithinEachOtherCostWhatTheirWordsDo() {
        func check(_ count: Int) -> () -> Void {
            let terms = (1...count).map { Self.words($0) }
            let glossary = Glossary(
                terms.map {
                    Glossary.Concept([LocaleIdentifier("en")!: [$0], LocaleIdentifier("de")!: [$0 + " x"]])
                })
            return { Self.check(glossary, Self.words(count), "nichts") }
        }
        let (once, fourTimes) = processorTimes(of: check(50), and: check(200), below: 28)
        #expect(fourTimes < 28 * max(once, 1_000_000), "\(once) and \(fourTimes) ns")
    }

    /// Counts readings instead of time, because the times of missing and obsolete keys only grow linearly
    /// beyond the number of positions that a search may read.
    @Test func aSearchForASimilarTextReadsFewPlaces() {
        var index = SimilarityIndex((0..<20_000).map { "shop.item.\($0).old" })
        for number in 0..<200 {
            #expect(index.takeBest(for: "shop.item.\(number).new", atLeast: 0.6) != nil)
        }
        #expect(index.stepCount <= 200 * 2_010)
    }
}
