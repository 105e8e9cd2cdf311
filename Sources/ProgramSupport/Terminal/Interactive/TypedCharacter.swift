// Which event is a single character, as typed or as named by a sequence?

extension TerminalEvent {
    /// What a character stands for; `nil` if it is a control that no key gives.
    init?(typed scalar: Unicode.Scalar, _ modifiers: KeyModifiers) {
        switch scalar.value {
        case 0x00: self = .key(.character(" "), modifiers.union(.control))
        case 0x08, 0x7F: self = .key(.backspace, modifiers)
        case 0x09:
            self =
                modifiers.contains(.shift)
                ? .key(.backTab, modifiers.subtracting(.shift)) : .key(.tab, modifiers)
        case 0x0A, 0x0D: self = .key(.enter, modifiers)
        case 0x1B: self = .key(.escape, modifiers)
        case 0x01...0x1F:
            // Control takes two bits from a letter, or from one of \ ] ^ _.
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
