// One key, said different things about.

extension ExtractionFinding {
    /// Finds keys of which several places say different things: the first place is right, the others are reported. A place
    /// that says nothing agrees with all.
    ///
    /// - Parameter keys: the keys of all files.
    public static func conflicts(in keys: some Sequence<ExtractedKey>) -> [ExtractionFinding] {
        var values: [Identity: ExtractedKey] = [:]
        var comments: [Identity: ExtractedKey] = [:]
        var findings: [ExtractionFinding] = []
        for key in keys {
            let identity = Identity(key)
            func compare(
                _ said: String?, _ first: inout [Identity: ExtractedKey], _ other: (ExtractedKey) -> String?,
                _ identifier: ExtractionFinding.Identifier
            ) {
                guard let said else { return }
                guard let known = first[identity], let text = other(known) else {
                    first[identity] = key
                    return
                }
                guard !text.utf8.elementsEqual(said.utf8) else { return }
                let place = "\(known.file):\(known.position.line)"
                findings.append(
                    ExtractionFinding(
                        identifier, arguments: [key.key, key.table ?? "Localizable", text, place],
                        file: key.file,
                        position: key.position))
            }
            compare(key.value, &values, \.value, .conflictingValue)
            compare(key.comment, &comments, \.comment, .conflictingComment)
        }
        return findings
    }

    /// A key in a table, by its bytes: texts that look the same can be different keys in files.
    private struct Identity: Hashable {
        private let key: [UInt8]
        private let table: [UInt8]

        init(_ key: ExtractedKey) {
            self.key = Array(key.key.utf8)
            table = Array((key.table ?? "Localizable").utf8)
        }
    }
}
