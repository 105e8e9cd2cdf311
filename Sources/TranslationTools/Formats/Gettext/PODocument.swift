// A PO file before it is written.

public import Localization

/// The contents of a PO file or template.
public struct PODocument: Sendable, Hashable {
    /// The header's fields.
    public var header: GettextHeader
    /// The comment above the header; `nil` for none.
    public var headerComment: String?
    /// Whether the header is marked `fuzzy`, as in templates.
    public var isTemplate: Bool
    /// All messages but the header.
    public var entries: [POEntry]

    public init(
        header: GettextHeader, headerComment: String? = nil, isTemplate: Bool = false, entries: [POEntry] = []
    ) {
        self.header = header
        self.headerComment = headerComment
        self.isTemplate = isTemplate
        self.entries = entries
    }

    /// Takes the contents of a file.
    public init(_ file: POFile) {
        self.init(
            header: file.header, headerComment: file.headerComment,
            isTemplate: file.headerEntry?.isFuzzy == true, entries: file.entries)
    }

    /// The file's bytes, in UTF-8: the header, the messages in their order, then the obsolete ones.
    public func serialized() -> [UInt8] {
        var writer = POWriter(capacity: 200 * entries.count + 1000)
        var headerEntry = POEntry(identifier: "", translations: [header.text])
        headerEntry.isFuzzy = isTemplate
        headerEntry.translatorComments = headerComment?.lines ?? []
        writer.write(headerEntry)
        for entry in entries where !entry.isObsolete { writer.write(entry) }
        for entry in entries where entry.isObsolete { writer.write(entry) }
        return writer.bytes
    }
}

extension String {
    /// The lines of a comment, whether LF, CR LF or CR ends them: as PO files have lines.
    var lines: [String] {
        guard utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return [self] }
        return split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }.map(
            String.init)
    }
}

extension PODocument {
    /// Whether another document has the same contents. The times in the header do not count.
    public func hasSameContents(as other: PODocument) -> Bool {
        let times: Set = ["pot-creation-date", "po-revision-date"]
        func fields(_ header: GettextHeader) -> [GettextHeader.Field] {
            header.fields.filter { !times.contains($0.name.lowercased()) }
        }
        func bare(_ entries: [POEntry]) -> [POEntry] { entries.map(\.withoutPosition) }
        return fields(header) == fields(other.header) && bare(entries) == bare(other.entries)
    }
}

extension POEntry {
    /// The entry wherever it is in a file.
    var withoutPosition: POEntry {
        var entry = self
        entry.position = nil
        entry.identifierPosition = nil
        entry.translationPositions = []
        return entry
    }
}
