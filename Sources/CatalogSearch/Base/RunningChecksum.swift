// A checksum of bytes that arrive in pieces.

/// The checksum of all bytes so far; equals ``Checksum`` over all of them.
package struct RunningChecksum: Sendable {
    private var lanes = Checksum.Lanes()
    private var count = 0
    /// The end of the last piece, fewer than a block's 32 bytes.
    private var rest: [UInt8] = []

    /// The checksum of no bytes.
    package init() { rest.reserveCapacity(64) }

    /// Adds the next bytes.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        count += bytes.count
        var bytes = bytes[...]
        if !rest.isEmpty {
            let missing = bytes.prefix(32 - rest.count)
            rest += missing
            bytes = bytes[missing.endIndex...]
            guard rest.count == 32 else { return }
            rest.withUnsafeBytes { lanes.take($0) }
            rest.removeAll(keepingCapacity: true)
        }
        let whole = bytes.count & ~31
        lanes.take(UnsafeRawBufferPointer(rebasing: bytes.prefix(whole)))
        rest += bytes.dropFirst(whole)
    }

    /// The checksum of the bytes so far.
    package var value: UInt64 {
        rest.withUnsafeBytes { Checksum.finished(lanes, count: count, rest: $0) }
    }
}
