// The most frequent terms side by side in memory: most terms of texts are among them, and reading each where
// it is stored would wait for the memory.

internal import Support
internal import Synchronization

/// Copies of the most frequent terms of a locale. A value that any number of threads may use at once.
final class NearTerms: Sendable {
    /// The copies; valid as long as they have an owner. Trivial, because each
    /// term of a text is read through it.
    struct View: BitwiseCopyable {
        /// The number of terms.
        let count: Int
        fileprivate let bytes: UnsafeRawPointer
        /// Where each term begins in the bytes, and last where the last one ends.
        fileprivate let offsets: UnsafePointer<UInt32>

        /// The term at a place among the most frequent ones.
        @inline(__always)
        subscript(place: Int) -> IndexedTerm {
            get throws(SegmentError) {
                let start = Int(offsets[place])
                return try IndexedTerm(
                    UnsafeRawBufferPointer(start: bytes + start, count: Int(offsets[place + 1]) - start))
            }
        }
    }

    // `nonisolated(unsafe)`: they do not change after `init`.
    nonisolated(unsafe) let view: View
    /// What the copies take, in bytes.
    let byteCount: Int

    /// The most terms: with their offsets they take about 100 kB, which a processor keeps near.
    private static let mostTerms = 4_096
    /// The most bytes of all terms; if some are longer, fewer are near.
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
        // Readers of numbers may look three bytes past the end.
        bytes += [0, 0, 0]
        let copies = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        _ = copies.initialize(from: bytes)
        let starts = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: offsets.count)
        _ = starts.initialize(from: offsets)
        byteCount = bytes.count + offsets.count * MemoryLayout<UInt32>.stride
        view = View(count: offsets.count - 1, bytes: copies.baseAddress!, offsets: starts.baseAddress!)
    }

    deinit {
        view.bytes.deallocate()
        view.offsets.deallocate()
    }

    /// The copies of a locale, made when many texts have been read: few reads do not pay for them.
    final class Cached: Sendable {
        private let budget: CacheBudget
        private let made = AtomicLazyReference<NearTerms>()
        private let reads = Atomic<Int>(0)

        private static let readsBefore = 256

        /// - Parameter budget: counts the copies, which are never dropped: views point into them.
        init(_ budget: CacheBudget) { self.budget = budget }

        /// The copies, valid as long as this object; `nil` if they are not made yet.
        /// Called for each text that is read.
        func terms(of index: LocaleIndex) throws(SegmentError) -> View? {
            if let made = made.load() { return made.view }
            guard reads.wrappingAdd(1, ordering: .relaxed).newValue > Self.readsBefore else { return nil }
            let new = try NearTerms(index)
            let kept = made.storeIfNil(new)
            // Another thread may have made them, too.
            if kept === new { budget.addFixed(kept.byteCount) }
            return kept.view
        }
    }
}
