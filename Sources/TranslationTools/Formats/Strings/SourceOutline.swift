// The source's `.strings` file as a model for others: the order of messages, and the comments above them.

internal import Localization

/// The order, comments and headings of the source file, which new entries take over.
struct SourceOutline {
    /// The keys of the messages in the file's order.
    let keys: [String]
    /// Each key's place in `keys`.
    let ranks: [String: Int]
    /// The comment that opens the file.
    let heading: String
    private let file: StringsFile
    private let layout: StringsLayout
    private let firstEntries: [Int]

    init(_ file: StringsFile) {
        self.file = file
        layout = StringsLayout(file)
        heading = layout.heading
        var keys: [String] = []
        var ranks: [String: Int] = [:]
        var firstEntries: [Int] = []
        for (index, entry) in file.entries.enumerated() {
            let key = StringsRevision.form(entry.key).message
            guard ranks[key] == nil else { continue }
            ranks[key] = keys.count
            keys.append(key)
            firstEntries.append(index)
        }
        self.keys = keys
        self.ranks = ranks
        self.firstEntries = firstEntries
    }

    /// The forms of a message with substitutions and devices in the order in which the source has them.
    func ordered(
        _ forms: [(variation: VariationKey.Variation?, text: String)], of key: String
    ) -> [(variation: VariationKey.Variation?, text: String)] {
        guard forms.count > 1, let rank = ranks[key] else { return forms }
        var groups: [String: Int] = [:]
        // The forms of a message are next to each other, but for few files.
        for entry in file.entries[firstEntries[rank]...].prefix(64) {
            let form = StringsRevision.form(entry.key)
            guard form.message == key else { continue }
            let group = form.variation?.group ?? ""
            if groups[group] == nil { groups[group] = groups.count }
        }
        return forms.enumerated().sorted { left, right in
            let places = [left, right].map { groups[$0.element.variation?.group ?? ""] ?? groups.count }
            return (places[0], left.offset) < (places[1], right.offset)
        }.map(\.element)
    }

    /// The comments above a message, as they are written, but for those that say a state.
    func comments(of key: String) -> [String] {
        guard let rank = ranks[key] else { return [] }
        return layout.places[firstEntries[rank]].comments.compactMap { range in
            let comment = file.sourceText(in: range)
            guard StateComment.mayBeOne(comment), let rest = StateComment.removed(from: comment) else {
                return comment
            }
            return rest.isEmpty ? nil : rest
        }
    }

    /// The headings of the part of the file that a message begins, as they are written.
    func headings(of key: String) -> [String] {
        ranks[key].map { rank in
            layout.places[firstEntries[rank]].headings.map { file.sourceText(in: $0) }
        } ?? []
    }

    /// Whether a blank line is above a message.
    func followsBlankLine(_ key: String) -> Bool {
        ranks[key].map { layout.places[firstEntries[$0]].followsBlankLine } ?? false
    }
}

extension VariationKey.Variation {
    /// What the forms of one set of plural forms have in common.
    fileprivate var group: String {
        switch self {
        case .plural: "plural"
        case .substitution(let name, _): "substitutions." + name
        case .device(let name), .devicePlural(let name, _): "device." + name
        case .alternative: "stringSet"
        }
    }
}
