// Finds translations that begin or end with other white space than their source text.

internal import Localization

/// Spaces and line breaks at the edges join a text to what the program puts beside it.
///
/// Chinese and Japanese need no space beside full-width punctuation, or none at all. Units follow Korean
/// numbers without one, and those of other languages with one. Beside a line break the indentation of a
/// template does not matter, beside an outermost tag no white space does. After the end of a sentence a space
/// of the source alone is a slip.
struct EdgeWhitespaceCheck: TextCheck {
    let identifier = "edge-whitespace"
    let category = CheckCategory.text
    let severity = Severity.warning
    let triggers = TextTraits.edgeWhitespace
    let example = CheckExample("Name: ", locale: "de", wrong: "Name:", right: "Name: ")

    func problems(in text: TextPair) -> [TranslationProblem] {
        guard let source = text.source, !source.isEmpty, !text.text.isEmpty, !source.asksForTranslators,
            !text.isFragment
        else { return [] }
        let scalars = (text: text.text.unicodeScalars, source: source.unicodeScalars)
        // Separators are translated as they must be.
        guard scalars.text.contains(where: { !$0.properties.isWhitespace }),
            scalars.source.contains(where: { !$0.properties.isWhitespace }), scalars.source.count > 1
        else { return [] }
        var problems: [TranslationProblem] = []
        let leading = (Self.edge(scalars.text), Self.edge(scalars.source))
        if leading.0 != leading.1, !Self.mayDiffer(leading.0, leading.1, text.locale),
            !text.isUnitOfKorean, leading != (" ", "") || !source.followsNumber,
            !text.begins(withTagBesides: leading)
        {
            problems.append(
                TranslationProblem(
                    .text(leading.0.revealed), .text(leading.1.revealed), variant: "leading",
                    severity: text.severity(ofEdges: text.text.first, source.first)))
        }
        let trailing = (Self.edge(scalars.text.reversed()), Self.edge(scalars.source.reversed()))
        if trailing.0 != trailing.1, !Self.mayDiffer(trailing.0, trailing.1, text.locale),
            !text.ends(withTagBesides: trailing), !(trailing == ("", " ") && source.endsSentence),
            !Self.isPadding(trailing.1) || !Self.isPadding(trailing.0 + " ") || text.text.count < source.count
        {
            problems.append(
                TranslationProblem(
                    .text(String(trailing.0.reversed()).revealed),
                    .text(String(trailing.1.reversed()).revealed),
                    severity: text.severity(ofEdges: text.text.last, source.last)))
        }
        return problems
    }

    /// The white space at the beginning, no-break spaces as spaces and every line break as one sign.
    private static func edge(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var edge = ""
        for scalar in scalars {
            guard scalar.properties.isWhitespace else { break }
            switch scalar {
            case "\u{A0}", "\u{202F}", "\u{3000}": edge.append(" ")
            case "\r": break
            default: edge.unicodeScalars.append(scalar)
            }
        }
        return edge
    }

    /// Units whose symbols have capital letters; the others are taken for words of up to three letters.
    fileprivate static let units: Set<Substring> = [
        "B", "KB", "kB", "MB", "GB", "TB", "PB", "KiB", "MiB", "GiB", "TiB", "KB/s", "kB/s", "MB/s", "GB/s",
        "B/s",
        "KiB/s", "MiB/s", "Hz", "kHz", "MHz", "GHz", "dB", "W", "kW", "kWh", "mAh", "V", "K", "N", "px",
        "mph",
        "km/h", "m/s", "fps", "kbps", "Mbps", "kbit/s", "Mbit/s",
    ]

    /// Whether spaces fill a column, which a longer word fills with fewer of them.
    private static func isPadding(_ edge: String) -> Bool { edge.count > 1 && edge.allSatisfy { $0 == " " } }

    private static func mayDiffer(_ edge: String, _ model: String, _ locale: LocaleIdentifier) -> Bool {
        let breaks = (edge.count { $0 == "\n" }, model.count { $0 == "\n" })
        // What GNU msgfmt compares is the sign at the very edge.
        if breaks.0 > 0, breaks.0 == breaks.1, (edge.first == "\n") == (model.first == "\n") { return true }
        guard ["zh", "ja", "yue", "th", "lo", "km", "my"].contains(locale.language) else { return false }
        return edge.count <= 1 && model.count <= 1 && !(edge + model).contains("\n")
    }
}

extension TextPair {
    /// How much it matters that edges differ: GNU msgfmt refuses a line break on one side only.
    fileprivate func severity(ofEdges edge: Character?, _ model: Character?) -> Severity? {
        isCompiledByGettext && edge?.isNewline != model?.isNewline ? .error : nil
    }
}

extension TextPair {
    /// Whether the text is a unit after a number: ` sec` is `초`, and no space is between them.
    fileprivate var isUnitOfKorean: Bool {
        guard locale.language == "ko", let source, source.first == " " else { return false }
        return source.words.count == 1 && text.words.count == 1
            && text.unicodeScalars.first.map { (0xAC00...0xD7A3).contains($0.value) } == true
    }

    /// Whether both texts begin with a tag, before which white space with a line break does not matter.
    fileprivate func begins(withTagBesides edges: (String, String)) -> Bool {
        guard !isCompiledByGettext || !(edges.0 + edges.1).contains("\n") else { return false }
        return isDocument && [text, source ?? ""].allSatisfy { $0.first { !$0.isWhitespace } == "<" }
    }

    /// Whether both texts end with a tag, behind which white space does not matter.
    fileprivate func ends(withTagBesides edges: (String, String)) -> Bool {
        guard !isCompiledByGettext || !(edges.0 + edges.1).contains("\n") else { return false }
        guard [text, source ?? ""].allSatisfy({ $0.last { !$0.isWhitespace } == ">" }) else { return false }
        return isDocument || (edges.0 + edges.1).contains("\n")
    }

    /// Whether the source is a whole document of HTML.
    private var isDocument: Bool {
        guard let source else { return false }
        let start = source.drop { $0.isWhitespace }.prefix(9).lowercased()
        return start.hasPrefix("<html") || start.hasPrefix("<!doctype")
    }
}

extension String {
    /// Whether the text is a unit or an ending, such as `%`, `s (exact)` and `th copy)`, that a program puts
    /// behind a number: some languages write a space between them.
    fileprivate var followsNumber: Bool {
        let first = prefix { !$0.isWhitespace }
        if ["%", "‰"].contains(first) || first.hasPrefix("°") { return true }
        let word = first.prefix { $0.isLetter || $0 == "/" }
        return EdgeWhitespaceCheck.units.contains(word)
            || (1...3).contains(word.count) && word.allSatisfy(\.isLowercase)
    }

    /// Whether the last sign before white space ends a sentence.
    fileprivate var endsSentence: Bool {
        last { !$0.isWhitespace }.map { ".!?…".contains($0) } == true
    }
}
