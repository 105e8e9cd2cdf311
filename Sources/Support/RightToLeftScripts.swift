// The scripts that are written from right to left.

extension Unicode.Scalar {
    /// Whether the character is in a block of such a script.
    package var isRightToLeft: Bool {
        switch value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}
