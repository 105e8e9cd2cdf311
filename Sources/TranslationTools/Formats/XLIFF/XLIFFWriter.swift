// Writes tables as XLIFF.

internal import Localization
internal import XML

extension XLIFF {
    /// Writes tables, each as a `file` of one document.
    ///
    /// Messages that XML cannot represent are left out, with a finding.
    ///
    /// - Parameters:
    ///   - version: the version of XLIFF. A file of version 2 has one pair of
    ///     languages: that of the first table.
    ///   - toolVersion: the version of the program that writes, for the header of version 1.
    ///   - hasElements: whether texts have inline elements as they are written, as those of XLIFF files that
    ///     are read where they lie.
    public static func write(
        _ tables: [TranslationTable], version: Version = .v1, toolVersion: String = "1",
        hasElements: Bool = false
    ) -> (bytes: [UInt8], findings: [ExchangeDiagnostic]) {
        var writer = XLIFFWriter(version: version, hasElements: hasElements)
        writer.begin(tables)
        for table in tables { writer.write(table, toolVersion: toolVersion) }
        writer.xml.raw("</xliff>\n")
        return (writer.xml.bytes, writer.findings)
    }
}

private struct XLIFFWriter {
    var xml = XMLText()
    var findings: [ExchangeDiagnostic] = []
    private let version: XLIFF.Version
    private let hasElements: Bool
    private var targetCategories: [PluralCategory] = []
    /// The numbers of the last file and of the last unit. They form the identifiers `f1` and `u1`.
    private var fileNumber = 0
    private var unitNumber = 0

    init(version: XLIFF.Version, hasElements: Bool) {
        (self.version, self.hasElements) = (version, hasElements)
    }

    /// A form as a `trans-unit` contains it.
    private struct Form {
        let variation: VariationKey.Variation?
        var source: String?
        var target: String?
    }

    mutating func begin(_ tables: [TranslationTable]) {
        if version == .v2 {
            xml.start(
                "xliff",
                [
                    "xmlns": "urn:oasis:names:tc:xliff:document:2.0",
                    "xmlns:slr": "urn:oasis:names:tc:xliff:sizerestriction:2.0", "version": "2.0",
                    "srcLang": tables.first?.sourceLocale.languageTag ?? "en",
                    "trgLang": tables.first?.locale?.languageTag,
                ])
            return xml.raw("\n")
        }
        xml.start(
            "xliff",
            [
                "xmlns": "urn:oasis:names:tc:xliff:document:1.2",
                "xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance", "version": "1.2",
                "xsi:schemaLocation":
                    "urn:oasis:names:tc:xliff:document:1.2 "
                    + "http://docs.oasis-open.org/xliff/v1.2/os/xliff-core-1.2-strict.xsd",
            ])
        xml.raw("\n")
    }

    mutating func write(_ table: TranslationTable, toolVersion: String) {
        if let scalar = XMLText.unrepresentableScalar(in: table.name + toolVersion) {
            return refuse(table.name, scalar)
        }
        let source = table.sourceLocale.languageTag
        targetCategories = (table.locale ?? table.sourceLocale).pluralCategories
        if version == .v2 { return writeFile(table) }
        xml.raw("  ")
        xml.start(
            "file",
            [
                "original": table.original, "source-language": source,
                "target-language": table.locale?.languageTag, "datatype": "plaintext",
            ])
        xml.raw("\n    <header>\n      ")
        xml.empty(
            "tool",
            ["tool-id": "org.lsearch.lstrings", "tool-name": "lstrings", "tool-version": toolVersion])
        xml.raw("\n    </header>\n    <body>\n")
        for unit in table.units { write(unit) }
        xml.raw("    </body>\n  </file>\n")
    }

    /// A `file` of XLIFF 2.
    private mutating func writeFile(_ table: TranslationTable) {
        fileNumber += 1
        unitNumber = 0
        xml.raw("  ")
        xml.start(
            "file",
            [
                "id": "f\(fileNumber)",
                "original": table.original,
            ])
        if table.units.contains(where: { $0.maximumLength != nil }) {
            xml.raw("\n    ")
            xml.start("slr:profiles", ["generalProfile": "xliff:codepoints"])
            xml.end("slr:profiles")
        }
        xml.raw("\n")
        for unit in table.units { write(unit) }
        xml.raw("  </file>\n")
    }

    private mutating func write(_ unit: TranslationUnit) {
        let forms = forms(of: unit)
        for text in texts(of: unit) + forms.flatMap({ [$0.source, $0.target] }) {
            if let scalar = text.flatMap(XMLText.unrepresentableScalar) { return refuse(unit.key, scalar) }
        }
        guard forms.allSatisfy({ isReadBack($0, key: unit.key) }) else {
            findings.append(ExchangeDiagnostic(.xliffAmbiguousKey, unit.key))
            return
        }
        for form in forms { write(form, of: unit) }
    }

