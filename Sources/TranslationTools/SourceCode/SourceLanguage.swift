// Which files are sources of a program, and how they are read.

/// The languages of sources, as far as their literals and calls differ.
package enum SourceLanguage: Sendable, Hashable {
    case swift
    /// C, C++ and Objective-C.
    case c
    /// JavaScript, TypeScript, Kotlin, Java, and any other file: only literals are read.
    case script
    /// Storyboards and xibs.
    case interface
    /// Interface files of GTK: their texts count as literals.
    case markup

    /// The language of a file, by its name; `nil` for a file that is not a source.
    package init?(fileName: String) {
        guard let dot = fileName.lastIndex(of: "."), dot != fileName.startIndex else { return nil }
        switch fileName[fileName.index(after: dot)...] {
        case "swift": self = .swift
        case "c", "h", "m", "mm", "cc", "cpp", "cxx", "hh", "hpp", "hxx": self = .c
        case "js", "mjs", "cjs", "jsx", "ts", "mts", "tsx", "kt", "kts", "java": self = .script
        case "storyboard", "xib": self = .interface
        case "ui", "glade": self = .markup
        default: return nil
        }
    }
}
