// How places and faults of XML become findings.

internal import Localization
internal import XML

/// Findings about an XML file, with their lines and columns.
struct XMLFindings {
    private(set) var findings: [ExchangeDiagnostic] = []
    /// The document in UTF-8, as offsets count.
    private let text: [UInt8]
    private let markLength: Int
    // Made at the first finding: most files have none.
    private var index: PositionIndex?

    /// - Parameter bytes: the file as it was given to `XMLParser`.
    init(_ bytes: [UInt8]) {
        markLength = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        text = XMLParser.utf8(bytes) ?? bytes
    }

    /// Reports a finding at an offset of the document.
    mutating func report(_ kind: ExchangeDiagnostic.Kind, _ facts: String..., at byteOffset: Int) {
        findings.append(ExchangeDiagnostic(kind, facts, at: position(byteOffset)))
    }

    /// Reports a finding at an offset of the document.
    mutating func report(_ kind: ExchangeDiagnostic.Kind, _ facts: [String], at byteOffset: Int) {
        findings.append(ExchangeDiagnostic(kind, facts, at: position(byteOffset)))
    }

    /// Reports why a document could not be read, or not to its end.
    mutating func report(_ fault: XMLFault) {
        switch fault.kind {
        case .tooLarge(let limit): report(.xmlTooLarge, String(limit), at: fault.byteOffset)
        case .unsupportedEncoding(let name): report(.xmlUnsupportedEncoding, name, at: fault.byteOffset)
        case .entity(let name): report(.xmlEntityReference, name, at: fault.byteOffset)
        case .tooManyAttributes(let limit):
            report(.xmlTooManyAttributes, String(limit), at: fault.byteOffset)
        case .notWellFormed(let words): report(.xmlNotWellFormed, words, at: fault.byteOffset)
        }
    }

    /// The outermost element of a document, if it has the name that documents of the format have. Reports
    /// what is wrong with the document.
    mutating func root(of document: XMLDocument, named name: String) -> XMLElement? {
        for fault in document.faults { report(fault) }
        guard let root = document.root else { return nil }
        guard root.name == name else {
            report(.xmlUnexpectedDocument, root.name, name, at: root.byteOffset)
            return nil
        }
        return root
    }

    /// The line and column of an offset of the document.
    mutating func position(_ byteOffset: Int) -> SourcePosition {
        let index = index ?? PositionIndex(text)
        self.index = index
        let place = index.place(at: byteOffset, in: text)
        return SourcePosition(line: place.line, column: place.column, byteOffset: byteOffset + markLength)
    }
}
