// Escape sequences that other programs write for terminals, such as colors.

/// Reads text that may contain escape sequences (ECMA-48).
package enum EscapeSequences {
    private static let escape: UInt8 = 0x1B

    /// The bytes without escape sequences. One that is cut off ends with the bytes.
    package static func dropped(from bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            if byte == escape { skip(&rest) } else { result.append(byte) }
        }
        return result
    }

    /// Skips a sequence after its ESC: CSI up to its final byte, OSC up to BEL or ST, a
    /// choice of characters, else one byte.
    private static func skip(_ rest: inout ArraySlice<UInt8>) {
        switch rest.popFirst() {
        case UInt8(ascii: "["): while let byte = rest.popFirst(), !(0x40...0x7E).contains(byte) {}
        case UInt8(ascii: "]"):
            while let byte = rest.popFirst(), byte != 0x07 {
                if byte == escape { return _ = rest.popFirst() }
            }
        case UInt8(ascii: "("), UInt8(ascii: ")"): _ = rest.popFirst()
        default: break
        }
    }
}
