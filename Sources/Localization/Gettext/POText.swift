// The text of a PO file, decoded with the encoding that its header names.

internal import ICU
internal import Support

/// The text of a PO file as valid UTF-8, with a mapping back to the file's bytes.
struct POText {
    private(set) var utf8: [UInt8] = []
    /// The encoding problems, with offsets in `utf8`.
    private(set) var faults: [(kind: PODiagnostic.Kind, offset: Int)] = []
    private let decoded: DecodedText?
    /// For encodings other than Unicode's: where each line begins, in `utf8` and in the file.
    private var lineStarts: [(text: Int, file: Int)] = []

    init(_ bytes: [UInt8]) {
        let charset = Self.charset(in: bytes)
        let isUnicode = charset.map { Self.unicodeNames.contains($0) } ?? true
        let hasMark = TextEncoding.detected(in: bytes).hasByteOrderMark
        if !isUnicode, !hasMark, let charset, let decoder = CharacterDecoder(named: charset) {
            decoded = nil
            decodeLines(bytes, decoder, charset)
            return
        }
        let decoded = DecodedText(bytes)
        self.decoded = decoded
        utf8 = decoded.utf8
        if decoded.encoding != .utf8 {
            faults.append((.wideEncoding(decoded.encoding), 0))
        } else if decoded.hasByteOrderMark {
            faults.append((.byteOrderMark, 0))
        }
        if !isUnicode, !hasMark, let charset { faults.append((.unknownCharset(charset), 0)) }
        for case .invalidSequence(let offset, let range) in decoded.faults {
            faults.append(
                (
                    .invalidSequence(
                        bytes: Array(bytes[range].prefix(8)), charset: decoded.encoding.rawValue), offset
                ))
        }
    }

    /// The offset in the file. For encodings other than Unicode's it is exact if the line is ASCII up to
    /// there, else it is that of the line's beginning.
    func byteOffset(of offset: Int) -> Int {
        if let decoded { return decoded.byteOffset(of: offset) }
        let next = lineStarts.partitioningIndex { $0.text > offset }
        guard next > 0 else { return 0 }
        let line = lineStarts[next - 1]
        let isPlain = utf8[line.text..<min(offset, line.text + 256, utf8.count)].allSatisfy { $0 < 0x80 }
        return isPlain && offset - line.text <= 256 ? line.file + offset - line.text : line.file
    }

    /// Decodes line by line: no legacy encoding has a line feed inside a character.
    private mutating func decodeLines(_ bytes: [UInt8], _ decoder: CharacterDecoder, _ charset: String) {
        utf8.reserveCapacity(bytes.count + bytes.count / 2)
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
            lineStarts.append((utf8.count, start))
            let line = bytes[start..<end]
            // In ISO 2022, an escape character switches to another character set.
            if line.allSatisfy({ $0 < 0x80 && $0 != 0x1B }) {
                utf8 += line
            } else {
                let text = (try? decoder.decoded(line)) ?? String(decoding: line, as: UTF8.self)
                let before = utf8.count
                utf8 += text.utf8
                if let fault = text.utf8.firstRange(of: [0xEF, 0xBF, 0xBD] as [UInt8]) {
                    let offset = before + text.utf8.distance(from: text.utf8.startIndex, to: fault.lowerBound)
                    let wrong = Array(line.lazy.filter { $0 >= 0x80 }.prefix(8))
                    faults.append((.invalidSequence(bytes: wrong, charset: charset), offset))
                }
            }
            start = end
        }
    }

    private static let unicodeNames: Set<String> = ["utf-8", "utf8", "us-ascii", "ascii", "charset"]

    /// The encoding that the header's `Content-Type` names, in lower case. The header is the first entry, so
    /// only the beginning of the file is searched.
    private static func charset(in bytes: [UInt8]) -> String? {
        let lines = bytes.prefix(16_384).split(separator: 0x0A)
        for line in lines {
            let text = String(decoding: line, as: UTF8.self).lowercased()
            guard text.contains("\"content-type:"), let found = text.firstRange(of: "charset=") else {
                continue
            }
            let name = text[found.upperBound...].prefix {
                !$0.isWhitespace && $0 != "\\" && $0 != ";" && $0 != "\""
            }
            return name.isEmpty ? nil : String(name)
        }
        return nil
    }
}
