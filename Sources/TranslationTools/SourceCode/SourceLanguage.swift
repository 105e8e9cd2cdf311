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

    /// The language of a file, by its name; `nil` for a file that is not a source.
    package init?(fileName: String) {
        guard let dot = fileName.lastIndex(of: "."), dot != fileName.startIndex else { return nil }
        switch fileName[fileName.index(after: dot)...] {
        case "swift": self = .swift
        case "c", "h", "m", "mm", "cc", "cpp", "cxx", "hh", "hpp", "hxx": self = .c
        case "js", "mjs", "cjs", "jsx", "tsx": self = .javaScript(hasElements: true)
        case "ts", "mts", "cts": self = .javaScript(hasElements: false)
        case "vue": self = .component
        case "kt", "kts", "java": self = .script
        case "storyboard", "xib": self = .interface
        case "ui", "glade", "intentdefinition": self = .markup
        default: return nil
        }
    }
}
