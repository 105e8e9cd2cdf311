// Compression of answers with gzip.

internal import CZlib
internal import NIOCore

/// Chooses and applies the content coding of an answer.
enum ContentCoding {
    /// Shorter answers fit into one packet uncompressed.
    private static let leastSize = 1_000

    /// Whether answers of this media type are worth compressing.
    static func gains(_ type: String) -> Bool {
        type.hasPrefix("text/") || type.contains("json") || type.contains("javascript")
            || type.contains("svg")
    }

    /// The compressed bytes; `nil` if gzip is not accepted, or the body is short.
    static func compressed(_ body: ByteBuffer, accepted header: [String]) -> ByteBuffer? {
        guard body.readableBytes >= leastSize, isGzipAccepted(header) else { return nil }
        return Gzip.compress(body)
    }

    /// Whether gzip is accepted (RFC 9110, 12.5.3): by name or by `*`, with a weight above 0.
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

/// Gzip (RFC 1952) in one call of zlib.
enum Gzip {
    /// The fastest level, because answers are small and rarely cached.
    private static let level: Int32 = 1

    /// The compressed bytes; `nil` if memory is exhausted.
    static func compress(_ plain: ByteBuffer) -> ByteBuffer? {
        var stream = z_stream()
        guard czlib_begin_gzip(&stream, level) == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        var compressed = ByteBuffer()
        var status = Z_OK
        plain.withUnsafeReadableBytes { input in
            stream.avail_in = UInt32(input.count)
            // zlib declares its input mutable but does not write to it.
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
