// The numbers of a locale's terms, in the order of their foldings: words with equal beginnings are adjacent.

internal import Synchronization

/// The final numbers of a locale's terms and separator runs, and the terms in that order; immutable.
final class TermNumbering: Sendable {
    /// The table's number of each term, by final number.
    let order: GrowingBuffer<UInt32>
    /// The code of each term in texts, by the table's number.
    let codes: GrowingBuffer<UInt32>
    /// The final numbers of the terms with the smallest codes.
    let frequent: GrowingBuffer<UInt32>
    /// The start of each term in ``terms``, then the end of the last one.
    let offsets: GrowingBuffer<UInt32>
    /// Kind 35.
    let terms: FinishedSection
    let runs: TermRanking

    fileprivate init(locale number: Int, _ texts: LocaleTexts) throws {
        var order = GrowingBuffer<UInt32>()
        let sorted = FoldedTerms(sorting: try FoldedTerms(texts), of: texts.terms, &order)
        terms = FinishedSection(.terms, locale: number, sorted.bytes)
        offsets = sorted.offsets
        let pieces = texts.terms.pieces
        var codes = GrowingBuffer<UInt32>(repeating: 0, count: pieces.count)
        for term in 0..<order.count { codes[Int(order[term])] = UInt32(term) }
        // In the order of the table: reading its entries in another order would be slow.
        var occurrences = GrowingBuffer<UInt32>(repeating: 0, count: pieces.count)
        for number in 0..<pieces.count {
            occurrences[Int(codes[number])] = pieces.occurrences(of: number)
        }
        let frequent = FrequentTerms.choose(occurrences)
        for number in 0..<pieces.count { codes[number] += UInt32(frequent.count + 1) }
        for position in 0..<frequent.count {
            codes[Int(order[Int(frequent[position])])] = UInt32(position + 1)
        }
        self.order = order
        self.codes = codes
        self.frequent = frequent
        runs = TermRanking(texts.runs)
    }

    /// A term as it will be in the file; valid as long as this numbering.
    func term(_ number: Int) throws(SegmentError) -> IndexedTerm {
        let range = Int(offsets[number])..<Int(offsets[number + 1])
        return try terms.withBytes { (bytes) throws(SegmentError) in
            try IndexedTerm(UnsafeRawBufferPointer(rebasing: bytes[range]))
        }
    }
}

/// A numbering that its first user makes while the other waits.
final class LazyNumbering: Sendable {
    private let number: Int
    private let texts: LocaleTexts
    private let made = Mutex<TermNumbering?>(nil)

    /// - Parameter number: the locale's number in the file.
    init(locale number: Int, _ texts: LocaleTexts) {
        self.number = number
        self.texts = texts
    }

    /// The numbering, made on first use.
    ///
    /// - Throws: `ICUError`, `SegmentWriterError`.
    func value() throws -> TermNumbering {
        try made.withLock { made in
            let value = try made ?? TermNumbering(locale: number, texts)
            made = value
            return value
        }
    }
}

/// The terms that have codes of one or two bytes in texts.
enum FrequentTerms {
    /// The number of codes below 2^14, without 0.
    static let limit = 1 << 14 - 1

    /// The most frequent terms, by falling number of occurrences, then by number.
    ///
    /// - Parameter occurrences: by the terms' final numbers.
    static func choose(_ occurrences: borrowing GrowingBuffer<UInt32>) -> GrowingBuffer<UInt32> {
        let least = least(occurrences)
        var chosen: [(term: UInt32, occurrences: UInt32)] = []
        for term in 0..<occurrences.count where occurrences[term] >= least {
            chosen.append((UInt32(term), occurrences[term]))
        }
        chosen.sort { ($1.occurrences, $0.term) < ($0.occurrences, $1.term) }
        var frequent = GrowingBuffer<UInt32>(capacity: min(limit, chosen.count))
        for entry in chosen.prefix(limit) { frequent.append(entry.term) }
        return frequent
    }

    /// A lower bound of the occurrences of the most frequent terms.
    private static func least(_ counts: borrowing GrowingBuffer<UInt32>) -> UInt32 {
        guard counts.count > limit else { return 0 }
        // Most terms are rare.
        var rare = [Int](repeating: 0, count: 4_096)
        for term in 0..<counts.count { rare[min(4_095, Int(counts[term]))] += 1 }
        var (least, number) = (4_095, rare[4_095])
        while number < limit, least > 0 {
            least -= 1
            number += rare[least]
        }
        return UInt32(least)
    }
}
