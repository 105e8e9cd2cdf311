// A bound of how similar two texts can be, without comparing them word by word.

/// How many letters of each kind a text has.
struct TextOutline: Sendable {
    /// The letters and signs, without white space.
    let count: Int
    /// The same without combining dots above (U+0307): in lower case, one capital letter (U+0130) has
    /// such a dot beside its small letter.
    private let letters: Int
    /// How many of them fall into each of 32 groups, in lower case; at most 255.
    private let groups: SIMD32<UInt8>

    init(_ text: String) {
        var groups = SIMD32<UInt8>()
        var (count, letters) = (0, 0)
        for scalar in text.unicodeScalars {
            guard scalar.isWordPart || !scalar.properties.isWhitespace else { continue }
            count += 1
            guard scalar.value != 0x307 else { continue }
            letters += 1
            let value = scalar.value < 0x80 ? scalar.value : Self.lowercased(scalar)
            // The small and capital letters of ASCII differ in a bit that is not looked at.
            let group = Int(value & 31)
            if groups[group] < .max { groups[group] += 1 }
        }
        (self.count, self.letters, self.groups) = (count, letters, groups)
    }

    private static func lowercased(_ scalar: Unicode.Scalar) -> UInt32 {
        scalar.properties.lowercaseMapping.unicodeScalars.first?.value ?? scalar.value
    }

    /// The greatest similarity that `TextSimilarity` can give.
    ///
    /// To replace a letter changes the numbers of two groups by one, to add or
    /// leave out a letter that of one.
    func bound(_ other: TextOutline) -> Double {
        let longest = max(count, other.count)
        guard longest > 0 else { return 1 }
        let differences = SIMD32<UInt16>(
            truncatingIfNeeded: pointwiseMax(groups, other.groups) &- pointwiseMin(groups, other.groups))
        let least = max(abs(letters - other.letters), (Int(differences.wrappedSum()) + 1) / 2)
        return 1 - Double(least) / Double(longest)
    }
}
