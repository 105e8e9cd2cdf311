// How does a file of any size pass through a small memory? Block by block, through a window that slides.

internal import JSONCoding

/// The bytes of a file that were read and not yet used, with room behind them that a JSON parser may touch.
///
/// Whoever reads from it takes care that no item grows without bound: what is too long is dropped.
final class InputBuffer {
    /// What the first bytes say about the encoding.
    enum Encoding {
        case utf8, utf16
    }

    private let stream: any FileStream
    private var memory: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private var start = 0
    private var end = 0
    /// Whether the file's end was reached; `available` bytes are left then.
    private(set) var isAtEnd = false
    /// How many bytes were read from the file so far.
    private(set) var bytesRead = 0

    /// The most bytes that are held at once, as long as whoever reads drops what is longer than an item may be.
    private let greatestCapacity: Int

    init(_ stream: any FileStream, blockSize: Int, itemLimit: Int) {
        self.stream = stream
        greatestCapacity = blockSize + itemLimit
        capacity = max(blockSize, 16)
        memory = .allocate(capacity: capacity + JSONParser.padding)
    }

    deinit { memory.deallocate() }

    /// The file's size; `nil` for a pipe.
    var size: Int? { stream.size }

    /// How many bytes are there to use.
    var available: Int { end - start }

    /// The first byte to use; good until `fill` is called.
    var bytes: UnsafePointer<UInt8> { UnsafePointer(memory + start) }

    /// A part of the bytes to use; good until `fill` is called.
    func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: memory + start + range.lowerBound, count: range.count)
    }

    /// Passes over bytes that were used.
    func consume(_ count: Int) { start += count }

    /// Reads more behind the bytes that are there, making room where there is none.
    ///
    /// - Returns: Whether there are more bytes than before.
    func fill() throws(FileError) -> Bool {
        if isAtEnd { return false }
        if start > 0 {
            memory.update(from: memory + start, count: available)
            (start, end) = (0, available)
        }
        if end == capacity { grow() }
        let count = try stream.read(
            into: UnsafeMutableRawBufferPointer(start: memory + end, count: capacity - end))
        end += count
        bytesRead += count
        isAtEnd = count == 0
        return count > 0
    }

    private func grow() {
        capacity = max(capacity + 16, min(2 * capacity, greatestCapacity))
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + JSONParser.padding)
        larger.update(from: memory, count: end)
        memory.deallocate()
        memory = larger
    }

    /// Passes over a byte order mark at the beginning of the file.
    func readByteOrderMark() throws(FileError) -> Encoding {
        while available < 3, try fill() {}
        let first = (0..<min(3, available)).map { bytes[$0] }
        if first == [0xEF, 0xBB, 0xBF] { consume(3) }
        // UTF-32's mark in little-endian order begins with that of UTF-16.
        return first.starts(with: [0xFF, 0xFE]) || first.starts(with: [0xFE, 0xFF]) ? .utf16 : .utf8
    }
}
