// Completions at a position: keys and plural forms that a file lacks, and specifiers of the source text.

internal import JSON
internal import JSONRPC
internal import Localization
internal import TranslationTools

extension LanguageServer {
    func completion(_ params: JSON) async throws(ResponseError) -> JSON {
        guard let path = path(params), let position = TextPosition(params["position"]) else {
            throw ResponseError(.invalidParams, "textDocument and position are needed")
        }
        guard let outline = await outline(path) else { return [] }
        let offset = outline.text.offset(of: position, encoding)
        guard outline.strings != nil else { return specifiers(outline, at: offset) }
        // Only the line tells what is being typed, since an unfinished entry cannot be parsed.
        let line = outline.text.line(outline.text.line(at: offset))
        let written = LineContext(outline.text, line.lowerBound..<offset)
        switch written.place {
        case .key(let start):
            return .array(entries(outline, replacing: start..<endOfKey(outline.text, offset, line)))
        case .value(let key): return .array(specifiers(of: key, outline, at: offset))
        case .outside: return []
        }
    }

    /// The end of a key that is being typed: after its closing quote, if nothing else follows on the line.
    private func endOfKey(_ text: LineText, _ offset: Int, _ line: Range<Int>) -> Int {
        text[offset..<line.upperBound] == "\"" ? line.upperBound : offset
    }

    // MARK: Entries

    /// The entries that the file lacks: of keys of the source, and of plural forms of the language.
    private func entries(_ outline: DocumentOutline, replacing range: Range<Int>) -> [JSON] {
        let file = outline.files[0].file
        guard let source = outline.files[0].source else { return [] }
        var items: [JSON] = []
        let categories = PluralCoverage(file.locale).categories
        for message in source.catalog.list {
            var forms = message.forms.map { (variation: $0.variation, text: $0.text) }
            if let other = message.plural[.other] {
                forms.removeAll { if case .plural? = $0.variation { true } else { false } }
                forms += categories.map { (.plural($0), message.plural[$0]?.source ?? other.source) }
            }
            forms.removeAll { form in
                let name = form.variation.map { VariationKey(key: message.key, variation: $0).description }
                return file.strings?[name ?? message.key] != nil
            }
            // The source may have plural forms that this language does not have.
            guard !forms.isEmpty else { continue }
            let isNew = file.catalog[message.key] == nil
            guard isNew || forms.contains(where: { $0.variation != nil }) else { continue }
            let lines = forms.map { StringsFormat.entry(message.key, $0.variation, $0.text) }
            let label =
                isNew
                ? message.key
                : message.key + " " + forms.compactMap { $0.variation?.suffix }.joined(separator: ", ")
            items.append([
                "label": .string(label), "kind": 15, "detail": .string(forms[0].text),
                "filterText": .string(StringsFile.quoted(message.key)),
                "sortText": .string(String(100_000 + items.count)),
                "textEdit": json(TextEdit(range, lines.joined(separator: "\n")), in: outline.text),
            ])
        }
        return items
    }

    // MARK: Specifiers

    private func specifiers(_ outline: DocumentOutline, at offset: Int) -> JSON {
        // Android files have specifiers of their own.
        guard outline.files.first?.file.format.placeholderSyntax != .javaPrintf,
            let item = outline.item(at: offset), let value = item.value,
            value.lowerBound <= offset, offset <= value.upperBound
        else { return [] }
        return .array(specifiers(of: item.key, outline, at: offset, file: item.file))
    }

    /// The specifiers of a message's source text.
    private func specifiers(of key: String, _ outline: DocumentOutline, at offset: Int, file: Int = 0)
        -> [JSON]
    {
        let key = VariationKey(key)?.key ?? key
        guard let source = outline.files[file].source?.catalog[key] else { return [] }
        var texts: [String] = []
        for format in source.formats {
            for text in format.specifiers.map(\.source) + format.substitutions.map(\.source)
            where !texts.contains(text) {
                texts.append(text)
            }
        }
        // The typed beginning of a specifier is replaced.
        var start = offset
        let utf8 = outline.text.utf8
        while start > 0, offset - start < 16, utf8[start - 1] != UInt8(ascii: "%"), utf8[start - 1] > 0x20 {
            start -= 1
        }
        if start > 0, utf8[start - 1] == UInt8(ascii: "%") { start -= 1 } else { start = offset }
        return texts.map { text in
            [
                "label": .string(text), "kind": 21, "filterText": .string(text),
                "textEdit": json(TextEdit(start..<offset, text), in: outline.text),
            ]
        }
    }
}

/// The element that is being typed on a line of a `.strings` file.
struct LineContext {
    enum Position: Equatable {
        /// A key, perhaps empty so far, from this offset on.
        case key(start: Int)
        /// The text of this key.
        case value(key: String)
        case outside
    }

    let place: Position

    /// Reads the part of a line before the cursor.
    init(_ text: LineText, _ range: Range<Int>) {
        let utf8 = text.utf8
        var index = range.lowerBound
        while index < range.upperBound, utf8[index] == 0x20 || utf8[index] == 0x09 { index += 1 }
        guard index < range.upperBound, utf8[index] == UInt8(ascii: "\"") else {
            place = index == range.upperBound ? .key(start: index) : .outside
            return
        }
        let start = index
        let end = TokenEnd.find(in: Array(utf8[..<range.upperBound]), from: start)
        guard end < range.upperBound || utf8[end - 1] == UInt8(ascii: "\"") && end > start + 1 else {
            place = .key(start: start)
            return
        }
        let rest = utf8[end..<range.upperBound].drop { $0 == 0x20 || $0 == 0x09 }
        guard rest.first == UInt8(ascii: "=") else {
            place = .outside
            return
        }
        let value = rest.dropFirst().drop { $0 == 0x20 || $0 == 0x09 }
        // A closing quote ends the text.
        guard value.first == UInt8(ascii: "\""),
            TokenEnd.find(in: Array(value), from: 0) == value.count,
            value.count == 1 || value.last != UInt8(ascii: "\"")
        else {
            place = .outside
            return
        }
        place = .value(key: StringsFile(text: text[start..<end] + ";").entries.first?.key ?? "")
    }
}
