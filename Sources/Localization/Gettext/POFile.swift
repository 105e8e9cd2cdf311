// A PO file, read: its header, its entries, and what is wrong with it.

/// A PO file or template (POT) of GNU gettext.
///
/// Any bytes can be read. What cannot be understood is listed in `diagnostics`, and everything else is kept.
public struct POFile: Sendable {
    /// The header; without fields where the file has none.
    public let header: GettextHeader
    /// The entry that the header stands in, with its comments; `nil` where the file has none.
    public let headerEntry: POEntry?
    /// All messages but the header, in the file's order, obsolete ones and duplicates included.
    public let entries: [POEntry]
    /// The rule for plural forms; the Germanic one where the header has none that can be used.
    public let pluralForms: PluralForms
    /// Why the header's own rule cannot be used; `nil` where it can, or is missing.
    public let pluralFormsFailure: PluralForms.Failure?
    /// What was found while reading, by position.
    public let diagnostics: [PODiagnostic]

    /// What translators say about the whole file: the comment above the header; `nil` where there is none.
    public var headerComment: String? {
        guard let lines = headerEntry?.translatorComments, !lines.isEmpty else { return nil }
        return lines.joined(separator: "\n")
    }

    /// The flags of the header's entry, `fuzzy` in templates among them.
    public var headerFlags: [String] {
        (headerEntry?.isFuzzy == true ? ["fuzzy"] : []) + (headerEntry?.flags ?? [])
    }

    /// Reads a file, in the encoding that its header names.
    public init(_ bytes: [UInt8]) {
        var parser = POParser(POText(bytes))
        parser.parse()
        var headerIndex: Int?
        var checks = POChecks(parser.diagnostics)
        for (index, entry) in parser.entries.enumerated() where entry.isHeader {
            headerIndex = index
            break
        }
        let headerEntry = headerIndex.map { parser.entries[$0] }
        header = GettextHeader(headerEntry?.translations.first ?? "")
        var entries = parser.entries
        if let headerIndex { entries.remove(at: headerIndex) }

        checks.readPluralForms(
            header, position: headerEntry?.position, isTemplate: headerEntry?.isFuzzy == true)
        checks.check(entries, headerEntry: headerEntry)
        self.headerEntry = headerEntry
        self.entries = entries
        pluralForms = checks.pluralForms ?? .germanic
        pluralFormsFailure = checks.failure
        // Sorting is stable: findings at one place stay in the order in which they were made.
        diagnostics = checks.diagnostics.sorted { $0.place < $1.place }
    }
}
