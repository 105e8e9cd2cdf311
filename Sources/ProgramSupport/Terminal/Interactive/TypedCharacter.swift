// The event of one character, typed or named by a sequence.

extension TerminalEvent {
    /// The event of a character; `nil` for a control that no key produces.
    init?(typed scalar: Unicode.Scalar, _ modifiers: KeyModifiers) {
        switch scalar.value {
        case 0x00: self = .key(.character(" "), modifiers.union(.control))
        case 0x08, 0x7F: self = .key(.backspace, modifiers)
        case 0x09:
            self =
                modifiers.contains(.shift)
                ? .key(.backTab, modifiers.subtracting(.shift)) : .key(.tab, modifiers)
        case 0x0D: self = .key(.enter, modifiers)
        // In raw mode the Enter key sends CR; LF is control and J.
        case 0x1B: self = .key(.escape, modifiers)
        case 0x01...0x1F:
            // Control clears two bits of a letter, or of one of \ ] ^ _.
            let plain = Unicode.Scalar(UInt8(scalar.value | (scalar.value < 0x1B ? 0x60 : 0x40)))
            self = .key(.character(Character(plain)), modifiers.union(.control))
        case _ where scalar.isControl: return nil
        default:
            if modifiers.isDisjoint(with: [.alt, .control]) {
                let text = String(scalar)
                self = .text(modifiers.contains(.shift) ? text.uppercased() : text)
            } else {
                self = .key(.character(Character(scalar)), modifiers)
            }
        }
    }
}
