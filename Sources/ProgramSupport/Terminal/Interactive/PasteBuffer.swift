// Collects pasted text until its end mark.

/// Collects a paste: bytes up to `CSI 201~`.
struct PasteBuffer {
    /// The most bytes of UTF-8 that a paste keeps; the rest is dropped.
    static let limit = 1 << 20

    private static let endMark = Array("\u{1B}[201~".utf8)

    private var text = String.UnicodeScalarView()
    private var size = 0
    private var assembler = ScalarAssembler()
    private var isAfterReturn = false
    /// The number of bytes of the end mark that were read.
    private var matched = 0

    /// Takes a byte. Returns the whole text at the last byte of the end mark.
    mutating func feed(_ byte: UInt8) -> String? {
        if byte == Self.endMark[matched] {
            matched += 1
            guard matched == Self.endMark.count else { return nil }
            if assembler.breakOff() { append("\u{FFFD}") }
            return String(text)
        }
        // Only the first byte of the mark is ESC, so an incomplete mark cannot contain the start of another.
        let isBegin = byte == Self.endMark[0]
        for other in Self.endMark[..<matched] { assemble(other) }
        matched = isBegin ? 1 : 0
        if !isBegin { assemble(byte) }
        return nil
    }

    private mutating func assemble(_ byte: UInt8) {
        let (isBroken, scalar) = assembler.feed(byte)
        if isBroken { append("\u{FFFD}") }
        if let scalar { append(scalar) }
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        var scalar = scalar
        let isSecondOfBreak = isAfterReturn && scalar == "\n"
        isAfterReturn = scalar == "\r"
        if isSecondOfBreak { return }
        if scalar == "\r" { scalar = "\n" }
        guard scalar == "\n" || scalar == "\t" || !scalar.isControl else { return }
        // The text ends at the first byte that does not fit, so that nothing is missing in its middle.
        let room = Self.limit - size
        size = min(Self.limit, size + UTF8.width(scalar))
        if UTF8.width(scalar) <= room { text.append(scalar) }
    }
}
