// Changes texts of a Fluent file in its own bytes.

internal import Localization

/// The edits of a file: texts are replaced where they are, and new ones are inserted where the source file
/// has them.
struct FluentEditor {
    private(set) var findings: [ExchangeDiagnostic] = []
    private let file: FluentFile
    /// What plural forms are chosen by, by the keys of the source file.
    private let selectors: [String: String]
    private let lineBreak: String
    private let texts: [String: FluentFile.Text]
    private let order: EntryOrder
    private var edits: [TextEdit] = []
    /// The new entries by their names, and these in their order.
    private var added: [String: New] = [:]
    private var addedNames: [String] = []
    /// The new attributes of the file's entries, by the numbers of the entries.
    private var addedAttributes: [Int: [String]] = [:]

    private struct New {
        var comment = ""
        var value = ""
        var attributes: [String] = []
    }

    /// - Parameter keys: the keys of the source file, in its order.
    init(_ file: FluentFile, selectors: [String: String], keys: [String]) {
        (self.file, self.selectors) = (file, selectors)
        lineBreak = file.lineBreak ?? "\n"
        texts = Dictionary(file.texts.map { ($0.key, $0) }) { first, _ in first }
        var names: [String] = []
        for key in keys {
            let name = FluentKey(key)?.name ?? key
            if names.last != name { names.append(name) }
        }
        order = EntryOrder(file.entries.map(\.name), following: names)
    }

    /// The file with all changes made.
    func edited() -> [UInt8] { (edits + attributeInsertions + insertions).applied(to: file.bytes) }

    // MARK: Messages

    /// Gives a message the forms of a unit. Forms that the unit does not have stay.
    mutating func set(_ unit: TranslationUnit) {
        guard let message = unit.translation else { return }
        guard let key = FluentKey(unit.key) else { return report(.keyNotAllowed, unit.key) }
        guard message.substitutions.isEmpty, !message.variesByDevice, message.alternatives.isEmpty else {
            return report(.textUnsupported, unit.key)
        }
        if let known = texts[unit.key] {
            let plural = FluentPlural(known.pattern, in: file.bytes)
            if message.plural.isEmpty {
                let text = message.text?.source ?? ""
                replace(known.pattern, from: known.valueStart, with: text, isChoice: plural != nil)
            } else if let plural {
                setForms(message.plural, of: plural)
            } else {
                replace(
                    known.pattern, from: known.valueStart, with: choice(of: message, unit), isChoice: true)
            }
            return
        }
        add(message.plural.isEmpty ? message.text?.source ?? "" : choice(of: message, unit), key, unit)
    }

    private mutating func report(_ kind: ExchangeDiagnostic.Kind, _ key: String) {
        findings.append(ExchangeDiagnostic(kind, key))
    }

    /// The forms of a message as a choice.
    private func choice(of message: Message, _ unit: TranslationUnit) -> String {
        let variable = FluentPlural.variable(in: message.plural) ?? "$count"
        let isOrdinal = unit.flags.contains(TranslationUnit.ordinalFlag)
        let selector =
            selectors[unit.key] ?? (isOrdinal ? "NUMBER(\(variable), type: \"ordinal\")" : variable)
        return FluentPlural.text(message.plural, selector: selector)
    }

    /// Replaces what is different between two texts, or all of a text.
    ///
    /// - Parameters:
    ///   - start: where the white space before the text begins.
    ///   - isChoice: whether either text is a choice, which is replaced as a whole.
    private mutating func replace(
        _ pattern: FluentPattern, from start: Int, with new: String, isChoice: Bool = false, indent: Int = 4
    ) {
        let old = FluentText(pattern, in: file.bytes)
        guard isChoice || !old.text.utf8.elementsEqual(new.utf8) else { return }
        if !isChoice {
            let edit = old.edit(to: new, lineBreak: lineBreak)
            if reads(start..<pattern.range.upperBound, edit, as: new) { return edits.append(edit) }
        }
        let value = FluentSpelling.value(new, indent: indent, lineBreak: lineBreak)
        edits.append(TextEdit(start..<pattern.range.upperBound, value))
    }

    /// Whether a part of the file is one text after an edit.
    private func reads(_ range: Range<Int>, _ edit: TextEdit, as text: String) -> Bool {
        guard range.lowerBound <= edit.range.lowerBound, edit.range.upperBound <= range.upperBound else {
            return false
        }
        let value =
            file.bytes[range.lowerBound..<edit.range.lowerBound] + Array(edit.text.utf8)
            + file.bytes[edit.range.upperBound..<range.upperBound]
        var reader = FluentReader(Array(value))
        do throws(FluentPattern.Fault) {
            guard let pattern = try reader.pattern(), pattern.range.upperBound == reader.bytes.count else {
                return false
            }
            return FluentText(pattern, in: reader.bytes).text.utf8.elementsEqual(text.utf8)
        } catch {
            return false
        }
    }

    // MARK: Variants

