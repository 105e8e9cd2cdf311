// Brings an existing XLIFF file up to date in its own bytes.

internal import JSON
internal import Localization
internal import XML

extension XLIFF {
    /// The version of a file; `nil` if it is no XLIFF.
    static func version(of bytes: [UInt8]) -> Version? {
        guard let root = XMLParser.parse(bytes).root, root.localName == "xliff" else { return nil }
        return root.majorVersion == "2" ? .v2 : .v1
    }

    /// An existing file with the texts of a new one: units that say the same, and all that the new file
    /// does not have, stay as they are.
    ///
    /// - Parameter keepsElements: whether the texts of the new file have inline elements as those of the old
    ///   one do. Else units with elements whose meaning is not known stay as they are.
    /// - Returns: `nil` for the bytes where the old file could not be read. A file
    ///   of another version is replaced.
    public static func update(
        _ old: [UInt8], with new: [UInt8], keepsElements: Bool = false
    ) -> (bytes: [UInt8]?, findings: [ExchangeDiagnostic]) {
        let document = XMLParser.parse(old)
        let markLength = old.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let text = Array(old.dropFirst(markLength))
        guard document.fault == nil, let root = document.root, root.localName == "xliff" else {
            var xml = XMLFindings(old)
            if let fault = document.fault {
                xml.report(fault)
            } else {
                xml.report(.xliffUnexpectedDocument, document.root?.name ?? "", at: 0)
            }
            return (nil, xml.findings)
        }
        guard let other = XMLParser.parse(new).root, root.majorVersion == other.majorVersion,
            XMLParser.utf8(old) == text
        else { return (new, []) }
        var update = XLIFFUpdate(
            old: text, new: new, isVersion2: root.majorVersion == "2", keepsElements: keepsElements)
        let names = other.files.compactMap(\.table.last)
        for file in other.files {
            // Xcode has a `file` for each of several files of one table.
            let table = file.table
            let existing = root.files(ofTable: table, isOnly: names.count { $0 == table.last } == 1)
            let first = existing.first { $0.original == file.original } ?? existing.first
            update.merge(file, into: first, knowing: existing, root: root)
        }
        return (Array(old[..<markLength]) + update.edits.applied(), [])
    }
}

private struct XLIFFUpdate {
    var edits: XMLEdits
    private let old: [UInt8]
    private let new: [UInt8]
    private let isVersion2: Bool
    private let keepsElements: Bool

    init(old: [UInt8], new: [UInt8], isVersion2: Bool, keepsElements: Bool) {
        (self.old, self.new, self.isVersion2, self.keepsElements) = (old, new, isVersion2, keepsElements)
        edits = XMLEdits(old)
    }

    mutating func merge(
        _ file: XMLElement, into existing: XMLElement?, knowing all: [XMLElement], root: XMLElement
    ) {
        guard let existing else { return insert(file: file, in: root) }
        let known = XLIFFUnitIndex(all, isVersion2: isVersion2)
        let last = existing.units.last
        for unit in file.units {
            guard let identifier = unit.identifier(isVersion2) else { continue }
            if let old = known[identifier] {
                replace(old, unit)
            } else if let rule = known.rule(ofForm: identifier) {
                insert(unit, as: rule.identifier, behind: rule.last, in: existing)
            } else {
                insert(unit, behind: last, in: existing)
            }
        }
    }

    private func read(_ unit: XMLElement) -> XLIFFUnit {
        isVersion2
            ? XLIFFUnit(version2: unit, isTranslatable: true, keepsElements: keepsElements)
            : XLIFFUnit(unit, keepsElements: keepsElements)
    }

