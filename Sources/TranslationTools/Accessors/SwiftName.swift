// Names in Swift, made of keys.

/// Makes and checks names.
enum SwiftName {
    /// The name of a property or function for a key, such as `itemsFound` for `Items found: %ld`; `nil` where
    /// the key has no letters for one, or begins with a digit.
    static func member(_ key: String) -> String? {
        let words = words(of: key)
        guard let first = words.first else { return nil }
        let name = lowercasedStart(first) + words.dropFirst().map(capitalized).joined()
        return isName(name) ? name : nil
    }

    /// The name of a type for a table, such as `Errors`.
    static func type(_ table: String) -> String? {
        let name = words(of: table).map(capitalized).joined()
        return isName(name) ? name : nil
    }

    /// Whether a text is a name of Swift that members of a type may have.
    static func isName(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, first == "_" || first.properties.isXIDStart else {
            return false
        }
        return text.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isXIDContinue } && text != "_"
            && !["init", "self", "Self", "Type", "Protocol"].contains(text)
    }

    /// The name as it is written: keywords in backticks.
    static func written(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    /// The words of a text without its specifiers.
    private static func words(of text: String) -> [String] {
        let plain = FormatString(text).segments.map { segment in
            if case .literal(let text) = segment { text } else { " " }
        }.joined()
        // An apostrophe joins: `can't` is one word.
        return plain.filter { $0 != "'" && $0 != "’" }.unicodeScalars.split { !$0.properties.isXIDContinue }
            .map {
                String(String.UnicodeScalarView($0))
            }.flatMap { $0.split(separator: "_").map(String.init) }
    }

    private static func capitalized(_ word: String) -> String {
        word.prefix(1).uppercased() + word.dropFirst()
    }

    /// `title` for `Title`, `urlList` for `URLList`, `ok` for `OK`.
    private static func lowercasedStart(_ word: String) -> String {
        let capitals = word.prefix { $0.isUppercase }
        if capitals.count <= 1 || capitals.count == word.count
            || word.dropFirst(capitals.count).first?.isNumber == true
        {
            return capitals.lowercased() + word.dropFirst(capitals.count)
        }
        return capitals.dropLast().lowercased() + word.dropFirst(capitals.count - 1)
    }

    /// The keywords that cannot be names without backticks ("The Swift Programming Language", Lexical
    /// Structure).
    private static let keywords: Set<String> = [
        "Any", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
        "deinit",
        "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard",
        "if", "import",
        "in", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
        "public",
        "repeat", "rethrows", "return", "static", "struct", "subscript", "super", "switch", "throw", "throws",
        "true",
        "try", "typealias", "var", "where", "while",
    ]
}
