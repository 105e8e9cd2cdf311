// A source of a program as the checks see it: its literals, and its calls that take keys.

package import Localization
internal import Support
internal import XML

/// A call that takes a key, or a literal of a type that is one.
package struct SourceCall: Sendable, Hashable {
    /// The key; where it has interpolations, with `interpolation` in their places.
    package internal(set) var key: String
    /// Whether the key has interpolations.
    package var isInterpolated: Bool { key.contains(Self.interpolation) }
    /// The name of the routine.
    package let routine: String
    package internal(set) var table: SourceRoutine.Table
    /// Where the key is written.
    package let position: SourcePosition
    /// The classes of the arguments that the text is formatted with, as far as they are evident; `nil` where
    /// the call does not show the arguments.
    package var arguments: [FormatSpecifier.ArgumentClass?]?
    /// Whether `%@` takes values of every type.
    package var acceptsAnyObject = false
    /// Whether the text is one of several for the key, by a context that is another argument.
    package var hasContext = false
    /// The key as the program looks it up, if it has interpolations: specifiers are in their places.
    package var format: String?
    /// The text in the source language, where the call says one; interpolations are specifiers.
    package var value: String?
    /// Whether the call has an argument for that text, known or not.
    package var hasValue = false
    package var comment: String?
    /// The text for several.
    package var plural: String?

    /// What stands for an interpolation in a key. No text has this character.
    package static let interpolation: Character = "\u{0}"

    /// Whether there is anything to translate in the key: not only interpolations, numbers and signs.
    package var hasWords: Bool { key.contains(where: \.isLetter) }

    /// The key as it is shown to people.
    package var shownKey: String {
        String(key.flatMap { $0 == Self.interpolation ? Array("\\(…)") : [$0] })
    }
}

/// A source, read.
package struct SourceFile: Sendable {
    /// Where the file is, as it is shown to people.
    package let path: String
    package let language: SourceLanguage
    /// The texts of all literals without interpolations, and the names of cases that are raw values.
    package private(set) var literals: Set<String> = []
    /// The texts of those with interpolations, as keys of calls have them.
    package private(set) var patterns: Set<String> = []
    /// The keys that calls put together, with `*` in the places of what is not known.
    package private(set) var keyPatterns: Set<String> = []
    package private(set) var calls: [SourceCall] = []
    /// What could not be read, or not with certainty, in the order of the source.
    package private(set) var findings: [SourceFinding] = []
    /// The texts of a storyboard or xib.
    package private(set) var interface: InterfaceFile?
    private var annotations: [SourceAnnotation] = []
    /// The bytes of previews and tests.
    private var unshown: [Range<Int>] = []

    /// Whether a source of Swift imports SwiftUI.
    package static func importsSwiftUI(_ bytes: [UInt8]) -> Bool {
        bytes.split(separator: 0x0A).contains { line in
            guard line.count < 200 else { return false }
            let words = line.split { $0 <= 0x20 }
            return words.last?.elementsEqual("SwiftUI".utf8) == true
                && words.dropLast().last?.elementsEqual("import".utf8) == true
                && words.first?.starts(with: "//".utf8) == false
        }
    }

    /// Reads a source. One that does not compile is read as far as it can be understood.
    ///
    /// - Parameter routines: routines besides the standard ones.
    package init(
        path: String, bytes: [UInt8], language: SourceLanguage, routines: [SourceRoutine] = [],
        readsSwiftUI: Bool = false
    ) {
        self.path = path
        self.language = language
        if language == .markup {
            literals = MarkupTexts.all(in: bytes)
            return
        }
        if language == .interface {
            interface = InterfaceFile(path: path, bytes: bytes)
            return
        }
        var lexer = SourceLexer(bytes, language: language)
        let tokens = lexer.tokens()
        let positions = PositionIndex(bytes)
        func position(_ offset: Int) -> SourcePosition {
            let place = positions.place(at: offset, in: bytes)
            return SourcePosition(line: place.line, column: place.column, byteOffset: offset)
        }
        annotations = lexer.annotations.map {
            SourceAnnotation(line: position($0.offset).line, ignoredChecks: $0.checks)
        }
        let standard: [SourceRoutine] =
            switch language {
            case .swift: SourceRoutine.swift + (readsSwiftUI ? SourceRoutine.swiftUI : [])
            case .c: SourceRoutine.c
            case .javaScript, .component: SourceRoutine.javaScript
            case .script, .interface, .markup: []
            }
        let source = SwiftCode(tokens: SourceTokens(tokens, language: language), literal: nil)
        let bindings = TranslationBindings(source.tokens)
        let routines = SourceRoutines(standard + bindings.routines + routines)
        let types = DeclaredTypes(tokens, language: language)
        let names = language == .swift ? SwiftNames(source) : SwiftNames()
        let texts = SwiftTextReader(source: source, names: names) {
            routines.match(at: $0, in: $1.tokens) != nil
        }
        var rest = [source]
        while let code = rest.popLast() {
            for index in code.tokens.indices {
                guard let literal = code.tokens[index].literal else { continue }
                for case .interpolation(let inner) in literal.parts {
                    rest.append(
                        SwiftCode(tokens: SourceTokens(inner, language: language), literal: code.place(index))
                    )
                }
            }
            var reader = SourceCallReader(
                code.tokens, routines: routines, types: types,
                swift: language == .swift ? (code, texts) : nil,
                position: position
            ) { Self.excerpt(bytes, $0) }
            reader.readsSwiftUI = readsSwiftUI
            reader.bindings = bindings
            reader.read()
            calls += reader.calls
            findings += reader.findings
            keyPatterns.formUnion(reader.keyPatterns)
            for literal in reader.literals {
                if let text = literal.text {
                    if !text.isEmpty { literals.insert(text) }
                } else {
                    patterns.insert(literal.text(interpolations: String(SourceCall.interpolation)))
                }
            }
        }
        if language == .swift {
            unshown = UnshownCode.ranges(in: source.tokens)
            literals.formUnion(RawValueCases.names(in: tokens))
            let unfinished = source.tokens.unpaired + names.missingValues
            findings += Self.syntaxErrors(lexer.errorOffsets, unfinished.map { tokens[$0].end }, position)
            if let offset = bytes.span.firstInvalidUTF8 {
                findings.append(SourceFinding(.invalidEncoding, at: position(offset)))
            }
        }
        // A key may be put together of what a function puts before it and a literal.
        if language.isJavaScript { literals.formUnion(calls.map(\.key)) }
        findings.sort { $0.position < $1.position }
        calls.sort { $0.position < $1.position }
    }

    /// Where the source breaks the grammar, as far as tokens tell: the first place in each line, because
    /// one mistake has many consequences.
    private static func syntaxErrors(
        _ literals: [Int], _ tokens: [Int], _ position: (Int) -> SourcePosition
    ) -> [SourceFinding] {
        var lines: Set<Int> = []
        // A quotation mark without an end hides the brackets after it.
        return (literals.sorted() + tokens.sorted()).compactMap { offset in
            let position = position(offset)
            return lines.insert(position.line).inserted ? SourceFinding(.syntaxError, at: position) : nil
        }
    }

    /// A piece of a source on one line, cut short: what a finding shows of an expression.
    private static func excerpt(_ bytes: [UInt8], _ range: Range<Int>) -> String {
        let words = String(decoding: bytes[range].prefix(1000), as: UTF8.self)
            .split { $0.isWhitespace }.joined(separator: " ")
        return words.count <= 80 ? words : words.prefix(79) + "…"
    }

    /// Whether a place is in a preview or a test, whose texts only programmers see.
    func isUnshown(_ position: SourcePosition) -> Bool {
        unshown.contains { $0.contains(position.byteOffset) }
    }

    /// Whether a comment on the same line or on the one above silences a check.
    package func ignores(_ check: String, at position: SourcePosition) -> Bool {
        annotations.contains { annotation in
            (annotation.line == position.line || annotation.line == position.line - 1)
                && (annotation.ignoredChecks.contains(check) || annotation.ignoredChecks.contains("all"))
        }
    }
}