    /// Replaces the texts of a unit where others are wanted. A unit with several segments is replaced whole.
    private mutating func replace(_ unit: XMLElement, _ other: XMLElement) {
        let (before, after) = (read(unit), read(other))
        // What is between codes cannot be compared, and a translation without them would lose them.
        guard before.inlineElement == nil else { return }
        let saysTheSame =
            before.target == after.target && before.source == after.source
            && (before.target == nil || before.progress == after.progress)
        if saysTheSame { return }
        let segments = unit.segments(isVersion2)
        guard segments.count == 1, let segment = segments.first,
            let newSegment = other.segments(isVersion2).first,
            let range = XMLElementRange(startingAt: segment.byteOffset, in: old)
        else { return copy(other, over: unit) }
        if isVersion2, let tag = XMLElementRange(startingAt: newSegment.byteOffset, in: new) {
            edits.replace(range.startTag, with: startTag(segment, newSegment, tag))
        }
        let (source, target) = (segment.child("source"), segment.child("target"))
        if let source, let newSource = newSegment.child("source"), before.source != after.source {
            copy(newSource, over: source)
        }
        guard let newTarget = newSegment.child("target") else { return }
        if let target {
            copy(newTarget, over: target)
        } else if let source, let place = XMLElementRange(startingAt: source.byteOffset, in: old),
            let text = XMLElementRange(startingAt: newTarget.byteOffset, in: new)
        {
            let end = place.whole.upperBound
            let line = "\n" + old.indentation(before: source.byteOffset)
            edits.replace(end..<end, with: Array(line.utf8) + new[text.whole])
        }
    }

    /// The start tag of a segment with another state.
    private func startTag(_ segment: XMLElement, _ other: XMLElement, _ range: XMLElementRange) -> [UInt8] {
        let changed: Set = ["state", "subState"]
        let kept = segment.attributes.filter { !changed.contains($0.name) }
        return startTag(segment, kept + other.attributes.filter({ changed.contains($0.name) }))
    }

    /// The start tag of an element with other values of some attributes.
    private func startTag(_ element: XMLElement, with values: [String: String]) -> [UInt8] {
        startTag(element, element.attributes.map { ($0.name, values[$0.name] ?? $0.value) })
    }

    private func startTag(_ element: XMLElement, _ attributes: [(name: String, value: String)]) -> [UInt8] {
        var xml = "<" + element.name
        for attribute in attributes {
            var text = XMLText()
            let start = text.bytes.count
            text.empty("a", ["b": attribute.value])
            // Between `<a b=` and `/>`.
            let value = String(decoding: text.bytes[(start + 5)..<(text.bytes.count - 2)], as: UTF8.self)
            xml += " \(attribute.name)=\(value)"
        }
        return Array((xml + ">").utf8)
    }

    private mutating func copy(_ element: XMLElement, over existing: XMLElement) {
        guard let from = XMLElementRange(startingAt: element.byteOffset, in: new),
            let to = XMLElementRange(startingAt: existing.byteOffset, in: old)
        else { return }
        edits.replace(to.whole, with: new[from.whole])
    }

    /// - Parameter identifier: another identifier than the element's own.
    private mutating func insert(
        _ element: XMLElement, as identifier: String? = nil, behind last: XMLElement?, in parent: XMLElement
    ) {
        guard let from = XMLElementRange(startingAt: element.byteOffset, in: new) else { return }
        var bytes = Array(new[from.whole])
        if let identifier {
            let rest = new[from.startTag.upperBound..<from.whole.upperBound]
            bytes = startTag(element, with: ["id": identifier]) + rest
        }
        if isVersion2, element.localName == "unit" {
            bytes = withFreeIdentifier(bytes, besides: parent.units)
        }
        if let last, let place = XMLElementRange(startingAt: last.byteOffset, in: old) {
            let line = "\n" + old.indentation(before: last.byteOffset)
            let end = place.whole.upperBound
            return edits.replace(end..<end, with: Array(line.utf8) + bytes)
        }
        let body = parent.child("body") ?? parent
        guard let place = XMLElementRange(startingAt: body.byteOffset, in: old) else { return }
        if place.isSingleTag {
            edits.replaceContent(of: place, named: body.name, with: [0x0A] + bytes + [0x0A])
        } else {
            let end = place.content.upperBound
            edits.replace(end..<end, with: bytes + [0x0A])
        }
    }

