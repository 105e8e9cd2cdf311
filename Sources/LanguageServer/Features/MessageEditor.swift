// Edits of one message in a document of any format.

internal import Localization
internal import TranslationTools

/// Makes the edits of code actions. In formats without a place for something it makes none.
struct MessageEditor {
    let outline: DocumentOutline

    private var utf8: [UInt8] { outline.text.utf8 }
    private var name: String { String(outline.path.split(separator: "/").last ?? "") }
    private var isPO: Bool { name.hasSuffix(".po") || name.hasSuffix(".pot") }
    private var isXML: Bool { name.hasSuffix(".xml") || name.hasSuffix(".stringsdict") }

    // MARK: Specifiers

    /// Writes the specifier of the source text, where the finding names both.
    func replacingSpecifier(_ finding: Finding) -> TextEdit? {
        guard ["argument-type", "argument-width"].contains(finding.check), finding.facts.count >= 2,
            case .text(let wrong) = finding.facts[0], case .text(let right) = finding.facts[1],
            wrong.hasPrefix("%"), right.hasPrefix("%"), let position = finding.position
        else { return nil }
        let start = outline.text.offset(of: position)
        let end = TokenEnd.find(in: utf8, from: start)
        guard let found = range(of: wrong, in: start..<end) else { return nil }
        return TextEdit(found, right)
    }

    /// The first place of a text.
    private func range(of text: String, in range: Range<Int>) -> Range<Int>? {
        let wanted = Array(text.utf8)
        guard !wanted.isEmpty, range.count >= wanted.count else { return nil }
        for start in range.lowerBound...(range.upperBound - wanted.count)
        where utf8[start] == wanted[0] && utf8[start..<start + wanted.count].elementsEqual(wanted) {
            return start..<start + wanted.count
        }
        return nil
    }

    // MARK: Forms

    /// Adds forms that a message lacks, with the text of the form that the finding is about.
    func adding(_ missing: MissingForms) -> [TextEdit] {
        let offset = outline.text.offset(of: missing.position)
        guard let item = outline.item(at: offset) else { return [] }
        if let strings = outline.strings {
            let forms = missing.categories.compactMap { form($0, like: item.variation) }
            let name =
                item.variation.map { VariationKey(key: item.key, variation: $0).description } ?? item.key
            guard let text = strings[name]?.text,
                let new = StringsActions(strings).adding(forms, text, to: item.key)
            else { return [] }
            return [TextEdit(from: utf8, to: new.serialized())]
        }
        if isPO { return POEntryEditor(outline.text).completingForms(at: offset) }
        guard let block = block(of: item) else { return [] }
        let copies = missing.categories.map { category in
            Self.withOwnIdentifier(block.text, category).replacingFirst(
                block.name, with: block.name.replacingFirst("other", with: category.rawValue))
                + block.separator
        }
        return [TextEdit(block.start..<block.start, copies.joined())]
    }

    /// Adds the forms that an entry of a PO file lacks, if the finding says so, and names them.
    func addingForms(_ finding: Finding) -> (keywords: [String], edit: TextEdit)? {
        guard isPO, finding.check == "syntax", let position = finding.position else { return nil }
        return POEntryEditor(outline.text).addingForms(at: outline.text.offset(of: position))
    }

    /// A copy of a unit of XLIFF 2, which has an identifier beside its name.
    private static func withOwnIdentifier(_ text: String, _ category: PluralCategory) -> String {
        guard text.hasPrefix("<unit ") else { return text }
        let bytes = Array(text.utf8)
        guard let place = XMLStartTag(bytes, at: 0).attributes["id"]?.range.upperBound else { return text }
        return String(
            decoding: bytes[..<place] + "-\(category.rawValue)".utf8 + bytes[place...], as: UTF8.self)
    }

    private func form(
        _ category: PluralCategory, like variation: VariationKey.Variation?
    ) -> VariationKey.Variation? {
        switch variation {
        case .plural: .plural(category)
        case .substitution(let name, _): .substitution(name: name, category)
        case .devicePlural(let name, _): .devicePlural(name, category)
        case nil, .device, .alternative: nil
        }
    }

    /// The form `other` with its text as it is written, so that it can be copied for another form.
    private func block(of item: OutlineItem) -> (start: Int, text: String, name: String, separator: String)? {
        let limit = max(0, item.whole.lowerBound - 4096)
        let text = outline.text
        func before(_ sign: String) -> Int? {
            let wanted = Array(sign.utf8)
            var start = item.whole.lowerBound - wanted.count
            while start >= limit {
                if utf8[start..<start + wanted.count].elementsEqual(wanted) { return start }
                start -= 1
            }
            return nil
        }
        func indentation(_ start: Int) -> String {
            let line = text.line(text.line(at: start)).lowerBound
            return "\n" + text[line..<start].prefix { $0 == " " || $0 == "\t" }
        }
        func end(_ sign: String) -> Int? {
            let rest = item.whole.lowerBound..<min(utf8.count, item.whole.upperBound + 4096)
            return range(of: sign, in: rest).map(\.upperBound)
        }
        if name.hasSuffix(".xcstrings") {
            guard let start = before("\"other\""), let open = utf8[start...].firstIndex(of: UInt8(ascii: "{"))
            else {
                return nil
            }
            var depth = 0
            var index = open
            while index < utf8.count {
                switch utf8[index] {
                case UInt8(ascii: "\""): index = TokenEnd.find(in: utf8, from: index) - 1
                case UInt8(ascii: "{"): depth += 1
                case UInt8(ascii: "}"): depth -= 1
                default: break
                }
                index += 1
                if depth == 0 { return (start, text[start..<index], "\"other\"", "," + indentation(start)) }
            }
            return nil
        }
        if name.hasSuffix(".xliff") || name.hasSuffix(".xlf"),
            let start = [before("<trans-unit "), before("<unit ")].compactMap({ $0 }).max(),
            let end = end(utf8[start...].starts(with: "<unit ".utf8) ? "</unit>" : "</trans-unit>")
        {
            return (start, text[start..<end], "plural.other\"", indentation(start))
        }
        if name.hasSuffix(".stringsdict"), let start = before("<key>other</key>"), let end = end("</string>")
        {
            return (start, text[start..<end], "<key>other</key>", indentation(start))
        }
        if name.hasSuffix(".xml"), let start = before("<item "), let end = end("</item>") {
            return (start, text[start..<end], "\"other\"", indentation(start))
        }
        return nil
    }

