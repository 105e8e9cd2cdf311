// A unit of XLIFF 2, taken apart.

internal import Localization
internal import XML

extension XLIFFUnit {
    /// Reads a `unit` (XLIFF 2.1, section 4.2.2.5): its segments, joined; what codes
    /// stand for is in its original data.
    ///
    /// - Parameter isTranslatable: whether the groups and the file around it say
    ///   that units are to be translated.
    init(version2 element: XMLElement, isTranslatable: Bool, keepsElements: Bool = false) {
        self.init(keepsElements: keepsElements)
        self.isTranslatable = element[attribute: "translate"].map { $0 != "no" } ?? isTranslatable
        // The greatest length, or the least and the greatest (XLIFF 2.1, section 5.7.6.1).
        let limits = element[attribute: "slr:sizeRestriction"]?.split(separator: ",").last
        if let limit = limits.flatMap({ Int(String($0.filter { $0 != " " })) }), limit > 0 {
            about.maximumLength = limit
        }
        let data = Self.originalData(element)
        var states: [TranslationState] = []
        var isPartial = false
        var texts = (source: "", target: "", hasTarget: false)
        for child in element.elements {
            switch child.localName {
            case "notes": readNotes(child)
            case "segment", "ignorable":
                let source = child.elements.first { $0.localName == "source" }
                let target = child.elements.first { $0.localName == "target" }
                let original = source.map { text(of: $0, data) } ?? ""
                texts.source += original
                sourceOffset = sourceOffset ?? source?.byteOffset
                targetOffset = targetOffset ?? target?.byteOffset
                let words = target.map { text(of: $0, data) } ?? ""
                if child.localName == "ignorable" {
                    texts.target += target == nil ? original : words
                    continue
                }
                let state = Self.state(of: child)
                if words.isEmpty, !original.isEmpty, state == nil || state == .new {
                    // This part is not translated.
                    isPartial = true
                    texts.target += original
                } else if target != nil {
                    texts.target += words
                    texts.hasTarget = true
                    states.append(state ?? .translated)
                }
            default: break
            }
        }
        source = isSourceMissing ? nil : texts.source
        target = texts.hasTarget ? texts.target : nil
        if target != nil {
            stateName = XLIFF.name(of: isPartial ? .needsReview : .earliest(states) ?? .translated)
        }
    }

    private static func originalData(_ unit: XMLElement) -> [String: String] {
        var data: [String: String] = [:]
        for list in unit.elements where list.localName == "originalData" {
            for item in list.elements where item.localName == "data" {
                if let id = item[attribute: "id"] { data[id] = XLIFF2Text(item, data: [:]).text ?? "" }
            }
        }
        return data
    }

    /// The state of a segment; `nil` where it says none.
    private static func state(of segment: XMLElement) -> TranslationState? {
        guard let name = segment[attribute: "state"] else { return nil }
        if let more = segment[attribute: "subState"], more.hasSuffix(":" + XLIFF.SubState.needsReview) {
            return .needsReview
        }
        return switch name {
        case "initial": .new
        case "translated", "reviewed", "final": .translated
        default: .needsReview
        }
    }

    private mutating func text(of element: XMLElement, _ data: [String: String]) -> String {
        let read = XLIFF2Text(element, data: data, readsNames: !keepsElements)
        if let text = read.text { return text }
        if keepsElements { return element.contentsAsWritten }
        inlineElement = inlineElement ?? read.unknown
        return ""
    }

    private mutating func readNotes(_ notes: XMLElement) {
        for note in notes.elements where note.localName == "note" {
            guard let text = note.text, !text.isEmpty else { continue }
            switch note[attribute: "category"] {
            case XLIFF.NoteCategory.location: about.references.append(text)
            case XLIFF.NoteCategory.translator:
                about.translatorComment.appendLine(text)
            case XLIFF.NoteCategory.flags: about.flags = text.split(separator: " ").map(String.init)
            case XLIFF.NoteCategory.previousSource: about.previousSource = text
            case XLIFF.NoteCategory.previousKey: about.previousKey = text
            case XLIFF.NoteCategory.marker:
                let markers = text.split(separator: " ")
                if markers.contains(where: { $0 == XLIFF.Marker.obsolete }) { isObsolete = true }
                if markers.contains(where: { $0 == XLIFF.Marker.sourceMissing }) { isSourceMissing = true }
            default: about.comment.appendLine(text)
            }
        }
    }
}

/// A text of XLIFF 2 with what its codes stand for.
private struct XLIFF2Text {
    /// The text; `nil` where a code stands for something unknown.
    private(set) var text: String? = ""
    /// The first such code.
    private(set) var unknown: XMLElement?

    /// Whether a code without data is the name that it has, as in `equiv="NAME"`.
    private let readsNames: Bool

    init(_ element: XMLElement, data: [String: String], readsNames: Bool = true) {
        self.readsNames = readsNames
        append(element, data)
    }

    // As deep as the document, whose depth is limited.
    private mutating func append(_ element: XMLElement, _ data: [String: String]) {
        for child in element.children {
            switch child {
            case .text(let words): text? += words
            case .element(let code):
                switch code.localName {
                case "cp":
                    let scalar = code[attribute: "hex"].flatMap { UInt32($0, radix: 16) }
                    append(scalar.flatMap(Unicode.Scalar.init).map { String(Character($0)) }, code)
                case "ph", "sc", "ec":
                    append(reference("dataRef", code, data) ?? name("equiv", code), code)
                case "pc":
                    append(reference("dataRefStart", code, data) ?? name("equivStart", code), code)
                    append(code, data)
                    append(reference("dataRefEnd", code, data) ?? name("equivEnd", code), code)
                case "mrk": append(code, data)
                case "sm", "em": break
                default: append(nil, code)
                }
            }
        }
    }

    private func name(_ attribute: String, _ code: XMLElement) -> String? {
        readsNames ? code[attribute: attribute] : nil
    }

    private func reference(_ name: String, _ code: XMLElement, _ data: [String: String]) -> String? {
        code[attribute: name].flatMap { data[$0] }
    }

    private mutating func append(_ words: String?, _ code: XMLElement) {
        guard let words else {
            unknown = unknown ?? code
            text = nil
            return
        }
        text? += words
    }
}