    /// Adds a `file`. In XLIFF 2 its `id` must be another one than those of the others.
    private mutating func insert(file: XMLElement, in root: XMLElement) {
        guard isVersion2, let range = XMLElementRange(startingAt: file.byteOffset, in: new) else {
            return insert(file, behind: root.elements.last, in: root)
        }
        let bytes = withFreeIdentifier(Array(new[range.whole]), besides: root.elements)
        guard let last = root.elements.last,
            let place = XMLElementRange(startingAt: last.byteOffset, in: old)
        else { return insert(file, behind: nil, in: root) }
        let end = place.whole.upperBound
        edits.replace(end..<end, with: Array(("\n" + old.indentation(before: last.byteOffset)).utf8) + bytes)
    }

    /// A new element of XLIFF 2 with an `id` that none of the others has.
    private func withFreeIdentifier(_ unit: [UInt8], besides others: [XMLElement]) -> [UInt8] {
        let text = String(decoding: unit, as: UTF8.self)
        let known = Set(others.compactMap { $0[attribute: "id"] })
        guard let start = text.firstRange(of: "id=\""),
            let end = text[start.upperBound...].firstIndex(of: "\"")
        else { return unit }
        let wanted = String(text[start.upperBound..<end])
        guard known.contains(wanted) else { return unit }
        var number = known.count + 1
        while known.contains("n\(number)-\(wanted)") { number += 1 }
        return Array((text[..<start.upperBound] + "n\(number)-\(wanted)" + text[end...]).utf8)
    }
}

extension XLIFFUnit {
    /// How far the translation is.
    fileprivate var progress: TranslationState {
        guard let stateName else { return isDoubtful ? .needsReview : .translated }
        return XLIFF.state(named: stateName) ?? .needsReview
    }
}

extension XMLElement {
    fileprivate var majorVersion: String {
        String((self[attribute: "version"] ?? "1.2").prefix { $0 != "." })
    }

    fileprivate var files: [XMLElement] { elements.filter { $0.localName == "file" } }

    /// What a `file` was made of.
    var original: String { self[attribute: "original"] ?? self[attribute: "id"] ?? "" }

    /// The table that a `file` is of, with its folder: the path without the folder of a language and the
    /// ending.
    fileprivate var table: [Substring] {
        var names = original.split(separator: "/").filter { $0 != "." && !$0.hasSuffix(".lproj") }
        if let name = names.popLast() {
            names.append(name.lastIndex(of: ".").map { name[..<$0] } ?? name)
        }
        return names
    }

    /// The `file` elements of a table. One that names fewer folders is of the same
    /// table if no other one could be.
    ///
    /// - Parameter isOnly: whether no other table of the name is looked for.
    fileprivate func files(ofTable table: [Substring], isOnly: Bool) -> [XMLElement] {
        let same = files.filter { $0.table == table }
        if !same.isEmpty || !isOnly { return same }
        let similar = files.filter { other in
            let names = other.table
            return !names.isEmpty && zip(names.reversed(), table.reversed()).allSatisfy { $0 == $1 }
        }
        return Set(similar.map(\.table)).count == 1 ? similar : []
    }

    /// All units of a `file`, however deep in groups.
    var units: [XMLElement] {
        elements.flatMap { element -> [XMLElement] in
            switch element.localName {
            case "unit", "trans-unit": [element]
            case "group", "body": element.units
            default: []
            }
        }
    }

    /// What a unit is known by.
    func identifier(_ isVersion2: Bool) -> String? {
        (isVersion2 ? self[attribute: "name"] : nil) ?? self[attribute: "id"]
    }

    /// The elements that contain the texts of a unit.
    fileprivate func segments(_ isVersion2: Bool) -> [XMLElement] {
        isVersion2 ? elements.filter { ["segment", "ignorable"].contains($0.localName) } : [self]
    }

    fileprivate func child(_ localName: String) -> XMLElement? {
        elements.first { $0.localName == localName }
    }
}
