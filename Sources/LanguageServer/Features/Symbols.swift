// The messages of a document as its outline.

internal import JSON
internal import JSONRPC
internal import Localization
internal import TranslationTools

extension LanguageServer {
    func symbols(_ params: JSON) async throws(ResponseError) -> JSON {
        guard let path = path(params) else { throw ResponseError(.invalidParams, "textDocument is needed") }
        guard let outline = await outline(path) else { return [] }
        var symbols: [JSON] = []
        var index = 0
        while index < outline.items.count {
            let key = outline.items[index].key
            var end = index + 1
            while end < outline.items.count, outline.items[end].key == key { end += 1 }
            symbols.append(symbol(Array(outline.items[index..<end]), outline))
            index = end
        }
        return .array(symbols)
    }

    /// A message: the items of one key that follow each other.
    private func symbol(_ items: [OutlineItem], _ outline: DocumentOutline) -> JSON {
        let whole =
            items[0].whole.lowerBound..<(items.map(\.whole.upperBound).max() ?? items[0].whole.upperBound)
        var symbol = self.symbol(
            items[0].key.isEmpty ? "\"\"" : items[0].key, kind: 20, detail: "", whole: whole,
            part: items[0].whole,
            outline.text)
        let texts = items.filter { $0.value != nil }
        if texts.count == 1, texts[0].variation == nil {
            symbol["detail"] = .string(detail(texts[0], outline))
        } else if !texts.isEmpty {
            symbol["children"] = .array(
                texts.map { item in
                    let file = outline.files[item.file].file
                    let names = [
                        outline.files.count > 1 ? file.locale.identifier : nil, item.variation?.suffix,
                    ]
                    let name = names.compactMap { $0 }.joined(separator: " ")
                    return self.symbol(
                        name.isEmpty ? file.locale.identifier : name, kind: 15,
                        detail: detail(item, outline),
                        whole: item.whole, part: item.value ?? item.whole, outline.text)
                })
        }
        return symbol
    }

    private func detail(_ item: OutlineItem, _ outline: DocumentOutline) -> String {
        let forms = outline.files[item.file].file.catalog[item.key]?.forms ?? []
        return String((forms.first { $0.variation == item.variation }?.text ?? "").prefix(80))
    }

    private func symbol(
        _ name: String, kind: Int, detail: String, whole: Range<Int>, part: Range<Int>, _ text: LineText
    ) -> JSON {
        [
            "name": .string(name), "kind": .number(kind), "detail": .string(detail),
            "range": TextRange(text, whole, encoding).json,
            "selectionRange": TextRange(text, part, encoding).json,
        ]
    }
}
