// Changes translations of a `.ts` file in its own bytes.

internal import Localization
internal import XML

/// The edits of a file: translations are replaced where they are, and new messages are added at the end.
struct QtEditor {
    private(set) var findings: [ExchangeDiagnostic] = []
    private let bytes: [UInt8]
    private let file: QtFile
    private let root: XMLElement
    private var edits: XMLEdits
    private let counting: FileCounting
    private let table: String
    private let lineBreak: String
    /// New messages, by the context that their keys name; `nil` for those with identifiers.
    private var added: [(context: String?, messages: String)] = []

    /// - Parameter bytes: the document in UTF-8 without a byte order mark.
    init(_ bytes: [UInt8], _ file: QtFile, _ root: XMLElement, table: String, locale: LocaleIdentifier) {
        (self.bytes, self.file, self.root, self.table) = (bytes, file, root, table)
        edits = XMLEdits(bytes)
        counting = QtPlurals.counting(locale)
        lineBreak = bytes.firstRange(of: [0x0D, 0x0A]) == nil ? "\n" : "\r\n"
    }

    /// The document with all changes made.
    mutating func edited() -> [UInt8] {
        let contexts = root.elements.filter { $0.name == "context" }
        var new = ""
        for (name, messages) in added {
            let known = name.map { name in contexts.last { $0.first("name")?.text == name } } ?? contexts.last
            if let known, let place = XMLElementRange(startingAt: known.byteOffset, in: bytes) {
                insert(messages, before: place.content.upperBound)
            } else {
                let name = "    <name>\(XMLEscapes.escaped(name ?? table))</name>\(lineBreak)"
                new += "<context>\(lineBreak)\(name)\(messages)</context>\(lineBreak)"
            }
        }
        if !new.isEmpty, let place = XMLElementRange(startingAt: root.byteOffset, in: bytes) {
            insert(new, before: place.content.upperBound)
        }
        return edits.applied()
    }

    /// Inserts lines before the line of an end tag.
    private mutating func insert(_ lines: String, before end: Int) {
        var place = end
        while place > 0, bytes[place - 1] == 0x20 || bytes[place - 1] == 0x09 { place -= 1 }
        let beginsLine = place > 0 && bytes[place - 1] == 0x0A
        edits.replace(place..<place, with: ((beginsLine ? "" : lineBreak) + lines).utf8)
    }

    /// Gives a message the forms of a unit.
    mutating func set(_ unit: TranslationUnit) {
        guard unit.translation.map(Self.isSupported) ?? true, unit.source.map(Self.isSupported) ?? true else {
            findings.append(ExchangeDiagnostic(.textUnsupported, unit.key))
            return
        }
        guard let entry = file.entry(unit.key) else { return add(unit) }
        // A text that is not translated yet is none.
        let isNew =
            unit.state == .new && unit.translation.map { !$0.differs(from: unit.source ?? $0) } ?? true
        guard let message = unit.translation, !isNew else {
            if entry.hasText { setType(of: entry, .new) }
            return
        }
        guard let translation = entry.translation,
            let range = XMLElementRange(startingAt: translation.byteOffset, in: bytes)
        else { return append(message, unit.state, to: entry) }
        if entry.isPlural {
            let forms = entry.forms
            let texts = counting.indices.compactMap { category, index in
                (message.plural[category] ?? message.text).map { (index: index, text: $0.source) }
            }
            guard texts.allSatisfy({ $0.index < forms.count }) else {
                edits.replace(range.whole, with: element(message, unit.state, isPlural: true).utf8)
                return
            }
            for (index, text) in texts { replace(forms[index], with: text) }
        } else {
            guard translation.elements.isEmpty || translation.first("byte") != nil else {
                if QtText.text(translation) != message.text?.source {
                    findings.append(ExchangeDiagnostic(.textUnsupported, unit.key))
                }
                return
            }
            let text = message.text?.source ?? message.principalText ?? ""
            if range.isSingleTag {
                guard !text.isEmpty else { return setType(of: entry, unit.state) }
                edits.replace(range.whole, with: element(message, unit.state, isPlural: false).utf8)
                return
            }
            replace(translation, with: text)
        }
        setType(of: entry, unit.state)
    }

    private static func isSupported(_ message: Message) -> Bool {
        message.substitutions.isEmpty && !message.variesByDevice && message.alternatives.isEmpty
    }

    private mutating func replace(_ element: XMLElement, with text: String) {
        guard let range = XMLElementRange(startingAt: element.byteOffset, in: bytes) else { return }
        edits.replaceText(
            of: range, named: element.name, in: bytes, from: QtText.text(element) ?? "", to: text,
            escape: spelled)
    }

