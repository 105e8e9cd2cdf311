// Finds texts that are longer than a comment allows.

internal import Localization

/// More characters than `max-length: 20` in the comment of the entry or of its source.
struct MaximumLengthCheck: MessageCheck {
    let identifier = "max-length"
    let category = CheckCategory.text
    let severity = Severity.warning
    let triggers = MessageTraits.annotations
    let example = CheckExample(
        source: "/* max-length: 8 */\n\"Settings\" = \"Settings\";", locale: "de",
        wrong: "\"Settings\" = \"Einstellungen\";", right: "\"Settings\" = \"Optionen\";")

    func problems(in message: MessagePair) -> [TranslationProblem] {
        let limits = [message.message.comment, message.source?.comment].compactMap { comment -> Int? in
            guard let comment, comment.utf8.contains(UInt8(ascii: ":")), comment.containsASCII("max-length")
            else {
                return nil
            }
            return EntryAnnotations(comment).maximumLength
        }
        guard let limit = limits.min() else { return [] }
        return message.message.wholeForms.compactMap { form in
            // Arguments have unknown lengths: the text around them counts.
            let length = form.format.segments.reduce(0) {
                if case .literal(let text) = $1 { $0 + text.count } else { $0 }
            }
            guard length > limit else { return nil }
            return TranslationProblem(.init(length), .init(limit), variation: form.variation)
        }
    }
}
