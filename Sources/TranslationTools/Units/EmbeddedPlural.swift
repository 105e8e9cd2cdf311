// Plurals within texts as forms of the whole texts, and the way back.

internal import Localization

/// How plurals within a text are written.
public struct EmbeddedPluralSyntax: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt8
    /// Makes a set of its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `{n, plural, one {# item} other {# items}}` of ICU's MessageFormat.
    public static let messageFormat = EmbeddedPluralSyntax(rawValue: 1)
    /// `%#@items@` of Apple's formats, and the forms for it.
    public static let substitution = EmbeddedPluralSyntax(rawValue: 2)
}

/// A text with one plural in it: `You have {n, plural, one {# item} other {# items}}` of MessageFormat, or
/// a text with a substitution such as `You have %#@items@`.
///
/// Formats without such plurals, as gettext's are, have forms of the whole text instead. Invariant: `wholeForms`
/// of what `message(_:_:)` makes are the forms that it was given.
struct EmbeddedPlural: Sendable {
    private enum Syntax: Sendable {
        case messageFormat(ICUPlural)
        case substitution(CountedSubstitution)
    }

    private let syntax: Syntax
    /// The text before and behind the plural.
    private let (prefix, suffix): (String, String)
    /// The texts of the plural alone.
    private let forms: [PluralCategory: String]

    /// How the plural is written.
    var kind: EmbeddedPluralSyntax {
        switch syntax {
        case .messageFormat: .messageFormat
        case .substitution: .substitution
        }
    }

    /// Reads a message; `nil` where no plural is in its text, or more than one count.
    ///
    /// - Parameter locale: the language of the message; `nil` where it is not known.
    init?(_ message: Message, in locale: LocaleIdentifier?) {
        guard let text = message.text, message.plural.isEmpty, !message.variesByDevice,
            message.alternatives.isEmpty, message.widths.isEmpty
        else { return nil }
        if message.substitutions.isEmpty {
            // Ordinals are no counts: gettext has no forms of them.
            guard let plural = ICUPlural.within(text.source, in: locale), !plural.isOrdinal else {
                return nil
            }
            syntax = .messageFormat(plural)
            (prefix, suffix) = (plural.prefix, plural.suffix)
            forms = Dictionary(plural.forms.map { ($0.category, $0.text) }) { first, _ in first }
        } else {
            guard let counted = CountedSubstitution(message) else { return nil }
            syntax = .substitution(counted)
            (prefix, suffix, forms) = (counted.prefix, counted.suffix, counted.forms)
        }
    }

    /// The whole text for each form of the plural.
    var wholeForms: [PluralCategory: FormatString] {
        forms.mapValues { FormatString(prefix + $0 + suffix) }
    }

    /// A message with the plural in a text again.
    ///
    /// The text around the plural stays where the forms have it. Else it is what they have in common, up to
    /// the end of a word; nothing, where they differ from their first word to their last one.
    ///
    /// - Parameters:
    ///   - whole: the whole text for each form.
    ///   - locale: the language of these texts.
    ///   - keepsForms: whether this plural is in that language, too: forms that `whole` lacks stay.
    /// - Returns: `nil` where the syntax cannot say these forms.
    func message(
        _ key: String, _ whole: [PluralCategory: FormatString], in locale: LocaleIdentifier, keepsForms: Bool
    ) -> Message? {
        let whole = keepsForms ? wholeForms.merging(whole) { $1 } : whole
        let texts = whole.mapValues(\.source)
        if keepsForms, let inner = inner(texts, between: prefix, and: suffix),
            let message = replacing(key, inner)
        {
            return message
        }
        let common = CommonText(texts.values.map(components))
        for (prefix, suffix) in [(prefix, suffix), (common.prefix, common.suffix), ("", "")] {
            guard let inner = inner(texts, between: prefix, and: suffix),
                let message = new(key, inner, between: prefix, and: suffix, in: locale),
                says(message, whole, in: locale)
            else { continue }
            return message
        }
        return nil
    }

    /// The parts of texts between two others; `nil` where one does not begin and end so.
    private func inner(
        _ texts: [PluralCategory: String], between prefix: String, and suffix: String
    ) -> [PluralCategory: String]? {
        var inner: [PluralCategory: String] = [:]
        for (category, text) in texts {
            let (bytes, start, end) = (Array(text.utf8), prefix.utf8.count, suffix.utf8.count)
            guard bytes.count >= start + end, bytes[..<start].elementsEqual(prefix.utf8),
                bytes[(bytes.count - end)...].elementsEqual(suffix.utf8)
            else { return nil }
            inner[category] = String(decoding: bytes[start..<bytes.count - end], as: UTF8.self)
        }
        return inner
    }

    private func says(
        _ message: Message, _ whole: [PluralCategory: FormatString], in locale: LocaleIdentifier
    ) -> Bool {
        var read = EmbeddedPlural(message, in: locale)?.wholeForms ?? [:]
        for form in message.text.flatMap({ ICUPlural($0.source, in: locale) })?.forms ?? [] {
            read[form.category] = FormatString(form.text)
        }
        return whole.allSatisfy { read[$0.key]?.source.utf8.elementsEqual($0.value.source.utf8) == true }
    }

    /// The text with other forms; what it says already keeps its bytes.
    private func replacing(_ key: String, _ inner: [PluralCategory: String]) -> Message? {
        switch syntax {
        case .messageFormat(let plural):
            plural.replacing(inner.mapValues { FormatString($0) }).map { Message(key: key, text: $0) }
        case .substitution(let counted): counted.message(key, inner)
        }
    }

    private func new(
        _ key: String, _ inner: [PluralCategory: String], between prefix: String, and suffix: String,
        in locale: LocaleIdentifier
    ) -> Message? {
        switch syntax {
        case .messageFormat(let plural):
            let forms = inner.mapValues { FormatString($0) }
            let choice = ICUPlural.message(
                forms, in: locale, argument: plural.argument, hasNumberSign: plural.hasNumberSign)
            guard let choice else { return nil }
            return Message(key: key, text: prefix + choice + suffix)
        case .substitution(let counted): return counted.message(key, inner, between: prefix, and: suffix)
        }
    }

    /// A text as words, blanks and placeholders; `nil` where parts of it cannot be told apart. The text around
    /// a plural ends before the number.
    private func components(of text: String) -> [CommonText.Component]? {
        switch syntax {
        case .messageFormat(let plural):
            // A tag may begin in a form and end behind it.
            guard !text.utf8.contains(0x3C), let message = try? ICUMessage(text) else { return nil }
            let bytes = Array(text.utf8)
            return message.parts.flatMap { part -> [CommonText.Component] in
                switch part {
                case .text(let range), .number(let range):
                    return CommonText.words(String(decoding: bytes[range], as: UTF8.self))
                case .argument(let shown):
                    let source = String(decoding: bytes[shown.range], as: UTF8.self)
                    return [.init(text: source, isCount: shown.name == plural.argument)]
                }
            }
        case .substitution(let counted): return counted.components(of: text)
        }
    }
}

extension Message {
    /// The text of a message that has no other, and no plural in it.
    var plainText: FormatString? {
        guard !hasVariations, let text, text.substitutions.isEmpty,
            (try? ICUMessage(text.source))?.hasChoice != true
        else { return nil }
        return text
    }
}