    /// Says how far a translation is.
    private mutating func setType(of entry: QtFile.Entry, _ state: TranslationState) {
        guard let translation = entry.translation, entry.state != state, state != .obsolete else { return }
        let isUnfinished = state != .translated
        guard isUnfinished != (entry.state == .needsReview) || entry.state == .obsolete,
            let range = XMLElementRange(startingAt: translation.byteOffset, in: bytes)
        else { return }
        let tag = XMLStartTag(bytes, at: translation.byteOffset)
        let name = range.startTag.lowerBound + 1 + translation.name.utf8.count
        if let value = tag.attributes["type"]?.range {
            if isUnfinished { return edits.replace(value, with: "unfinished".utf8) }
            // The blank before the name goes, too.
            var start = value.lowerBound
            while start > name, bytes[start - 1] > 0x20 { start -= 1 }
            while start > name, bytes[start - 1] <= 0x20 { start -= 1 }
            edits.replace(start..<value.upperBound + 1, with: [])
        } else if isUnfinished {
            edits.replace(name..<name, with: " type=\"unfinished\"".utf8)
        }
    }

    /// The texts of the forms, in their order in the file.
    private func texts(of message: Message) -> [String] {
        counting.indices.sorted { $0.index < $1.index }.map { category, _ in
            (message.plural[category] ?? message.form(nearest: .plural(category)))?.source ?? ""
        }
    }

    private func element(_ message: Message?, _ state: TranslationState, isPlural: Bool) -> String {
        let type = state == .translated ? "" : " type=\"unfinished\""
        guard isPlural else {
            let text = message.map { $0.text?.source ?? $0.principalText ?? "" } ?? ""
            return "<translation\(type)>\(spelled(text))</translation>"
        }
        let forms = (message.map(texts) ?? counting.indices.map { _ in "" }).map { text in
            "\(lineBreak)            <numerusform>\(spelled(text))</numerusform>"
        }
        return "<translation\(type)>\(forms.joined())\(lineBreak)        </translation>"
    }

    private mutating func append(_ message: Message, _ state: TranslationState, to entry: QtFile.Entry) {
        guard let range = XMLElementRange(startingAt: entry.element.byteOffset, in: bytes) else { return }
        insert(
            "        \(element(message, state, isPlural: entry.isPlural))\(lineBreak)",
            before: range.content.upperBound)
    }

    /// The context and the comment in the key of a message without an identifier; `nil` for other keys.
    private static func place(ofKey key: String, source: String) -> (context: String, comment: String?)? {
        guard let bar = key.firstIndex(of: "|"), bar > key.startIndex else { return nil }
        let rest = key[key.index(after: bar)...]
        if rest == source { return (String(key[..<bar]), nil) }
        guard !source.isEmpty, rest.hasPrefix(source + "|") else { return nil }
        return (String(key[..<bar]), String(rest.dropFirst(source.count + 1)))
    }

    /// Adds a message in the context that its key names, or under its key as the identifier.
    private mutating func add(_ unit: TranslationUnit) {
        guard let source = unit.source ?? unit.translation, !unit.key.isEmpty,
            XMLText.unrepresentableScalar(in: unit.key) == nil
        else { return }
        let isPlural = !source.plural.isEmpty
        let place = Self.place(ofKey: unit.key, source: source.principalText ?? "")
        let identifier = place == nil ? " id=\"\(XMLEscapes.attribute(unit.key))\"" : ""
        var lines = ["    <message\(identifier)\(isPlural ? " numerus=\"yes\"" : "")>"]
        for reference in unit.references {
            let colon = reference.lastIndex(of: ":") ?? reference.endIndex
            let number = reference[colon...].dropFirst()
            let lineNumber = number.isEmpty ? "" : " line=\"\(XMLEscapes.escaped(String(number)))\""
            lines.append(
                "<location filename=\"\(XMLEscapes.escaped(String(reference[..<colon])))\"\(lineNumber)/>")
        }
        lines.append("<source>\(spelled(source.principalText ?? ""))</source>")
        if let comment = place?.comment { lines.append("<comment>\(spelled(comment))</comment>") }
        var described = unit
        described.references = []
        if let comment = described.describingComment {
            lines.append("<extracomment>\(spelled(comment))</extracomment>")
        }
        if let note = unit.translatorComment {
            lines.append("<translatorcomment>\(spelled(note))</translatorcomment>")
        }
        lines.append(element(unit.state == .new ? nil : unit.translation, unit.state, isPlural: isPlural))
        let message =
            lines.joined(separator: lineBreak + "        ") + lineBreak + "    </message>" + lineBreak
        if let known = added.firstIndex(where: { $0.context == place?.context }) {
            added[known].messages += message
        } else {
            added.append((place?.context, message))
        }
    }

    private func spelled(_ text: String) -> String { QtText.spelled(text).replacing("\n", with: lineBreak) }
}
