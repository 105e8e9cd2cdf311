// Changes to a `.strings` file that leave everything else in it as it is.

internal import Localization
internal import Support

/// Collects changes to a file and makes them all at once.
///
/// Values change in their own bytes, new entries are inserted after the entry that precedes them in the
/// source, flags come on a line of their own above the first entry of their message. Nothing else is touched.
struct StringsRevision {
    let file: StringsFile
    private let layout: StringsLayout
    private var edits: [StringsFile.Edit] = []
    private var insertions: [Insertion] = []
    private var entriesOfMessages: [String: [Form]] = [:]
    /// The keys of the source in its order: where new entries belong.
    private let order: [String]
    /// For each place in `order`, and the one after it, the entry after which a new one at that place comes;
    /// `nil` for the beginning of the file. Found once, for all places, when it is first needed.
    private var anchors: [Int?] = []
    /// What people read above messages after the changes, where it was replaced.
    private var newComments: [String: String] = [:]
    /// All comments of the file, filled on first use.
    private var comments: Set<String>?

    /// An entry, by the form of its message.
    struct Form {
        let variation: VariationKey.Variation?
        let index: Int
    }

    private struct Insertion {
        /// The entry after which the new ones are inserted; `nil` for the beginning.
        let anchor: Int?
        /// The order of several insertions at one place.
        let rank: Int
        let lines: [String]
        let wantsBlankLine: Bool
    }

    /// Whether anything would change.
    var isEmpty: Bool { edits.isEmpty && insertions.isEmpty }

    /// - Parameter order: the keys of the source in its order.
    init(_ file: StringsFile, order: [String]) {
        self.file = file
        self.order = order
        layout = StringsLayout(file)
        entriesOfMessages.reserveCapacity(file.entries.count)
        for (index, entry) in file.entries.enumerated() where entry.text != nil {
            let (key, variation) = Self.form(entry.key)
            var forms = entriesOfMessages[key] ?? []
            // Of duplicates the last one counts.
            forms.removeAll { $0.variation == variation }
            forms.append(Form(variation: variation, index: index))
            entriesOfMessages[key] = forms
        }
    }

    /// The message and the form that an entry's key names.
    static func form(_ key: String) -> (message: String, variation: VariationKey.Variation?) {
        guard key.utf8.contains(where: { $0 == UInt8(ascii: "|") || $0 == UInt8(ascii: "#") }),
            let form = VariationKey(key)
        else { return (key, nil) }
        return (form.key, form.variation)
    }

    /// The entries of a message, in the file's order; none where the file does not have it.
    func forms(of key: String) -> [Form] { entriesOfMessages[key] ?? [] }

    /// The text of an entry.
    func text(of form: Form) -> String { file.entries[form.index].text ?? "" }

    /// What the comments of a message say, with those that were replaced.
    func annotations(of key: String) -> EntryAnnotations {
        var comments: [String] = []
        for form in forms(of: key) {
            if let comment = file.entries[form.index].comment, !comments.contains(comment) {
                comments.append(comment)
            }
        }
        var annotations = EntryAnnotations(comments.joined(separator: "\n"))
        if let comment = newComments[key] { annotations.comment = comment }
        return annotations
    }

    /// Gives an entry another value.
    ///
    /// - Returns: whether that is a change.
    @discardableResult mutating func setText(_ text: String, of form: Form) -> Bool {
        let entry = file.entries[form.index]
        // Compared by their bytes: another composition of the same character is a change, too.
        guard !self.text(of: form).utf8.elementsEqual(text.utf8) else { return false }
        edits.append(file.edit(settingValueOf: entry, to: text))
        return true
    }

    /// Gives all entries of a message another key.
    mutating func rename(_ key: String, to newKey: String) {
        for form in forms(of: key) {
            let entry = file.entries[form.index]
            let name = form.variation.map { VariationKey(key: newKey, variation: $0).description } ?? newKey
            edits.append(.init(byteRange: entry.keyRange, source: StringsFile.quoted(name)))
        }
    }

    /// Takes all entries of a message away, with the comments above them.
    mutating func remove(_ key: String) {
        for form in forms(of: key) {
            let place = layout.places[form.index]
            let start = place.start - file.encoding.encoded(place.indentation).count
            edits.append(.init(byteRange: max(0, start)..<place.end, source: ""))
        }
    }

    /// Says in the comments of a message how far its translation is, and no more than that.
    ///
    /// - Parameters:
    ///   - history: the state `translated` takes the flags away.
    /// - Returns: whether that is a change.
    @discardableResult mutating func setHistory(_ history: EntryHistory, of key: String) -> Bool {
        guard let first = forms(of: key).map(\.index).min(), annotations(of: key).history != history else {
            return false
        }
        var wanted = StateComment.lines(history)
        var changed = false
        for form in forms(of: key) {
            for range in layout.places[form.index].comments {
                let comment = file.sourceText(in: range)
                guard StateComment.mayBeOne(comment) else { continue }
                if let index = wanted.firstIndex(of: comment) {
                    // It says so already.
                    wanted.remove(at: index)
                    continue
                }
                guard let rest = StateComment.removed(from: comment) else { continue }
                changed = true
                edits.append(
                    .init(byteRange: rest.isEmpty ? withLineBreak(range) : range, source: rest))
            }
        }
        guard !wanted.isEmpty else { return changed }
        let entry = file.entries[first]
        let separator = layout.lineBreak + layout.places[first].indentation
        edits.append(
            .init(
                byteRange: entry.byteRange.lowerBound..<entry.byteRange.lowerBound,
                source: wanted.map { $0 + separator }.joined()))
        return true
    }

