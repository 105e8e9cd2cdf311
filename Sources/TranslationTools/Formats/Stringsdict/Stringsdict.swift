// Reads `.stringsdict` files into tables.

internal import JSON
internal import Localization
internal import XML

/// Apple's property lists of messages that vary: by number or by device. Plain messages are not part of them; those
/// stand in the `.strings` file beside, and so does the plain text beside plural forms.
public enum Stringsdict {
    /// Reads a file as the translations of one table; it says nothing about their source.
    public static func read(
        _ bytes: [UInt8], name: String, sourceLocale: LocaleIdentifier, locale: LocaleIdentifier
    ) -> (tables: [TranslationTable], findings: [ExchangeDiagnostic]) {
        let reader = StringsdictReader(reading: bytes)
        let table = TranslationTable(
            name: name, sourceLocale: sourceLocale, locale: locale,
            units: zip(reader.messages, reader.places).map { message, places in
                var unit = TranslationUnit(key: message.key, translation: message)
                unit.places = places
                return unit
            })
        return ([table], reader.xml.findings)
    }
}

struct StringsdictReader {
    private(set) var messages: [Message] = []
    /// The rules of messages that vary by number, by their keys.
    private(set) var rules: [String: StringsdictRule] = [:]
    /// The keys of messages that vary by width.
    private(set) var widthKeys: Set<ByteString> = []
    /// Where the texts of each message are.
    private(set) var places: [UnitLocations] = []
    private(set) var xml: XMLFindings
    /// The places of the message that is being read.
    private var current = UnitLocations()
    private var indices: [ByteString: Int] = [:]

    init(reading bytes: [UInt8]) {
        xml = XMLFindings(bytes)
        if BinaryPropertyList.isOne(bytes) {
            read((try? BinaryPropertyList.value(of: bytes)).flatMap { PropertyList($0).members })
        } else {
            read(XMLParser.parse(bytes))
        }
    }

    private mutating func read(_ document: XMLDocument) {
        for fault in document.faults { xml.report(fault) }
        let members = PropertyList(document)?.members
        if members == nil, document.fault != nil { return }
        read(members, at: document.root?.byteOffset ?? 0)
    }

    /// Reads the members of the outermost dictionary; `nil` where there is none.
    private mutating func read(_ members: [PropertyList.Member]?, at byteOffset: Int = 0) {
        guard let members else { return xml.report(.stringsdictUnexpectedDocument, at: byteOffset) }
        for member in members {
            let (key, value) = (member.key, member.value)
            current = UnitLocations()
            if value.byteOffset > 0 { current.unit = xml.position(value.byteOffset) }
            guard let message = message(key, value) else { continue }
            if let index = indices[ByteString(key)] {
                xml.report(.stringsdictDuplicateKey, key, at: value.byteOffset)
                (messages[index], places[index]) = (message, current)
            } else {
                indices[ByteString(key)] = messages.count
                messages.append(message)
                places.append(current)
            }
        }
    }

    private mutating func message(_ key: String, _ value: PropertyList) -> Message? {
        guard let members = value.members else {
            // A plain text is no mistake: some writers put all of a table into one file.
            if let text = value.string { return Message(key: key, text: text) }
            xml.report(.stringsdictUnexpectedValue, key, key, at: value.byteOffset)
            return nil
        }
        if let widths = members.first(where: { $0.key == StringsdictKey.widthRule }) {
            return widestMessage(key, widths.value)
        }
        if let devices = members.first(where: { $0.key == StringsdictKey.deviceRule }) {
            guard members.count == 1 else {
                xml.report(.stringsdictMixedVariations, key, at: value.byteOffset)
                return nil
            }
            return deviceMessage(key, devices.value)
        }
        return pluralMessage(key, members, value)
    }

    /// Notes where a text is. Files in the binary form have no places.
    private mutating func locate(_ variation: VariationKey.Variation?, _ byteOffset: Int) {
        if byteOffset > 0 { current.translation[variation] = xml.position(byteOffset) }
    }

