// `.stringsdict` files as programs read them.

/// A `.stringsdict` file, in XML or the binary form of compiled files: messages that
/// vary by number, device or width.
public struct StringsdictFile: Sendable {
    /// The messages in the file's order; of two with the same key the last one.
    public let messages: [Message]
    /// What is wrong with the file. What is not named here was read.
    public let diagnostics: [any LocalizationDiagnostic]

    public init(_ bytes: [UInt8]) {
        let isBinary = BinaryPropertyList.isOne(bytes)
        let parser = isBinary ? nil : PropertyListParser(bytes)
        let members =
            isBinary
            ? (try? BinaryPropertyList.value(of: bytes)).flatMap { PropertyList($0).members }
            : parser?.root?.members
        let reader = StringsdictReader(members)
        let text = parser?.text ?? []
        let index = PositionIndex(text)
        func position(_ byteOffset: Int) -> SourcePosition? {
            guard !isBinary else { return nil }
            let place = index.place(at: byteOffset, in: text)
            return SourcePosition(line: place.line, column: place.column, byteOffset: byteOffset)
        }
        messages = reader.entries.map { entry in
            entry.message.described(by: nil, at: position(entry.byteOffset))
        }
        var found = FindingCollector<StringsdictDiagnostic>()
        for finding in reader.findings {
            found.append(
                StringsdictDiagnostic(
                    kind: finding.kind, facts: finding.facts, position: position(finding.byteOffset)))
        }
        if members != nil, let fault = parser?.fault {
            found.append(StringsdictDiagnostic(kind: .damaged, facts: [], position: position(fault)))
        }
        diagnostics = found.all
    }
}

/// A finding about a `.stringsdict` file.
public struct StringsdictDiagnostic: LocalizationDiagnostic {
    /// What was found. The raw value is the key of the text that describes it.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// There is no dictionary.
        case unexpectedDocument = "Stringsdict.UnexpectedDocument"
        /// The file is broken here; what is complete before counts.
        case damaged = "Stringsdict.Damaged"
        /// Two entries have the same key; the last one counts. Facts: key.
        case duplicateKey = "Stringsdict.DuplicateKey"
        /// A part is missing, or is no text, dictionary or plural category; the message
        /// is left out. Facts: key, part.
        case unexpectedValue = "Stringsdict.UnexpectedValue"
        /// Plural forms and texts for devices in a combination that no message
        /// has; it is left out. Facts: key.
        case mixedVariations = "Stringsdict.MixedVariations"
        /// A rule that is not for plurals; the message is left out. Facts: key, rule.
        case unknownRule = "Stringsdict.UnknownRule"
        /// A plural rule without forms; the message is left out. Facts: key.
        case missingOther = "Stringsdict.MissingOther"
    }

    public let kind: Kind
    /// The facts, as the kind lists them.
    public let facts: [String]
    /// Where it was found; `nil` in a file of the binary form.
    public let position: SourcePosition?

    /// A warning where both texts of a key were read, else an error.
    public var severity: Severity { kind == .duplicateKey ? .warning : .error }
    /// The kind's raw value.
    public var messageKey: String { kind.rawValue }
    public var arguments: [any FormatArgument] { facts }
}
