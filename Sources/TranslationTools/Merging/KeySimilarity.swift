// Finds the most similar of many texts without comparing all pairs.

internal import Support

/// Finds similar texts by the pairs of neighbouring bytes that they share (Sørensen-Dice
/// coefficient): 1 for the same pairs, 0 for none in common. Those that are compared share three
/// neighbouring bytes, or the first two.
///
/// A text that was taken leaves the index, so that a search costs the same however many were taken before it.
struct SimilarityIndex {
    /// A pair of bytes in a text, and how often it occurs.
    private struct Pair {
        let bytes: UInt16
        var count: Int32
    }

    /// Three bytes in a text, and the place of the text in the list of those that have them.
    private struct Triple {
        let bytes: UInt32
        var place: Int32
    }

    private struct Text {
        /// Sorted by their bytes.
        let pairs: [Pair]
        /// How many pairs there are, repeated ones counted as often as they occur.
        let size: Int
        /// Sorted by their bytes; none of a text that was taken.
        var triples: [Triple]
    }

    private var texts: [Text] = []
    /// The texts that have three bytes, in no order.
    private var postings: [UInt32: [Int32]] = [:]
    /// How many of the wanted rare triples each text has, during a search; 0 for all otherwise.
    private var shared: [Int32] = []
    /// How many places of triples were read and texts compared: what the searches cost.
    private(set) var stepCount = 0

    /// The most places of triples that are read for one text, the rarest triples first. Common ones say
    /// little, and a file whose keys share a prefix must not cost the square of its length.
    private static let mostPlaces = 2_000
    /// How many of those that share the most rare triples are compared in full.
    private static let mostCompared = 8

    init(_ texts: some Sequence<String>) {
        for text in texts {
            let number = Int32(self.texts.count)
            var text = Self.read(text)
            for index in text.triples.indices {
                var list = postings.removeValue(forKey: text.triples[index].bytes) ?? []
                text.triples[index].place = Int32(list.count)
                list.append(number)
                postings[text.triples[index].bytes] = list
            }
            self.texts.append(text)
        }
        shared = Array(repeating: 0, count: self.texts.count)
    }

    /// Takes the text most like a given one out of the index; of equals the first.
    ///
    /// - Parameter least: the least likeness that counts, above 0.
    /// - Returns: the text's place in the sequence; `nil` where none is as similar.
    mutating func takeBest(for text: String, atLeast least: Double) -> Int? {
        let wanted = Self.read(text)
        let candidates = candidates(for: wanted.triples)
        var best: (number: Int, likeness: Double)?
        for number in candidates.sorted() {
            let other = texts[number]
            let likeness =
                2 * Double(Self.shared(wanted.pairs, other.pairs)) / Double(wanted.size + other.size)
            if likeness >= least, likeness > best?.likeness ?? 0 { best = (number, likeness) }
        }
        if let best { remove(best.number) }
        return best?.number
    }

    /// The few texts that share the most of the rare triples of a text.
    private mutating func candidates(for wanted: [Triple]) -> [Int] {
        var found: [Int32] = []
        var remaining = Self.mostPlaces
        let lists = wanted.compactMap { postings[$0.bytes] }.sorted { $0.count < $1.count }
        for list in lists where remaining > 0 {
            for number in list.prefix(remaining) {
                if shared[Int(number)] == 0 { found.append(number) }
                shared[Int(number)] += 1
            }
            remaining -= list.count
        }
        // In one pass: sorting thousands would cost more than comparing the few best.
        var best: [(number: Int32, count: Int32)] = []
        for number in found {
            let count = shared[Int(number)]
            shared[Int(number)] = 0
            if best.count == Self.mostCompared, let last = best.last,
                last.count > count || last.count == count && last.number < number
            {
                continue
            }
            let place = best.partitioningIndex { ($0.count, number) < (count, $0.number) }
            best.insert((number, count), at: place)
            if best.count > Self.mostCompared { best.removeLast() }
        }
        stepCount += Self.mostPlaces - max(0, remaining) + best.count
        return best.map { Int($0.number) }
    }

    /// Takes a text out of the index.
    mutating func remove(_ number: Int) {
        for triple in texts[number].triples {
            guard var list = postings.removeValue(forKey: triple.bytes) else { continue }
            let last = list.removeLast()
            if last != Int32(number) {
                list[Int(triple.place)] = last
                let index = texts[Int(last)].triples.partitioningIndex { $0.bytes >= triple.bytes }
                texts[Int(last)].triples[index].place = triple.place
            }
            postings[triple.bytes] = list
        }
        texts[number].triples = []
    }

    private static func read(_ text: String) -> Text {
        var allPairs: [UInt16] = []
        var allTriples: [UInt32] = []
        var last: UInt32 = 0
        // A long text is known by its beginning.
        for (place, byte) in text.utf8.prefix(1_000).enumerated() {
            let byte = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
            last = (last << 8 | UInt32(byte)) & 0xFF_FFFF
            guard place > 0 else { continue }
            allPairs.append(UInt16(truncatingIfNeeded: last))
            allTriples.append(last)
        }
        var pairs: [Pair] = []
        for bytes in allPairs.sorted() {
            if pairs.last?.bytes == bytes {
                pairs[pairs.count - 1].count += 1
            } else {
                pairs.append(Pair(bytes: bytes, count: 1))
            }
        }
        var triples: [Triple] = []
        for bytes in allTriples.sorted() where triples.last?.bytes != bytes {
            triples.append(Triple(bytes: bytes, place: 0))
        }
        return Text(pairs: pairs, size: allPairs.count, triples: triples)
    }

    /// How many pairs two texts have in common.
    private static func shared(_ left: [Pair], _ right: [Pair]) -> Int {
        var (i, j, count) = (0, 0, 0)
        while i < left.count, j < right.count {
            if left[i].bytes == right[j].bytes { count += Int(min(left[i].count, right[j].count)) }
            let isLeft = left[i].bytes <= right[j].bytes
            if right[j].bytes <= left[i].bytes { j += 1 }
            if isLeft { i += 1 }
        }
        return count
    }
}
