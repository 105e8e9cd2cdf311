// Decodes mouse reports of terminals.

extension MouseEvent {
    /// A report in mode 1006: `CSI < code ; column ; row M`, with a lower-case m when a button is released.
    init?(_ values: [Int], isRelease: Bool) {
        guard values.count == 3 else { return nil }
        self.init(code: values[0], isRelease: isRelease, column: values[1], row: values[2])
    }

    /// A report without mode 1006: three bytes, each 32 greater than its number.
    init?(oldBytes bytes: [UInt8]) {
        let values = bytes.map { Int($0) - 32 }
        // The report does not say which button was released.
        let isRelease = values[0] & 0b1110_0011 == 3
        let code = isRelease ? values[0] & ~3 : values[0]
        self.init(code: code, isRelease: isRelease, column: values[1], row: values[2])
    }

    private init?(code: Int, isRelease: Bool, column: Int, row: Int) {
        guard row > 0, column > 0 else { return nil }
        let kind: Kind
        // Bits 6 and 7 mean the wheel and further buttons, bit 5 a movement of the mouse.
        switch (code & ~0b11100, isRelease) {
        case (0...2, let isRelease): kind = isRelease ? .release : .press
        case (64, false): kind = .wheelUp
        case (65, false): kind = .wheelDown
        default: return nil
        }
        var modifiers: KeyModifiers = []
        if code & 4 != 0 { modifiers.insert(.shift) }
        if code & 8 != 0 { modifiers.insert(.alt) }
        if code & 16 != 0 { modifiers.insert(.control) }
        self.init(
            kind: kind, button: code < 64 ? code & 3 : 0, row: row - 1, column: column - 1,
            modifiers: modifiers)
    }
}
