// A parsed PO file: its header, its entries, and its diagnostics.

/// A PO file or template (POT) of GNU gettext.
///
/// Any bytes can be read. Parts that cannot be understood are listed in `diagnostics`; everything else is
/// kept.
public struct POFile: Sendable {
    /// The header; without fields if the file has none.
    public let header: GettextHeader
    /// The header's entry, with its comments; `nil` if the file has none.
    public let headerEntry: POEntry?
    /// All messages except the header, in the file's order, including obsolete ones and duplicates.
    public let entries: [POEntry]
    /// The rule for plural forms; the Germanic rule if the header has no usable one.
    public let pluralForms: PluralForms
    /// Whether the header has a usable rule: without one, it is unknown which form is which.
    public let hasPluralForms: Bool
    /// Why the header's rule cannot be used; `nil` if it can, or if there is none.
    public let pluralFormsFailure: PluralForms.Failure?
    /// The findings of the parser, in order of position.
    public let diagnostics: [PODiagnostic]

    /// The comment above the header, which is about the whole file; `nil` if there is none.
    public var headerComment: String? {
        guard let lines = headerEntry?.translatorComments, !lines.isEmpty else { return nil }
        return lines.joined(separator: "\n")
    }

    /// The flags of the header's entry, including the `fuzzy` of templates.
    public var headerFlags: [String] {
        (headerEntry?.isFuzzy == true ? ["fuzzy"] : []) + (headerEntry?.flags ?? [])
    }

    /// Reads a file, in the encoding that its header names.
    public init(_ bytes: [UInt8]) {
        var parser = POParser(POText(bytes))
        parser.parse()
        self.init(&parser, header: nil)
    }

    /// Takes the entries that a parser found.
    ///
    /// - Parameter known: the file's header, where another part of the file has it.
    init(_ parser: inout POParser, header known: POEntry?) {
        var checks = POChecks(parser.diagnostics)
        // There is one owner of them, so that none is copied.
        var entries = parser.takeEntries()
        let headerIndex = known == nil ? entries.indices.first { entries[$0].isHeader } : nil
        let headerEntry = headerIndex.map { entries.remove(at: $0) } ?? known
        header = GettextHeader(headerEntry?.translations.first ?? "")

        checks.readPluralForms(
            header, position: headerEntry?.position, isTemplate: headerEntry?.isFuzzy == true)
        checks.check(entries, headerEntry: headerEntry)
        self.headerEntry = headerEntry
        self.entries = entries
        pluralForms = checks.pluralForms ?? .germanic
        hasPluralForms = checks.pluralForms != nil && checks.failure == nil
        pluralFormsFailure = checks.failure
        diagnostics = checks.diagnostics.sorted { further in
            PODiagnostic(
                kind: .furtherFindings(further.count, further.severity),
                place: further.position ?? SourcePosition(line: 1, column: 1, byteOffset: 0))
        }
    }
}
