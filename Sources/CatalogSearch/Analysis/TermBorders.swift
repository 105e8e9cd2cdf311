// The separators at which a text is cut into terms: white space that both foldings keep.
//
// Terms are folded one by one, without the separators between them. So only characters that have bytes in
// both foldings may separate terms; otherwise a query could match across them.

internal import ICU
internal import Support

/// The characters that separate the terms of a locale's texts.
struct TermBorders: Sendable {
    /// The separators, ascending.
    let scalars: [UInt32]
    /// What each byte of UTF-8 may begin.
    let classes: [UInt8]

    /// In `classes`: the byte is a separator.
    static let separator: UInt8 = 1
    /// In `classes`: separators of several bytes begin with this byte.
    static let lead: UInt8 = 2

    /// White space (Unicode 15, PropList, White_Space), and the ideographic comma and full stop.
    private static let candidates: [UInt32] =
        Array(0x09...0x0D) + [0x20, 0x85, 0xA0, 0x1680] + Array(0x2000...0x200A)
        + [0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0x3001, 0x3002]

    private static let known = Cache<LocaleIdentifier, TermBorders>(limit: 256)

    /// The separators of a locale, found at first use.
    ///
    /// - Throws: as `Folding` does.
    static func of(_ locale: LocaleIdentifier) throws(ICUError) -> TermBorders {
        try known.value(of: locale) { () throws(ICUError) in TermBorders(try Folding(locale)) }
    }

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

    /// Whether a character separates terms.
    @inline(__always)
    func isSeparator(_ scalar: UInt32) -> Bool {
        if scalar < 0x80 { return classes[Int(scalar)] == Self.separator }
        guard scalar == 0x85 || scalar == 0xA0 || scalar >= 0x1680, scalar <= 0x3002 else { return false }
        return scalars.contains(scalar)
    }
}