    /// Replaces what people read in the comments above a message.
    ///
    /// - Returns: whether that is a change.
    @discardableResult mutating func replaceComment(
        _ old: String, with new: String, of key: String
    ) -> Bool {
        var changed = false
        for form in forms(of: key) {
            for range in layout.places[form.index].comments {
                let source = file.sourceText(in: range)
                guard source.hasPrefix("/*"), let found = source.firstRange(of: old) else { continue }
                edits.append(
                    .init(
                        byteRange: range,
                        source: source.replacingSubrange(found, with: StateComment.escaped(new))))
                (changed, newComments[key]) = (true, new)
            }
        }
        return changed
    }

    /// Adds entries: after the nearest entry of the file that is before them in the source, before all
    /// entries where the file has none of these.
    ///
    /// - Parameters:
    ///   - lines: comments and entries as they are to be written, one to an element.
    ///   - rank: the place of their key among those of the source; among entries that are added at one place,
    ///     the lower rank comes first.
    mutating func insert(_ lines: [String], at rank: Int, wantsBlankLine: Bool) {
        if anchors.isEmpty { findAnchors() }
        insertions.append(
            Insertion(anchor: anchors[rank], rank: rank, lines: lines, wantsBlankLine: wantsBlankLine))
    }

    private mutating func findAnchors() {
        anchors.reserveCapacity(order.count + 1)
        var nearest: Int?
        for key in order {
            anchors.append(nearest)
            nearest = forms(of: key).map(\.index).max() ?? nearest
        }
        anchors.append(nearest)
    }

    /// Adds a form to a message that the file has: after the form that comes before it in
    /// CLDR's order, else after all of them.
    mutating func insert(_ text: String, as variation: VariationKey.Variation?, of key: String) {
        let known = forms(of: key)
        let before = known.filter { Self.comes($0.variation, before: variation) }
        let anchor = (before.isEmpty ? known : before).map(\.index).max()
        insertions.append(
            Insertion(
                anchor: anchor, rank: -1, lines: [Self.line(key, variation, text)], wantsBlankLine: false))
    }

    /// Whether one form of a message comes before another of the same kind.
    private static func comes(
        _ left: VariationKey.Variation?, before right: VariationKey.Variation?
    ) -> Bool {
        switch (left, right) {
        case (.plural(let first)?, .plural(let second)?): first < second
        case (.substitution(let name, let first)?, .substitution(let other, let second)?),
            (.devicePlural(let name, let first)?, .devicePlural(let other, let second)?):
            name == other && first < second
        case (.alternative(let first)?, .alternative(let second)?): first < second
        default: false
        }
    }

    /// Headings that the file does not have yet, each with a blank line after it.
    mutating func missing(_ headings: [String]) -> [String] {
        guard !headings.isEmpty else { return [] }
        let file = file
        let known =
            comments
            ?? Set(file.elements.filter { $0.kind == .comment }.map { file.sourceText(in: $0.byteRange) })
        comments = known
        return headings.filter { !known.contains($0) }.flatMap { [$0, ""] }
    }

    /// The entry of a text.
    static func line(_ key: String, _ variation: VariationKey.Variation?, _ text: String) -> String {
        let name = variation.map { VariationKey(key: key, variation: $0).description } ?? key
        return StringsFile.quoted(name) + " = " + StringsFile.quoted(text) + ";"
    }

    /// The file with all changes made.
    ///
    /// - Throws: `StringsEditError` where two changes are about the same bytes.
    func revised() throws(StringsEditError) -> StringsFile {
        guard !isEmpty else { return file }
        // First, because what is inserted after an entry precedes the comments of the next one.
        var all: [StringsFile.Edit] = []
        for (anchor, group) in Dictionary(grouping: insertions, by: \.anchor) {
            // In the order given where the rank is the same: forms of one message.
            let group = group.enumerated().sorted {
                ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
            }
            .map(\.element)
            let place = anchor.map { layout.places[$0] }
            let indentation = place?.indentation ?? layout.places.first?.indentation ?? ""
            let front = layout.places.first.map { $0.start - file.encoding.encoded($0.indentation).count }
            let offset = place?.end ?? front ?? layout.endOfEntries
            let beginsLine = place?.endsLine ?? (front != nil || layout.endsWithLineBreak)
            var source = beginsLine ? "" : layout.lineBreak
            for insertion in group {
                let isFirstInFile = place == nil && source.isEmpty
                if insertion.wantsBlankLine, !isFirstInFile { source += layout.lineBreak }
                for line in insertion.lines {
                    source += (line.isEmpty ? "" : indentation + line) + layout.lineBreak
                }
            }
            // A blank line separates what is inserted at the front from the comments that were there.
            if place == nil, let first = layout.places.first, !first.comments.isEmpty {
                source += layout.lineBreak
            }
            // The line of the entry that stood last on a line without an end keeps having none.
            if !beginsLine, place != nil { source.removeLast() }
            all.append(.init(byteRange: offset..<offset, source: source))
        }
        return try file.applying(all + edits)
    }

    /// A comment's bytes and the line break after it.
    private func withLineBreak(_ range: Range<Int>) -> Range<Int> {
        let next = file.elements.partitioningIndex { $0.byteRange.lowerBound >= range.upperBound }
        guard next < file.elements.count, file.elements[next].kind == .whitespace else { return range }
        return range.lowerBound..<file.elements[next].byteRange.upperBound
    }
}

extension String {
    fileprivate func replacingSubrange(_ range: Range<Index>, with text: String) -> String {
        String(self[..<range.lowerBound]) + text + self[range.upperBound...]
    }
}
