// Which names of a file of JavaScript stand for functions that take keys, and what they put before the keys.

/// What a file binds by hooks: `const { t } = useTranslation("shop", { keyPrefix: "cart" })`,
/// `const t = useTranslations("Cart")`.
struct TranslationBindings {
    /// For each bound name what it may put before keys, with the dot: one text, unless the
    /// file binds the name several times.
    private var prefixes: [String: Set<String>] = [:]
    /// Whether `t` is a function of a library, though the file does not bind it:
    /// it is a parameter, or a property.
    private var hasLibrary = false

    /// No names.
    init() {}

    init(_ tokens: SourceTokens) {
        guard tokens.language.isJavaScript else { return }
        for index in tokens.indices {
            guard let name = tokens[index].name else {
                if let text = tokens[index].literal?.text, Self.isLibrary(text) { hasLibrary = true }
                continue
            }
            if Self.signs.contains(name) { hasLibrary = true }
            guard let prefix = Self.hooks[name], tokens.isSign(index + 1, "("),
                let close = tokens.partners[index + 1]
            else { continue }
            hasLibrary = true
            let arguments = tokens.arguments(index + 2..<close)
            let text = arguments.argument(prefix).flatMap { tokens.texts(in: $0.range).first?.literal.text }
            for name in Self.names(boundTo: index, in: tokens) {
                prefixes[name, default: []].insert(text.map { $0 + "." } ?? "")
            }
        }
    }

    /// The functions that give a function that takes keys, and their arguments
    /// that say what stands before them.
    private static let hooks: [String: [SourceRoutine.Argument]] = [
        "useTranslation": [.label("keyPrefix")], "useI18n": [], "getFixedT": [.position(3)],
        "useTranslations": [.label("namespace"), .position(1)],
        "getTranslations": [.label("namespace"), .position(1)], "createTranslator": [.label("namespace")],
    ]

    /// Names that only files with a translation library have.
    private static let signs: Set = [
        "withTranslation", "WithTranslation", "TFunction", "i18n", "i18next", "Trans",
    ]

    /// Whether a literal, such as the source of an import, names a translation library.
    private static func isLibrary(_ text: String) -> Bool {
        text.utf8.count < 100
            && (text.hasSuffix("i18n") || text.hasSuffix("i18next") || text.hasSuffix("-intl"))
    }

    /// The names that a declaration gives to the result of a call, or to its members that take keys.
    private static func names(boundTo call: Int, in tokens: SourceTokens) -> [String] {
        var index = call - 1
        while index > 0, tokens[index].isSign(".") || tokens[index].name != nil { index -= 1 }
        guard index > 0, tokens.isSign(index, "=") else { return [] }
        if let name = tokens[index - 1].name { return [name] }
        guard let open = tokens.partners[index - 1], open < index else { return [] }
        let members = tokens.arguments(open + 1..<index - 1)
        // An array has the function first.
        if tokens.isSign(open, "[") {
            return members.first.flatMap { tokens[$0.range.lowerBound].name }.map { [$0] } ?? []
        }
        return members.compactMap { member in
            let name = tokens[member.range.lowerBound].name
            return (member.label ?? name).flatMap { ["t", "tc", "te", "$t"].contains($0) ? name : nil }
        }
    }

    /// The routines that the bound names are.
    var routines: [SourceRoutine] {
        let names = Set(prefixes.keys).union(hasLibrary ? ["t"] : [])
        return names.sorted().flatMap { name in
            [name, name + ".rich", name + ".markup", name + ".has", name + "." + Self.raw].map(
                SourceRoutine.translating)
        }
    }

    /// The member of a function that takes the key of several texts.
    static let raw = "raw"

    /// What a name may put before keys; never empty.
    func prefixes(of name: String) -> [String] { prefixes[name]?.sorted() ?? [""] }
}
