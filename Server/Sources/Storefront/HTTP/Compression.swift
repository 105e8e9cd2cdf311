// Compression of responses with gzip.

internal import CZlib
internal import NIOCore

/// Chooses and applies the content coding of a response.
enum ContentCoding {
    /// Shorter responses fit into one packet uncompressed.
    static let leastSize = 1_000

    /// Whether responses of this media type are worth compressing.
    static func gains(_ type: String) -> Bool {
        // First the type of most responses; searching for substrings takes microseconds.
        type.hasPrefix("application/json") || type.hasPrefix("text/") || type.contains("json")
            || type.contains("javascript") || type.contains("svg")
    }

    /// A body in gzip, for responses that are sent often; `nil` if compression gains too little.
    static func compressed(_ body: ByteBuffer, type: String) -> ByteBuffer? {
        guard gains(type), body.readableBytes >= leastSize else { return nil }
        return try? Gzip.compress(body)
    }

    /// Whether gzip is accepted (RFC 9110, 12.5.3): by name or by `*`, with a weight above 0.
    static func isGzipAccepted(_ header: [String]) -> Bool {
        var any = false
        for part in header.flatMap({ $0.parts(separatedBy: ",") }) {
            let pieces = part.parts(separatedBy: ";").map { $0.trimmingBlanks }
            guard let name = pieces.first?.lowercased() else { continue }
            let isWanted = QualityValue(pieces.dropFirst()).value > 0
            if name == "gzip" || name == "x-gzip" { return isWanted }
            if name == "*" { any = isWanted }
        }
        return any
    }
}

/// Gzip (RFC 1952) with zlib.
enum Gzip {
    /// The fastest level, because responses are small and rarely cached.
    private static let level: Int32 = 1
    /// The number of bytes between two checks for cancellation: some milliseconds.
    private static let stride = 1 << 20

    /// The compressed bytes; `nil` if memory is exhausted.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    static func compress(_ plain: ByteBuffer) throws(CancellationError) -> ByteBuffer? {
        var stream = z_stream()
        guard czlib_begin_gzip(&stream, level) == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        var compressed = ByteBuffer()
        compressed.reserveCapacity(Int(deflateBound(&stream, UInt(plain.readableBytes))))
        var rest = plain
        var status = Z_OK
        repeat {
            if Task.isCancelled { throw CancellationError() }
            guard let part = rest.readSlice(length: min(stride, rest.readableBytes)) else { return nil }
            status = add(part, to: &compressed, &stream, isLast: rest.readableBytes == 0)
        } while status == Z_OK
        return status == Z_STREAM_END ? compressed : nil
    }

    /// Compresses a chunk: `Z_OK` if all of it was consumed, `Z_STREAM_END` after the last one.
    private static func add(
        _ part: ByteBuffer, to compressed: inout ByteBuffer, _ stream: inout z_stream, isLast: Bool
    ) -> Int32 {
        part.withUnsafeReadableBytes { input in
            stream.avail_in = UInt32(input.count)
            // zlib declares its input mutable but does not write to it.
            stream.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
            var status = Z_OK
            repeat {
                // The upper bound of what is still to be written, so that one round is enough.
                let room = Int(deflateBound(&stream, UInt(stream.avail_in))) + 64
                compressed.writeWithUnsafeMutableBytes(minimumWritableBytes: room) { output in
                    stream.avail_out = UInt32(output.count)
                    stream.next_out = output.bindMemory(to: UInt8.self).baseAddress
                    status = deflate(&stream, isLast ? Z_FINISH : Z_NO_FLUSH)
                    return output.count - Int(stream.avail_out)
                }
            } while status == Z_OK && (isLast || stream.avail_in > 0)
            return status
        }
    }
}