    // MARK: Flags

    /// Takes away what says that a translation is not finished.
    func clearingFlag(of item: OutlineItem) -> [TextEdit] {
        if let strings = outline.strings {
            return StringsActions(strings).clearingFlags(of: item.key).map {
                [TextEdit(from: utf8, to: $0.serialized())]
            } ?? []
        }
        if isPO { return clearingFuzzy(around: item) }
        guard name.hasSuffix(".xcstrings") else { return [] }
        // The state of a text is in the object that has its value.
        return outline.items(of: item.key).filter { $0.file == item.file }.compactMap { part in
            guard let value = part.value,
                let open = utf8[..<value.lowerBound].lastIndex(of: UInt8(ascii: "{")),
                let state = range(of: "\"state\"", in: open..<min(utf8.count, value.upperBound + 256)),
                let start = utf8[state.upperBound...].firstIndex(of: UInt8(ascii: "\"")),
                start < value.lowerBound
            else { return nil }
            let range = start..<TokenEnd.find(in: utf8, from: start)
            return outline.text[range] == "\"translated\"" ? nil : TextEdit(range, "\"translated\"")
        }
    }

    /// The lines, from 0, of the entry of a PO file.
    private func lines(ofEntryAt offset: Int) -> Range<Int> {
        let text = outline.text
        func isBlank(_ line: Int) -> Bool { text[text.line(line)].allSatisfy(\.isWhitespace) }
        var first = text.line(at: offset)
        while first > 0, !isBlank(first - 1) { first -= 1 }
        var end = text.line(at: offset) + 1
        while end < text.lineCount, !isBlank(end) { end += 1 }
        return first..<end
    }

    private func clearingFuzzy(around item: OutlineItem) -> [TextEdit] {
        let text = outline.text
        var edits: [TextEdit] = []
        for number in lines(ofEntryAt: item.whole.lowerBound) {
            let line = text.line(number)
            let next = number + 1 < text.lineCount ? text.line(number + 1).lowerBound : line.upperBound
            let words = text[line]
            if words.hasPrefix("#|") { edits.append(TextEdit(line.lowerBound..<next, "")) }
            guard words.hasPrefix("#,") else { continue }
            let flags = words.dropFirst(2).split(separator: ",").map { $0.drop(while: \.isWhitespace) }
            let kept = flags.filter { $0 != "fuzzy" }
            if kept.count == flags.count { continue }
            edits.append(
                kept.isEmpty
                    ? TextEdit(line.lowerBound..<next, "")
                    : TextEdit(line, "#, " + kept.joined(separator: ", ")))
        }
        return edits
    }

    // MARK: Comments

    /// Adds the comment that keeps a check quiet about a message; `nil` if its file has no place for it.
    func ignoring(_ finding: Finding) -> TextEdit? {
        let text = outline.text
        let words = "lint:ignore " + finding.check
        guard let key = finding.key else { return nil }
        func inserted(_ comment: String, at offset: Int) -> TextEdit {
            let line = text.line(text.line(at: offset)).lowerBound
            let indentation = text[line..<offset]
            let isFirst = indentation.allSatisfy(\.isWhitespace)
            return TextEdit(offset..<offset, comment + (isFirst ? "\n" + indentation : " "))
        }
        let items = outline.items(of: key)
        guard let first = items.map(\.whole.lowerBound).min() else { return nil }
        if outline.strings != nil { return inserted("/* \(words) */", at: first) }
        if isPO {
            let lines = lines(ofEntryAt: first)
            let line = lines.first { !text[text.line($0)].hasPrefix("# ") } ?? lines.lowerBound
            let start = text.line(line).lowerBound
            return TextEdit(start..<start, "#. \(words)\n")
        }
        guard name.hasSuffix(".xml"), let unit = items.first(where: { $0.value == nil }) else { return nil }
        return inserted("<!-- \(words) -->", at: unit.whole.lowerBound)
    }
}

extension String {
    fileprivate func replacingFirst(_ text: String, with other: String) -> String {
        guard let found = firstRange(of: text) else { return self }
        return String(self[..<found.lowerBound]) + other + self[found.upperBound...]
    }
}
