// Which files are sources of a program, and how they are read.

/// The languages of sources, as far as their literals and calls differ.
package enum SourceLanguage: Sendable, Hashable {
    case swift
    /// C, C++ and Objective-C.
    case c
    /// JavaScript and TypeScript. Whether `<` may begin an element (JSX) is known from the name of a file.
    case javaScript(hasElements: Bool)
    /// Components of Vue: markup with code in it.
    case component
    /// Kotlin, Java, and any other file: only literals are read.
    case script
    /// Storyboards and xibs.
    case interface
    /// Interface files of GTK and definitions of Siri's intents: their texts count as literals.
    case markup

    /// All languages.
    package static let all: Set<SourceLanguage> = [
        .swift, .c, .javaScript(hasElements: true), .javaScript(hasElements: false), .component, .script,
        .interface, .markup,
    ]

    /// Whether calls are those of JavaScript.
    var isJavaScript: Bool {
        switch self {
        case .javaScript, .component: true
        case .swift, .c, .script, .interface, .markup: false
        }
    }

    /// Whether literals are those of scripts: in single quotes, double ones, or backticks.
    var hasScriptLiterals: Bool { isJavaScript || self == .script }

    /// The extensions of sources' names, by language.
    private static let extensions: [(language: SourceLanguage, names: [String])] = [
        (.swift, ["swift"]), (.c, ["c", "h", "m", "mm", "cc", "cpp", "cxx", "hh", "hpp", "hxx"]),
        (.javaScript(hasElements: true), ["js", "mjs", "cjs", "jsx", "tsx"]),
        (.javaScript(hasElements: false), ["ts", "mts", "cts"]), (.component, ["vue"]),
        (.script, ["kt", "kts", "java"]), (.interface, ["storyboard", "xib"]),
        (.markup, ["ui", "glade", "intentdefinition"]),
    ]

    private static let byExtension = Dictionary(
        uniqueKeysWithValues: extensions.flatMap { language, names in names.map { ($0, language) } })

    /// The extensions of the sources in some languages.
    package static func fileExtensions(of languages: Set<SourceLanguage>) -> [String] {
        extensions.filter { languages.contains($0.language) }.flatMap(\.names)
    }

    /// The language of a file, by its name; `nil` for a file that is not a source.
    package init?(fileName: String) {
        guard let dot = fileName.lastIndex(of: "."), dot != fileName.startIndex,
            let known = Self.byExtension[String(fileName[fileName.index(after: dot)...])]
        else { return nil }
        self = known
    }
}
