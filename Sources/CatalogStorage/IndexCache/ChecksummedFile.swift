// The format of the small files of an index.

internal import CatalogSearch

/// A file that begins with a line of magic, version and checksum (XXH64) of all bytes after the line.
enum ChecksummedFile {
    static func bytes(_ content: [UInt8], magic: String, version: Int) -> [UInt8] {
        Array("\(magic) \(version) \(Checksum.of(content.span.bytes).hexadecimal)\n".utf8) + content
    }

    /// The content of a file.
    ///
    /// - Throws: `otherVersion` or `damaged`.
    static func content(of bytes: [UInt8], magic: String, version: Int) throws(IndexFault) -> [UInt8] {
        let line = bytes.prefix { $0 != 0x0A }
        let words = String(decoding: line, as: UTF8.self).split(separator: " ")
        guard words.count == 3, words[0] == magic, let found = Int(words[1]) else { throw .damaged }
        guard found == version else { throw .otherVersion }
        let content = Array(bytes.dropFirst(line.count + 1))
        guard words[2] == Checksum.of(content.span.bytes).hexadecimal else { throw .damaged }
        return content
    }
}

extension Checksum {
    static func of(_ bytes: RawSpan) -> UInt64 { bytes.withUnsafeBytes { of($0) } }
}

extension UInt64 {
    /// The number in 16 hexadecimal digits.
    var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