    private mutating func setForms(_ forms: [PluralCategory: FormatString], of plural: FluentPlural) {
        for (category, format) in forms.inOrder {
            if let known = plural.forms.first(where: { $0.category == category }) {
                let variant = known.variant
                // Behind the bracket.
                let start = file.bytes[variant.keyRange.upperBound...].firstIndex(of: 0x5D).map { $0 + 1 }
                replace(
                    variant.pattern, from: start ?? variant.pattern.range.lowerBound, with: format.source,
                    indent: column(of: variant) + 4)
            } else if category != .other || plural.otherForm?.text.text != format.source {
                add(category, format.source, to: plural)
            }
        }
    }

    /// How many bytes are before the bracket of a variant on its line.
    private func column(of variant: FluentPattern.Variant) -> Int {
        let bracket = variant.isDefault ? variant.start + 1 : variant.start
        return bracket - (file.bytes[..<bracket].lastIndex(of: 0x0A) ?? -1) - 1
    }

    /// Adds a variant before the first one of a later category, else behind the last one.
    private mutating func add(_ category: PluralCategory, _ text: String, to plural: FluentPlural) {
        guard let next = plural.forms.first(where: { $0.category > category }) ?? plural.forms.last else {
            return
        }
        let column = column(of: next.variant)
        let variant =
            "[\(category.rawValue)]" + FluentSpelling.value(text, indent: column + 4, lineBreak: lineBreak)
        let margin = String(repeating: " ", count: column)
        if next.category > category {
            let line = file.bytes[..<next.variant.start].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
            edits.append(TextEdit(line..<line, margin + variant + lineBreak))
        } else {
            let end = next.variant.pattern.range.upperBound
            edits.append(TextEdit(end..<end, lineBreak + margin + variant))
        }
    }

    // MARK: New messages

    private mutating func add(_ text: String, _ key: FluentKey, _ unit: TranslationUnit) {
        let number = file.index(of: key.name)
        guard let attribute = key.attribute else {
            let value = FluentSpelling.value(text, indent: 4, lineBreak: lineBreak)
            if let number {
                let start = file.entries[number].valueStart
                return edits.append(TextEdit(start..<start, value))
            }
            return change(key.name, unit) { $0.value = value }
        }
        let line = "    .\(attribute) =" + FluentSpelling.value(text, indent: 8, lineBreak: lineBreak)
        if let number {
            addedAttributes[number, default: []].append(line)
        } else {
            change(key.name, unit) { $0.attributes.append(line) }
        }
    }

    private mutating func change(_ name: String, _ unit: TranslationUnit, _ body: (inout New) -> Void) {
        if added[name] == nil {
            addedNames.append(name)
            let comment = FluentFormat.ownComment(unit.describingComment)
            added[name] = New(comment: comment.map { FluentSpelling.comment($0, lineBreak: lineBreak) } ?? "")
        }
        body(&added[name, default: New()])
    }

    /// The edits that insert attributes, each behind the last text of its entry.
    private var attributeInsertions: [TextEdit] {
        addedAttributes.map { number, lines in
            let end = file.entries[number].end
            return TextEdit(end..<end, lines.map { lineBreak + $0 }.joined())
        }
    }

    /// The edits that insert entries, each behind another one.
    private var insertions: [TextEdit] {
        var places: [Int: [(rank: Int, lines: String)]] = [:]
        for name in addedNames {
            guard let new = added[name] else { continue }
            let (place, rank) = order.place(of: name)
            let lines = [name + " =" + new.value] + new.attributes
            places[place, default: []].append(
                (rank, new.comment + lines.map { $0 + lineBreak }.joined()))
        }
        return places.map { place, entries in
            let lines = entries.sorted { $0.rank < $1.rank }.map(\.lines).joined()
            guard place >= 0 else {
                let first = file.entries.first?.start ?? file.bytes.count
                return TextEdit(first..<first, needsBreak(at: first) + lines)
            }
            let reader = FluentReader(file.bytes)
            let end = file.entries[place].end
            let next = reader.behindLineEnd(reader.behindBlanks(end)) ?? end
            return TextEdit(next..<next, needsBreak(at: next) + lines)
        }
    }

    /// What parts a new entry from what is before it: a comment would be taken for the entry's own.
    private func needsBreak(at offset: Int) -> String {
        guard offset > 0 else { return "" }
        let isLineStart = file.bytes[offset - 1] == 0x0A
        let end = isLineStart ? offset - 1 : offset
        let line = file.bytes[..<end].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        let isComment = line < end && file.bytes[line] == 0x23
        return (isLineStart ? "" : lineBreak) + (isComment ? lineBreak : "")
    }
}

extension FluentFile {
    /// The line break of the file; `nil` where it has none.
    var lineBreak: String? {
        bytes.firstIndex(of: 0x0A).map { $0 > 0 && bytes[$0 - 1] == 0x0D ? "\r\n" : "\n" }
    }
}
