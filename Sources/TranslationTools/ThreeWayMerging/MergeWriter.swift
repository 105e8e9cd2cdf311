// Writes a merged file, with conflict markers on lines of their own.

/// The bytes of a merged file.
struct MergeWriter {
    private(set) var bytes: [UInt8] = []
    private let lineBreak: [UInt8]
    /// Whether a line ended before the bytes that end it were written.
    private var hasEndedLine = false
    /// Whether what comes next belongs on a line of its own.
    private var wantsLineBreak = false

    /// - Parameter model: the file whose line breaks are used.
    init(like model: [UInt8]) {
        lineBreak = model.firstRange(of: [0x0D, 0x0A]) == nil ? [0x0A] : [0x0D, 0x0A]
    }

    mutating func append(_ new: [UInt8]) {
        guard !new.isEmpty else { return }
        var new = new[...]
        if hasEndedLine, let end = new.firstIndex(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }),
            new[end] == 0x0A
        {
            new = new[(end + 1)...]
        }
        hasEndedLine = false
        if wantsLineBreak, bytes.last != 0x0A,
            let first = new.first(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }), first != 0x0A
        {
            bytes += lineBreak
        }
        wantsLineBreak = false
        bytes += new
    }

    /// Says that the last piece was the end of its file, which needs no line break there.
    mutating func endFile() { wantsLineBreak = true }

    /// Writes both versions of a piece between markers, as Git does.
    mutating func appendConflict(ours: [UInt8], theirs: [UInt8]) {
        let indentation = bytes.lastLine
        if indentation.isBlank {
            bytes.removeLast(indentation.count)
        } else {
            bytes += lineBreak
        }
        let indent = indentation.isBlank ? indentation : []
        bytes += Array("<<<<<<< ours".utf8) + lineBreak
        appendSide(ours, indent)
        bytes += Array("=======".utf8) + lineBreak
        appendSide(theirs, indent)
        bytes += Array(">>>>>>> theirs".utf8) + lineBreak
        (hasEndedLine, wantsLineBreak) = (true, false)
    }

    private mutating func appendSide(_ side: [UInt8], _ indentation: [UInt8]) {
        guard !side.isEmpty else { return }
        bytes += indentation + side
        if side.last != 0x0A { bytes += lineBreak }
    }
}
