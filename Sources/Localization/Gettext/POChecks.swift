// The checks of a PO file's entries against the header and against each other.

/// Checks the entries of a PO file against each other and against the header.
struct POChecks {
    private(set) var diagnostics: FindingCollector<PODiagnostic>
    /// The header's rule; `nil` if it has none that can be read.
    private(set) var pluralForms: PluralForms?
    private(set) var failure: PluralForms.Failure?
    /// Whether the header has the field `Plural-Forms`, if only with the placeholders of a template.
    private var hasField = false
    /// What the placeholders of a template are to a file of translations, and where they are.
    private var placeholder: (failure: PluralForms.Failure, position: SourcePosition?)?

    init(_ diagnostics: FindingCollector<PODiagnostic>) { self.diagnostics = diagnostics }

    private mutating func report(_ kind: PODiagnostic.Kind, at position: SourcePosition?) {
        let place = position ?? SourcePosition(line: 1, column: 1, byteOffset: 0)
        diagnostics.append(PODiagnostic(kind: kind, place: place))
    }

    /// Reads `Plural-Forms` and tries the rule. Templates have the placeholder `nplurals=INTEGER;
    /// plural=EXPRESSION;`.
    mutating func readPluralForms(_ header: GettextHeader, position: SourcePosition?, isTemplate: Bool) {
        guard let field = header["Plural-Forms"] else { return }
        hasField = true
        if field.contains("INTEGER") {
            do throws(PluralForms.Failure) { _ = try PluralForms(field) } catch {
                placeholder = (error, position)
            }
            return
        }
        do throws(PluralForms.Failure) {
            let forms = try PluralForms(field)
            pluralForms = forms
            // msgfmt tries the same numbers.
            for number: UInt64 in 0...1000 { _ = try forms.index(for: number) }
        } catch {
            failure = error
            report(.invalidPluralForms(error), at: position)
        }
    }

    mutating func check(_ entries: [POEntry], headerEntry: POEntry?) {
        if headerEntry == nil { report(.missingHeader, at: nil) }
        // That of an obsolete entry is negative.
        var lines: [UTF8Key: Int] = [:]
        lines.reserveCapacity(entries.count)
        if let headerEntry { lines[UTF8Key("")] = headerEntry.position?.line ?? 1 }
        var needsForms = false
        // Entries are large, so only those with something to look at are copied.
        for index in entries.indices {
            let key = UTF8Key(context: entries[index].context, identifier: entries[index].identifier)
            let (identifier, isObsolete) = (entries[index].identifier, entries[index].isObsolete)
            let line = entries[index].position?.line ?? 0
            if let first = lines.updateValue(isObsolete ? -line : line, forKey: key) {
                if isObsolete || first > 0 { lines[key] = first }
                report(
                    isObsolete || first < 0
                        ? .duplicateObsoleteEntry(identifier: identifier, firstLine: abs(first))
                        : .duplicateEntry(identifier: identifier, firstLine: first),
                    at: entries[index].position)
            }
            if isObsolete { continue }
            // GNU msgfmt does not look at what it leaves out: also plural forms of
            // which the first one is empty.
            guard !entries[index].isFuzzy, entries[index].translations.first?.isEmpty == false else {
                continue
            }
            if entries[index].plural != nil {
                needsForms = true
                checkForms(of: entries[index])
                checkLineBreaks(of: entries[index])
            } else if !Self.hasLineBreaks(of: entries[index].identifier, entries[index].translations) {
                checkLineBreaks(of: entries[index])
            }
        }
        if needsForms, let placeholder {
            failure = placeholder.failure
            report(.invalidPluralForms(placeholder.failure), at: placeholder.position)
        }
        if needsForms, !hasField { report(.missingPluralForms, at: headerEntry?.position) }
    }

    private mutating func checkForms(of entry: POEntry) {
        let found = entry.translations.count
        guard found > 0 else { return }
        if let expected = pluralForms?.count, found != expected {
            report(
                .wrongFormCount(identifier: entry.identifier, found: found, expected: expected),
                at: entry.position)
        }
        guard entry.isTranslated, let empty = entry.translations.firstIndex(where: \.utf8.isEmpty) else {
            return
        }
        report(.emptyForm(identifier: entry.identifier, index: empty), at: entry.position)
    }

    /// Either all texts of an entry begin with a line break or none does; the same for the end (msgfmt's
    /// `--check-format`).
    private mutating func checkLineBreaks(of entry: POEntry) {
        let (begins, ends) = Self.lineBreaks(entry.identifier)
        var others = entry.translations.filter { !$0.utf8.isEmpty }
        if let plural = entry.plural { others.append(plural) }
        // An empty original does not tell whether its translation needs line breaks.
        guard !entry.identifier.utf8.isEmpty else { return }
        if others.contains(where: { Self.lineBreaks($0).begins != begins }) {
            report(.leadingLineBreak(identifier: entry.identifier), at: entry.position)
        }
        if others.contains(where: { Self.lineBreaks($0).ends != ends }) {
            report(.trailingLineBreak(identifier: entry.identifier), at: entry.position)
        }
    }

    /// Whether all translations begin and end with a line break where the original does.
    private static func hasLineBreaks(of original: String, _ translations: [String]) -> Bool {
        let expected = lineBreaks(original)
        return translations.allSatisfy { $0.utf8.isEmpty || lineBreaks($0) == expected }
    }

    private static func lineBreaks(_ text: String) -> (begins: Bool, ends: Bool) {
        (text.utf8.first == 0x0A, text.utf8.last == 0x0A)
    }
}
