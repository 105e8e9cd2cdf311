// The literals and calls that are found in sources, whatever surrounds them, and their locations.

import Testing

@testable import TranslationTools

@Suite struct SourceFileTests {
    private func file(
        _ text: String, _ language: SourceLanguage = .swift, routines: [String] = [], swiftUI: Bool = false
    ) -> SourceFile {
        SourceFile(
            path: "file", bytes: Array(text.utf8), language: language,
            routines: routines.compactMap { SourceRoutine(specification: $0) }, readsSwiftUI: swiftUI)
    }

    /// The keys of calls, with their tables and locations.
    private func calls(_ file: SourceFile) -> [String] {
        file.calls.map { call in
            let table =
                switch call.table {
                case .standard: ""
                case .any: "*"
                case .named(let name): name
                }
            return "\(table)|\(call.shownKey)|\(call.position)"
        }
    }

    // MARK: Literals

    @Test func literalsOfSwiftAreFoundInAllSurroundings() {
        let source = file(
            ##"""
            let a = "one" // "no"
            /* "no" /* "no" */ "no" */
            let b = f("two \(g("three")) \"x\"") + """
                four "five"
                  six \
                seven
                """
            let c = #"eight "\n" \(x) \#(h("nine"))"# + "\u{41}\t"
            let d = /regular "no/ ; let e = 1 / 2 ; let f = "ten" ; let g = #/no "no/#
            let h = "un" + "til"
            """##)
        #expect(
            source.literals == [
                "one", "three", "four \"five\"\n  six seven", "nine", "A\t", "ten", "un", "til", "until",
            ])
        #expect(source.patterns.contains("two \0 \"x\""))
        #expect(source.patterns.contains("eight \"\\n\" \\(x) \0"))
    }

    @Test func literalsOfCAreFoundInAllSurroundings() {
        let source = file(
            #"""
            #include "header.h"
            /* "no" */ char c = '"'; // "no"
            x(@"one", "two\n\x41\102" " three", L"vier", R"raw(five "6" \n)raw");
            """#, .c)
        #expect(
            source.literals.isSuperset(of: [
                "one", "two\nAB", " three", "two\nAB three", "vier", "five \"6\" \\n",
            ]))
        #expect(!source.literals.contains("no"))
    }

    @Test func literalsOfScriptsAreFoundInAllSurroundings() {
        let source = file(
            "let a = 'one' + `two ${f('three')} x` + /'no/.test(b) + \"it's\"; // 'no'", .script)
        #expect(source.literals == ["one", "three", "it's"])
    }

    @Test func textsOfGTKInterfaceFilesAreLiterals() {
        let source = file(
            """
            <interface><!-- <property translatable="yes">No</property> --><object class="GtkLabel">
            <property name="label" translatable="yes" context="menu">_Open &amp; read</property>
            <property name="tooltip" translatable="yes">Two
            lines</property></object></interface>
            """, .markup)
        #expect(source.literals.isSuperset(of: ["_Open & read", "Two\nlines"]))
        #expect(!source.literals.contains("No"))
    }

    @Test func namesOfCasesAreTextsWhereTheyAreRawValues() {
        let source = file(
            "enum Label: String, CaseIterable { case first, second = \"2\", `default`\n"
                + "func f() { switch self { case .no: break } }\nenum Inner { case other } }\nenum Count: Int { case one }"
        )
        #expect(source.literals == ["first", "second", "2", "default"])
    }

    // MARK: Calls

    @Test(arguments: [
        (#"NSLocalizedString("k", comment: "c")"#, ["|k|1:19"]),
        (#"NSLocalizedString("k", tableName: "T", comment: "")"#, ["T|k|1:19"]),
        (#"NSLocalizedString("k", tableName: name, comment: "")"#, []),
        (#"String(localized: "k \(x)", table: "T")"#, ["T|k \\(…)|1:19"]),
        (#"let a: String = .init(localized: on ? "k" : "l")"#, ["|k|1:39", "|l|1:45"]),
        (#"bundle?.localizedString(forKey: "k" + "l", value: nil, table: nil)"#, ["|kl|1:33"]),
        (#"let t: LocalizedStringResource = "k""#, ["|k|1:34"]),
        (#"localizer("k", 3, table: "T"); localizer.text(for: "l")"#, ["T|k|1:11", "|l|1:52"]),
        (#"String("k"); text("k"); func NSLocalizedString("k")"#, []),
        (#"NSLocalizedString("a\(b)", comment: "")"#, []),
        (#"app.tr("k"); tr(x, "k")"#, ["E|k|1:8"]),
        (#"Text("k"); Text(name); Text(verbatim: "k"); x.help("l")"#, ["|k|1:6", "|l|1:52"]),
    ])
    func callsOfSwiftAreRead(source: String, expected: [String]) {
        #expect(calls(file(source, routines: ["tr=E"], swiftUI: true)) == expected)
    }

    @Test(arguments: [
        (#"NSLocalizedString(@"k", nil)"#, ["|k|1:19"]),
        (#"NSLocalizedStringFromTable(@"k" @"l", @"T", nil)"#, ["T|kl|1:28"]),
        (#"CFCopyLocalizedString(CFSTR("k"), NULL)"#, ["|k|1:29"]),
        (#"[[NSBundle mainBundle] localizedStringForKey:@"k" value:@"v" table:@"T"]"#, ["T|k|1:46"]),
        (#"puts(_("k")); ngettext("one", "many", n);"#, ["*|k|1:8", "*|one|1:24"]),
        (#"pgettext("context", "k"); gettext(name);"#, ["*|k|1:21"]),
        // xgettext(1) writes the macros of C into texts in this way.
        (#"puts(_("%" PRIu64 " of %" PRIdMAX)); _("k" PRINT "l");"#, ["*|%<PRIu64> of %<PRIdMAX>|1:8"]),
    ])
    func callsOfCAreRead(source: String, expected: [String]) {
        #expect(calls(file(source, .c)) == expected)
    }

    @Test func keysThatCallsPutTogetherArePatterns() {
        let source = file(
            #"NSLocalizedString("alert.\(name)", comment: ""); NSLocalizedString("a." + b.c + ".d", comment: "");"#
                + #"NSLocalizedString(name, comment: ""); NSLocalizedString("\(name)", comment: "")"#)
        #expect(source.keyPatterns == ["alert.*", "a.*.d"])
    }

    @Test func linesAndColumnsCountAsInEditors() {
        let source = file("// Ä\n  let ä = \"é\" + NSLocalizedString(\n    \"k\", comment: \"\")")
        #expect(source.calls.map(\.position.description) == ["3:5"])
    }

    // MARK: Interface files

    @Test func textsOfInterfaceFilesHaveTheKeysOfXcode() throws {
        let source = SourceFile(
            path: "Base.lproj/Main.storyboard",
            bytes: Array(
                """
                <document><scenes><scene><objects><viewController id="a-1">
                <label text="Title &amp; more" id="b-2"/><button id="c-3"><state key="normal" title="Go"/></button>
                <segmentedControl id="d-4"><segments><segment title="One"/><segment title="Two"/></segments>
                </segmentedControl><textView id="e-5"><string key="text">Long</string></textView>
                </viewController></objects></scene></scenes></document>
                """.utf8), language: .interface)
        let interface = try #require(source.interface)
        #expect(interface.table == "Main")
        #expect(
            interface.texts.map { "\($0.key)=\($0.value)" } == [
                "b-2.text=Title & more", "c-3.normalTitle=Go", "d-4.segmentTitles[0]=One",
                "d-4.segmentTitles[1]=Two", "e-5.text=Long",
            ])
        #expect(interface.texts[1].position.line == 2)
        #expect(
            interface.texts[0].comment == "Class = \"UILabel\"; text = \"Title & more\"; ObjectID = \"b-2\";")
    }

    // MARK: Broken sources

    /// Sources that no compiler accepts are read to their end, in time that grows with their length.
    @Test(arguments: [
        "\"", "\"\"\"", "\"\"\"\n", "#\"", "\"\\(", "\"\\(\"\\(\"", "/*", "(", "f(", "f(\"k", "/", "#/", "`",
        "\\", "'", "R\"(",
        "enum A: String {", "case", "func f(", "[x stringWithFormat:", "@\"", "\u{0}", "0x", "1e",
        "NSLocalizedString(", "<a", "<a b=", "<a b=\"", "x = <a>", "{{", "<script>", "x = <a>{", "t('",
        "{ id: '",
    ])
    func brokenSourcesAreRead(piece: String) {
        for language in SourceLanguage.all {
            for count in [1, 2, 3, 1000] {
                let text = String(repeating: piece, count: count)
                #expect(file(text, language).calls.count <= count)
                #expect(file(text + " x \"k\"\n(\"k\")", language).path == "file")
            }
        }
    }
}
