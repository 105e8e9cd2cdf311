// Comparison and search by a locale's collation.

internal import CICU

/// An ICU collator.
///
/// `Sendable`: ICU documents that several threads may use a `const UCollator` at once ("ICU Threading Model",
/// ucol.h); all attributes are set in the initializer.
package final class Collator: Sendable {
    /// The standard collation of a locale, or the one for searches.
    package enum Kind: Sendable { case standard, search }

    /// The finest difference that counts: `primary` only base letters; `tertiary` also accents and case.
    package enum Strength: Sendable { case primary, tertiary }

    private nonisolated(unsafe) let handle: OpaquePointer
    /// The locale whose data ICU uses, such as `root` for `de`. Two collators with the
    /// same source and kind are equal.
    package let source: String
    /// Identifies the order of texts: two standard collators of tertiary strength with the same order sort
    /// alike. Consists of the source, and of the settings if the locale's keywords change them (`de-u-kn`).
    package let order: String
    /// Whether the locale ignores punctuation and spaces (Thai does).
    package let ignoresPunctuation: Bool
    /// Whether untailored characters have the primary weights of the root's standard collation. False if the
    /// collation ignores punctuation, or compares digits as numbers.
    package let sharesWeights: Bool
    /// The highest primary weight of punctuation and spaces.
    private let variableTop: UInt32

    /// Opens the collator of a locale.
    ///
    /// - Throws: `ICUError` if ICU has no data or no memory; a locale that ICU does not know gets the root's.
    package init(_ locale: LocaleIdentifier, kind: Kind = .standard, strength: Strength = .tertiary)
        throws(ICUError)
    {
        let name =
            switch kind {
            case .standard: locale.icuIdentifier
            case .search: locale.identifier + "@collation=search"
            }
        let handle = try checked("ucol_open", locale: name) { icu_openCollator(name, &$0) }
        guard let handle else { throw ICUError(function: "ucol_open", locale: name, status: "no collator") }
        self.handle = handle
        do {
            try checked("ucol_setAttribute", locale: name) {
                icu_setCollatorAttribute(
                    handle, ICU_UCOL_STRENGTH, strength == .primary ? ICU_UCOL_PRIMARY : ICU_UCOL_TERTIARY,
                    &$0)
            }
            let source = try checked("ucol_getLocaleByType", locale: name) {
                icu_collatorLocale(handle, ICU_ULOC_ACTUAL_LOCALE, &$0)
            }
            self.source = source.map(String.init(cString:)) ?? "root"
            if locale.keywords.isEmpty {
                self.order = self.source
            } else {
                let plain = try Collator(locale.base, kind: kind, strength: strength)
                let settings = try Self.settings(of: handle, locale: name)
                let plainSettings = try Self.settings(of: plain.handle, locale: name)
                let isPlain = plain.source == self.source && plainSettings == settings
                self.order = isPlain ? self.source : "\(self.source) \(settings)"
            }
            let alternate = try checked("ucol_getAttribute", locale: name) {
                icu_collatorAttribute(handle, ICU_UCOL_ALTERNATE_HANDLING, &$0)
            }
            self.ignoresPunctuation = alternate == ICU_UCOL_SHIFTED
            let numeric = try checked("ucol_getAttribute", locale: name) {
                icu_collatorAttribute(handle, ICU_UCOL_NUMERIC_COLLATION, &$0)
            }
            self.sharesWeights = !ignoresPunctuation && numeric != ICU_UCOL_ON
            self.variableTop = try checked("ucol_getVariableTop", locale: name) {
                icu_variableTop(handle, &$0)
            }
        } catch {
            icu_closeCollator(handle)
            throw error
        }
    }

    deinit { icu_closeCollator(handle) }

    /// All settings that keywords of a locale may change (UTS #35, "Collation
    /// Settings"), except the strength.
    private static func settings(of handle: OpaquePointer, locale: String) throws(ICUError) -> [Int32] {
        let attributes = [
            ICU_UCOL_ALTERNATE_HANDLING, ICU_UCOL_CASE_FIRST, ICU_UCOL_CASE_LEVEL, ICU_UCOL_FRENCH_COLLATION,
            ICU_UCOL_NORMALIZATION_MODE, ICU_UCOL_NUMERIC_COLLATION,
        ]
        var settings: [Int32] = []
        for attribute in attributes {
            settings.append(
                try checked("ucol_getAttribute", locale: locale) {
                    icu_collatorAttribute(handle, attribute, &$0)
                })
        }
        let top = try checked("ucol_getVariableTop", locale: locale) { icu_variableTop(handle, &$0) }
        settings.append(Int32(bitPattern: top))
        // More than there are scripts.
        var codes = [Int32](repeating: 0, count: 512)
        let count = try checked("ucol_getReorderCodes", locale: locale) {
            icu_reorderCodes(handle, &codes, Int32(codes.count), &$0)
        }
        return settings + codes.prefix(Int(count))
    }

    /// The sort key: bytes in the collation's order; at `primary` strength of base letters only.
    package func sortKey(_ text: some StringProtocol) -> [UInt8] {
        let units = text.utf16Array
        var key = [UInt8](repeating: 0, count: units.count * 3 + 16)
        var length = icu_sortKey(handle, units, Int32(units.count), &key, Int32(key.count))
        if Int(length) > key.count {
            key = [UInt8](repeating: 0, count: Int(length))
            length = icu_sortKey(handle, units, Int32(units.count), &key, length)
        }
        key.removeLast(key.count - Int(length))
        return key
    }

    /// Opens an iterator over primary weights, for one thread.
    package func primaryWeights() throws(ICUError) -> PrimaryWeightIterator {
        try PrimaryWeightIterator(self, handle, shiftedUpTo: ignoresPunctuation ? variableTop : 0)
    }

    /// Sequences of two and more scalars with weights of their own.
    ///
    /// - Returns: contractions, such as `ch`; and scalars whose weight depends on the scalars before them,
    ///   such as the Japanese prolonged sound mark after each kana: each such sequence ends with that scalar.
    package func sequences() throws(ICUError) -> (
        contractions: Set<[Unicode.Scalar]>, inContext: Set<[Unicode.Scalar]>
    ) {
        let contractions = try contractions(withPrefixes: false)
        return (contractions, try self.contractions(withPrefixes: true).subtracting(contractions))
    }

    private func contractions(withPrefixes: Bool) throws(ICUError) -> Set<[Unicode.Scalar]> {
        let set = icu_openSet()
        defer { icu_closeSet(set) }
        try checked("ucol_getContractionsAndExpansions", locale: source) {
            icu_contractions(handle, set, withPrefixes ? 1 : 0, &$0)
        }
        return Set(try strings(in: set))
    }

    /// The scalars that this collation orders differently than the root does, ascending, and whether it has
    /// no tailoring at all, not even of sequences of scalars.
    package func tailoring() throws(ICUError) -> (scalars: [ClosedRange<UInt32>], isEmpty: Bool) {
        let set = try checked("ucol_getTailoredSet", locale: source) { icu_tailoredSet(handle, &$0) }
        defer { icu_closeSet(set) }
        return (try ranges(in: set), icu_setItemCount(set) == 0)
    }

    /// Whether ICU's own string search finds `pattern` in `text`; the slow reference for the search engine.
    ///
    /// An empty pattern is never found, and nothing is found in an empty text.
    package func finds(_ pattern: String, in text: String) throws(ICUError) -> Bool {
        let pattern = pattern.utf16Array
        let text = text.utf16Array
        guard !pattern.isEmpty, !text.isEmpty else { return false }
        // ICU keeps the pointers as long as it searches.
        return try pattern.withUnsafeBufferPointer { (pattern) throws(ICUError) in
            try text.withUnsafeBufferPointer { (text) throws(ICUError) in
                let search = try checked("usearch_openFromCollator", locale: source) {
                    icu_openSearch(
                        pattern.baseAddress, Int32(pattern.count), text.baseAddress, Int32(text.count),
                        handle,
                        &$0)
                }
                defer { icu_closeSearch(search) }
                return try checked("usearch_first", locale: source) { icu_searchFirst(search, &$0) } >= 0
            }
        }
    }
}

