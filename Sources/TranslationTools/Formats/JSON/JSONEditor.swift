// Changes texts of a JSON file in its own bytes.

internal import JSON
internal import Localization

/// The edits of a file: texts are replaced where they are, and new ones are
/// inserted where the source file has them.
struct JSONEditor {
    private(set) var findings: [ExchangeDiagnostic] = []
    private let bytes: [UInt8]
    private let texts: JSONTexts
    private let layout: JSONLayout
    private let locale: LocaleIdentifier?
    /// The names of forms in i18next's format 3; `nil` in other files.
    private let numbers: I18nextPlurals?
    /// The numbers of keys in the source file, for the order of new ones.
    private let order: [ByteString: Int]
    private var edits: [(range: Range<Int>, bytes: [UInt8])] = []
    private var insertion: JSONInsertion

    /// - Parameters:
    ///   - bytes: the file without a byte order mark.
    ///   - keys: the keys of the source file, in its order.
    ///   - locale: the locale of the texts.
    init(
        _ bytes: [UInt8], _ texts: JSONTexts, _ layout: JSONLayout, keys: [String],
        locale: LocaleIdentifier?
    ) {
        (self.bytes, self.texts, self.layout, self.locale) = (bytes, texts, layout, locale)
        numbers = layout.plurals == .numbers ? I18nextPlurals(locale) : nil
        order = Dictionary(keys.enumerated().map { (ByteString($1), $0) }) { first, _ in first }
        insertion = JSONInsertion(bytes, texts, layout, keys: keys)
    }

    /// The file with all changes made.
    func edited() -> [UInt8] {
        IndentedJSON.edited(bytes, edits + insertion.edits())
    }

    // MARK: Messages

    /// Gives a message the forms of a unit. Forms that the unit does not have stay.
    mutating func set(_ unit: TranslationUnit) {
        guard let message = unit.translation else { return }
        guard message.substitutions.isEmpty, !message.variesByDevice, message.alternatives.isEmpty,
            message.plural.isEmpty || layout.shape != .browserExtension
        else { return report(.textUnsupported, unit.key) }
        let entry = texts.entry(unit.key)
        let isOrdinal = entry?.isOrdinal ?? unit.flags.contains(TranslationUnit.ordinalFlag)
        if message.plural.isEmpty {
            set(message.text?.source ?? "", of: unit, nil, in: entry)
        } else if let entry, let plural = entry.plural {
            setBranches(message, of: unit, plural, entry)
        } else if layout.plurals == .messageFormat, !(entry?.hasSuffixes ?? false) {
            guard
                let text = ICUPlural.message(
                    message.plural, in: locale, argument: layout.pluralArguments[unit.key],
                    isOrdinal: isOrdinal)
            else {
                return report(.textUnsupported, unit.key)
            }
            set(text, of: unit, nil, in: entry)
        } else if entry?.hasSuffixes != true, unit.source?.text.map({ ICUMessage.selects($0.source) }) == true
        {
            // The project counts within texts, and reads no forms of its own.
            report(.textUnsupported, unit.key)
        } else {
            if let text = message.text { set(text.source, of: unit, nil, in: entry) }
            for (category, form) in message.plural.inOrder
            where entry?.has(category) == true || suffix(of: category) != nil {
                set(form.source, of: unit, category, in: entry)
            }
        }
    }

    /// What is behind the key in the name of a form; `nil` where the language has no such form.
    private func suffix(of category: PluralCategory) -> String? {
        guard let numbers else { return "_" + category.rawValue }
        return numbers.suffix(of: category)
    }

    private mutating func report(_ kind: ExchangeDiagnostic.Kind, _ facts: String...) {
        findings.append(ExchangeDiagnostic(kind, facts, at: nil))
    }

    /// Sets a text that is a value of its own.
    private mutating func set(
        _ text: String, of unit: TranslationUnit, _ category: PluralCategory?, in entry: JSONEntry?
    ) {
        let variation = category.map(VariationKey.Variation.plural)
        if let form = entry?.forms.first(where: { $0.variation == variation }), entry?.plural == nil {
            replace(form.value, form.text, with: text)
        } else if let entry, entry.plural != nil, category == nil {
            replaceValue(entry.forms[0].value, with: text)
        } else if let null = entry?.null, category == nil {
            replaceValue(null, with: text)
        } else {
            let suffix = category.flatMap(suffix) ?? ""
            let isInserted =
                if let neighbor = entry?.forms.last {
                    insertion.insert(text, suffix: suffix, beside: neighbor)
                } else {
                    insertion.insert(
                        text, key: unit.key, suffix: suffix, rank: order[ByteString(unit.key)])
                }
            if !isInserted { report(.jsonKeyConflict, unit.key) }
        }
    }

    private mutating func setBranches(
        _ message: Message, of unit: TranslationUnit, _ plural: ICUPlural, _ entry: JSONEntry
    ) {
        let value = entry.forms[0].value
        guard let old = stringValue(value), let new = plural.replacing(message.plural) else {
            return report(.textUnsupported, unit.key)
        }
        replace(value, old, with: new)
    }

    // MARK: Values

    /// The text of a string in the file.
    private func stringValue(_ range: Range<Int>) -> String? {
        JSONReader.located(Array(bytes[range])).value?.string
    }

    private mutating func replaceValue(_ range: Range<Int>, with text: String) {
        var json = IndentedJSON(style: layout.spelling)
        json.append(string: text)
        edits.append((range, json.bytes))
    }

    /// Replaces what is different between two texts; the escapes of the rest stay as they are spelled.
    private mutating func replace(_ range: Range<Int>, _ old: String, with new: String) {
        guard !old.utf8.elementsEqual(new.utf8) else { return }
        let part = ChangedPart(of: old, in: new)
        func offset(_ length: Int) -> Int { LocatedJSON.offset(inString: range, of: bytes, after: length) }
        var json = IndentedJSON(style: layout.spelling)
        json.append(contentsOf: part.text)
        edits.append((offset(part.start)..<offset(part.end), json.bytes))
    }
}

extension JSONEntry {
    /// Whether the entry has a form.
    fileprivate func has(_ category: PluralCategory) -> Bool {
        forms.contains { $0.variation == .plural(category) }
    }
}
