// How XLIFF becomes tables.

internal import JSON
internal import Localization
internal import XML

extension XLIFF {
    /// Reads a document: a table for each `file`, those of one folder, name and locale as one.
    ///
    /// The source texts are those of the file, not those of the project today. A document that breaks off is
    /// read up to there.
    ///
    /// - Parameters:
    ///   - sources: the project's source texts by table, which tell what inline elements stand for.
    ///   - keepsElements: whether an inline element whose meaning is not known is part of the text, as it is
    ///     written. Else the message is left out, because programs would show the element.
    public static func read(
        _ bytes: [UInt8], sources: [String: MessageCatalog] = [:], keepsElements: Bool = false
    ) -> (tables: [TranslationTable], findings: [ExchangeDiagnostic]) {
        var reader = XLIFFReader(bytes, sources: sources, keepsElements: keepsElements)
        reader.read(XMLParser.parse(bytes))
        return (reader.tables.map(\.table), reader.xml.findings)
    }
}

private struct XLIFFReader {
    var tables: [XLIFFTableBuilder] = []
    var xml: XMLFindings
    private var indices: [TableIdentity: Int] = [:]

    /// What tables of the same program differ in.
    private struct TableIdentity: Hashable {
        let folder: String
        let name: String
        let sourceLocale: LocaleIdentifier
        let locale: LocaleIdentifier?
    }

    private let sources: [String: MessageCatalog]
    private let keepsElements: Bool

    init(_ bytes: [UInt8], sources: [String: MessageCatalog], keepsElements: Bool) {
        xml = XMLFindings(bytes)
        self.sources = sources
        self.keepsElements = keepsElements
    }

    mutating func read(_ document: XMLDocument) {
        for fault in document.faults { xml.report(fault) }
        guard let root = document.root else { return }
        guard root.localName == "xliff" else {
            return xml.report(.xliffUnexpectedDocument, root.name, at: root.byteOffset)
        }
        let version = root[attribute: "version"] ?? "1.2"
        guard version.hasPrefix("1.") || version.hasPrefix("2.") else {
            return xml.report(.xliffUnsupportedVersion, version, at: root.byteOffset)
        }
        for file in root.elements where file.localName == "file" {
            if version.hasPrefix("1.") { read(file: file) } else { read(version2: file, of: root) }
        }
        for index in tables.indices { tables[index].finish(&xml) }
    }

    private mutating func read(file: XMLElement) {
        guard let source = locale(file, "source-language") else { return }
        let target: LocaleIdentifier?
        if file[attribute: "target-language"] == nil {
            target = nil
        } else {
            guard let locale = locale(file, "target-language") else { return }
            target = locale
        }
        read(file, original: file[attribute: "original"] ?? "", source, target) { reader, table, hasPaths in
            for body in file.elements where body.localName == "body" {
                reader.read(units: body, hasPaths: hasPaths, into: &table)
            }
        }
    }

    /// Reads a `file` of XLIFF 2, whose languages the outermost element names.
    private mutating func read(version2 file: XMLElement, of root: XMLElement) {
        guard let source = locale(root, "srcLang") else { return }
        var target: LocaleIdentifier?
        if root[attribute: "trgLang"] != nil {
            guard let locale = locale(root, "trgLang") else { return }
            target = locale
        }
        let original = file[attribute: "original"] ?? file[attribute: "id"] ?? ""
        read(file, original: original, source, target) { reader, table, _ in
            reader.read(version2: file, isTranslatable: file[attribute: "translate"] != "no", into: &table)
        }
    }

    // Groups may be nested; the depth of a document is limited.
    private mutating func read(
        version2 parent: XMLElement, isTranslatable: Bool, into table: inout XLIFFTableBuilder
    ) {
        for element in parent.elements {
            switch element.localName {
            case "group":
                let own = element[attribute: "translate"].map { $0 != "no" } ?? isTranslatable
                read(version2: element, isTranslatable: own, into: &table)
            case "unit" where element.isComplete:
                guard let identifier = element[attribute: "name"] ?? element[attribute: "id"] else {
                    xml.report(.xliffMissingIdentifier, at: element.byteOffset)
                    continue
                }
                table.read(element, identifier: identifier, &xml) { _ in
                    XLIFFUnit(
                        version2: element, isTranslatable: isTranslatable, keepsElements: keepsElements)
                }
            default: break
            }
        }
    }

    /// Reads the units of a `file` into the table of its name.
    private mutating func read(
        _ file: XMLElement, original: String, _ source: LocaleIdentifier, _ target: LocaleIdentifier?,
        _ read: (inout XLIFFReader, inout XLIFFTableBuilder, _ hasPaths: Bool) -> Void
    ) {
        var path = original.split(separator: "/").filter { $0 != "." }
        let fileName = path.popLast().map(String.init) ?? original
        if path.last?.hasSuffix(".lproj") == true { path.removeLast() }
        let folder = path.joined(separator: "/")
        let name = fileName.lastIndex(of: ".").map { String(fileName[..<$0]) } ?? fileName
        var table = XLIFFTableBuilder(
            name: name, folder: folder, sourceLocale: source, locale: target, known: sources[name])
        let identity = TableIdentity(folder: folder, name: name, sourceLocale: source, locale: target)
        let index = indices[identity]
        if let index { swap(&table, &tables[index]) }
        let hasPaths = fileName.hasSuffix(".stringsdict")
        read(&self, &table, hasPaths)
        if let index {
            tables[index] = table
        } else {
            indices[identity] = tables.count
            tables.append(table)
        }
    }

