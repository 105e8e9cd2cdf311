// Character references such as `&amp;` in texts, and what is left of those that were broken.

/// The references of a text to characters, by their names.
struct CharacterReferences {
    /// The names between `&` and `;`, and the numbers behind `&#`.
    private var names: [Substring] = []
    /// The first ampersand that begins no reference, with what follows it.
    private var bareAmpersand: String?

    /// Whether that ampersand marks the next letter as the key of a command.
    private var marksKey: Bool { bareAmpersand?.dropFirst().first?.isLetter == true }

    private init(in text: String) {
        var rest = text.utf8[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
            rest = rest[start...]
            let name = rest.dropFirst().prefix(12).prefix {
                $0 == UInt8(ascii: "#") || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20)
            }
            if !name.isEmpty, rest.dropFirst(name.count + 1).first == UInt8(ascii: ";") {
                names.append(Substring(name))
            } else {
                bareAmpersand = bareAmpersand ?? String(Substring(rest).prefix(8))
            }
            rest = rest.dropFirst()
        }
    }

    /// A reference of a translation that neither the source nor HTML has, such as `&am;` for `&amp;`; or an
    /// ampersand that is no reference, though all of the source are. `nil` if the source has no ampersand.
    static func broken(in text: String, besides source: String) -> (text: String, isReference: Bool)? {
        guard text.utf8.contains(UInt8(ascii: "&")), source.utf8.contains(UInt8(ascii: "&")) else {
            return nil
        }
        let (own, model) = (CharacterReferences(in: text), CharacterReferences(in: source))
        // `&Follow tags` has the key of a menu, which a semicolon may follow as any other sign.
        if model.names.isEmpty, model.marksKey { return nil }
        // A document type may have entities of its own. A translation that has all of its source's may have
        // others.
        let ofType = model.names.filter { !isKnown($0) }
        let hasType = !ofType.isEmpty && ofType.allSatisfy(own.names.contains)
        // `R&D;` names something before a semicolon.
        if !hasType,
            let name = own.names.first(where: {
                !model.names.contains($0) && !isKnown($0) && $0.first?.isLowercase == true
            })
        {
            return ("&\(name);", true)
        }
        guard !model.names.isEmpty, model.bareAmpersand == nil else { return nil }
        return own.bareAmpersand.map { ($0, false) }
    }

    /// Whether HTML has a reference: a number, a letter with an accent (`eacute`), a Greek
    /// letter, or one of the common signs.
    private static func isKnown(_ name: Substring) -> Bool {
        name.hasPrefix("#") || signs.contains(name) || greekLetters.contains(name.lowercased())
            || accents.contains { name.hasSuffix($0) && name.count - $0.count <= 2 }
    }

    private static let accents = [
        "acute", "grave", "circ", "tilde", "uml", "ring", "cedil", "slash", "lig", "caron",
    ]
    private static let greekLetters: Set<String> = [
        "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu",
        "nu", "xi", "omicron", "pi", "rho", "sigma", "sigmaf", "tau", "upsilon", "phi", "chi", "psi", "omega",
    ]
    private static let signs: Set<Substring> = [
        "amp", "lt", "gt", "quot", "apos", "nbsp", "shy", "ensp", "emsp", "thinsp", "zwnj", "zwj", "lrm",
        "rlm", "hellip", "mdash", "ndash", "bull", "middot", "laquo", "raquo", "lsaquo", "rsaquo", "lsquo",
        "rsquo", "sbquo", "ldquo", "rdquo", "bdquo", "iexcl", "iquest", "copy", "reg", "trade", "deg", "sect",
        "para", "micro", "times", "divide", "minus", "plusmn", "frac12", "frac14", "frac34", "sup1", "sup2",
        "sup3", "ordf", "ordm", "euro", "cent", "pound", "yen", "curren", "larr", "uarr", "rarr", "darr",
        "harr", "le", "ge", "ne", "asymp", "infin", "szlig", "eth", "ETH", "thorn", "THORN", "dagger",
        "prime",
    ]
}
