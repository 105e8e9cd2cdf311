// The most frequent terms side by side in memory: most terms of texts are among them, and reading each where it is stored would
// wait for the memory.

internal import Synchronization

/// Copies of the most frequent terms of a locale. A value that any number of threads may use at once.
final class NearTerms: Sendable {
    /// The number of the terms.
    let count: Int
    // `nonisolated(unsafe)`: nobody writes to them after `init`.
    private nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer
    /// Where each term begins in the bytes, and last where the last one ends.
    private let offsets: [UInt32]

    /// The most terms: with their offsets they take about 100 kB, which a processor keeps near.
    private static let mostTerms = 4_096
    /// The most bytes of all terms; longer terms are not near.
    private static let mostBytes = 1 << 17

    init(_ index: LocaleIndex) throws(SegmentError) {
        var bytes: [UInt8] = []
        var offsets: [UInt32] = [0]
        for place in 0..<min(Self.mostTerms, index.frequentCount) {
            let stored = try index.storedTerm(Int(try index.frequentTerms.number(place, as: UInt32.self)))
            guard bytes.count + stored.count <= Self.mostBytes else { break }
            // A forged file may have anything there.
            _ = try IndexedTerm(stored)
            bytes.append(contentsOf: stored)
            offsets.append(UInt32(bytes.count))
        }
        count = offsets.count - 1
        self.offsets = offsets
        // Readers of numbers may look three bytes past the end.
        self.bytes = .allocate(byteCount: bytes.count + 4, alignment: 8)
        self.bytes.initializeMemory(as: UInt8.self, repeating: 0)
        self.bytes.copyBytes(from: bytes)
    }

    deinit { bytes.deallocate() }

    /// The term at a place among the most frequent ones; valid as long as this value.
    @inline(__always)
    subscript(place: Int) -> IndexedTerm {
        get throws(SegmentError) {
            try IndexedTerm(
                UnsafeRawBufferPointer(rebasing: bytes[Int(offsets[place])..<Int(offsets[place + 1])]))
        }
    }

    /// The copies of a locale, made when many texts have been read: few reads do not pay for them.
    final class Shelf: Sendable {
        private let made = AtomicLazyReference<NearTerms>()
        private let reads = Atomic<Int>(0)

        private static let readsBefore = 256

        /// The copies; `nil` if they are not made yet. Called for each text that is read.
        func terms(of index: LocaleIndex) throws(SegmentError) -> NearTerms? {
            if let made = made.load() { return made }
            guard reads.wrappingAdd(1, ordering: .relaxed).newValue > Self.readsBefore else { return nil }
            return made.storeIfNil(try NearTerms(index))
        }
    }
}
