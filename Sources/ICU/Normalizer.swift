// Unicode normalization and related character properties.

internal import CICU

/// Canonical normalization by ICU (UAX #15).
package enum Normalizer {
    /// The canonical decomposition (NFD) of a text.
    package static func decomposed(_ scalars: some Sequence<Unicode.Scalar>) -> [Unicode.Scalar] {
        normalized(scalars) { icu_nfd(&$0) }
    }

    /// The compatibility decomposition (NFKD) of a text.
    package static func compatibilityDecomposed(_ scalars: some Sequence<Unicode.Scalar>) -> [Unicode.Scalar]
    {
        normalized(scalars) { icu_nfkd(&$0) }
    }

    /// The canonical composition (NFC) of a text.
    package static func composed(_ text: String) -> String {
        // Text below U+0300 is in both forms.
        guard text.utf8.contains(where: { $0 >= 0xCC }) else { return text }
        var result = ""
        result.unicodeScalars.append(contentsOf: normalized(text.unicodeScalars) { icu_nfc(&$0) })
        return result
    }

    private static func normalized(
        _ scalars: some Sequence<Unicode.Scalar>, by form: (inout Int32) -> OpaquePointer?
    ) -> [Unicode.Scalar] {
        var units: [UInt16] = []
        for scalar in scalars { units.append(contentsOf: UTF16.encode(scalar)!) }
        let result = try? filledUTF16("unorm2_normalize", capacity: units.count * 3 + 16) {
            icu_normalize(form(&$2), units, Int32(units.count), $0, $1, &$2)
        }
        // The normalization data are compiled into ICU: only a lack of memory can fail here, and
        // then the text stays unchanged.
        return Array(String(decoding: result ?? units, as: UTF16.self).unicodeScalars)
    }
}

extension Unicode.Scalar {
    /// The canonical combining class; 0 for characters other than marks.
    package var canonicalCombiningClass: UInt8 { icu_combiningClass(Int32(value)) }

    /// Whether the code point is assigned, including private use.
    package var isAssigned: Bool { icu_charType(Int32(value)) != 0 }

    /// Whether programs that do not support the character should ignore it (soft hyphen, joiners, variation
    /// selectors).
    package var isDefaultIgnorable: Bool {
        icu_hasBinaryProperty(Int32(value), ICU_UCHAR_DEFAULT_IGNORABLE_CODE_POINT) != 0
    }

    /// All characters for which `isDefaultIgnorable` holds.
    package static let defaultIgnorables: [ClosedRange<UInt32>] = {
        let set = try? checked("u_getBinaryPropertySet") {
            icu_binaryPropertySet(ICU_UCHAR_DEFAULT_IGNORABLE_CODE_POINT, &$0)
        }
        // ICU owns the set; it must not be closed.
        return (set.flatMap { try? ranges(in: $0) }) ?? []
    }()

    /// Whether the character is not a variant of others: not a capital, not a symbol made of letters, not a
    /// letter with marks.
    package var isPlain: Bool {
        switch Int32(icu_charType(Int32(value))) {
        case ICU_U_UPPERCASE_LETTER, ICU_U_TITLECASE_LETTER, ICU_U_OTHER_SYMBOL,
            ICU_U_OTHER_NUMBER, ICU_U_LETTER_NUMBER:
            return false
        default:
            return icu_intProperty(Int32(value), ICU_UCHAR_DECOMPOSITION_TYPE) != ICU_U_DT_CANONICAL
        }
    }

    /// The value of a decimal digit of any script; `nil` for other characters.
    package var decimalDigitValue: Int? {
        let value = icu_charDigitValue(Int32(value))
        return value >= 0 ? Int(value) : nil
    }

    /// The width of the character in terminal columns: 0 for marks and invisible characters, 2 for wide East
    /// Asian characters and for emoji (UAX #11), otherwise 1.
    package var columns: Int {
        if value < 0x300 { return value < 0x20 || (0x7F..<0xA0).contains(value) || value == 0xAD ? 0 : 1 }
        switch Int32(icu_charType(Int32(value))) {
        case ICU_U_NON_SPACING_MARK, ICU_U_ENCLOSING_MARK, ICU_U_FORMAT_CHAR: return 0
        default: break
        }
        // The vowels and finals of a Hangul syllable are drawn inside the syllable.
        if (0x1160...0x11FF).contains(value) || isDefaultIgnorable { return 0 }
        let width = icu_intProperty(Int32(value), ICU_UCHAR_EAST_ASIAN_WIDTH)
        return width == ICU_U_EA_FULLWIDTH || width == ICU_U_EA_WIDE ? 2 : 1
    }
}