    private mutating func refuse(_ key: String, _ scalar: Unicode.Scalar) {
        findings.append(ExchangeDiagnostic(.xliffCharacterNotAllowed, key, scalar.codePointName))
    }

    /// What is said about a unit.
    private func texts(of unit: TranslationUnit) -> [String?] {
        [unit.key, unit.comment, unit.translatorComment, unit.previousSource, unit.previousKey]
            + unit.references + unit.flags
    }

    /// Whether the identifier of a form names that form and nothing else.
    private func isReadBack(_ form: Form, key: String) -> Bool {
        guard let variation = form.variation else {
            return !key.utf8.contains(UInt8(ascii: "|")) || VariationKey(xliffIdentifier: key) == nil
        }
        let name = VariationKey(key: key, variation: variation)
        return VariationKey(xliffIdentifier: name.description) == name
    }

    // MARK: Forms

    /// The forms of a unit: those of the source, those of the translation, and those that the translation's
    /// language needs.
    private func forms(of unit: TranslationUnit) -> [Form] {
        let source = unit.source?.appleForms ?? []
        let target = unit.translation?.appleForms ?? []
        if source.count == 1, source[0].variation == nil, target.count <= 1, target.first?.variation == nil {
            return [Form(variation: nil, source: source[0].text, target: target.first?.text)]
        }
        var forms = source.map { Form(variation: $0.variation, source: $0.text) }
        var indices: [VariationKey.Variation?: Int] = [:]
        for (index, form) in forms.enumerated() { indices[form.variation] = index }
        func index(of variation: VariationKey.Variation?) -> Int {
            if let index = indices[variation] { return index }
            indices[variation] = forms.count
            forms.append(Form(variation: variation))
            return forms.count - 1
        }
        for form in target { forms[index(of: form.variation)].target = form.text }
        // Nothing but what is said about it.
        if forms.isEmpty { return [Form(variation: nil)] }
        let shape = unit.translation ?? unit.source
        if let shape, !shape.plural.isEmpty {
            for category in targetCategories { _ = index(of: .plural(category)) }
        }
        for name in shape?.substitutions.keys.sorted() ?? [] {
            for category in targetCategories { _ = index(of: .substitution(name: name, category)) }
        }
        for name in shape?.devicePlurals.keys.sorted() ?? [] {
            for category in targetCategories { _ = index(of: .devicePlural(name, category)) }
        }
        return forms.sorted { ($0.variation?.order ?? (0, "", 0)) < ($1.variation?.order ?? (0, "", 0)) }
    }

    /// The source text of a form that the source does not have: the form that it would fall back to, at
    /// last the identifier, as in Xcode's own exports.
    private func borrowedSource(_ variation: VariationKey.Variation?, of unit: TranslationUnit) -> String {
        let identifier = VariationKey.identifier(unit.key, variation)
        guard let source = unit.source else { return identifier }
        if let nearest = source.form(nearest: variation) { return nearest.source }
        if case .substitution? = variation { return identifier }
        return source.principalText ?? identifier
    }

    // MARK: Elements

    private mutating func write(_ form: Form, of unit: TranslationUnit) {
        var markers: [String] = []
        if unit.state == .obsolete { markers.append(XLIFF.Marker.obsolete) }
        if form.source == nil { markers.append(XLIFF.Marker.sourceMissing) }
        let isPlainText =
            form.variation == .device(Message.otherDevice)
            && unit.translation.map { $0.text != nil && !$0.hasTwoTextsForOtherDevices } == true
        let state = unit.state(of: isPlainText ? nil : form.variation)
        if version == .v2 { return write(form, of: unit, state: state, markers: markers) }
        xml.raw("      ")
        xml.start(
            "trans-unit",
            [
                "id": VariationKey.identifier(unit.key, form.variation), "xml:space": "preserve",
                "translate": unit.isTranslatable ? nil : "no",
                // Without it, many programs take any translation for a draft.
                "approved": form.target != nil && state == .translated ? "yes" : nil,
                "maxwidth": unit.maximumLength.map(String.init),
                "size-unit": unit.maximumLength == nil ? nil : "char",
                "extype": markers.isEmpty ? nil : markers.joined(separator: " "),
            ])
        let source = form.source ?? borrowedSource(form.variation, of: unit)
        text("source", source)
        if let target = form.target { text("target", target, ["state": XLIFF.name(of: state)]) }
        writeNotes(of: unit)
        xml.raw("\n      </trans-unit>\n")
    }

