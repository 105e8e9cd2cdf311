// What programs show of texts whose arguments have names.

internal import Localization

/// A text whose arguments have names, such as `{{count}} items` of i18next or a message of MessageFormat,
/// with values for them.
package struct NamedText {
    private let message: Message
    private let syntax: PlaceholderSyntax
    private let locale: LocaleIdentifier
    /// The values by the names of their arguments.
    private let values: [String: FormatValue]
    /// The argument by which a plural form is chosen.
    private let counted: String
    /// Its value; `nil` where there is none.
    private let count: FormatValue?

    /// - Parameters:
    ///   - syntax: that of the message's format; `nil` where it is not known.
    ///   - arguments: values in the order in which the text shows them, or `name=value`.
    /// - Returns: `nil` if the arguments have no names.
    package init?(
        _ message: Message, syntax: PlaceholderSyntax?, in locale: LocaleIdentifier, arguments: [String]
    ) {
        let chosen = ChosenSyntaxes(flags: message.placeholderFlags, format: syntax, source: message)
        guard let syntax = chosen.syntaxes.last, syntax != .objectiveC else { return nil }
        (self.message, self.syntax, self.locale) = (message, syntax, locale)
        let texts = message.wholeForms.map { syntax.read($0.format.source) }
        guard texts.contains(where: { !$0.placeholders.isEmpty }) else { return nil }
        let forms = texts.map(Self.names)
        var names: [String] = []
        // The form for most numbers comes last, and shows them all.
        for name in forms.reversed().joined() where !names.contains(name) { names.append(name) }
        if names.allSatisfy({ Int($0) != nil }) {
            // `printf` writes numbers in ways of its own.
            if case .percent = syntax.grammar { return nil }
            names.sort { Int($0)! < Int($1)! }
        }
        var values: [String: FormatValue] = [:]
        var others: [FormatValue] = []
        for argument in arguments {
            if let sign = argument.firstIndex(of: "="), names.contains(String(argument[..<sign])) {
                values[String(argument[..<sign])] = FormatValue(
                    argument: String(argument[sign...].dropFirst()))
            } else {
                others.append(FormatValue(argument: argument))
            }
        }
        for name in names where values[name] == nil && !others.isEmpty {
            values[name] = others.removeFirst()
        }
        self.values = values
        // What a form can do without is the number: `an item`, `{count} items`.
        let omitted = names.first { name in forms.contains { !$0.contains(name) } }
        counted = names.contains("count") ? "count" : omitted ?? names.first ?? "count"
        count = values[counted] ?? others.first
    }

    /// What is shown. A placeholder without a value stays as it is written.
    ///
    /// - Parameters:
    ///   - isRaw: whether only the form is chosen, and no argument inserted.
    ///   - userLocale: the locale whose numbers are shown; `nil` for the text's.
    ///   - reference: the text of another key, to which a text of i18next may refer.
    package func shown(
        isRaw: Bool = false, userLocale: LocaleIdentifier? = nil, reference: (String) -> String?
    ) -> String {
        let other = (message.plural[.other] ?? message.wholeForms.last?.format)?.source ?? message.key
        let isPattern = syntax.isMessageFormat && !isRaw
        var values = self.values
        var branches = message.plural
        if !isPattern {
            // The texts are what a message of MessageFormat shows, which chooses among them.
            for (category, form) in branches {
                branches[category] = FormatString("{form-\(category.rawValue)}")
                let text = isRaw ? form.source : filled(form.source, reference)
                values["form-" + category.rawValue] = .text(text)
            }
        }
        if let count, !branches.isEmpty,
            let choice = ICUPlural.message(
                branches, in: locale, argument: counted, isOrdinal: message.hasOrdinalForms)
        {
            values[counted] = count
            return pattern(choice, values, userLocale) ?? other
        }
        if isPattern { return pattern(other, values, userLocale) ?? other }
        return isRaw ? other : filled(other, reference)
    }

    /// A text with its values, which programs insert as they are.
    private func filled(_ text: String, _ reference: (String) -> String?) -> String {
        let bytes = Array(text.utf8)
        var filled: [UInt8] = []
        var end = 0
        for placeholder in syntax.read(text).placeholders where placeholder.range.lowerBound >= end {
            let name = Self.name(of: placeholder)
            guard let value = placeholder.isReference ? reference(name) : values[name]?.plainText else {
                continue
            }
            filled += bytes[end..<placeholder.range.lowerBound] + Array(value.utf8)
            end = placeholder.range.upperBound
        }
        return String(decoding: filled + bytes[end...], as: UTF8.self)
    }

    /// What a message of MessageFormat shows; `nil` if it is none, or if one of its values lacks.
    private func pattern(
        _ text: String, _ values: [String: FormatValue], _ userLocale: LocaleIdentifier?
    ) -> String? {
        guard let message = Message(key: message.key, messageFormat: text) else { return nil }
        let catalog = MessageCatalog(locale: locale, messages: [message])
        let tables = [locale: [Localizer.defaultTable: catalog]]
        return Localizer(chain: [locale], tables: tables, userLocale: userLocale)
            .fittingText(for: message.key, named: values)
    }

    private static func names(in text: PlaceholderText) -> [String] {
        text.placeholders.filter { !$0.isReference }.map(name)
    }

    /// The name that a program has for an argument: what is between the signs, without a format behind it.
    private static func name(of placeholder: Placeholder) -> String {
        let name =
            switch placeholder.argument {
            case .number(let number): String(number)
            case .name(let name): name
            }
        let start = name.hasPrefix("$t(") ? name.dropFirst(3) : name[...]
        return String(
            start.drop { !$0.isLetter && !$0.isNumber && $0 != "_" }
                .prefix { $0.isLetter || $0.isNumber || "_.-:".contains($0) })
    }
}

extension Placeholder {
    /// Whether another text stands here: `$t(key)` of i18next.
    fileprivate var isReference: Bool { source.hasPrefix("$t(") }
}

extension FormatValue {
    /// An argument of a command line: a number if it is one, else a text.
    package init(argument: String) {
        self =
            if let integer = Int64(argument) {
                .integer(integer)
            } else if let integer = UInt64(argument) {
                .unsigned(integer)
            } else if let number = Double(argument), number.isFinite {
                .floatingPoint(number)
            } else {
                .text(argument)
            }
    }
}
