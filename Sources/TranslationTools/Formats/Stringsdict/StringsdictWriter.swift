// Writes the messages of a table that vary as a `.stringsdict` file.

internal import Localization
internal import XML

extension Stringsdict {
    /// Writes the messages of a table that vary; plain ones are left to the `.strings` file.
    ///
    /// Written are the translations; of a template, and of messages without a translation in the source's own
    /// table, the source. Messages that the format cannot represent are left out, with a finding.
    public static func write(
        _ table: TranslationTable
    ) -> (bytes: [UInt8], findings: [ExchangeDiagnostic]) {
        write(varyingMessages(of: table), locale: table.locale ?? table.sourceLocale)
    }

    /// The messages of a table that belong into a file.
    static func varyingMessages(of table: TranslationTable) -> [Message] {
        let isSource = table.locale == nil || table.locale == table.sourceLocale
        return table.units.compactMap { unit in
            (unit.translation ?? (isSource ? unit.source : nil)).flatMap { $0.varies ? $0 : nil }
        }
    }

    /// Writes messages.
    ///
    /// - Parameter layout: how an existing file spells what messages do not say.
    static func write(
        _ messages: [Message], locale: LocaleIdentifier, like layout: StringsdictLayout = .init()
    ) -> (bytes: [UInt8], findings: [ExchangeDiagnostic]) {
        var writer = StringsdictWriter(locale: locale, layout: layout)
        writer.begin()
        for message in messages { writer.write(message) }
        writer.xml.raw("</dict>\n</plist>\n")
        return (writer.xml.bytes, writer.findings)
    }
}

/// How a file spells what messages do not say.
struct StringsdictLayout {
    /// The white space before members of the outermost dictionary, and what each level below adds to it.
    var indentation = (first: "\t", step: "\t")
    /// The rules of the file's messages, by their keys: they name variables and types of numbers.
    var rules: [String: StringsdictRule] = [:]

    /// The name of the variable of a message's plural forms.
    func pluralVariable(_ key: String) -> String {
        rules[key]?.pluralVariable(key) ?? StringsdictKey.pluralVariable
    }

    /// The type of a number that no text shows.
    func valueType(_ key: String, _ variable: String) -> String {
        rules[key]?.variables[variable]?.valueType ?? StringsdictRule.defaultValueType
    }
}

extension Message {
    /// Whether there is more than one text of the message.
    var varies: Bool { !plural.isEmpty || !substitutions.isEmpty || variesByDevice }
}

private struct StringsdictWriter {
    var xml = XMLText()
    var findings: [ExchangeDiagnostic] = []
    /// The categories that serve where `other` is missing.
    private let substitutes: [PluralCategory]
    private let layout: StringsdictLayout

    init(locale: LocaleIdentifier, layout: StringsdictLayout) {
        substitutes = locale.pluralSubstitutes
        self.layout = layout
    }

    mutating func begin() {
        xml.raw(
            """
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
            "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict>

            """)
    }

    mutating func write(_ message: Message) {
        for text in [message.key] + message.formats.map(\.source) + Array(message.devices.keys)
            + Array(message.devicePlurals.keys) + Array(message.substitutions.keys)
        {
            if let scalar = XMLText.unrepresentableScalar(in: text) {
                return report(.stringsdictCharacterNotAllowed, message, scalar.codePointName)
            }
        }
        guard message.variesByDevice else {
            guard let rule = rule(for: message) else { return }
            if message.plural.isEmpty, let name = rule.pluralVariable(message.key) {
                report(.stringsdictBecomesPlural, message, name)
            }
            key(message.key, 1)
            return write(rule, of: message.key, 1)
        }
        guard message.plural.isEmpty, message.substitutions.isEmpty, !message.hasTwoTextsForOtherDevices
        else {
            return report(.stringsdictMixedVariations, message)
        }
        var rules: [String: StringsdictRule] = [:]
        for (name, forms) in message.devicePlurals {
            guard let rule = rule(for: Message(key: message.key, plural: forms)) else { return }
            rules[name] = rule
        }
        key(message.key, 1)
        start(1)
        key(StringsdictKey.deviceRule, 2)
        start(2)
        for form in message.appleForms {
            switch form.variation {
            case .device(let name)?: member(name, form.text, 3)
            case .devicePlural(let name, _)?:
                guard let rule = rules.removeValue(forKey: name) else { continue }
                key(name, 3)
                write(rule, of: message.key, 3)
            default: break
            }
        }
        end(2)
        end(1)
    }