    private mutating func locale(_ file: XMLElement, _ attribute: String) -> LocaleIdentifier? {
        let spelled = file[attribute: attribute] ?? ""
        if let locale = LocaleIdentifier(spelled) { return locale }
        xml.report(.xliffInvalidLocale, spelled, at: file.byteOffset)
        return nil
    }

    // Groups may be nested; the depth of a document is limited.
    private mutating func read(units: XMLElement, hasPaths: Bool, into table: inout XLIFFTableBuilder) {
        for element in units.elements {
            switch element.localName {
            case "group": read(units: element, hasPaths: hasPaths, into: &table)
            case "trans-unit" where element.isComplete:
                guard let identifier = element[attribute: "id"] else {
                    xml.report(.xliffMissingIdentifier, at: element.byteOffset)
                    continue
                }
                table.read(
                    element, identifier: identifier, hasPaths: hasPaths, keepsElements: keepsElements, &xml)
            default: break
            }
        }
    }
}

/// A `trans-unit` taken apart.
struct XLIFFUnit {
    var source: String?
    var target: String?
    var stateName: String?
    var isObsolete = false
    /// `translate="no"` says otherwise.
    var isTranslatable = true
    /// Whether the target waits for review.
    var isDoubtful = false
    /// Where the two texts are.
    var sourceOffset: Int?
    var targetOffset: Int?
    /// Whether a borrowed text is in the place of the source text.
    var isSourceMissing = false
    /// The first element in a text whose meaning is not known.
    var inlineElement: XMLElement?
    private let known: String?
    /// Whether elements whose meaning is not known are part of texts.
    let keepsElements: Bool
    private var inlineSource: XLIFFInlineText?
    /// What is said about the unit, in the shape of our own.
    var about = TranslationUnit(key: "")

    /// A unit without texts.
    init(keepsElements: Bool) { (known, self.keepsElements) = (nil, keepsElements) }

    /// Reads a `trans-unit` of XLIFF 1.
    ///
    /// - Parameter known: the source text as the project has it.
    init(_ element: XMLElement, known: String? = nil, keepsElements: Bool = false) {
        self.known = known
        self.keepsElements = keepsElements
        let markers = (element[attribute: "extype"] ?? "").split(separator: " ")
        isObsolete = markers.contains { $0 == XLIFF.Marker.obsolete }
        isTranslatable = element[attribute: "translate"] != "no"
        isDoubtful = element[attribute: "approved"] == "no"
        if element[attribute: "size-unit"] == "char" {
            about.maximumLength = element[attribute: "maxwidth"].flatMap { Int($0) }.flatMap {
                $0 > 0 ? $0 : nil
            }
        }
        for child in element.elements {
            switch child.localName {
            case "source":
                inlineSource = child.text == nil && !keepsElements ? XLIFFInlineText(child) : nil
                source = text(of: child)
                sourceOffset = child.byteOffset
            case "target":
                target = text(of: child)
                targetOffset = child.byteOffset
                stateName = child[attribute: "state"]
                if let qualifier = child[attribute: "state-qualifier"], XLIFF.guesses.contains(qualifier) {
                    isDoubtful = true
                }
            case "note": readNote(child)
            case "context-group": readContext(child)
            case "alt-trans" where child[attribute: "alttranstype"] == XLIFF.previousVersion:
                about.previousSource = child.elements.first { $0.localName == "source" }?.text
            default: break
            }
        }
        // Empty and without a state: not translated.
        if target == "", source != "", stateName == nil || stateName.flatMap(XLIFF.state) == .new {
            target = nil
        }
        if markers.contains(where: { $0 == XLIFF.Marker.sourceMissing }) { source = nil }
    }

    /// The text of an element. Codes that stand in the text themselves are part of it; a place that stands
    /// for a code is what the source text has there (XLIFF 1.2, section 2.4).
    private mutating func text(of element: XMLElement) -> String {
        if let text = element.text { return text }
        if keepsElements { return element.contentsAsWritten }
        if let text = XLIFFInlineText(element)?.text(source: inlineSource, known: known) { return text }
        inlineElement = inlineElement ?? element.elements.first
        return ""
    }

    private mutating func readNote(_ note: XMLElement) {
        guard let text = note.text, !text.isEmpty else { return }
        if note[attribute: "from"] == XLIFF.translator {
            about.translatorComment.appendLine(text)
        } else {
            about.comment.appendLine(text)
        }
    }

    private mutating func readContext(_ group: XMLElement) {
        var file: String?
        var line: String?
        for context in group.elements where context.localName == "context" {
            switch context[attribute: "context-type"] {
            case XLIFF.Context.sourceFile: file = context.text
            case XLIFF.Context.lineNumber: line = context.text
            case XLIFF.Context.previousKey: about.previousKey = context.text
            case XLIFF.Context.flags:
                about.flags = (context.text ?? "").split(separator: " ").map(String.init)
            default: break
            }
        }
        if let file { about.references.append(line.map { file + ":" + $0 } ?? file) }
    }
}
