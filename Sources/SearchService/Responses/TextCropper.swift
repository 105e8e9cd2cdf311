// Crops texts around their matches, so that a response has a few lines instead of whole descriptions.

package import CatalogSearch
internal import ICU
internal import Localization

/// Crops texts to a length in Unicode scalars, at word boundaries. Not thread-safe, because its segmenters
/// are not.
package final class TextCropper {
    /// The shown part of a text.
    package struct Excerpt: Equatable {
        /// The part, with an ellipsis at each end where text is missing.
        package let text: String
        /// The part in scalars of the whole text.
        private let part: Range<Int>
        /// The number of scalars before the part: 1 for an ellipsis.
        private let lead: Int

        fileprivate init(_ text: String, _ part: Range<Int>, lead: Int) {
            self.text = text
            self.part = part
            self.lead = lead
        }

        /// A range of the whole text in scalars of the excerpt; `nil` if no scalar of it is shown.
        package func moved(_ range: Range<Int>) -> Range<Int>? {
            let shown = range.clamped(to: part)
            guard !shown.isEmpty else { return nil }
            return shown.lowerBound - part.lowerBound + lead..<shown.upperBound - part.lowerBound + lead
        }
    }

    private var segmenters: [LocaleIdentifier: WordSegmenter] = [:]
    private var bounds: [Int32] = []

    /// The most segmenters in memory; clients may use any number of locales.
    private static let segmenterLimit = 50
    /// How many scalars are read beyond the part to find the words at its ends.
    private static let context = 40
    private static let ellipsis = "…"

    package init() {}

    /// The part of a text around its matches: of all parts of the length that begin before a match, the first
    /// one with the most matches. The whole text if it is not longer.
    ///
    /// - Parameters:
    ///   - ranges: the matches in scalars of the text, ascending.
    ///   - length: the most scalars of the part, without ellipses; at least 1.
    ///   - locale: the text's locale, for word boundaries.
    package func excerpt(
        of text: String, around ranges: [Range<Int>], length: Int, in locale: LocaleIdentifier
    ) -> Excerpt {
        // No text has more scalars than bytes.
        guard text.utf8.count > length else { return Excerpt(text, 0..<text.utf8.count, lead: 0) }
        var text = text
        return text.withUTF8 { bytes in
            let total = bytes.scalarCount
            guard total > length else {
                return Excerpt(String(decoding: bytes, as: UTF8.self), 0..<total, lead: 0)
            }
            let anchor = anchor(ranges, length: length).clamped(to: 0..<total)
            let start = min(max(0, anchor.lowerBound - length / 4), total - length)
            let part = wholeWords(bytes, start..<start + length, around: anchor, total, locale)
            let from = bytes.index(ofScalar: part.lowerBound, from: 0)
            let to = bytes.index(ofScalar: part.count, from: from)
            let shown = String(decoding: bytes[from..<to], as: UTF8.self)
            return Excerpt(
                (part.lowerBound > 0 ? Self.ellipsis : "") + shown
                    + (part.upperBound < total ? Self.ellipsis : ""),
                part, lead: part.lowerBound > 0 ? 1 : 0)
        }
    }

    /// The match at which the part begins.
    private func anchor(_ ranges: [Range<Int>], length: Int) -> Range<Int> {
        var best = (count: 0, range: 0..<0)
        var end = 0
        for (number, range) in ranges.enumerated() {
            let limit = range.lowerBound + length - length / 4
            end = max(end, number)
            while end < ranges.count, ranges[end].upperBound <= limit { end += 1 }
            if end - number > best.count { best = (end - number, range) }
        }
        return best.count > 0 ? best.range : ranges.first ?? 0..<0
    }

    /// The part without incomplete words at its ends. A word that is longer than the part is cropped.
    private func wholeWords(
        _ bytes: UnsafeBufferPointer<UInt8>, _ part: Range<Int>, around anchor: Range<Int>, _ total: Int,
        _ locale: LocaleIdentifier
    ) -> Range<Int> {
        let first = max(0, part.lowerBound - Self.context)
        let last = min(total, part.upperBound + Self.context)
        let from = bytes.index(ofScalar: first, from: 0)
        let to = bytes.index(ofScalar: last - first, from: from)
        let read = UnsafeBufferPointer(rebasing: bytes[from..<to])
        segmenter(locale).wordBounds(of: read, into: &bounds)
        var start: Int?
        var end: Int?
        var (scalar, offset) = (first, 0)
        for number in bounds.indices {
            while offset < bounds[number] {
                if read[offset].startsScalar { scalar += 1 }
                offset += 1
            }
            if number.isMultiple(of: 2) {
                if start == nil, scalar >= part.lowerBound, scalar <= anchor.lowerBound { start = scalar }
            } else if scalar <= part.upperBound, scalar >= anchor.upperBound, scalar > part.lowerBound {
                end = scalar
            }
        }
        let lower = part.lowerBound == 0 ? 0 : start ?? bytes.wholeCharacter(part.lowerBound, total)
        let upper = part.upperBound == total ? total : end ?? bytes.wholeCharacter(part.upperBound, total)
        return lower..<max(lower, upper)
    }

    private func segmenter(_ locale: LocaleIdentifier) -> WordSegmenter {
        if let segmenter = segmenters[locale] { return segmenter }
        let segmenter = WordSegmenter(locale)
        if segmenters.count >= Self.segmenterLimit { segmenters.removeAll() }
        segmenters[locale] = segmenter
        return segmenter
    }
}

