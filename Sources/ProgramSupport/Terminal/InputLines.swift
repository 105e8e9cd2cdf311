// Reads standard input, or another descriptor, line by line.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The lines of a descriptor. Longer lines than a limit are counted, but not kept in memory.
package struct InputLines {
    package enum Line: Sendable {
        case bytes([UInt8])
        /// A line longer than the limit, and its number of bytes.
        case tooLong(Int)

        /// Whether the line has nothing but white space.
        package var isBlank: Bool {
            if case .bytes(let bytes) = self {
                bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
            } else {
                false
            }
        }
    }

    private let limit: Int
    private let separator: UInt8
    private let descriptor: Int32
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)
    private var unread = 0..<0

    /// - Parameters:
    ///   - limit: the most bytes of a line.
    ///   - separator: the byte that ends a line.
    ///   - descriptor: standard input, or another descriptor with blocking reads.
    package init(limit: Int, separator: UInt8 = 0x0A, descriptor: Int32 = 0) {
        self.limit = limit
        self.separator = separator
        self.descriptor = descriptor
    }

    /// Whether the whole next line has been read already.
    package var hasLine: Bool { buffer[unread].contains(separator) }

    /// Whether the next line, or a part of it, is there already.
    package var hasInput: Bool {
        guard unread.isEmpty else { return true }
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return Self.isReady(&poll)
    }

    private static func isReady(_ descriptor: inout pollfd) -> Bool { poll(&descriptor, 1, 0) != 0 }

    /// The next line without the byte that ends it; `nil` after the last one.
    package mutating func next() -> Line? {
        var line: [UInt8] = []
        var count = 0
        while true {
            if unread.isEmpty {
                var length = 0
                repeat { length = read(descriptor, &buffer, buffer.count) } while length < 0 && errno == EINTR
                guard length > 0 else { return count == 0 ? nil : finished(line, count) }
                unread = 0..<length
            }
            let end = buffer[unread].firstIndex(of: separator) ?? unread.upperBound
            count += end - unread.lowerBound
            if count <= limit { line += buffer[unread.lowerBound..<end] }
            let isAtEnd = end < unread.upperBound
            unread = min(end + 1, unread.upperBound)..<unread.upperBound
            if isAtEnd { return finished(line, count) }
        }
    }

    private func finished(_ line: [UInt8], _ count: Int) -> Line {
        count <= limit ? .bytes(line) : .tooLong(count)
    }
}
