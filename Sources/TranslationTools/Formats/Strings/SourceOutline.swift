// The source as a model for `.strings` files: the order of messages, and the comments above them.

internal import Localization

/// The order, comments and headings of the source's messages, which new entries take over.
struct SourceOutline: Sendable {
    /// The keys of the messages in their order.
    let keys: [String]
    /// Each key's place in `keys`.
    let ranks: [String: Int]
    /// The comment that opens the file.
    let heading: String
    private let model: Model

    private enum Model {
        /// A file, and the first entry of each message.
        case file(StringsFile, StringsLayout, firstEntries: [Int])
        /// Messages of another format, or of a table.
        case messages([Message])
    }

    init(_ file: StringsFile) {
        let layout = StringsLayout(file)
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
        model = .file(file, layout, firstEntries: firstEntries)
    }

    init(_ messages: [Message]) {
        keys = messages.map(\.key)
        ranks = Dictionary(keys.enumerated().map { ($1, $0) }) { first, _ in first }
        heading = ""
        model = .messages(messages)
    }

    /// The outline of a file in the source language, in whatever format it is.
    init(_ source: LocalizationFile?) {
        if let strings = source?.strings {
            self.init(strings)
        } else {
            self.init(source?.catalog.list ?? [])
        }
    }

    /// The forms of a message with substitutions and devices in the order in which the source has them.
    func ordered(
        _ forms: [(variation: VariationKey.Variation?, text: String)], of key: String
    ) -> [(variation: VariationKey.Variation?, text: String)] {
        guard forms.count > 1, let rank = ranks[key] else { return forms }
        var groups: [String: Int] = [:]
        for variation in variations(key, rank) {
            let group = variation?.group ?? ""
            if groups[group] == nil { groups[group] = groups.count }
        }
        return forms.enumerated().sorted { left, right in
            let places = [left, right].map { groups[$0.element.variation?.group ?? ""] ?? groups.count }
            return (places[0], left.offset) < (places[1], right.offset)
        }.map(\.element)
    }

    /// The forms that the source has of a message, in its order.
    private func variations(_ key: String, _ rank: Int) -> [VariationKey.Variation?] {
        switch model {
        case .file(let file, _, let firstEntries):
            // The forms of a message are next to each other, but for few files.
            file.entries[firstEntries[rank]...].prefix(64).map { StringsRevision.form($0.key) }
                .filter { $0.message == key }.map(\.variation)
        case .messages(let messages): messages[rank].forms.map(\.variation)
        }
    }

    /// The comments above a message, as they are written, but for those that say a state.
    func comments(of key: String) -> [String] {
        guard let rank = ranks[key] else { return [] }
        let comments =
            switch model {
            case .file(let file, let layout, let firstEntries):
                layout.places[firstEntries[rank]].comments.map { file.sourceText(in: $0) }
            case .messages(let messages):
                messages[rank].comment.map { ["/* " + StateComment.escaped($0) + " */"] } ?? []
            }
        return comments.compactMap { comment in
            guard StateComment.mayBeOne(comment), let rest = StateComment.removed(from: comment) else {
                return comment
            }
            return rest.isEmpty ? nil : rest
        }
    }

    /// The headings of the part of the file that a message begins, as they are written.
    func headings(of key: String) -> [String] {
        guard case .file(let file, let layout, let firstEntries) = model, let rank = ranks[key] else {
            return []
        }
        return layout.places[firstEntries[rank]].headings.map { file.sourceText(in: $0) }
    }

    /// Whether a blank line is above a message.
    func followsBlankLine(_ key: String) -> Bool {
        guard let rank = ranks[key] else { return false }
        return switch model {
        case .file(_, let layout, let firstEntries): layout.places[firstEntries[rank]].followsBlankLine
        case .messages(let messages): rank == 0 || messages[rank].comment != nil
        }
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