extension TextCropper {
    /// A hit with all its texts cropped around their matches, whose ranges move accordingly. Matches that are
    /// not shown are left out, but counted in `matchCount`.
    package func cropped(_ hit: Hit, length: Int) -> Hit {
        var hit = hit
        var cut: [(field: FieldName, text: Int, excerpt: Excerpt)] = []
        func crop(_ text: inout Hit.Text) -> [(field: FieldName, text: Int, excerpt: Excerpt)] {
            var cut: [(field: FieldName, text: Int, excerpt: Excerpt)] = []
            for (number, value) in text.values.enumerated() where value.utf8.count > length {
                let field = text.field
                let found = hit.matches.lazy.filter { $0.field == field && $0.text == number }.map(\.range)
                let excerpt = excerpt(of: value, around: Array(found), length: length, in: text.locale)
                text.values[number] = excerpt.text
                cut.append((field, number, excerpt))
            }
            return cut
        }
        var title = hit.titleText
        // Matches in the title have the ranges of its field's text.
        _ = crop(&title)
        hit.titleText = title
        for index in hit.texts.indices {
            var text = hit.texts[index]
            cut += crop(&text)
            hit.texts[index] = text
        }
        guard !cut.isEmpty else { return hit }
        hit.matches = hit.matches.compactMap { match in
            guard let one = cut.first(where: { $0.field == match.field && $0.text == match.text }) else {
                return match
            }
            return one.excerpt.moved(match.range).map { range in
                var moved = match
                moved.range = range
                return moved
            }
        }
        return hit
    }
}

extension UInt8 {
    /// Whether the byte of UTF-8 is the first one of a scalar.
    fileprivate var startsScalar: Bool { self & 0xC0 != 0x80 }
}

extension UnsafeBufferPointer<UInt8> {
    /// The number of scalars in UTF-8.
    fileprivate var scalarCount: Int {
        var total = 0
        var index = 0
        while index + 8 <= count {
            total += scalarCountOfEight(from: index)
            index += 8
        }
        while index < count {
            if self[index].startsScalar { total += 1 }
            index += 1
        }
        return total
    }

    /// The number of scalars that begin in eight bytes.
    @inline(__always)
    private func scalarCountOfEight(from start: Int) -> Int {
        let bytes = UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: start, as: UInt64.self)
        // The lowest bit of each byte that continues a scalar: such bytes are 10xxxxxx.
        let ones: UInt64 = 0x0101_0101_0101_0101
        let continuing = (bytes >> 7) & (~bytes >> 6) & ones
        return 8 - Int((continuing &* ones) >> 56)
    }

    /// The index of a scalar, counted from the scalar at `start`.
    fileprivate func index(ofScalar number: Int, from start: Int) -> Int {
        var rest = number
        var index = start
        while index + 8 <= count {
            let passed = scalarCountOfEight(from: index)
            if passed > rest { break }
            rest -= passed
            index += 8
        }
        while index < count {
            if self[index].startsScalar {
                if rest == 0 { return index }
                rest -= 1
            }
            index += 1
        }
        return count
    }

    /// The number of the next scalar that does not continue the character before it. Checks only ten scalars,
    /// because few texts have more marks on one letter.
    fileprivate func wholeCharacter(_ number: Int, _ total: Int) -> Int {
        let from = index(ofScalar: number, from: 0)
        let to = index(ofScalar: 10, from: from)
        let scalars = String(decoding: self[from..<to], as: UTF8.self).unicodeScalars
        return Swift.min(total, number + scalars.prefix(while: \.continuesCharacter).count)
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is shown together with the one before it.
    fileprivate var continuesCharacter: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: self == "\u{200D}"
        }
    }
}
