// The characters besides letters that a terminal can show: dots and quotation
// marks in ASCII where the locale is C.

internal import Synchronization

/// How the programs write punctuation.
public enum Typography {
    private static let isPlain = Atomic(false)

    /// Writes ASCII in place of typographic punctuation from now on, as gettext does in the locale C.
    package static func useASCII() { isPlain.store(true, ordering: .relaxed) }

    /// The same if the locale of the environment is C or POSIX.
    public static func followLocale() {
        if ProgramEnvironment.current.usesASCII { useASCII() }
    }

    /// The sign of an omission.
    package static var ellipsis: String { isPlain.load(ordering: .relaxed) ? "..." : "…" }

    /// A text as it is printed for a person.
    public static func printed(_ text: String) -> String {
        isPlain.load(ordering: .relaxed) ? inASCII(text) : text
    }

    /// A text with ASCII in place of typographic punctuation. Letters stay.
    package static func inASCII(_ text: String) -> String {
        replaced(text) { _, ascii in ascii }
    }

    /// What a message about punctuation quotes, as it is printed for a person: with the code of each
    /// character that ASCII would confuse with others, as in `\u2026`.
    package static func quoted(_ text: String) -> String {
        guard isPlain.load(ordering: .relaxed) else { return text }
        return replaced(text) { scalar, _ in
            let code = String(scalar.value, radix: 16, uppercase: true)
            return "\\u" + String(repeating: "0", count: 4 - code.count) + code
        }
    }

    private static func replaced(_ text: String, by name: (Unicode.Scalar, String) -> String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            if let ascii = ascii(scalar) {
                result += name(scalar, ascii)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }

    private static func ascii(_ scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "…": "..."
        case "“", "”", "„", "«", "»": "\""
        case "‘", "’", "‚", "‹", "›": "'"
        case "‐", "‑", "–", "—", "·": "-"
        case "▸": ">"
        case "◂": "<"
        case "×": "x"
        case "\u{A0}", "\u{202F}": " "
        default: nil
        }
    }
}

extension ProgramEnvironment {
    /// Whether the locale's characters are those of C or POSIX. Without any locale the terminal may show
    /// more.
    package var usesASCII: Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
        return locale == "C" || locale == "POSIX"
    }
}
