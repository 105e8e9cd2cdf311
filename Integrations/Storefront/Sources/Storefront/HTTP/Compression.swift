// Answers as gzip, for whoever takes them so.

internal import CZlib
internal import NIOCore

/// What an answer's bytes are sent as.
enum ContentCoding {
    /// Shorter answers fit into one packet anyway.
    private static let leastSize = 1_000

    /// Whether answers of this kind gain by compression, so that they differ by what is accepted.
    static func gains(_ type: String) -> Bool {
        type.hasPrefix("text/") || type.contains("json") || type.contains("javascript")
            || type.contains("svg")
    }

    /// The bytes in gzip; `nil` where that is not accepted, or not worth while.
    static func compressed(_ body: ByteBuffer, accepted header: [String]) -> ByteBuffer? {
        guard body.readableBytes >= leastSize, isGzipAccepted(header) else { return nil }
        return Gzip.compress(body)
    }

    /// Whether gzip is wanted (RFC 9110, 12.5.3): named, or any, and not excluded.
    static func isGzipAccepted(_ header: [String]) -> Bool {
        var any = false
        for part in header.flatMap({ $0.split(separator: ",") }) {
            let pieces = part.split(separator: ";").map { $0.trimmingBlanks }
            guard let name = pieces.first?.lowercased() else { continue }
            let isWanted = QualityValue(pieces.dropFirst()).value > 0
            if name == "gzip" || name == "x-gzip" { return isWanted }
            if name == "*" { any = isWanted }
        }
        return any
    }
}

/// Gzip in one go (RFC 1952), by zlib.
enum Gzip {
    /// The fastest level: answers are small, and made anew each time.
    private static let level: Int32 = 1

    /// The bytes compressed; `nil` where they cannot be, for want of memory.
    static func compress(_ plain: ByteBuffer) -> ByteBuffer? {
        var stream = z_stream()
        guard czlib_begin_gzip(&stream, level) == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        var compressed = ByteBuffer()
        var status = Z_OK
        plain.withUnsafeReadableBytes { input in
            stream.avail_in = UInt32(input.count)
            // zlib takes a pointer that it does not write to.
            stream.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
            compressed.writeWithUnsafeMutableBytes(
                minimumWritableBytes: Int(deflateBound(&stream, UInt(input.count)))
            ) {
                output in
                stream.avail_out = UInt32(output.count)
                stream.next_out = output.bindMemory(to: UInt8.self).baseAddress
                status = deflate(&stream, Z_FINISH)
                return output.count - Int(stream.avail_out)
            }
        }
        return status == Z_STREAM_END ? compressed : nil
    }
}
