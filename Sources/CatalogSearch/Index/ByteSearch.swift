// Finds bytes in bytes, sixteen positions at a time.

/// A byte pattern, ready for search.
///
/// Two bytes of the pattern that are rare in texts are compared at sixteen positions at once; the whole pattern is
/// compared only where both match. (glibc's `memmem` does the same but is hidden behind `_GNU_SOURCE`.)
struct BytePattern {
    let bytes: [UInt8]
    private let firstProbe: Int
    private let secondProbe: Int

    /// - Parameter bytes: not empty.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // The two rarest bytes; a pattern of one byte probes it twice.
        var first = 0
        var second = bytes.count > 1 ? 1 : 0
        for index in bytes.indices.dropFirst() {
            if Self.commonness(bytes[index]) < Self.commonness(bytes[first]) {
                second = first
                first = index
            } else if second == first || Self.commonness(bytes[index]) < Self.commonness(bytes[second]) {
                second = index
            }
        }
        firstProbe = first
        secondProbe = second
    }

    /// The first position of the pattern within `range`.
    @inline(__always)
    func first(in text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
        bytes.withUnsafeBufferPointer { pattern in
            var position = range.lowerBound
            let last = range.upperBound - pattern.count
            guard position <= last, let base = text.baseAddress else { return nil }
            let raw = UnsafeRawPointer(base)
            let firstByte = SIMD16<UInt8>(repeating: pattern[firstProbe])
            let secondByte = SIMD16<UInt8>(repeating: pattern[secondProbe])
            while position + 15 <= last {
                let first = raw.loadUnaligned(fromByteOffset: position + firstProbe, as: SIMD16<UInt8>.self)
                let second = raw.loadUnaligned(fromByteOffset: position + secondProbe, as: SIMD16<UInt8>.self)
                let hits = (first .== firstByte) .& (second .== secondByte)
                if any(hits) {
                    for lane in 0..<16 where hits[lane] && Self.stands(pattern, in: base + position + lane) {
                        return position + lane
                    }
                }
                position += 16
            }
            while position <= last {
                if Self.stands(pattern, in: base + position) { return position }
                position += 1
            }
            return nil
        }
    }

    @inline(__always)
    private static func stands(_ pattern: UnsafeBufferPointer<UInt8>, in text: UnsafePointer<UInt8>) -> Bool {
        for index in pattern.indices where text[index] != pattern[index] { return false }
        return true
    }

    /// A rough rank of a byte's frequency in folded texts: lead bytes of UTF-8 only tell the script.
    private static func commonness(_ byte: UInt8) -> Int {
        if byte >= 0xC0 { return 100 }
        if byte >= 0x80 { return 20 }
        return commonnessOfASCII[Int(byte)]
    }

    private static let commonnessOfASCII: [Int] = {
        var ranks = [Int](repeating: 10, count: 128)
        for (place, letter) in " enirtasoldhcu".utf8.enumerated() { ranks[Int(letter)] = 60 - place }
        return ranks
    }()
}
