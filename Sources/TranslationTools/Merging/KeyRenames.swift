// Finds the messages of a translation whose keys have changed in the source.

internal import Localization

/// The old names of keys that are new in the source.
struct KeyRenames: Sendable {
    private let source: MessageCatalog
    private let previous: MessageCatalog?
    /// Whether new keys choose in the order in which the translation's file gets
    /// them, else in that of the source.
    private let followsTranslation: Bool

    /// The least likeness of two keys of one message.
    private static let leastLikeness = 0.6

    /// - Parameters:
    ///   - source: the table in the source language.
    ///   - previous: the same table as the translations follow it; `nil` where that is not known.
    ///   - followsTranslation: whether new keys choose in the order in which the translation's file gets
    ///     them.
    init(source: MessageCatalog, previous: MessageCatalog? = nil, followsTranslation: Bool = false) {
        (self.source, self.previous) = (source, previous)
        self.followsTranslation = followsTranslation
    }

    /// The old names by the new ones: obsolete keys of the translation whose message is of the same shape,
    /// and whose source text is the same or, where that is not known, whose name is similar.
    func oldNames(in catalog: MessageCatalog) -> [String: String] {
        let obsolete = catalog.keys.filter { key in
            source[key] == nil && EntryAnnotations(catalog[key]?.comment).state != .new
        }
        let new = newKeys(in: catalog)
        guard !obsolete.isEmpty, !new.isEmpty else { return [:] }
        var renamed: [String: String] = [:]
        var taken: Set<String> = []
        if let previous {
            // The next key of each text is at the end.
            var keys: [TextOfShape: [String]] = [:]
            for key in obsolete.reversed() {
                guard let text = previous[key]?.principalText, let shape = catalog[key]?.shape else {
                    continue
                }
                keys[TextOfShape(text: text, shape: shape), default: []].append(key)
            }
            for key in new {
                guard let text = source[key]?.principalText, let shape = source[key]?.shape,
                    let found = keys[TextOfShape(text: text, shape: shape)]?.popLast()
                else { continue }
                renamed[key] = found
                taken.insert(found)
            }
        }
        let rest = Dictionary(grouping: obsolete.filter { !taken.contains($0) }) { catalog[$0]?.shape }
        var indices = rest.mapValues { SimilarityIndex($0.map(Self.name)) }
        for key in new where renamed[key] == nil {
            let shape = source[key]?.shape
            if let found = indices[shape]?.takeBest(for: Self.name(of: key), atLeast: Self.leastLikeness) {
                renamed[key] = rest[shape]?[found]
            }
        }
        return renamed
    }

    /// The keys that a translation lacks.
    private func newKeys(in catalog: MessageCatalog) -> [String] {
        guard followsTranslation else { return source.keys.filter { catalog[$0] == nil } }
        let places = Dictionary(catalog.keys.enumerated().map { ($1, $0) }) { first, _ in first }
        var anchor = -1
        var followers: [Int: [String]] = [:]
        for key in source.keys {
            if let place = places[key] {
                anchor = place
            } else {
                followers[anchor, default: []].append(key)
            }
        }
        return followers.sorted { $0.key < $1.key }.flatMap(\.value)
    }

    /// What is compared of a key: without the context that MO files have before a text.
    private static func name(of key: String) -> String {
        guard let end = key.utf8.lastIndex(of: 4) else { return key }
        return String(key[key.utf8.index(after: end)...])
    }

    /// A source text, and the shape of its message.
    private struct TextOfShape: Hashable {
        let text: String
        let shape: Message.Shape
    }
}

extension Message {
    /// What a message and its translation have in common, whatever their texts are.
    fileprivate struct Shape: Hashable {
        let hasPlural: Bool
        let substitutions: [String]
    }

    fileprivate var shape: Shape {
        Shape(hasPlural: !plural.isEmpty, substitutions: substitutions.keys.sorted())
    }
}
