// Which translations are far from the meaning of their source texts, by vectors.

public import Localization
internal import Support

/// A translation and its source text, without placeholders.
package struct ComparedTexts: Hashable, Sendable {
    package let locale: LocaleIdentifier
    package let source: String
    package let text: String

    package init(locale: LocaleIdentifier, source: String, text: String) {
        (self.locale, self.source, self.text) = (locale, source, text)
    }

    /// The texts of a message; `nil` where there is too little to compare, or where both are equal.
    init?(_ pair: MessagePair) {
        guard !pair.isSource, let form = pair.message.form(nearest: .plural(.other))?.source,
            let original = pair.counterpart(of: .plural(.other))?.source, form != original
        else { return nil }
        locale = pair.locale
        source = Self.prose(original, pair)
        text = Self.prose(form, pair)
        guard source != text, !text.isEmpty, source.filter(\.isLetter).count >= Self.leastLetters else {
            return nil
        }
    }

    /// The fewest letters of a source text. Of single words models know too little.
    private static let leastLetters = 12

    private static func prose(_ text: String, _ pair: MessagePair) -> String {
        PlaceholderSyntax.prose(of: text, pair.placeholders.syntaxes)
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

/// The translations that are far from the meaning of their source texts.
public struct DistantTexts: Hashable, Sendable {
    private var texts: Set<ComparedTexts> = []
    /// The locales of which too few texts are known, or whose translations the vectors cannot tell from
    /// others.
    public fileprivate(set) var unjudged: [LocaleIdentifier] = []

    /// None.
    public init() {}

    package init(_ texts: Set<ComparedTexts>) { self.texts = texts }

    package func contains(_ texts: ComparedTexts) -> Bool { self.texts.contains(texts) }

    fileprivate mutating func insert(_ texts: ComparedTexts) { self.texts.insert(texts) }
}

/// Compares the meanings of a project's translations with those of their source texts.
///
/// How similar the vectors of a translation and its source are depends on the model, the languages, and the
/// project. So each pair is compared with what else the project says in this language: its *margin* is its
/// similarity less the mean similarity of both texts to the nearest other ones (Artetxe and Schwenk,
/// "Margin-based Parallel Corpus Mining with Multilingual Sentence Embeddings", 2019). Pairs that do not
/// belong together have margins, too: a translation beside the source of another message. A translation is
/// distant where its margin is less than that of a third of these.
public struct MeaningComparison: Sendable {
    /// The texts of which vectors are needed, each once.
    public let texts: [String]
    private let pairs: [(locale: LocaleIdentifier, pairs: [Pair])]

    /// A pair, and where its texts are in `texts`.
    private struct Pair {
        let texts: ComparedTexts
        let source: Int
        let text: Int
    }

    /// The fewest pairs of a locale that tell what is usual.
    private static let leastPairs = 40
    /// How many other texts a text is compared with.
    private static let sampleSize = 300
    /// How many of them are the nearest.
    private static let neighbours = 10

    /// Takes the texts of a project that users see.
    public init(_ project: LocalizationProject) {
        var texts: [String] = []
        var indices: [String: Int] = [:]
        func index(_ text: String) -> Int {
            if let known = indices[text] { return known }
            indices[text] = texts.count
            texts.append(text)
            return texts.count - 1
        }
        var pairs: [LocaleIdentifier: [Pair]] = [:]
        var known: Set<ComparedTexts> = []
        for compared in CheckRunner(project: project).comparedTexts() where known.insert(compared).inserted {
            pairs[compared.locale, default: []].append(
                Pair(texts: compared, source: index(compared.source), text: index(compared.text)))
        }
        self.texts = texts
        self.pairs = pairs.sorted { $0.key.identifier < $1.key.identifier }.map { ($0.key, $0.value) }
    }

    /// The translations that are far from their source texts.
    ///
    /// - Parameter similarity: the cosine of the vectors of two of `texts`, by their indices; `nil` where one has none.
    public func distantTexts(similarity: (Int, Int) -> Double?) -> DistantTexts {
        var distant = DistantTexts()
        for (locale, pairs) in pairs {
            let margins = Margins(pairs.map { ($0.source, $0.text) }, similarity)
            guard let floor = margins.floor else {
                distant.unjudged.append(locale)
                continue
            }
            for (pair, margin) in zip(pairs, margins.own) where margin.map({ $0 < floor }) == true {
                distant.insert(pair.texts)
            }
        }
        return distant
    }

    /// The margins of the pairs of a locale.
    private struct Margins {
        /// Those of the pairs; `nil` where a text has no vector.
        let own: [Double?]
        /// Below which translations are distant; `nil` where that cannot be told.
        let floor: Double?

        init(_ pairs: [(source: Int, text: Int)], _ similarity: (Int, Int) -> Double?) {
            let sample = stride(from: 0, to: pairs.count, by: max(1, pairs.count / sampleSize))
                .map { pairs[$0] }
            // How near a text is to those of the other language that are not its own.
            func nearness(_ text: Int, _ others: [Int]) -> Double? {
                let nearest = others.compactMap { similarity(text, $0) }.sorted(by: >).prefix(neighbours)
                return nearest.isEmpty ? nil : nearest.reduce(0, +) / Double(nearest.count)
            }
            let sources = pairs.map { pair in
                nearness(pair.source, sample.lazy.filter { $0.source != pair.source }.map(\.text))
            }
            let texts = pairs.map { pair in
                nearness(pair.text, sample.lazy.filter { $0.text != pair.text }.map(\.source))
            }
            func margin(_ source: Int, _ text: Int) -> Double? {
                guard let both = similarity(pairs[source].source, pairs[text].text),
                    let near = sources[source],
                    let other = texts[text]
                else { return nil }
                return both - (near + other) / 2
            }
            own = pairs.indices.map { margin($0, $0) }
            let step = max(1, pairs.count / 2)
            let unrelated = pairs.indices.compactMap { margin($0, ($0 + step) % pairs.count) }.sorted()
            let related = own.compactMap(\.self).sorted()
            floor = Self.floor(related, unrelated)
        }

        private static func floor(_ related: [Double], _ unrelated: [Double]) -> Double? {
            guard related.count >= leastPairs else { return nil }
            // Of planted mistakes this finds seven in ten, and hardly anything else.
            let floor = unrelated[unrelated.count * 2 / 3]
            // Vectors that do not tell more than nine in ten of the translations from others say nothing.
            return related[related.count / 10] > floor ? floor : nil
        }
    }
}
