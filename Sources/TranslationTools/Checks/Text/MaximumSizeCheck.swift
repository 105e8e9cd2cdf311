// Finds texts that take more room than a comment allows.

internal import ICU
internal import Localization

/// Wider than `max-size: 300` in the comment of the entry or of its source, or more lines than
/// `max-size: 300:2`. The flags are Weblate's, `font-size:14` among them.
///
/// No font is at hand: widths are those that the characters have in Helvetica and its like,
/// about. A tenth too much is let pass.
struct MaximumSizeCheck: MessageCheck {
    let identifier = "max-size"
    let category = CheckCategory.text
    let severity = Severity.warning
    let triggers = MessageTraits.annotations
    let example = CheckExample(
        source: "/* max-size: 60 */\n\"Settings\" = \"Settings\";", locale: "de",
        wrong: "\"Settings\" = \"Systemeinstellungen\";", right: "\"Settings\" = \"Optionen\";")

    func problems(in message: MessagePair) -> [TranslationProblem] {
        let comments = [message.message.comment, message.source?.comment].compactMap { $0 }
        guard
            let annotations = comments.first(where: { $0.containsASCII("max-size") }).map(
                EntryAnnotations.init),
            let limit = annotations.maximumSize
        else { return [] }
        return message.message.wholeForms.compactMap { form in
            // What arguments are is not known: the text around them counts.
            let text = form.format.segments.reduce(into: "") {
                if case .literal(let literal) = $1 { $0 += literal }
            }
            let size = TextSize(
                text, fontSize: annotations.fontSize, wrappedAt: limit.lines > 1 ? limit.width : .max)
            if limit.lines > 1, size.lines > limit.lines {
                return TranslationProblem(
                    .init(size.lines), .init(limit.lines), variant: "lines", variation: form.variation)
            }
            guard size.width > limit.width + limit.width / 10 else { return nil }
            return TranslationProblem(.init(size.width), .init(limit.width), variation: form.variation)
        }
    }
}

/// The room that a text takes, in pixels, about.
struct TextSize {
    /// The width of the widest line; of more than one only where words are.
    let width: Int
    let lines: Int

    /// - Parameters:
    ///   - fontSize: the height of the font in pixels.
    ///   - limit: the width at which lines are broken, between words.
    init(_ text: String, fontSize: Int, wrappedAt limit: Int) {
        var (widest, count) = (0.0, 0)
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            count += 1
            var width = 0.0
            for word in line.split(separator: " ", omittingEmptySubsequences: false) {
                let added = word.unicodeScalars.reduce(0) { $0 + Self.width(of: $1) } * Double(fontSize)
                let space = width > 0 ? Self.width(of: " ") * Double(fontSize) : 0
                if width > 0, width + space + added > Double(limit) {
                    count += 1
                    widest = max(widest, width)
                    width = added
                } else {
                    width += space + added
                }
            }
            widest = max(widest, width)
        }
        (width, lines) = (Int(widest.rounded()), count)
    }

    /// The width of a character in heights of the font.
    private static func width(of scalar: Unicode.Scalar) -> Double {
        switch scalar {
        case "i", "j", "l", "I", ".", ",", ":", ";", "'", "|", "!", " ": return 0.27
        case "f", "t", "r", "(", ")", "[", "]", "{", "}", "/", "-", "\"": return 0.33
        case "m", "M", "W", "@", "%": return 0.86
        case "A"..."Z": return 0.69
        default: break
        }
        // East Asian characters are as wide as high.
        return [0, 0.56, 1][min(scalar.columns, 2)]
    }
}
