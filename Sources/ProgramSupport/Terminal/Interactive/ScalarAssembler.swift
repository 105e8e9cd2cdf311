// Decodes UTF-8 byte by byte.

/// Assembles bytes into scalars. Ill-formed bytes give one U+FFFD for each maximal subpart (The Unicode
/// Standard, section 3.9, "U+FFFD Substitution of Maximal Subparts").
struct ScalarAssembler {
    private var value: UInt32 = 0
    private var missing = 0
    /// The valid values of the next byte.
    private var allowed: ClosedRange<UInt8> = 0x80...0xBF

    /// Whether a scalar is incomplete.
    var isWaiting: Bool { missing > 0 }

    /// Adds a byte. Returns the scalar that it completes, and whether it broke off an incomplete one.
    mutating func feed(_ byte: UInt8) -> (isBroken: Bool, scalar: Unicode.Scalar?) {
        if missing > 0, allowed.contains(byte) {
            value = value << 6 | UInt32(byte & 0x3F)
            missing -= 1
            allowed = 0x80...0xBF
            return (false, missing == 0 ? Unicode.Scalar(value) : nil)
        }
        let isBroken = breakOff()
        allowed = 0x80...0xBF
        switch byte {
        case 0x00...0x7F: return (isBroken, Unicode.Scalar(byte))
        case 0xC2...0xDF: begin(byte & 0x1F, missing: 1)
        case 0xE0...0xEF:
            begin(byte & 0x0F, missing: 2)
            // Neither overlong nor a surrogate.
            if byte == 0xE0 { allowed = 0xA0...0xBF }
            if byte == 0xED { allowed = 0x80...0x9F }
        case 0xF0...0xF4:
            begin(byte & 0x07, missing: 3)
            // Neither overlong nor greater than U+10FFFF.
            if byte == 0xF0 { allowed = 0x90...0xBF }
            if byte == 0xF4 { allowed = 0x80...0x8F }
        default: return (isBroken, "\u{FFFD}")
        }
        return (isBroken, nil)
    }

    /// Drops an incomplete scalar. Returns whether there was one.
    mutating func breakOff() -> Bool {
        defer { missing = 0 }
        return missing > 0
    }

    private mutating func begin(_ bits: UInt8, missing count: Int) {
        value = UInt32(bits)
        missing = count
    }
}
