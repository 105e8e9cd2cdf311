// Where is a text cut into terms? At white space, as far as white space counts in the locale.
//
// A term is folded by itself, and what stands between two terms is folded with neither: so only characters that
// leave bytes behind in both foldings may separate, else a query could reach over them.

internal import ICU

/// The characters at which the texts of a locale are cut into terms.
struct TermBorders: Sendable {
    /// The separators, ascending.
    let scalars: [UInt32]
    /// For each byte of UTF-8 what it may begin.
    let classes: [UInt8]

    /// In `classes`: the byte is a separator.
    static let separator: UInt8 = 1
    /// In `classes`: separators of several bytes begin with this byte.
    static let lead: UInt8 = 2

    /// White space (Unicode 15, PropList, White_Space), and the ideographic comma and full stop. The narrow no-break
    /// space (U+202F) is none of them: it joins what it stands between to one word (UAX #29, ExtendNumLet).
    private static let candidates: [UInt32] =
        Array(0x09...0x0D) + [0x20, 0x85, 0xA0, 0x1680] + Array(0x2000...0x200A)
        + [0x2028, 0x2029, 0x205F, 0x3000, 0x3001, 0x3002]

    /// The separators of a locale.
    init(_ folding: Folding) {
        scalars = Self.candidates.filter { scalar in
            let text = String(Unicode.Scalar(scalar)!)
            return !folding.standard.folded(text).isEmpty && !folding.search.folded(text).isEmpty
        }
        var classes = [UInt8](repeating: 0, count: 256)
        for scalar in scalars {
            var bytes: [UInt8] = []
            bytes.append(utf8Of: scalar)
            classes[Int(bytes[0])] = bytes.count == 1 ? Self.separator : Self.lead
        }
        self.classes = classes
    }

    /// Whether a text is cut at a character.
    @inline(__always)
    func isSeparator(_ scalar: UInt32) -> Bool {
        if scalar < 0x80 { return classes[Int(scalar)] == Self.separator }
        guard scalar == 0x85 || scalar == 0xA0 || scalar >= 0x1680, scalar <= 0x3002 else { return false }
        return scalars.contains(scalar)
    }
}
