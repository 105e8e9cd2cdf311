// `.strings` files as trees: an entry is a piece, and so is each plural form, which is an entry of its own.

internal import Localization

extension FileMerge.Syntax {
    /// `.strings`
    public static let strings: FileMerge.Syntax = {
        var syntax = FileMerge.Syntax { MergeList(strings: StringsFile($0)) }
        syntax.encoded = { text, model in
            let file = StringsFile(model)
            if file.encoding == .utf8, !file.hasByteOrderMark { return text }
            let mark = file.hasByteOrderMark ? file.encoding.byteOrderMark : []
            return mark + file.encoding.encoded(String(decoding: text, as: UTF8.self))
        }
        return syntax
    }()
}

extension MergeList {
    /// The pieces of a file; `nil` if something in it could not be read.
    init?(strings file: StringsFile) {
        let damages = file.diagnostics.contains { $0.hidesEntries || $0.kind.isAboutBytes }
        guard !damages else { return nil }
        let texts = file.elements.map { element -> [UInt8] in
            element.kind == .byteOrderMark ? [] : Array(file.sourceText(in: element.byteRange).utf8)
        }
        self.init()
        var pending: [UInt8] = []
        var index = 0
        while index < texts.count {
            defer { index += 1 }
            guard case .entry(let number) = file.elements[index].kind else {
                pending += texts[index]
                if file.elements[index].kind == .openingBrace { (opening, pending) = (pending, []) }
                continue
            }
            let entry = file.entries[number]
            let meaning: String =
                switch entry.value {
                case .text(let text): "=" + text
                case .implied: "=" + entry.key
                case .structured(_, let source): ":" + source
                }
            var node = MergeNode(
                name: MergeName(entry.key), leading: pending,
                body: .text(MergeText(bytes: texts[index], meaning: Array(meaning.utf8))))
            // What follows on the line belongs to the entry.
            (node.trailing, pending) = ([], [])
            while index + 1 < texts.count {
                let next = texts[index + 1]
                let kind = file.elements[index + 1].kind
                guard kind == .whitespace || kind == .comment && !next.contains(0x0A) else {
                    // Another entry on the line has the comments before it.
                    (node.trailing, pending) = ([], node.trailing)
                    break
                }
                index += 1
                if kind == .whitespace, let end = next.firstIndex(of: 0x0A) {
                    node.trailing += next[...end]
                    pending = Array(next[(end + 1)...])
                    break
                }
                node.trailing += next
            }
            children.append(node)
        }
        closing = pending
        numberOccurrences()
    }
}

extension StringsDiagnostic.Kind {
    /// Whether bytes were replaced, so that the text is not what the file has.
    fileprivate var isAboutBytes: Bool {
        switch self {
        case .invalidSequence, .strayByteOrderMark, .doubledByteOrderMark: true
        default: false
        }
    }
}
