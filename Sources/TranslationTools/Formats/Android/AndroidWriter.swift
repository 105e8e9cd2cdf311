// Writes tables as Android's resource files.

internal import Localization
internal import XML

extension AndroidResources {
    /// Writes the translations of a table; messages without one are left out, with a finding where Android has no place for them.
    public static func write(
        _ table: TranslationTable
    ) -> (bytes: [UInt8], findings: [ExchangeDiagnostic]) {
        var writer = AndroidWriter()
        writer.xml.raw("<resources>\n")
        writer.write(table)
        writer.xml.raw("</resources>\n")
        return (writer.xml.bytes, writer.findings)
    }
}

private struct AndroidWriter {
    var xml = XMLText()
    var findings: [ExchangeDiagnostic] = []
    /// The key that each name was written for.
    private var keys: [String: String] = [:]

    mutating func write(_ table: TranslationTable) {
        // Who reads the file takes a name for the key that is the same, also where that has no translation yet.
        for unit in table.units where AndroidResources.name(ofKey: unit.key) == unit.key {
            keys[unit.key] = unit.key
        }
        // The texts of a list are together, wherever their keys are.
        var lists: [String: [(index: Int, unit: TranslationUnit)]] = [:]
        for unit in table.units {
            if let item = AndroidResources.item(ofKey: unit.key), unit.translation?.text != nil {
                lists[item.name, default: []].append((item.index, unit))
            }
        }
        for unit in table.units where unit.state != .obsolete {
            guard let message = unit.translation else { continue }
            if let item = AndroidResources.item(ofKey: unit.key), let list = lists[item.name] {
                if !list.isEmpty { write(list: item.name, list) }
                lists[item.name] = []
                continue
            }
            write(unit, message)
        }
    }

    /// The name for a key; `nil` where another key has it already.
    private mutating func name(_ key: String) -> String? {
        let name = AndroidResources.name(ofKey: key)
        if let other = keys[name], other != key {
            findings.append(ExchangeDiagnostic(.androidNameTaken, key, other))
            return nil
        }
        keys[name] = key
        return name
    }

    private mutating func comment(_ unit: TranslationUnit) {
        guard let comment = unit.describingComment, XMLText.unrepresentableScalar(in: comment) == nil else {
            return
        }
        xml.raw("    \(XMLText.comment(comment))\n")
    }

    private mutating func write(_ unit: TranslationUnit, _ message: Message) {
        let isPlural = !message.plural.isEmpty
        guard message.substitutions.isEmpty, !message.variesByDevice, message.alternatives.isEmpty,
            isPlural || message.text != nil
        else {
            findings.append(ExchangeDiagnostic(.androidUnsupported, unit.key))
            return
        }
        guard let name = name(unit.key) else { return }
        comment(unit)
        guard isPlural else {
            if let text = message.text {
                xml.raw("    ")
                xml.start(
                    "string", ["name": name, "translatable": unit.isTranslatable ? nil : "false"])
                xml.raw(AndroidText.contents(text) + "</string>\n")
            }
            return
        }
        xml.raw("    ")
        xml.start("plurals", ["name": name])
        for (category, form) in message.plural.sorted(by: { $0.key < $1.key }) {
            xml.raw("\n        ")
            xml.start("item", ["quantity": category.rawValue])
            xml.raw(AndroidText.contents(form) + "</item>")
        }
        xml.raw("\n    </plurals>\n")
    }

    private mutating func write(list key: String, _ items: [(index: Int, unit: TranslationUnit)]) {
        guard let name = name(key) else { return }
        let sorted = items.sorted { $0.index < $1.index }
        guard sorted.enumerated().allSatisfy({ $0.offset == $0.element.index }) else {
            findings.append(ExchangeDiagnostic(.androidUnsupported, sorted[0].unit.key))
            return
        }
        comment(sorted[0].unit)
        xml.raw("    ")
        xml.start("string-array", ["name": name])
        for item in sorted {
            guard let text = item.unit.translation?.text else { continue }
            xml.raw("\n        <item>" + AndroidText.contents(text) + "</item>")
        }
        xml.raw("\n    </string-array>\n")
    }
}
