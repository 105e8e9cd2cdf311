// Which calls of Swift are read, and which of their arguments.

import Testing

@testable import TranslationTools

@Suite struct SwiftRoutineTests {
    @Test(arguments: [
        (#"NSLocalizedString("Go", comment: "")"#, ["Go"]),
        (
            #"Foundation.NSLocalizedString("Go", tableName: nil, bundle: .main, value: "", comment: "")"#,
            ["Go"]
        ),
        (#"Bundle.main.localizedString(forKey: "Go", value: nil, table: nil)"#, ["Go"]),
        (#"String(localized: "Go")"#, ["Go"]), (#"String.init(localized: "Go")"#, ["Go"]),
        (#"let text: String = .init(localized: "Go")"#, ["Go"]),
        (#"AttributedString(localized: "**Go**")"#, ["**Go**"]),
        (#"LocalizedStringResource("Go")"#, ["Go"]), (#"String.LocalizationValue("Go")"#, ["Go"]),
        (#"let title: LocalizedStringResource = "Go""#, ["Go"]),
        (#"static var title: LocalizedStringResource { "Go" }"#, ["Go"]),
        (#"func show(_ title: String.LocalizationValue = "Go") {}"#, ["Go"]),
        (#"localizer("Go")"#, ["Go"]), (#"self.localizer?("Go", 1, table: "T")"#, ["Go"]),
        (#"localizer.text(for: "Go", arguments: [])"#, ["Go"]), (#"localizer.message(for: "Go")"#, ["Go"]),
        (#"localizer.hasMessage("Go")"#, ["Go"]),
        (#"String(format: NSLocalizedString("Go", comment: ""), 1)"#, ["Go"]),
        // Other functions with similar names.
        (#"String("Go")"#, []), (#"String(format: "Go")"#, []), (#"localizedString("Go")"#, []),
        (#"Text("Go")"#, []),
        (#"text(for: "Go")"#, []), (#"let title: String = "Go""#, []), (#"// NSLocalizedString("Go")"#, []),
    ])
    func standardRoutinesAreRead(source: String, expected: [String]) {
        #expect(keys(source) == expected)
        #expect(extraction(source).findings == [])
    }

    @Test(arguments: [
        (#"Text("Go")"#, ["Go"]), (#"SwiftUI.Text("Go", tableName: "T", comment: "c")"#, ["Go"]),
        (#"Text(verbatim: "Go")"#, []), (#"Text(name)"#, []), (#"Text("")"#, []), (#"Text("a" + "b")"#, []),
        (#"Text(isOn ? "On" : "Off")"#, ["On", "Off"]), (#"Button("Go") { }"#, ["Go"]),
        (#"view.navigationTitle("Go")"#, ["Go"]), (#".help("Go")"#, ["Go"]), (#"help("Go")"#, []),
        (#"list.searchable(text: $text, prompt: "Find")"#, ["Find"]),
        (#"let key: LocalizedStringKey = "Go""#, ["Go"]),
        (#"Text("\(1) of \(count, specifier: "%d")")"#, ["%lld of %d"]),
    ])
    func literalsOfSwiftUIAreReadWhereRequested(source: String, expected: [String]) {
        #expect(keys(source, swiftUI: true) == expected)
        #expect(extraction(source, swiftUI: true).findings == [])
        #expect(keys(source) == [])
    }

    @Test(
        arguments: [
            ("texts", #"texts("Go")"#, "Go", nil),
            ("texts.error=Errors", #"self.texts?.error("Go", [])"#, "Go", "Errors"),
            ("UsageError=Errors", #"throw UsageError("Go: %@", name)"#, "Go: %@", "Errors"),
            ("tr:key", #"tr(1, key: "Go")"#, "Go", nil), ("tr:2", #"tr(view, "Go", other: "x")"#, "Go", nil),
            ("tr:1,domain", #"tr("Go", domain: "Shop")"#, "Go", "Shop"),
            ("tr:1,2", #"tr("Go", "Shop")"#, "Go", "Shop"),
            ("tr=A:1,domain", #"tr("Go", domain: "Shop")"#, "Go", "Shop"),
            ("tr=A:1,domain", #"tr("Go")"#, "Go", "A"),
            (".localized:0", #""Go".localized"#, "Go", nil), (".localized:0=no", #"x"#, nil, nil),
            (".localized:0", #""Go".localized()"#, "Go", nil), ("#tr", ##"#tr("Go")"##, "Go", nil),
            ("self", #"self("Go")"#, "Go", nil), ("tr:1%", #"tr("Go \(1)")"#, "Go %lld", nil),
            ("L10n.tr", #"tr("Go")"#, nil, nil), ("L10n.tr", #"App.L10n.tr("Go")"#, "Go", nil),
        ] as [(String, String, String?, String?)])
    func routinesOfTheUserAreRead(routine: String, source: String, key: String?, table: String?) {
        let found = extraction(source, routines: [routine])
        #expect(found.keys == (key.map { [$0] } ?? []))
        #expect(found.tables.first ?? nil == table)
        #expect(found.findings == [])
    }

    @Test(arguments: [
        "", ":", "=T", "a b", "tr=", "tr:-1", "tr:1,2,3,4,5", "tr:?", ".", "a..b", "1", "tr:#x",
    ])
    func whatIsNoRoutineIsRefused(specification: String) {
        #expect(SourceRoutine(specification: specification) == nil)
    }

    @Test func valuesOfPropertiesAreRead() {
        let source = #"""
            var messageKey: String {
                switch self {
                case .one: "One"
                case .two(let n): n > 1 ? "Many" : "Two"
                case .three: prefix + "Three"
                }
            }
            let other: String = "Other"
            """#
        let found = extraction(source, routines: ["var messageKey=Errors"])
        #expect(found.keys == ["One", "Many", "Two"])
        #expect(found.tables == ["Errors", "Errors", "Errors"])
        #expect(found.lines == [#"dynamic-key messageKey prefix + "Three""#])
    }

    @Test func elementsOfTuplesAndRawValuesAreRead() {
        let source = #"""
            var words: (Int, String) { switch self { case .a: (1, "A"); case .b(let x): (2, x ? "B" : "C") } }
            enum Label: String { case one, two = "Two" }
            enum Other: String { case three }
            """#
        let found = extraction(source, routines: ["var words=Errors:2", "enum Label"])
        #expect(found.keys == ["A", "B", "C", "one", "Two"])
        #expect(found.tables == ["Errors", "Errors", "Errors", nil, nil])
        #expect(found.findings == [])
    }

    @Test(arguments: [
        "if case .texts(let list) = value {}", "switch x { case .texts(let list): break default: break }",
        "let x = .texts(list)", "self.init(list)", "struct A { func texts(_ list: Int) {} }",
    ])
    func whatIsNoCallOfARoutineIsPassedOver(source: String) {
        #expect(extraction(source, routines: ["texts", "self"]).findings == [])
    }

    @Test func everythingThatIsSaidAboutAKeyIsRead() {
        let source = #"""
            let a = NSLocalizedString(
                "Files: %d", tableName: "Shop", value: "%d files in %@", comment: "The " + "number")
            let é = 1; _ = String(localized: "hello", defaultValue: "Hello \(name as String)", table: "Greetings")
            """#
        let found = extraction(source)
        #expect(found.keys == ["Files: %d", "hello"])
        #expect(found.calls.map(\.value) == ["%d files in %@", "Hello %@"])
        #expect(found.calls.map(\.comment) == ["The number", nil])
        #expect(found.tables == ["Shop", "Greetings"])
        #expect(found.calls.map { "\($0.position)" } == ["2:5", "3:34"])
    }

    @Test func allBranchesOfConditionsAreRead() {
        let source = """
            #if os(Linux)
            let a = NSLocalizedString("one", comment: "")
            #elseif DEBUG
            let a = NSLocalizedString("two", comment: "")
            #else
            let a = NSLocalizedString("three", comment: "")
            #endif
            """
        #expect(keys(source) == ["one", "two", "three"])
    }
}
