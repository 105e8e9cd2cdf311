// Reads `.stringsdict` files into tables.

internal import Localization
internal import XML

/// Apple's property lists of messages that vary: by number or by device. Plain messages are not part of them;
/// those stand in the `.strings` file beside, and so does the plain text beside plural forms.
public enum Stringsdict {
    /// Reads a file as the translations of one table; it says nothing about their source.
    public static func read(
        _ bytes: [UInt8], name: String, sourceLocale: LocaleIdentifier, locale: LocaleIdentifier
    ) -> (tables: [TranslationTable], findings: [ExchangeDiagnostic]) {
        var document = StringsdictDocument(reading: bytes)
        let units = document.entries.map { entry in
            var unit = TranslationUnit(key: entry.message.key, translation: document.message(of: entry))
            unit.places = document.places(of: entry)
            return unit
        }
        let table = TranslationTable(name: name, sourceLocale: sourceLocale, locale: locale, units: units)
        return ([table], document.xml.findings)
    }
}

/// A file as it is exchanged, with lines and columns.
struct StringsdictDocument {
    let entries: [StringsdictReader.Entry]
    private(set) var xml: XMLFindings

    init(reading bytes: [UInt8]) {
        xml = XMLFindings(bytes)
        let reader: StringsdictReader
        if BinaryPropertyList.isOne(bytes) {
            reader = StringsdictReader(
                (try? BinaryPropertyList.value(of: bytes)).flatMap { PropertyList($0).members })
        } else {
            let document = XMLParser.parse(bytes)
            for fault in document.faults { xml.report(fault) }
            let members = PropertyList(document)?.members
            guard members != nil || document.fault == nil else {
                entries = []
                return
            }
            reader = StringsdictReader(members, at: document.root?.byteOffset ?? 0)
        }
        entries = reader.entries
        let found = reader.findings.compactMap { finding in
            ExchangeDiagnostic.Kind(rawValue: finding.kind.rawValue).map {
                (kind: $0, facts: finding.facts, byteOffset: finding.byteOffset)
            }
        }
        for finding in (found + entries.flatMap(Self.losses)).sorted(by: { $0.byteOffset < $1.byteOffset }) {
            xml.report(finding.kind, finding.facts, at: finding.byteOffset)
        }
    }

    /// The rules of messages that vary by number, by their keys.
    var rules: [String: StringsdictRule] {
        Dictionary(entries.compactMap { entry in entry.rule.map { (entry.message.key, $0) } }) { $1 }
    }

    /// The message as it is exchanged: the widest of the texts for different widths stands for all of them.
    func message(of entry: StringsdictReader.Entry) -> Message {
        entry.message.widths.isEmpty
            ? entry.message : Message(key: entry.message.key, text: entry.message.text)
    }

    /// Where a message and its texts are.
    mutating func places(of entry: StringsdictReader.Entry) -> UnitLocations {
        var places = UnitLocations()
        if entry.byteOffset > 0 { places.unit = xml.position(entry.byteOffset) }
        for (variation, offset) in entry.offsets { places.translation[variation] = xml.position(offset) }
        return places
    }

    private typealias Loss = (kind: ExchangeDiagnostic.Kind, facts: [String], byteOffset: Int)

    /// What the file says and the message does not.
    private static func losses(_ entry: StringsdictReader.Entry) -> [Loss] {
        guard let rule = entry.rule, let message = rule.message(entry.message.key) else { return [] }
        var losses: [Loss] = []
        let plural = rule.pluralVariable(message.key)
        if let plural, plural != StringsdictKey.pluralVariable {
            losses.append((.stringsdictVariableNotKept, [message.key, plural], entry.byteOffset))
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
            losses.append((.stringsdictValueTypeNotKept, [message.key, type], entry.byteOffset))
        }
        return losses
    }
}