    /// The widest of the texts for different widths stands for all of them.
    private mutating func widestMessage(_ key: String, _ widths: PropertyList) -> Message? {
        let texts = (widths.members ?? []).compactMap { member in
            Int(member.key).flatMap { width in
                member.value.string.map { (width, $0, member.value.byteOffset) }
            }
        }
        guard let widest = texts.max(by: { $0.0 < $1.0 }) else {
            xml.report(.stringsdictUnexpectedValue, key, StringsdictKey.widthRule, at: widths.byteOffset)
            return nil
        }
        locate(nil, widest.2)
        widthKeys.insert(ByteString(key))
        return Message(key: key, text: widest.1)
    }

    private mutating func deviceMessage(_ key: String, _ devices: PropertyList) -> Message? {
        var parts = MessageParts()
        for member in devices.members ?? [] {
            let (name, value) = (member.key, member.value)
            if let text = value.string {
                parts.set(text, for: .device(name))
                locate(.device(name), value.byteOffset)
                if name == Message.otherDevice { locate(nil, value.byteOffset) }
            } else if let members = value.members {
                guard let message = pluralMessage(key, members, value) else { return nil }
                guard !message.plural.isEmpty, message.substitutions.isEmpty else {
                    xml.report(.stringsdictMixedVariations, key, at: value.byteOffset)
                    return nil
                }
                for (category, form) in message.plural {
                    parts.set(form.source, for: .devicePlural(name, category))
                    current.translation[.devicePlural(name, category)] =
                        current.translation[.plural(category)]
                }
            } else {
                xml.report(.stringsdictUnexpectedValue, key, name, at: value.byteOffset)
                return nil
            }
        }
        if parts.isEmpty {
            xml.report(.stringsdictUnexpectedValue, key, StringsdictKey.deviceRule, at: devices.byteOffset)
        }
        return parts.message(key)
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
                xml.report(.stringsdictUnexpectedValue, key, name, at: value.byteOffset)
                return nil
            }
        }
        guard let message = rule.message(key) else {
            xml.report(.stringsdictUnexpectedValue, key, StringsdictKey.format, at: entry.byteOffset)
            return nil
        }
        reportLosses(rule, message, entry)
        rules[key] = rule
        return message
    }

    private mutating func variable(
        _ key: String, _ fields: [PropertyList.Member], _ value: PropertyList
    ) -> StringsdictRule.Variable? {
        var variable = StringsdictRule.Variable()
        for member in fields {
            let (name, field) = (member.key, member.value)
            guard let text = field.string else {
                xml.report(.stringsdictUnexpectedValue, key, name, at: field.byteOffset)
                return nil
            }
            switch name {
            case StringsdictKey.ruleType where text == StringsdictKey.pluralRule: break
            case StringsdictKey.ruleType:
                xml.report(.stringsdictUnknownRule, key, text, at: field.byteOffset)
                return nil
            case StringsdictKey.valueType: variable.valueType = text
            default:
                guard let category = PluralCategory(rawValue: name) else {
                    xml.report(.stringsdictUnexpectedValue, key, name, at: field.byteOffset)
                    return nil
                }
                variable.forms[category] = text
                variable.offsets[category] = field.byteOffset
            }
        }
        guard !variable.forms.isEmpty else {
            xml.report(.stringsdictMissingOther, key, at: value.byteOffset)
            return nil
        }
        return variable
    }

    /// Names what the file says and the message does not.
    private mutating func reportLosses(_ rule: StringsdictRule, _ message: Message, _ entry: PropertyList) {
        let plural = rule.pluralVariable(message.key)
        if let plural, plural != StringsdictKey.pluralVariable {
            xml.report(.stringsdictVariableNotKept, message.key, plural, at: entry.byteOffset)
        }
        let positions = message.substitutionPositions
        for (name, variable) in rule.variables.sorted(by: { $0.key < $1.key }) {
            let position = positions[name]?.first ?? nil
            let shown =
                name == plural
                ? message.pluralValueType : message.valueType(ofSubstitution: name, position: position)
            guard let type = variable.valueType, type != (shown ?? StringsdictRule.defaultValueType) else {
                continue
            }
            xml.report(.stringsdictValueTypeNotKept, message.key, type, at: entry.byteOffset)
        }
    }
}