    /// Writes a format and its plural rules as a dictionary.
    private mutating func write(_ rule: StringsdictRule, of key: String, _ depth: Int) {
        start(depth)
        member(StringsdictKey.format, rule.format ?? "", depth + 1)
        for (name, variable) in rule.variables.sorted(by: { $0.key < $1.key }) {
            self.key(name, depth + 1)
            start(depth + 1)
            member(StringsdictKey.ruleType, StringsdictKey.pluralRule, depth + 2)
            member(
                StringsdictKey.valueType, variable.valueType ?? layout.valueType(key, name), depth + 2)
            for (category, text) in variable.forms.sorted(by: { $0.key < $1.key }) {
                member(category.rawValue, text, depth + 2)
            }
            end(depth + 1)
        }
        end(depth)
    }

    /// The message as a format and plural rules; `nil` where it cannot be one.
    private mutating func rule(for message: Message) -> StringsdictRule? {
        var rule = StringsdictRule()
        if message.plural.isEmpty {
            guard let text = message.text else {
                report(.stringsdictMissingText, message)
                return nil
            }
            rule.format = text.source
        } else {
            let name = layout.pluralVariable(message.key)
            let position = message.countedPosition ?? 1
            rule.format = position == 1 ? "%#@\(name)@" : "%\(position)$#@\(name)@"
            guard let forms = complete(message.plural.mapValues(\.source), message) else { return nil }
            rule.variables[name] = StringsdictRule.Variable(valueType: message.pluralValueType, forms: forms)
        }
        let positions = message.substitutions.isEmpty ? [:] : message.substitutionPositions
        for (name, forms) in message.substitutions.sorted(by: { $0.key < $1.key }) {
            guard rule.variables[name] == nil, !name.hasPrefix(StringsdictKey.reservedPrefix) else {
                report(.stringsdictReservedName, message, name)
                return nil
            }
            let position = positions[name]?.first ?? nil
            let type = message.valueType(ofSubstitution: name, position: position)
            let argument =
                "%" + (position.map { "\($0)$" } ?? "") + (type ?? StringsdictRule.defaultValueType)
            if forms.values.contains(where: { $0.segments.contains(.countedArgument) }) {
                report(.stringsdictArgumentSpelledOut, message, name)
            }
            let texts = forms.mapValues { CountedArgumentText.spelledOut($0.source, as: argument) }
            guard let texts = complete(texts, message) else { return nil }
            rule.variables[name] = StringsdictRule.Variable(valueType: type, forms: texts)
        }
        return rule
    }

    /// The forms with `other`, without which Apple's readers show nothing.
    private mutating func complete(
        _ forms: [PluralCategory: String], _ message: Message
    ) -> [PluralCategory: String]? {
        if forms[.other] != nil { return forms }
        guard let substitute = substitutes.lazy.compactMap({ forms[$0] }).first else {
            report(.stringsdictMissingOther, message)
            return nil
        }
        report(.stringsdictOtherFromMany, message)
        return forms.merging([.other: substitute]) { $1 }
    }

    private mutating func report(_ kind: ExchangeDiagnostic.Kind, _ message: Message, _ facts: String...) {
        findings.append(ExchangeDiagnostic(kind, [message.key] + facts, at: nil))
    }

    // MARK: Elements, indented as plutil indents them

    private mutating func key(_ name: String, _ depth: Int) {
        indent(depth)
        xml.element("key", text: name)
        xml.raw("\n")
    }

    private mutating func member(_ name: String, _ text: String, _ depth: Int) {
        key(name, depth)
        indent(depth)
        xml.element("string", text: text)
        xml.raw("\n")
    }

    private mutating func start(_ depth: Int) {
        indent(depth)
        xml.raw("<dict>\n")
    }

    private mutating func end(_ depth: Int) {
        indent(depth)
        xml.raw("</dict>\n")
    }

    private mutating func indent(_ depth: Int) {
        guard depth > 0 else { return }
        xml.raw(layout.indentation.first)
        for _ in 1..<depth { xml.raw(layout.indentation.step) }
    }
}