/// Reads the primary weights of short texts with one handle; not thread-safe.
package final class PrimaryWeightIterator {
    private let collator: Collator
    private let handle: OpaquePointer
    private let shiftedUpTo: UInt32
    private var units: [UInt16] = []

    fileprivate init(_ collator: Collator, _ handle: OpaquePointer, shiftedUpTo: UInt32) throws(ICUError) {
        self.collator = collator
        self.shiftedUpTo = shiftedUpTo
        let elements = try checked("ucol_openElements", locale: collator.source) {
            icu_openElements(handle, [0x61], 1, &$0)
        }
        guard let elements else {
            throw ICUError(function: "ucol_openElements", locale: collator.source, status: "no iterator")
        }
        self.handle = elements
    }

    deinit { icu_closeElements(handle) }

    /// The primary weights of a text, in order. Characters without one (accents, controls, and punctuation if
    /// the locale ignores it) are skipped.
    package func weights(of scalars: [Unicode.Scalar]) throws(ICUError) -> [UInt32] {
        units.removeAll(keepingCapacity: true)
        for scalar in scalars { units.append(contentsOf: UTF16.encode(scalar)!) }
        var weights: [UInt32] = []
        try appendWeightsOfUnits(to: &weights)
        return weights
    }

    /// Appends the primary weights of one character.
    ///
    /// - Returns: the number of weights.
    package func appendWeights(of scalar: UInt32, to weights: inout [UInt32]) throws(ICUError) -> Int {
        units.removeAll(keepingCapacity: true)
        if scalar < 0x10000 {
            units.append(UInt16(scalar))
        } else {
            units.append(UInt16(0xD7C0 + (scalar >> 10)))
            units.append(UInt16(0xDC00 | scalar & 0x3FF))
        }
        let before = weights.count
        try appendWeightsOfUnits(to: &weights)
        return weights.count - before
    }

    private func appendWeightsOfUnits(to weights: inout [UInt32]) throws(ICUError) {
        let first = weights.count
        var status = ICU_U_ZERO_ERROR
        // The iterator keeps a pointer to the units, which must stay in place during the iteration.
        units.withUnsafeBufferPointer { units in
            icu_setElementsText(handle, units.baseAddress, Int32(units.count), &status)
            while status <= ICU_U_ZERO_ERROR {
                let element = icu_nextElement(handle, &status)
                guard element != -1 else { break }  // UCOL_NULLORDER
                let bits = UInt32(bitPattern: element)
                let primary = bits >> 16
                // ICU returns a weight of three or four bytes as two elements, the second marked in the two
                // high bits of its tertiary weight (coleitr.cpp).
                if bits & 0xC0 == 0xC0 {
                    if weights.count > first { weights[weights.count - 1] |= primary }
                } else if primary != 0 {
                    weights.append(primary << 16)
                }
            }
        }
        let outcome = status
        try checked("ucol_next", locale: collator.source) { $0 = outcome }
        if shiftedUpTo > 0, weights.count > first, weights[first...].contains(where: { $0 <= shiftedUpTo }) {
            weights = weights[..<first] + weights[first...].filter { $0 > shiftedUpTo }
        }
    }
}

private func strings(in set: OpaquePointer?) throws(ICUError) -> [[Unicode.Scalar]] {
    var found: [[Unicode.Scalar]] = []
    var start: Int32 = 0
    var end: Int32 = 0
    for index in 0..<icu_setItemCount(set) {
        let units = try filledUTF16("uset_getItem", capacity: 32) {
            icu_setItem(set, index, &start, &end, $0, $1, &$2)
        }
        // An item without units is a range, not a string.
        if units.count > 1 { found.append(Array(String(decoding: units, as: UTF16.self).unicodeScalars)) }
    }
    return found.filter { $0.count > 1 }
}

func ranges(in set: OpaquePointer?) throws(ICUError) -> [ClosedRange<UInt32>] {
    var found: [ClosedRange<UInt32>] = []
    var start: Int32 = 0
    var end: Int32 = 0
    for index in 0..<icu_setItemCount(set) {
        let units = try filledUTF16("uset_getItem", capacity: 32) {
            icu_setItem(set, index, &start, &end, $0, $1, &$2)
        }
        if units.isEmpty { found.append(UInt32(start)...UInt32(end)) }
    }
    return found
}
