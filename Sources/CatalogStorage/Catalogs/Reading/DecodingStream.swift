// Reads a file in any of the encodings of tables as UTF-8.

internal import Files

/// The bytes of a file as UTF-8. Bytes that are UTF-8 already are passed on unchanged, even if they contain
/// errors.
final class DecodingStream: FileStream {
    private let source: any FileStream
    /// Called once if the encoding is not UTF-8, as soon as it is known.
    private let report: (TableEncoding) -> Void
    private(set) var encoding: TableEncoding?
    /// Whether the beginning was checked.
    private var hasBegun = false
    /// Bytes of the file that wait for the rest of their character.
    private var undecoded: [UInt8] = []
    /// The decoded bytes from `position` on.
    private var decoded: [UInt8] = []
    private var position = 0
    private var isAtEnd = false
    private static let blockSize = 1 << 16

    init(_ source: any FileStream, report: @escaping (TableEncoding) -> Void) {
        self.source = source
        self.report = report
    }

    /// The size of the file, before it is decoded.
    var size: Int? { encoding == nil || encoding == .utf8 ? source.size : nil }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        while position == decoded.count, !isAtEnd { try decodeBlock() }
        let count = min(buffer.count, decoded.count - position)
        decoded[position..<position + count].withUnsafeBytes { buffer.copyMemory(from: $0) }
        position += count
        return count
    }

    private func decodeBlock() throws(FileError) {
        try readBlock()
        // The first block determines the encoding, so it must be complete even from a pipe.
        while !hasBegun, !isAtEnd, undecoded.count < Self.blockSize { try readBlock() }
        decoded.removeAll(keepingCapacity: true)
        position = 0
        if !hasBegun {
            hasBegun = true
            var mark = 0
            encoding = undecoded.withUnsafeBufferPointer { TableEncoding.marked($0, length: &mark) }
            undecoded.removeFirst(mark)
            if let encoding, encoding != .utf8 { report(encoding) }
        }
        if encoding == nil {
            encoding = TableEncoding.guessed(undecoded)
            if encoding == .windows1252 { report(.windows1252) }
        }
        switch encoding {
        case nil where !isAtEnd:
            // An incomplete character at the end is examined together with the next block.
            let count = undecoded.reversed().prefix { $0 >= 0x80 }.count
            decoded += undecoded.dropLast(count)
            undecoded.removeFirst(undecoded.count - count)
        case nil, .utf8?: swap(&decoded, &undecoded)
        case .windows1252?:
            for byte in undecoded { append(Self.windows1252(byte)) }
            undecoded.removeAll(keepingCapacity: true)
        case .utf16LittleEndian?: decodeUTF16 { UInt16($0) | UInt16($1) << 8 }
        case .utf16BigEndian?: decodeUTF16 { UInt16($0) << 8 | UInt16($1) }
        }
    }

    /// Reads a block after the undecoded bytes.
    private func readBlock() throws(FileError) {
        var block = [UInt8](repeating: 0, count: Self.blockSize)
        let source = source
        var span = block.mutableSpan
        let count = try span.withUnsafeMutableBytes { buffer throws(FileError) in
            try source.read(into: buffer)
        }
        isAtEnd = count == 0
        undecoded += block[..<count]
    }

    /// Decodes whole characters. An unpaired surrogate becomes U+FFFD.
    private func decodeUTF16(_ unit: (UInt8, UInt8) -> UInt16) {
        var units: [UInt16] = []
        units.reserveCapacity(undecoded.count / 2)
        for place in stride(from: 0, to: undecoded.count - 1, by: 2) {
            units.append(unit(undecoded[place], undecoded[place + 1]))
        }
        // The second half of the last character may be in the next block.
        if !isAtEnd, let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
        decoded += String(decoding: units, as: UTF16.self).utf8
        undecoded.removeFirst(2 * units.count)
    }

    private func append(_ scalar: Unicode.Scalar) { decoded += UTF8.encode(scalar)! }

    private static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
        (0x80...0x9F).contains(byte)
            ? TableEncoding.highControls[Int(byte - 0x80)] ?? "\u{FFFD}" : Unicode.Scalar(byte)
    }
}
