// `.strings` files that describe the texts of another format: entries without bytes.

extension StringsFile {
    /// A file with the texts of a file of another format. Its entries are where those texts are, and it has no bytes:
    /// most programs only read the entries.
    ///
    /// - Parameter entries: entries with texts. Those of one message follow each other.
    package init(describing entries: [StringsEntry]) {
        self.init(describing: entries, elements: [], source: [], diagnostics: [])
    }

    /// The file as it can be edited: with the bytes that a description has if it is written.
    package var written: StringsFile {
        guard isDescription else { return self }
        var text = ""
        var message: String?
        for entry in entries {
            let key = VariationKey(entry.key)?.key ?? entry.key
            if let message, message != key { text += "\n" }
            message = key
            for comment in entry.comments {
                text += "/* " + comment.replacing("*/", with: "* /") + " */\n"
            }
            text += Self.quoted(entry.key) + " = " + Self.quoted(entry.text ?? "") + ";\n"
        }
        let file = StringsFile(text: text)
        guard file.entries.count == entries.count else { return file }
        return StringsFile(
            describing: zip(file.entries, entries).map { StringsEntry($0, at: $1.valuePosition) },
            elements: file.elements, source: file.source, diagnostics: [])
    }
}

extension StringsEntry {
    /// An entry that has no bytes.
    ///
    /// - Parameter place: where the text is.
    package init(describing key: String, text: String, comments: [String], at place: SourcePosition) {
        self.init(
            key: key, value: .text(text), comments: comments, byteRange: 0..<0, keyRange: 0..<0,
            valueRange: 0..<0, position: place, valuePosition: place)
    }
}
