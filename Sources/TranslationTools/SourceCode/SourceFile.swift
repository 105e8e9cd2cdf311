// A source of a program as the checks see it: its literals, and its calls that take keys.

package import Localization
internal import XML

/// A call that takes a key, or a literal of a type that is one.
package struct SourceCall: Sendable, Hashable {
    /// The key; where it has interpolations, with `interpolation` in their places.
    package let key: String
    /// Whether the key has interpolations.
    package var isInterpolated: Bool { key.contains(Self.interpolation) }
    /// The name of the routine.
    package let routine: String
    package let table: SourceRoutine.Table
    /// Where the key is written.
    package let position: SourcePosition
    /// The classes of the arguments that the text is formatted with, as far as they are evident; `nil` where the call does
    /// not show the arguments.
    package var arguments: [FormatSpecifier.ArgumentClass?]?
    /// Whether `%@` takes values of every type.
    package var acceptsAnyObject = false
    /// Whether the text is one of several for the key, by a context that is another argument.
    package var hasContext = false
    package var value: String?
    package var comment: String?
    /// The text for several.
    package var plural: String?

    /// What stands for an interpolation in a key. No text has this character.
    package static let interpolation: Character = "\u{0}"

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
    /// The texts of a storyboard or xib.
    package private(set) var interface: InterfaceFile?
    private var annotations: [SourceAnnotation] = []

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
            case .script, .interface, .markup: []
            }
        let types = DeclaredTypes(tokens, language: language)
        var rest = [tokens]
        while let tokens = rest.popLast() {
            for token in tokens {
                guard let literal = token.literal else { continue }
                for case .interpolation(let code) in literal.parts { rest.append(code) }
            }
            var reader = SourceCallReader(
                tokens, language: language, routines: standard + routines, types: types, position: position)
            reader.read()
            calls += reader.calls
            keyPatterns.formUnion(reader.keyPatterns)
            for literal in reader.literals {
                if let text = literal.text {
                    if !text.isEmpty { literals.insert(text) }
                } else {
                    patterns.insert(literal.text(interpolations: String(SourceCall.interpolation)))
                }
            }
            if language == .swift { literals.formUnion(RawValueCases.names(in: tokens)) }
        }
        calls.sort { $0.position < $1.position }
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