/// Names of cases that are texts themselves: `enum Label: String { case title }`.
enum RawValueCases {
    static func names(in tokens: [SourceToken]) -> Set<String> {
        var names: Set<String> = []
        // For each open brace, whether it is the body of an enumeration of texts.
        var bodies: [Bool] = []
        var isTextEnumeration = false
        for (index, token) in tokens.enumerated() {
            if token.isSign("{") {
                bodies.append(isTextEnumeration)
                isTextEnumeration = false
            } else if token.isSign("}") {
                bodies.removeLast(bodies.isEmpty ? 0 : 1)
            } else if token.name == "enum" {
                isTextEnumeration = inheritsString(tokens, after: index)
            } else if token.name == "case", bodies.last == true {
                names.formUnion(self.names(in: tokens, after: index))
            }
        }
        return names
    }

    /// `a, b = "text", c`
    private static func names(in tokens: [SourceToken], after index: Int) -> [String] {
        var names: [String] = []
        var next = index
        repeat {
            next += 1
            guard next < tokens.count, let name = tokens[next].name else { break }
            names.append(name)
            next += 1
            if next + 1 < tokens.count, tokens[next].isSign("=") { next += 2 }
        } while next < tokens.count && tokens[next].isSign(",")
        return names
    }

    private static func inheritsString(_ tokens: [SourceToken], after index: Int) -> Bool {
        for token in tokens[(index + 1)..<min(index + 40, tokens.count)] {
            if token.isSign("{") { return false }
            if token.name == "String" { return true }
        }
        return false
    }
}

/// The texts and values of attributes of an XML file: whatever of it is shown is among them.
enum MarkupTexts {
    static func all(in bytes: [UInt8]) -> Set<String> {
        var texts: Set<String> = []
        var rest = XMLParser.parse(bytes).root.map { [$0] } ?? []
        while let element = rest.popLast() {
            texts.formUnion(element.attributes.map(\.value))
            for child in element.children {
                switch child {
                case .text(let text): texts.insert(text)
                case .element(let element): rest.append(element)
                }
            }
        }
        return texts
    }
}
