// Finds links and emphasis of Markdown that a translation lost.

internal import Localization

/// `[the guide](https://…)` that became `[der Leitfaden] (https://…)`, and `**bold**` that lost its signs.
///
/// Only a source text that has such a link or such a pair of signs is Markdown for certain.
/// Addresses are looked after by `urls`.
struct MarkdownCheck: TextCheck {
    let identifier = "markdown"
    let category = CheckCategory.text
    let severity = Severity.warning
    let triggers = TextTraits([.bracket, .asterisk])
    let example = CheckExample(
        "Read [the guide](guide.html)", locale: "sv", wrong: "Läs [guiden] (guide.html)",
        right: "Läs [guiden](guide.html)")

    func problems(in text: TextPair) -> [TranslationProblem] {
        guard let source = text.source, !text.sourceTraits.isDisjoint(with: triggers), !text.text.isEmpty
        else { return [] }
        return [("](", Self.links), ("**", Self.emphases)].compactMap { sign, count in
            let expected = count(Array(source.utf8))
            guard expected > 0 else { return nil }
            let found = count(Array(text.text.utf8))
            return found < expected
                ? TranslationProblem(.text(sign), .init(found), .init(expected)) : nil
        }
    }

    /// How many links with an address a text has.
    private static func links(_ bytes: [UInt8]) -> Int {
        var count = 0
        var hasOpened = false
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "[") { hasOpened = true }
            guard byte == UInt8(ascii: "]"), hasOpened else { continue }
            hasOpened = false
            let rest = bytes[(index + 1)...].prefix(longestAddress)
            guard rest.first == UInt8(ascii: "("), let next = rest.dropFirst().first, next > 0x20,
                next != UInt8(ascii: ")"), rest.contains(UInt8(ascii: ")"))
            else { continue }
            count += 1
        }
        return count
    }

    private static let longestAddress = 1024

    /// How many pairs of `**` have words between them. `a/**/b` and `2 ** 3` have none.
    private static func emphases(_ bytes: [UInt8]) -> Int {
        var count = 0
        var start: Int?
        var index = 0
        while index + 1 < bytes.count {
            guard bytes[index] == star, bytes[index + 1] == star else {
                index += 1
                continue
            }
            if let opened = start, isWordLike(bytes[index - 1]) || ",.:;!?)".utf8.contains(bytes[index - 1]),
                index > opened
            {
                count += 1
                start = nil
            } else {
                let next = index + 2 < bytes.count ? bytes[index + 2] : 0x20
                let previous = index > 0 ? bytes[index - 1] : 0x20
                start = isWordLike(next) && !isASCIIWord(previous) && previous != star ? index + 2 : nil
            }
            index += 2
        }
        return count
    }

    private static let star = UInt8(ascii: "*")

    /// Whether a byte belongs to a letter, to a digit or to a placeholder.
    private static func isWordLike(_ byte: UInt8) -> Bool {
        isASCIIWord(byte) || byte >= 0x80 || "%{}\"'`<>$@".utf8.contains(byte)
    }

    private static func isASCIIWord(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }
}
