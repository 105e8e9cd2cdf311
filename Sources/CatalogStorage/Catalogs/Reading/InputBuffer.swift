// Reads a file of any size through a sliding window.

internal import Files
internal import JSON

/// The bytes of a file that were read and not used yet, followed by the padding that the JSON parser needs.
///
/// The window grows until an item fits; readers must drop items that are too long.
final class InputBuffer {
    /// The encoding that the first bytes indicate.
    enum Encoding {
        case utf8, utf16
    }

    private let stream: any FileStream
    private var memory: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private var start = 0
    private var end = 0
    /// Whether the file's end was reached; `available` bytes may be left.
    private(set) var isAtEnd = false
    /// The number of bytes read from the file so far.
    private(set) var bytesRead = 0

    /// The greatest size of the window, if readers drop items that are too long.
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

    /// The number of unused bytes.
    var available: Int { end - start }

    /// The first unused byte; valid until `fill` is called.
    var bytes: UnsafePointer<UInt8> { UnsafePointer(memory + start) }

    /// A part of the unused bytes; valid until `fill` is called.
    func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: memory + start + range.lowerBound, count: range.count)
    }

    /// Marks bytes as used.
    func consume(_ count: Int) { start += count }

    /// Reads more bytes, and makes room for them if necessary.
    ///
    /// - Returns: whether there are more bytes than before.
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

    /// Skips a byte order mark at the beginning of the file.
    func readByteOrderMark() throws(FileError) -> Encoding {
        while available < 3, try fill() {}
        let first = (0..<min(3, available)).map { bytes[$0] }
        if first == [0xEF, 0xBB, 0xBF] { consume(3) }
        // The little-endian mark of UTF-32 begins with that of UTF-16.
        return first.starts(with: [0xFF, 0xFE]) || first.starts(with: [0xFE, 0xFF]) ? .utf16 : .utf8
    }
}
