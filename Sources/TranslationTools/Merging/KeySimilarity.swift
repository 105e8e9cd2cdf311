// Finds the most similar of many texts without comparing all pairs.

internal import Support

/// Finds similar texts by the pairs of neighbouring bytes that they share (Sørensen-Dice coefficient): 1 for the same
/// pairs, 0 for none in common.
///
/// A text that was taken leaves the index, so that a search costs the same however many were taken before it.
struct SimilarityIndex {
    /// A pair of bytes in a text.
    private struct Pair {
        let bytes: UInt16
        /// How often it occurs in the text.
        var count: Int32
        /// The place of the text in the list of those that have the pair.
        var place: Int32 = 0
    }

    /// The pairs of each text, sorted; none of a text that was taken.
    private var texts: [[Pair]] = []
    /// How many pairs each text has, repeated ones counted as often as they occur.
    private var sizes: [Int] = []
    /// The texts that have a pair, in no order.
    private var postings: [UInt16: [Int32]] = [:]
    /// How many of the wanted rare pairs each text has, during a search; 0 for all otherwise.
    private var shared: [Int32] = []
    /// How many places of pairs were read and texts compared: what the searches cost.
    private(set) var stepCount = 0

    /// The most places of pairs that are read for one text, the rarest pairs first. Common pairs say little,
    /// and a file whose keys share a prefix must not cost the square of its length.
    private static let mostPlaces = 2_000
    /// How many of those that share the most rare pairs are compared in full.
    private static let mostCompared = 8

    init(_ texts: some Sequence<String>) {
        for text in texts {
            let number = Int32(self.texts.count)
            var pairs = Self.pairs(of: text)
            sizes.append(Self.size(pairs))
            for index in pairs.indices {
                var list = postings.removeValue(forKey: pairs[index].bytes) ?? []
                pairs[index].place = Int32(list.count)
                list.append(number)
                postings[pairs[index].bytes] = list
            }
            self.texts.append(pairs)
        }
        shared = Array(repeating: 0, count: self.texts.count)
    }

    /// Takes the text most like a given one out of the index; of equals the first.
    ///
    /// - Parameter least: the least likeness that counts, above 0.
    /// - Returns: the text's place in the sequence; `nil` where none is as similar.
    mutating func takeBest(for text: String, atLeast least: Double) -> Int? {
        let wanted = Self.pairs(of: text)
        let size = Self.size(wanted)
        guard size > 0 else { return nil }
        let candidates = candidates(for: wanted)
        var best: (number: Int, likeness: Double)?
        for number in candidates.sorted() {
            let likeness = 2 * Double(Self.shared(wanted, texts[number])) / Double(size + sizes[number])
            if likeness >= least, likeness > best?.likeness ?? 0 { best = (number, likeness) }
        }
        if let best { remove(best.number) }
        return best?.number
    }

    /// The few texts that share the most of the rare pairs of a text.
    private mutating func candidates(for wanted: [Pair]) -> [Int] {
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
        for pair in texts[number] {
            guard var list = postings.removeValue(forKey: pair.bytes) else { continue }
            let last = list.removeLast()
            if last != Int32(number) {
                list[Int(pair.place)] = last
                let index = texts[Int(last)].partitioningIndex { $0.bytes >= pair.bytes }
                texts[Int(last)][index].place = pair.place
            }
            postings[pair.bytes] = list
        }
        texts[number] = []
    }

    private static func pairs(of text: String) -> [Pair] {
        var all: [UInt16] = []
        var previous: UInt8?
        // A long text is known by its beginning.
        for byte in text.utf8.prefix(1_000) {
            let byte = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
            if let previous { all.append(UInt16(previous) << 8 | UInt16(byte)) }
            previous = byte
        }
        var pairs: [Pair] = []
        for bytes in all.sorted() {
            if pairs.last?.bytes == bytes {
                pairs[pairs.count - 1].count += 1
            } else {
                pairs.append(Pair(bytes: bytes, count: 1))
            }
        }
        return pairs
    }

    private static func size(_ pairs: [Pair]) -> Int { pairs.reduce(0) { $0 + Int($1.count) } }

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
