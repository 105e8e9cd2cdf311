// Messages of MessageFormat with one plural, which other formats have as plural forms.

internal import Localization

/// A plural of MessageFormat whose branches are plural forms, without an offset or numbers of their own but
/// 0: a message by itself, or within a text.
///
/// A form shows the number as `{count}`, whether the branch does or has `#` for it. `=0` is the form `zero`.
/// It stays as it is beside a branch `zero`, and in languages that count other numbers as `zero`, too.
struct ICUPlural: Sendable {
    /// A branch as a form.
    struct Form: Sendable {
        let category: PluralCategory
        let text: String
        /// Where the branch is in the message, without its braces: UTF-8 code units.
        let range: Range<Int>
    }

    /// The argument that is counted.
    let argument: String
    let isOrdinal: Bool
    let forms: [Form]
    /// Whether any branch shows the number as `#`.
    let hasNumberSign: Bool
    /// Whether a branch is no form: `=0` where `zero` is another one.
    private let hasOtherBranches: Bool
    /// The language of the forms; `nil` where it is not known.
    private let locale: LocaleIdentifier?
    /// Where the plural is in the message, with its braces: UTF-8 code units.
    private let range: Range<Int>
    private let source: [UInt8]

    /// The text before the plural.
    var prefix: String { String(decoding: source[..<range.lowerBound], as: UTF8.self) }
    /// The text behind the plural.
    var suffix: String { String(decoding: source[range.upperBound...], as: UTF8.self) }

    /// Reads a message; `nil` where it is anything else than such a plural.
    init?(_ text: String, in locale: LocaleIdentifier?) {
        // Most texts have no arguments.
        guard text.utf8.first == 0x7B, let message = try? ICUMessage(text), message.parts.count == 1 else {
            return nil
        }
        self.init(message, of: text, in: locale)
    }

    /// Reads a message with one plural within a text, and no other choice; `nil` where it is anything else.
    /// All branches must be forms: none would say what another one is where the text around it changes.
    static func within(_ text: String, in locale: LocaleIdentifier?) -> ICUPlural? {
        guard text.utf8.contains(0x7B), let message = try? ICUMessage(text), message.parts.count > 1,
            let plural = ICUPlural(message, of: text, in: locale), !plural.hasOtherBranches
        else { return nil }
        return plural
    }

    private init?(_ message: ICUMessage, of text: String, in locale: LocaleIdentifier?) {
        let choices = message.parts.compactMap { part -> (ICUMessage.Argument, ICUMessage.Choice)? in
            guard case .argument(let argument) = part, let choice = argument.choice else { return nil }
            return (argument, choice)
        }
        guard choices.count == 1, let (argument, choice) = choices.first, choice.isPlural,
            choice.offset == nil
        else { return nil }
        let source = Array(text.utf8)
        var forms: [Form] = []
        var hasNumberSign = false
        lazy var hasZero =
            choice.branches.contains { $0.selector == "zero" }
            || locale?.countsOthersAsZero(choice.kind) == true
        for branch in choice.branches where !(branch.selector == "=0" && hasZero) {
            let name = branch.selector == "=0" ? "zero" : branch.selector
            guard let category = PluralCategory(rawValue: name), !branch.message.hasChoice,
                !forms.contains(where: { $0.category == category })
            else { return nil }
            hasNumberSign = hasNumberSign || branch.message.hasNumber
            let text = branch.message.form(of: source, argument: argument.name)
            forms.append(Form(category: category, text: text, range: branch.message.range))
        }
        (self.argument, self.forms, self.source, self.locale) = (argument.name, forms, source, locale)
        (isOrdinal, self.hasNumberSign) = (choice.kind == .ordinal, hasNumberSign)
        range = argument.range
        hasOtherBranches = forms.count < choice.branches.count
    }

    /// A new message with some forms; `nil` where a form's text cannot be in a branch.
    ///
    /// - Parameters:
    ///   - locale: the language of the forms. In most, no number has the form `zero`, and its branch is `=0`.
    ///   - argument: the argument that is counted; `nil` for the first one that a form shows, else `count`.
    static func message(
        _ forms: [PluralCategory: FormatString], in locale: LocaleIdentifier?,
        argument: String? = nil, isOrdinal: Bool = false, hasNumberSign: Bool = true
    ) -> String? {
        let texts = forms.inOrder.map { ($0.key, $0.value.source) }
        let shown = texts.lazy.compactMap { (try? ICUMessage($0.1))?.arguments.first?.name }.first
        let argument = argument ?? shown ?? "count"
        let kind = isOrdinal ? ICUMessage.ChoiceKind.ordinal : .plural
        var branches: [String] = []
        for (category, text) in texts {
            guard let branch = branch(text, argument: argument, hasNumberSign: hasNumberSign) else {
                return nil
            }
            branches.append("\(selector(of: category, kind, in: locale)) {\(branch)}")
        }
        let message = "{\(argument), \(kind.rawValue), \(branches.joined(separator: " "))}"
        return says(message, texts, in: locale) ? message : nil
    }

