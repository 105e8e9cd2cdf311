// The units of an existing XLIFF file by the identifiers that this library writes.

internal import JSON
internal import Localization
internal import XML

/// The units of the `file` elements of one table.
///
/// Xcode's older files name the forms of a message by paths through a `.stringsdict`. They are
/// found by the names of forms, too.
struct XLIFFUnitIndex {
    private var units: [ByteString: XMLElement] = [:]
    /// The plural rules of each key that paths name, with the last unit of each.
    private var rules: [ByteString: [(variable: String, last: XMLElement)]] = [:]

    init(_ files: [XMLElement], isVersion2: Bool) {
        var forms: [ByteString: XMLElement] = [:]
        for file in files {
            let hasPaths = file.original.hasSuffix(".stringsdict")
            for unit in file.units {
                guard let identifier = unit.identifier(isVersion2) else { continue }
                units[ByteString(identifier)] = unit
                guard hasPaths, let path = StringsdictPath(identifier) else { continue }
                for variation in path.part.variations {
                    forms[ByteString(VariationKey.identifier(path.key, variation))] = unit
                }
                if case .form(let variable, _) = path.part { add(variable, of: path.key, unit) }
            }
        }
        units.merge(forms) { own, _ in own }
    }

    private mutating func add(_ variable: String, of key: String, _ unit: XMLElement) {
        var known = rules[ByteString(key)] ?? []
        known.removeAll { $0.variable == variable }
        rules[ByteString(key)] = known + [(variable, unit)]
    }

    subscript(identifier: String) -> XMLElement? { units[ByteString(identifier)] }

    /// Where a new form belongs whose message has a rule; `nil` where it has none.
    ///
    /// - Returns: the path that names the form, and the last unit of the rule.
    func rule(ofForm identifier: String) -> (identifier: String, last: XMLElement)? {
        guard let form = VariationKey(xliffIdentifier: identifier), let known = rules[ByteString(form.key)]
        else { return nil }
        switch form.variation {
        case .plural(let category) where known.count == 1:
            return (StringsdictPath.text(form.key, known[0].variable, category), known[0].last)
        case .substitution(let name, let category):
            return known.first { $0.variable == name }
                .map { (StringsdictPath.text(form.key, name, category), $0.last) }
        default: return nil
        }
    }
}
