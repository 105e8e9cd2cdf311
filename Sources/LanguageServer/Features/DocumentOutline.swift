// The positions of a file's messages and texts, for any format.

internal import JSON
internal import JSONRPC
internal import Localization
internal import TranslationTools

/// A text of a message, or the name of the message, in a file.
struct OutlineItem: Sendable {
    /// The index of the project's file in `DocumentOutline.files`.
    let file: Int
    let key: String
    let variation: VariationKey.Variation?
    /// The bytes of the key, including its quotes; `nil` in files without a key here.
    let name: Range<Int>?
    /// The bytes of the text, including its quotes; `nil` for the beginning of a message whose texts follow.
    let value: Range<Int>?
    /// The bytes of the key and the text.
    let whole: Range<Int>
}

/// The messages of a file, in the order of their positions.
struct DocumentOutline {
    /// A file of a project: all texts of one locale.
    struct File {
        let project: LocalizationProject
        let file: LocalizationFile
        /// The source texts; `nil` for source texts themselves, and if there are none.
        let source: LocalizationFile?
    }

    let path: String
    let text: LineText
    let files: [File]
    let items: [OutlineItem]
    /// The `.strings` file with positions in `text`; `nil` for other formats.
    let strings: StringsFile?

    init(path: String, text: LineText, projects: [LoadedProject]) {
        self.path = path
        self.text = text
        files = projects.flatMap { loaded in
            loaded.project.files.filter { $0.path == path }.map {
                File(project: loaded.project, file: $0, source: loaded.project.source(of: $0))
            }
        }
        guard let first = files.first?.file else {
            (items, strings) = ([], nil)
            return
        }
        if let own = first.strings {
            let strings = Self.strings(own, text)
            self.strings = strings
            items = strings.entries.map { entry in
                let form = VariationKey(entry.key)
                return OutlineItem(
                    file: 0, key: form?.key ?? entry.key, variation: form?.variation, name: entry.keyRange,
                    value: entry.valueRange, whole: entry.byteRange)
            }
        } else {
            strings = nil
            items = Self.items(files, text)
        }
    }

    /// The file with positions in the text of the document. In a file with another encoding, the positions
    /// differ.
    private static func strings(_ strings: StringsFile, _ text: LineText) -> StringsFile {
        if strings.encoding == .utf8, !strings.hasByteOrderMark, strings.serialized() == text.utf8 {
            return strings
        }
        return StringsFile(text.utf8, encoding: .utf8)
    }

    private static func items(_ files: [File], _ text: LineText) -> [OutlineItem] {
        var items: [OutlineItem] = []
        var named: Set<Int> = []
        for (number, file) in files.enumerated() {
            for form in file.file.texts {
                let start = text.offset(of: form.position)
                let value = start..<TokenEnd.find(in: text.utf8, from: start)
                items.append(
                    OutlineItem(
                        file: number, key: form.key, variation: form.variation, name: nil, value: value,
                        whole: value))
            }
            for (key, place) in file.file.unitPositions {
                let start = text.offset(of: place)
                // String catalogs have the name of a message once for all locales.
                guard named.insert(start).inserted else { continue }
                let name = start..<TokenEnd.find(in: text.utf8, from: start)
                items.append(
                    OutlineItem(file: number, key: key, variation: nil, name: name, value: nil, whole: name))
            }
        }
        return items.sorted {
            ($0.whole.lowerBound, $0.value == nil ? 0 : 1) < ($1.whole.lowerBound, $1.value == nil ? 0 : 1)
        }
    }

    /// The last item that begins at or before an offset; in a `.strings` file the entry that contains it.
    func item(at offset: Int) -> OutlineItem? {
        var (low, high) = (0, items.count)
        while low < high {
            let middle = (low + high) / 2
            if items[middle].whole.lowerBound <= offset { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return nil }
        let item = items[low - 1]
        if strings != nil, offset > item.whole.upperBound { return nil }
        return item
    }

    /// The items of a message.
    func items(of key: String) -> [OutlineItem] { items.filter { $0.key == key } }
}

/// The message at a client's position.
struct MessageTarget {
    /// The project, and the file in it.
    let file: DocumentOutline.File
    let key: String
    let variation: VariationKey.Variation?
    /// The bytes in the client's document that name the message.
    let range: Range<Int>

    /// The message in its own file.
    var message: Message? { file.file.catalog[key] }
    /// The message in the source language.
    var source: Message? { file.source?.catalog[key] ?? (file.project.isSource(file.file) ? message : nil) }
}

extension LanguageServer {
    /// The messages of a document; `nil` if it belongs to no project.
    func outline(_ path: String) async -> DocumentOutline? {
        await workspace.settle()
        let outline = DocumentOutline(
            path: path, text: workspace.text(of: path), projects: workspace.projects)
        return outline.files.isEmpty ? nil : outline
    }

    /// The message at the position of a request, in a file with texts or in a source; `nil` if there is none.
    func target(_ params: JSON) async throws(ResponseError) -> MessageTarget? {
        guard let path = path(params), let position = TextPosition(params["position"]) else {
            throw ResponseError(.invalidParams, "textDocument and position are needed")
        }
        if let outline = await outline(path) {
            let offset = outline.text.offset(of: position, encoding)
            guard let item = outline.item(at: offset) else { return nil }
            let parts = [item.name, item.value].compactMap { $0 }
            let range = parts.first { $0.lowerBound <= offset && offset <= $0.upperBound } ?? item.whole
            return MessageTarget(
                file: outline.files[item.file], key: item.key, variation: item.variation, range: range)
        }
        guard SourceLiterals.isSource(path) else { return nil }
        let text = workspace.text(of: path)
        let offset = text.offset(of: position, encoding)
        guard
            let literal = SourceLiterals(text.utf8, of: path).literals.first(
                where: { $0.range.contains(offset) })
        else {
            return nil
        }
        return workspace.messages(literal.text).first.map {
            MessageTarget(file: $0, key: literal.text, variation: nil, range: literal.range)
        }
    }

    /// A location in a file, in the form of the protocol.
    func location(_ path: String, _ text: LineText, _ range: Range<Int>) -> JSON {
        ["uri": .string(workspace.uri(path)), "range": TextRange(text, range, encoding).json]
    }
}

extension Workspace {
    /// The source files that have a message; if there are none, all files with it.
    func messages(_ key: String) -> [DocumentOutline.File] {
        let all = projects.flatMap { loaded in
            loaded.project.files.filter { $0.catalog[key] != nil }.map {
                DocumentOutline.File(project: loaded.project, file: $0, source: loaded.project.source(of: $0))
            }
        }
        let sources = all.filter { $0.project.isSource($0.file) }
        return sources.isEmpty ? all : sources
    }
}