    /// The selector of a form's branch. In most languages no number has the form `zero`.
    private static func selector(
        of category: PluralCategory, _ kind: ICUMessage.ChoiceKind, in locale: LocaleIdentifier?
    ) -> String {
        guard category == .zero, let locale, locale.coverage(kind).integers[.zero] == nil else {
            return category.rawValue
        }
        return "=0"
    }

    /// The message with other texts of some forms, and with forms that it did not have.
    /// All else stays as it is written.
    ///
    /// - Returns: `nil` where a form's text cannot be in a branch.
    func replacing(_ new: [PluralCategory: FormatString]) -> String? {
        var edits: [TextEdit] = []
        var added = ""
        for (category, format) in new.inOrder {
            let known = forms.first { $0.category == category }
            if let known, known.text.utf8.elementsEqual(format.source.utf8) { continue }
            guard
                let branch = Self.branch(
                    format.source, argument: argument, hasNumberSign: hasNumberSign)
            else { return nil }
            if let known {
                edits.append(TextEdit(known.range, branch))
            } else {
                let selector = Self.selector(of: category, isOrdinal ? .ordinal : .plural, in: locale)
                added += "\(selector) {\(branch)} "
            }
        }
        if !added.isEmpty {
            guard let other = forms.first(where: { $0.category == .other }) else { return nil }
            // Before the word `other`, its space and its brace.
            let start = source[..<other.range.lowerBound].lastIndex(of: UInt8(ascii: "o")) ?? 0
            edits.append(TextEdit(start..<start, added))
        }
        let message = String(decoding: edits.applied(to: source), as: UTF8.self)
        let texts = new.inOrder.map { ($0.key, $0.value.source) }
        return Self.says(message, texts, in: locale) ? message : nil
    }

    /// Whether a message reads as some forms.
    private static func says(
        _ message: String, _ texts: [(PluralCategory, String)], in locale: LocaleIdentifier?
    ) -> Bool {
        guard let read = ICUPlural(message, in: locale) ?? .within(message, in: locale) else { return false }
        return texts.allSatisfy { category, text in
            read.forms.contains { $0.category == category && $0.text.utf8.elementsEqual(text.utf8) }
        }
    }

    /// The branch of a form; `nil` where it is no message.
    private static func branch(_ text: String, argument: String, hasNumberSign: Bool) -> String? {
        guard let message = try? ICUMessage(text), !message.hasChoice else { return nil }
        let bytes = Array(text.utf8)
        return message.parts.map { part in
            switch part {
            case .text(let range), .number(let range):
                return String(decoding: bytes[range], as: UTF8.self).replacing("#", with: "'#'")
            case .argument(let shown):
                let source = String(decoding: bytes[shown.range], as: UTF8.self)
                return hasNumberSign && source == "{\(argument)}" ? "#" : source
            }
        }.joined()
    }
}

extension LocaleIdentifier {
    fileprivate func coverage(_ kind: ICUMessage.ChoiceKind) -> PluralCoverage {
        kind == .ordinal ? .ordinals(of: self) : .of(self)
    }

    /// Whether the language has the form `zero` for other numbers than 0: Latvian for 10 and 11, too.
    fileprivate func countsOthersAsZero(_ kind: ICUMessage.ChoiceKind) -> Bool {
        coverage(kind).integers[.zero].map { $0 != [0] } ?? false
    }
}

extension ICUMessage {
    /// Whether the message itself shows the number of the plural around it.
    fileprivate var hasNumber: Bool {
        parts.contains { if case .number = $0 { true } else { false } }
    }

    /// A branch as a message by itself.
    fileprivate func form(of source: [UInt8], argument: String) -> String {
        parts.map { part in
            switch part {
            case .number: return "{\(argument)}"
            case .argument(let shown): return String(decoding: source[shown.range], as: UTF8.self)
            case .text(let range):
                return String(decoding: source[range], as: UTF8.self).replacing("'#'", with: "#")
            }
        }.joined()
    }
}
