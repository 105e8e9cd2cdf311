// Scripts that are written without spaces between words, and their scalars.

extension Unicode.Scalar {
    /// Whether the scalar is a letter of hiragana.
    var isHiragana: Bool { 0x3041...0x3096 ~= value }

    /// Whether the scalar is a syllable or a letter of Hangul.
    var isHangul: Bool { Hangul.syllables.contains(value) || 0x1100...0x11FF ~= value }

    /// Whether the scalar is more than a letter, in a script that is written without spaces.
    var isSyllableOrWord: Bool { value >= 0x2E80 }

    /// Whether the scalar's script is written without spaces, or with spaces that many leave out, as in
    /// Korean.
    var isWrittenWithoutSpaces: Bool {
        switch value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1100...0x11FF, 0x1780...0x17FF, 0x2E80...0x2FFF,
            0x3005...0x3007, 0x3040...0x318F, 0x31F0...0x31FF, 0x3400...0x9FFF, 0xA960...0xA97F,
            0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF66...0xFFDC, 0x1B000...0x1B16F, 0x20000...0x3FFFF:
            true
        default: false
        }
    }
}
