// The marks that version control leaves where it could not join two versions.

internal import Localization

/// `<<<<<<<` and its companions, in a text or between entries.
enum ConflictMarkers {
    /// Of seven bytes one is looked at, because every text is: a mark has seven of them in a row.
    static func mayBe(in text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            stride(from: 6, to: bytes.count, by: 7).contains {
                let byte = bytes[$0]
                return byte == 0x3C || byte == 0x3E || byte == 0x7C
            }
        }
    }

    /// The mark at the beginning of a line of a text.
    static func first(in text: String) -> String? {
        marks.first { text.hasPrefix($0 + " ") || text.contains("\n\($0) ") }
    }

    /// The mark that a finding of the parser is about.
    static func mark(in diagnostic: StringsDiagnostic) -> String? {
        guard case .unexpectedText(let text) = diagnostic.kind else { return nil }
        return marks.first { text.hasPrefix($0) } ?? (text.hasPrefix("=======") ? "=======" : nil)
    }

    private static let marks = ["<<<<<<<", ">>>>>>>", "|||||||"]

    /// The marks in a file of another format than `.strings`, whose readers know only that something is
    /// wrong.
    static func findings(in bytes: [UInt8]) -> [StringsDiagnostic] {
        // Most files have no line that begins so.
        guard bytes.contains(sevenTimes: UInt8(ascii: "<")) else { return [] }
        var findings: [StringsDiagnostic] = []
        var offset = 0
        for (index, line) in bytes.lines.enumerated() {
            let text = String(decoding: line.prefix(8), as: UTF8.self)
            if marks.contains(where: { text == $0 + " " }) || text.prefix(7) == "=======" {
                findings.append(
                    StringsDiagnostic(
                        kind: .unexpectedText(text),
                        place: SourcePosition(line: index + 1, column: 1, byteOffset: offset)))
            }
            offset += line.count
        }
        return findings
    }
}

extension [UInt8] {
    /// Whether a byte is there seven times in a row. Of seven bytes one is looked at where it is not.
    fileprivate func contains(sevenTimes byte: UInt8) -> Bool {
        withUnsafeBufferPointer { bytes in
            var index = 6
            while index < bytes.count {
                guard bytes[index] == byte else {
                    index += 7
                    continue
                }
                var (start, end) = (index, index + 1)
                while start > 0, bytes[start - 1] == byte { start -= 1 }
                while end < bytes.count, bytes[end] == byte { end += 1 }
                if end - start >= 7 { return true }
                index = end + 6
            }
            return false
        }
    }
}
