// Finds the most similar of many texts without comparing all pairs.

/// Finds similar texts by the pairs of neighbouring bytes that they share (Sørensen-Dice coefficient): 1 for the same
/// pairs, 0 for none in common.
struct SimilarityIndex {
    private var texts: [[UInt16: Int]] = []
    private var sizes: [Int] = []
    private var postings: [UInt16: [Int32]] = [:]

    /// The most places of pairs that are read for one text, the rarest pairs first. Common pairs say little,
    /// and a file whose keys share a prefix must not cost the square of its length.
    private static let mostPlaces = 2_000
    /// How many of those that share the most rare pairs are compared in full.
    private static let mostCompared = 8

    init(_ texts: some Sequence<String>) {
        for text in texts {
            let pairs = Self.pairs(of: text)
            for pair in pairs.keys { postings[pair, default: []].append(Int32(self.texts.count)) }
            self.texts.append(pairs)
            sizes.append(pairs.values.reduce(0, +))
        }
    }

    /// The text most like a given one, by its place in the sequence; of equals the first.
    ///
    /// - Parameters:
    ///   - least: the least likeness that counts, above 0.
    ///   - isCandidate: whether a text may be taken.
    func best(for text: String, atLeast least: Double, where isCandidate: (Int) -> Bool) -> Int? {
        let wanted = Self.pairs(of: text)
        let size = wanted.values.reduce(0, +)
        guard size > 0 else { return nil }
        var shared: [Int32: Int] = [:]
        var places = 0
        for found in wanted.keys.compactMap({ postings[$0] }).sorted(by: { $0.count < $1.count }) {
            places += found.count
            if places > Self.mostPlaces, !shared.isEmpty { break }
            for index in found where isCandidate(Int(index)) { shared[index, default: 0] += 1 }
        }
        let candidates = shared.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.mostCompared)
        var best: (index: Int, likeness: Double)?
        for index in candidates.map({ Int($0.key) }).sorted() {
            let shared = wanted.reduce(0) { $0 + min($1.value, texts[index][$1.key] ?? 0) }
            let likeness = 2 * Double(shared) / Double(size + sizes[index])
            if likeness >= least, likeness > best?.likeness ?? 0 { best = (index, likeness) }
        }
        return best?.index
    }

    private static func pairs(of text: String) -> [UInt16: Int] {
        var pairs: [UInt16: Int] = [:]
        var previous: UInt8?
        // A long text is known by its beginning.
        for byte in text.utf8.prefix(1_000) {
            let byte = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
            if let previous { pairs[UInt16(previous) << 8 | UInt16(byte), default: 0] += 1 }
            previous = byte
        }
        return pairs
    }
}
