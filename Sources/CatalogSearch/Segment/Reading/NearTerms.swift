// Copies of the most frequent terms, contiguous in memory: most terms of texts are among them, and reading
// each from the file would wait for memory.

internal import Support
internal import Synchronization

/// Copies of the most frequent terms of a locale. Thread-safe.
final class NearTerms: Sendable {
    /// The copies; valid as long as their owner. Trivial, because each term of a text is read through it.
    struct View: BitwiseCopyable {
        /// The number of terms.
        let count: Int
        fileprivate let bytes: UnsafeRawPointer
        /// The start of each term in the bytes, then the end of the last one.
        fileprivate let offsets: UnsafePointer<UInt32>

        /// The term at an index among the most frequent ones.
        @inline(__always)
        subscript(position: Int) -> IndexedTerm {
            get throws(SegmentError) {
                let start = Int(offsets[position])
                return try IndexedTerm(
                    UnsafeRawBufferPointer(start: bytes + start, count: Int(offsets[position + 1]) - start))
            }
        }
    }

    // `nonisolated(unsafe)`: the bytes do not change after `init`.
    nonisolated(unsafe) let view: View
    /// The size of the copies, in bytes.
    let byteCount: Int

    /// The most terms: with their offsets they take about 100 kB, which fits in a processor's cache.
    private static let mostTerms = 4_096
    /// The most bytes of all terms; with longer terms, fewer are copied.
    private static let mostBytes = 1 << 17

    init(_ index: LocaleIndex) throws(SegmentError) {
        var bytes: [UInt8] = []
        var offsets: [UInt32] = [0]
        for position in 0..<min(Self.mostTerms, index.frequentCount) {
            let stored = try index.storedTerm(Int(try index.frequentTerms.number(position, as: UInt32.self)))
            guard bytes.count + stored.count <= Self.mostBytes else { break }
            // A forged file may have anything here.
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

    /// The copies of a locale, made after many reads of texts: a few reads do not justify them.
    final class Cached: Sendable {
        private let budget: CacheBudget
        private let made = AtomicLazyReference<NearTerms>()
        private let reads = Atomic<Int>(0)

        private static let readsBefore = 256

        /// - Parameter budget: is charged for the copies, which are never dropped, because views point into
        ///   them.
        init(_ budget: CacheBudget) { self.budget = budget }

        /// The copies, valid as long as this object; `nil` if they are not made yet. Called for each text
        /// that is read.
        func terms(of index: LocaleIndex) throws(SegmentError) -> View? {
            if let made = made.load() { return made.view }
            guard reads.wrappingAdd(1, ordering: .relaxed).newValue > Self.readsBefore else { return nil }
            let new = try NearTerms(index)
            let kept = made.storeIfNil(new)
            // Another thread may have made them concurrently.
            if kept === new { budget.addFixed(kept.byteCount) }
            return kept.view
        }
    }
}
