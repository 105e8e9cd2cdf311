// Splits a stream of bytes into messages: the base protocol of LSP 3.17, header part and content part.

internal import JSON

/// Collects the bytes of a client, and returns them message by message.
///
/// No input ends the stream: bytes before a header are skipped, and so is a message that is too long.
struct MessageFraming {
    /// A part of the stream.
    enum Frame: Sendable, Hashable {
        case content([UInt8])
        /// A header without a length, or a message that is too long.
        case malformed
    }

    /// The longest content, in bytes.
    private let limit: Int
    private var buffer: [UInt8] = []
    /// The index in `buffer` at which the unread bytes begin.
    private var start = 0
    /// The length of the content whose header was read.
    private var contentLength: Int?
    /// The remaining bytes of a message that is too long.
    private var skipped = 0

    /// The longest header, in bytes. Real headers have less than a hundred.
    static let headerLimit = 1 << 16

    /// - Parameter limit: the longest content, in bytes.
    init(limit: Int = 256 << 20) { self.limit = limit }

    /// Adds received bytes.
    mutating func add(_ bytes: [UInt8]) {
        if start > 0, start == buffer.count || start > 1 << 20 {
            buffer.removeFirst(start)
            start = 0
        }
        buffer += bytes
    }

    /// The next message; `nil` if the rest of it has not arrived.
    mutating func next() -> Frame? {
        while true {
            if skipped > 0 {
                let count = min(skipped, buffer.count - start)
                start += count
                skipped -= count
                if skipped > 0 { return nil }
            }
            if let length = contentLength {
                guard buffer.count - start >= length else { return nil }
                contentLength = nil
                start += length
                return .content(Array(buffer[start - length..<start]))
            }
            guard let end = endOfHeader() else {
                guard buffer.count - start > Self.headerLimit else { return nil }
                // No header is this long. The end of these bytes may belong to the next one.
                start = buffer.count - 32
                return .malformed
            }
            let length = Self.length(in: buffer[start..<end])
            start = end
            guard let length else { return .malformed }
            if length > limit {
                skipped = length
                return .malformed
            }
            contentLength = length
        }
    }

    /// The end of the empty line after a header; `nil` if it has not arrived.
    private func endOfHeader() -> Int? {
        var index = start
        while let lineFeed = buffer[index...].firstIndex(of: 0x0A) {
            index = lineFeed + 1
            if index < buffer.count, buffer[index] == 0x0A { return index + 1 }
            if index + 1 < buffer.count, buffer[index] == 0x0D, buffer[index + 1] == 0x0A { return index + 2 }
        }
        return nil
    }

    /// The length in a header: the last one, wherever it begins, because the bytes before it may be the rest
    /// of a message with a wrong length.
    private static func length(in header: ArraySlice<UInt8>) -> Int? {
        let name = Array("content-length:".utf8)
        let lower = header.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        guard lower.count >= name.count else { return nil }
        for index in stride(from: lower.count - name.count, through: 0, by: -1)
        where lower[index] == name[0] && lower[index...].starts(with: name) {
            let digits = lower[(index + name.count)...].drop { $0 == 0x20 || $0 == 0x09 }
                .prefix { (0x30...0x39).contains($0) }
            return Int(String(decoding: digits, as: UTF8.self))
        }
        return nil
    }

    /// A message with its header.
    static func framed(_ message: JSON) -> [UInt8] { framed(Array(message.text.utf8)) }

    /// The content of a message with its header.
    static func framed(_ content: [UInt8]) -> [UInt8] {
        Array("Content-Length: \(content.count)\r\n\r\n".utf8) + content
    }
}
