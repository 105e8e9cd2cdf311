// Writes tables as Android's resource files.

internal import Localization
internal import XML

extension AndroidResources {
    /// Writes the translations of a table; messages without one are left out, with a finding
    /// where Android has no place for them.
    public static func write(
        _ table: TranslationTable
    ) -> (bytes: [UInt8], findings: [ExchangeDiagnostic]) { write(table, like: nil) }

    /// - Parameter source: how the source texts are written.
    static func write(
        _ table: TranslationTable, like source: AndroidSpellings?
    ) -> (bytes: [UInt8], findings: [ExchangeDiagnostic]) {
        var writer = AndroidWriter(source)
        let start = writer.xml.bytes.count
        writer.write(table)
        let contents = writer.xml.bytes[start...]
        let namespace = contents.firstRange(of: "<xliff:".utf8) == nil ? "" : " " + AndroidSpellings.namespace
        var bytes = Array(writer.xml.bytes[..<start])
        bytes += "<resources\(namespace)>\n".utf8
        bytes += contents
        bytes += "</resources>\n".utf8
        return (bytes, writer.findings)
    }
}

private struct AndroidWriter {
    var xml = XMLText()
    var findings: [ExchangeDiagnostic] = []
    private let source: AndroidSpellings?
    /// The name for each key.
    private var names: [String: String] = [:]

    init(_ source: AndroidSpellings?) { self.source = source }

    mutating func write(_ table: TranslationTable) {
        // Also of keys without a translation yet: who reads the file knows all keys of the source.
        names = AndroidResources.names(ofKeys: table.units.filter { $0.state != .obsolete }.map(\.key))
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

    private func name(_ key: String) -> String { names[key] ?? AndroidResources.name(ofKey: key) }

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
        let name = name(unit.key)
        comment(unit)
        guard isPlural else {
            if let text = message.text {
                xml.raw("    ")
                xml.start(
                    "string", ["name": name, "translatable": unit.isTranslatable ? nil : "false"])
                xml.raw(AndroidText.contents(text, like: source?[unit.key, nil]) + "</string>\n")
            }
            return
        }
        xml.raw("    ")
        xml.start("plurals", ["name": name])
        for (category, form) in message.plural.sorted(by: { $0.key < $1.key }) {
            xml.raw("\n        ")
            xml.start("item", ["quantity": category.rawValue])
            xml.raw(AndroidText.contents(form, like: source?[unit.key, .plural(category)]) + "</item>")
        }
        xml.raw("\n    </plurals>\n")
    }

    private mutating func write(list key: String, _ items: [(index: Int, unit: TranslationUnit)]) {
        let name = name(key)
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
            let contents = AndroidText.contents(text, like: source?[item.unit.key, nil])
            xml.raw("\n        <item>\(contents)</item>")
        }
        xml.raw("\n    </string-array>\n")
    }
}
