// Decodes control sequences of keys.

/// A sequence after CSI (`ESC [`) or SS3 (`ESC O`).
struct KeySequence {
    /// The result of a byte.
    enum Progress {
        case continues
        /// The byte cannot be part of a sequence; it is a key of its own.
        case isBroken
        case isTooLong
        case isComplete(TerminalEvent?)
        /// A bracketed paste begins.
        case isPaste
        /// Three bytes with the mouse's place follow.
        case isOldMouse
    }

    /// The greatest length of a key's sequence.
    private static let limit = 256

    let introducer: UInt8
    /// Whether it began with two ESC, as rxvt and others spell alt.
    let isDouble: Bool
    private var bytes: [UInt8] = []

    init(introducer: UInt8, isDouble: Bool) {
        self.introducer = introducer
        self.isDouble = isDouble
    }

    /// Whether no byte has followed yet.
    var isEmpty: Bool { bytes.isEmpty }

    private var isSS3: Bool { introducer == UInt8(ascii: "O") }

    mutating func feed(_ byte: UInt8) -> Progress {
        switch byte {
        // The Linux console spells F1 to F5 `CSI [ A` to `CSI [ E`.
        case UInt8(ascii: "[") where bytes.isEmpty && !isSS3: break
        // rxvt ends the sequences of shifted keys with an intermediate byte.
        case UInt8(ascii: "$") where !bytes.isEmpty && bytes.allSatisfy { (0x30...0x39).contains($0) }:
            return completed(byte)
        case 0x20...0x3F where !(isSS3 && (0x20...0x2F).contains(byte)): break
        case 0x20...0x7E: return completed(byte)
        default: return .isBroken
        }
        guard bytes.count < Self.limit else { return .isTooLong }
        bytes.append(byte)
        return .continues
    }

    private func completed(_ final: UInt8) -> Progress {
        let final = Character(Unicode.Scalar(final))
        if isSS3 { return .isComplete(applicationKey(final)) }
        switch (bytes.first.map { Character(Unicode.Scalar($0)) }, final) {
        case ("[", "A"..."E"):
            return .isComplete(event(.function(Int(final.asciiValue!) - Int(UInt8(ascii: "A")) + 1), []))
        case (nil, "M"): return .isOldMouse
        case ("<", "M"), ("<", "m"):
            return .isComplete(
                MouseEvent(parameters(bytes.dropFirst()), isRelease: final == "m").map { .mouse($0) })
        case (nil, _), (.some("0"..."9"), _), (";", _): break
        default: return .isComplete(nil)
        }
        let values = parameters(bytes[...])
        switch final {
        case "~" where values.first == 200: return .isPaste
        case "~" where values.first == 27 && values.count == 3:
            // xterm's modifyOtherKeys.
            return .isComplete(character(values[2], modifiers(values, at: 1)))
        case "~": return .isComplete(editingKey(values, modifiers(values, at: 1)))
        case "$": return .isComplete(editingKey(values, .shift))
        case "^": return .isComplete(editingKey(values, .control))
        case "@": return .isComplete(editingKey(values, [.control, .shift]))
        case "u":
            // The keyboard protocol of kitty; event type 3 is the release of a key.
            let isRelease = subparameter(bytes, of: 1) == 3
            return .isComplete(isRelease ? nil : character(values.first ?? 0, modifiers(values, at: 1)))
        case "a"..."d": return .isComplete(Self.cursorKey(final).flatMap { event($0, .shift) })
        case "Z": return .isComplete(event(.backTab, modifiers(values, at: 1).subtracting(.shift)))
        default: return .isComplete(Self.cursorKey(final).flatMap { event($0, modifiers(values, at: 1)) })
        }
    }

    private func event(_ key: Key, _ modifiers: KeyModifiers) -> TerminalEvent {
        .key(key, isDouble ? modifiers.union(.alt) : modifiers)
    }

    // MARK: Parameters

    /// The numbers between semicolons, without their parts after a colon.
    private func parameters(_ bytes: ArraySlice<UInt8>) -> [Int] {
        bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
            Self.number($0.prefix { $0 != UInt8(ascii: ":") })
        }
    }

    /// The number after the first colon of a parameter.
    private func subparameter(_ bytes: [UInt8], of index: Int) -> Int? {
        let parts = bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        guard index < parts.count else { return nil }
        let pieces = parts[index].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        return pieces.count > 1 ? Self.number(pieces[1]) : nil
    }

    /// A number, limited to a value larger than any in use.
    private static func number(_ digits: some Sequence<UInt8>) -> Int {
        digits.reduce(0) { min($0 * 10 + Int($1 & 0x0F), 1 << 30) }
    }

    private func modifiers(_ values: [Int], at index: Int) -> KeyModifiers {
        guard index < values.count, values[index] > 0 else { return [] }
        return KeyModifiers(rawValue: values[index] - 1).intersection([.shift, .alt, .control])
    }

    // MARK: Keys

    /// The keys of `CSI n ~`.
    private func editingKey(_ values: [Int], _ modifiers: KeyModifiers) -> TerminalEvent? {
        switch values.first ?? 0 {
        case 1, 7: event(.home, modifiers)
        case 2: event(.insert, modifiers)
        case 3: event(.delete, modifiers)
        case 4, 8: event(.end, modifiers)
        case 5: event(.pageUp, modifiers)
        case 6: event(.pageDown, modifiers)
        case let number:
            // The numbers have gaps where a VT220's keyboard has them between function keys.
            [11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24, 25, 26, 28, 29, 31, 32, 33, 34]
                .firstIndex(of: number).map { event(.function($0 + 1), modifiers) }
        }
    }

    /// The keys of sequences that end with a letter.
    private static func cursorKey(_ final: Character) -> Key? {
        switch final {
        case "A", "a": .up
        case "B", "b": .down
        case "C", "c": .right
        case "D", "d": .left
        case "F": .end
        case "H": .home
        case "P": .function(1)
        case "Q": .function(2)
        case "R": .function(3)
        case "S": .function(4)
        default: nil
        }
    }

    /// The keys of SS3: cursor keys, and the keypad in application mode.
    private func applicationKey(_ final: Character) -> TerminalEvent? {
        // Some terminals insert modifiers: `ESC O 5 P`, `ESC O 1;5 P`.
        let values = parameters(bytes[...])
        let modifiers = bytes.isEmpty ? [] : modifiers(values, at: values.count - 1)
        switch final {
        case "M": return event(.enter, modifiers)
        case "I": return event(.tab, modifiers)
        case "a"..."d": return Self.cursorKey(final).flatMap { event($0, .control) }
        case " ", "X", "j"..."y":
            let sign = final == "X" ? 0x3D : Int(final.asciiValue!) & 0x3F
            return character(sign, modifiers)
        default: return Self.cursorKey(final).flatMap { event($0, modifiers) }
        }
    }

    /// A key named by the number of its character.
    private func character(_ number: Int, _ modifiers: KeyModifiers) -> TerminalEvent? {
        // Kitty gives keys without characters numbers in a private use area.
        guard let scalar = UInt32(exactly: number).flatMap(Unicode.Scalar.init),
            !(0xE000...0xF8FF).contains(scalar.value)
        else { return nil }
        return TerminalEvent(typed: scalar, isDouble ? modifiers.union(.alt) : modifiers)
    }
}
