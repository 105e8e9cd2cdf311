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