    /// A `unit` of XLIFF 2. Its `id` may contain less than keys do, which are its `name`.
    private mutating func write(
        _ form: Form, of unit: TranslationUnit, state: TranslationState, markers: [String]
    ) {
        unitNumber += 1
        xml.raw("    ")
        xml.start(
            "unit",
            [
                "id": "u\(unitNumber)", "name": VariationKey.identifier(unit.key, form.variation),
                "translate": unit.isTranslatable ? nil : "no", "xml:space": "preserve",
                "slr:sizeRestriction": unit.maximumLength.map(String.init),
            ])
        var notes: [(category: String?, text: String)] = unit.comment.map { [(nil, $0)] } ?? []
        func add(_ category: String, _ text: String?) {
            if let text, !text.isEmpty { notes.append((category, text)) }
        }
        add(XLIFF.NoteCategory.translator, unit.translatorComment)
        for reference in unit.references { add(XLIFF.NoteCategory.location, reference) }
        add(XLIFF.NoteCategory.flags, unit.flags.joined(separator: " "))
        add(XLIFF.NoteCategory.previousKey, unit.previousKey)
        add(XLIFF.NoteCategory.previousSource, unit.previousSource)
        add(XLIFF.NoteCategory.marker, markers.joined(separator: " "))
        if !notes.isEmpty {
            xml.raw("\n      <notes>")
            for note in notes { line { $0.element("note", ["category": note.category], text: note.text) } }
            xml.raw("\n      </notes>")
        }
        xml.raw("\n      ")
        let needsReview = form.target != nil && state == .needsReview
        xml.start(
            "segment",
            [
                "state": form.target == nil || state == .new ? "initial" : "translated",
                "subState": needsReview ? "\(XLIFF.SubState.prefix):\(XLIFF.SubState.needsReview)" : nil,
            ])
        let source = form.source ?? borrowedSource(form.variation, of: unit)
        text("source", source)
        if let target = form.target { text("target", target) }
        xml.raw("\n      </segment>\n    </unit>\n")
    }

    private mutating func writeNotes(of unit: TranslationUnit) {
        if let comment = unit.comment { line { $0.element("note", text: comment) } }
        if let comment = unit.translatorComment {
            line { $0.element("note", ["from": XLIFF.translator], text: comment) }
        }
        for reference in unit.references {
            // The line is the number after the last colon, if there is one.
            let parts = reference.split(separator: ":", omittingEmptySubsequences: false)
            let number = parts.count > 1 ? parts.last.flatMap { Int($0) } : nil
            let isLine = number.map { $0 >= 0 && String($0) == parts[parts.count - 1] } == true
            let file = isLine ? parts.dropLast().joined(separator: ":") : reference
            line {
                $0.start("context-group", ["purpose": "location"])
                $0.element("context", ["context-type": XLIFF.Context.sourceFile], text: file)
                if isLine, let line = parts.last {
                    $0.element("context", ["context-type": XLIFF.Context.lineNumber], text: String(line))
                }
                $0.end("context-group")
            }
        }
        information(XLIFF.Context.flags, unit.flags.isEmpty ? nil : unit.flags.joined(separator: " "))
        information(XLIFF.Context.previousKey, unit.previousKey)
        if let previous = unit.previousSource {
            line {
                $0.start("alt-trans", ["alttranstype": XLIFF.previousVersion])
                $0.element("source", text: previous)
                $0.empty("target")
                $0.end("alt-trans")
            }
        }
    }

    private mutating func information(_ type: String, _ text: String?) {
        guard let text else { return }
        line {
            $0.start("context-group", ["purpose": "information"])
            $0.element("context", ["context-type": type], text: text)
            $0.end("context-group")
        }
    }

    /// Writes an element with a text of a unit.
    private mutating func text(
        _ name: String, _ text: String, _ attributes: KeyValuePairs<String, String?> = [:]
    ) {
        line { [hasElements] xml in
            if hasElements {
                xml.element(name, attributes, inlineText: text)
            } else {
                xml.element(name, attributes, text: text)
            }
        }
    }

    private mutating func line(_ write: (inout XMLText) -> Void) {
        xml.raw("\n        ")
        write(&xml)
    }
}

extension TranslationTable {
    /// The file of the source texts, as Xcode names it.
    fileprivate var original: String {
        guard !isInCatalog else { return pathInFolder.folder + pathInFolder.name + ".xcstrings" }
        return pathInLocaleFolder(of: sourceLocale.languageTag + ".lproj") + ".strings"
    }
}
