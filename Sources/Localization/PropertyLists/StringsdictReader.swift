// Reads the property list of a `.stringsdict` file into messages.

/// The messages of a `.stringsdict`, with the places of their texts. An entry that is
/// wrong is left out, with a finding.
package struct StringsdictReader {
    /// A message and what only the file knows about it.
    package struct Entry {
        package fileprivate(set) var message: Message
        /// The rule of a message that varies by number.
        package fileprivate(set) var rule: StringsdictRule?
        /// Where its value begins.
        package let byteOffset: Int
        /// Where its texts are. Files in the binary form have no places.
        package fileprivate(set) var offsets: [VariationKey.Variation?: Int] = [:]
    }

    /// What is wrong, and where.
    package struct Finding {
        package let kind: StringsdictDiagnostic.Kind
        package let facts: [String]
        package let byteOffset: Int
    }

    package private(set) var entries: [Entry] = []
    package private(set) var findings: [Finding] = []
    /// The places of the message that is being read.
    private var offsets: [VariationKey.Variation?: Int] = [:]
    private var rule: StringsdictRule?

    /// Reads the members of the outermost dictionary; `nil` where there is none.
    package init(_ members: [PropertyList.Member]?, at byteOffset: Int = 0) {
        guard let members else {
            report(.unexpectedDocument, at: byteOffset)
            return
        }
        var indices: [UTF8Key: Int] = [:]
        for member in members {
            let (key, value) = (member.key, member.value)
            (offsets, rule) = ([:], nil)
            guard let message = message(key, value) else { continue }
            let entry = Entry(message: message, rule: rule, byteOffset: value.byteOffset, offsets: offsets)
            if let index = indices[UTF8Key(key)] {
                report(.duplicateKey, key, at: value.byteOffset)
                entries[index] = entry
            } else {
                indices[UTF8Key(key)] = entries.count
                entries.append(entry)
            }
        }
    }

    private mutating func report(_ kind: StringsdictDiagnostic.Kind, _ facts: String..., at byteOffset: Int) {
        findings.append(Finding(kind: kind, facts: facts, byteOffset: byteOffset))
    }

    private mutating func message(_ key: String, _ value: PropertyList) -> Message? {
        guard let members = value.members else {
            // A plain text is no mistake: some writers put all of a table into one file.
            if let text = value.string { return Message(key: key, text: text) }
            report(.unexpectedValue, key, key, at: value.byteOffset)
            return nil
        }
        if let widths = members.first(where: { $0.key == StringsdictKey.widthRule }) {
            return widthMessage(key, widths.value)
        }
        if let devices = members.first(where: { $0.key == StringsdictKey.deviceRule }) {
            guard members.count == 1 else {
                report(.mixedVariations, key, at: value.byteOffset)
                return nil
            }
            return deviceMessage(key, devices.value)
        }
        return pluralMessage(key, members, value)
    }

    private mutating func locate(_ variation: VariationKey.Variation?, _ byteOffset: Int) {
        if byteOffset > 0 { offsets[variation] = byteOffset }
    }

    /// The texts of a width rule, the narrowest first.
    private func widths(_ rule: PropertyList) -> [(width: Int, text: String, byteOffset: Int)] {
        (rule.members ?? []).compactMap { member in
            Int(member.key).flatMap { width in
                member.value.string.map { (width, $0, member.value.byteOffset) }
            }
        }.sorted { $0.width < $1.width }
    }

    /// Where no width is known, the widest text is shown.
    private mutating func widthMessage(_ key: String, _ rule: PropertyList) -> Message? {
        let texts = widths(rule)
        guard let widest = texts.last else {
            report(.unexpectedValue, key, StringsdictKey.widthRule, at: rule.byteOffset)
            return nil
        }
        locate(nil, widest.byteOffset)
        return Message(
            key: key, text: FormatString(widest.text),
            widths: Dictionary(texts.map { ($0.width, FormatString($0.text)) }) { $1 })
    }

    private mutating func deviceMessage(_ key: String, _ devices: PropertyList) -> Message? {
        var forms = MessageForms()
        for member in devices.members ?? [] {
            let (name, value) = (member.key, member.value)
            if let text = value.string {
                forms.set(text, for: .device(name))
                locate(.device(name), value.byteOffset)
                if name == Message.otherDevice { locate(nil, value.byteOffset) }
            } else if let members = value.members {
                if let rule = members.first(where: { $0.key == StringsdictKey.widthRule })?.value,
                    let widest = widths(rule).last
                {
                    forms.set(widest.text, for: .device(name))
                    locate(.device(name), widest.byteOffset)
                    continue
                }
                guard let message = pluralMessage(key, members, value) else { return nil }
                guard !message.plural.isEmpty, message.substitutions.isEmpty else {
                    report(.mixedVariations, key, at: value.byteOffset)
                    return nil
                }
                for (category, form) in message.plural {
                    forms.set(form, for: .devicePlural(name, category))
                    offsets[.devicePlural(name, category)] = offsets[.plural(category)]
                }
            } else {
                report(.unexpectedValue, key, name, at: value.byteOffset)
                return nil
            }
        }
        guard !forms.isEmpty else {
            report(.unexpectedValue, key, StringsdictKey.deviceRule, at: devices.byteOffset)
            return nil
        }
        // The device `other` of Apple's formats is our plain text.
        forms.text = forms.devices.removeValue(forKey: Message.otherDevice)
        return forms.message(key)
    }

    private mutating func pluralMessage(
        _ key: String, _ members: [PropertyList.Member], _ entry: PropertyList
    ) -> Message? {
        var rule = StringsdictRule()
        for member in members {
            let (name, value) = (member.key, member.value)
            if name == StringsdictKey.format {
                rule.format = value.string
                locate(nil, value.byteOffset)
            } else if let fields = value.members {
                guard let variable = variable(key, fields, value) else { return nil }
                rule.variables[name] = variable
                for (category, offset) in variable.offsets {
                    locate(.plural(category), offset)
                    locate(.substitution(name: name, category), offset)
                }
            } else {
                report(.unexpectedValue, key, name, at: value.byteOffset)
                return nil
            }
        }
        guard let message = rule.message(key) else {
            report(.unexpectedValue, key, StringsdictKey.format, at: entry.byteOffset)
            return nil
        }
        self.rule = rule
        return message
    }

    private mutating func variable(
        _ key: String, _ fields: [PropertyList.Member], _ value: PropertyList
    ) -> StringsdictRule.Variable? {
        var variable = StringsdictRule.Variable()
        for member in fields {
            let (name, field) = (member.key, member.value)
            guard let text = field.string else {
                report(.unexpectedValue, key, name, at: field.byteOffset)
                return nil
            }
            switch name {
            case StringsdictKey.ruleType where text == StringsdictKey.pluralRule: break
            case StringsdictKey.ruleType:
                report(.unknownRule, key, text, at: field.byteOffset)
                return nil
            case StringsdictKey.valueType: variable.valueType = text
            default:
                guard let category = PluralCategory(rawValue: name) else {
                    report(.unexpectedValue, key, name, at: field.byteOffset)
                    return nil
                }
                variable.forms[category] = text
                variable.offsets[category] = field.byteOffset
            }
        }
        guard !variable.forms.isEmpty else {
            report(.missingOther, key, at: value.byteOffset)
            return nil
        }
        return variable
    }
}
