// The slider of a range of numbers, and the bars above it that show where the values of the results are.

internal import CatalogSearch

/// A slider whose positions are round numbers from at most the least to at least the greatest value.
struct RangeSlider {
    /// The first and the last position, and the distance of two, as attributes of HTML.
    let minimum: String
    let maximum: String
    let step: String
    /// The greatest numbers between which positions are exact.
    private static let exact = 1e15
    /// A slider has at least so many positions, and at most two and a half times as many.
    private static let positions = 100.0
    /// The positions are multiples of a number of this many decimals at most.
    private static let decimals = 9

    /// A slider from one number to a greater one; `nil` if there is nothing to choose.
    init?(_ minimum: String, _ maximum: String) {
        guard let lower = Double(minimum), let upper = Double(maximum), lower < upper,
            max(-lower, upper) < Self.exact
        else { return nil }
        // Between whole numbers only whole numbers are offered: years, pieces in stock.
        let isWhole = lower == lower.rounded() && upper == upper.rounded()
        let width = (upper - lower) / Self.positions
        var power = 1.0
        var exponent = 0
        while power * 10 <= width {
            power *= 10
            exponent += 1
        }
        while power > width, !isWhole, exponent > -Self.decimals {
            power /= 10
            exponent -= 1
        }
        let factor = [1, 2, 5].last { Double($0) * power <= width } ?? 1
        let step = Double(factor) * power
        // A quotient that is a whole number but for the rounding of its operands is one.
        let tolerance = 1e-6
        guard let first = Int(exactly: (lower / step + tolerance).rounded(.down)),
            let last = Int(exactly: (upper / step - tolerance).rounded(.up))
        else { return nil }
        func spelling(_ position: Int) -> String {
            Self.spelling(position * factor, exponent: exponent)
        }
        (self.minimum, self.maximum, self.step) = (spelling(first), spelling(last), spelling(1))
    }

    /// A whole number times a power of ten.
    private static func spelling(_ number: Int, exponent: Int) -> String {
        guard exponent < 0 else {
            return "\(number)" + (number == 0 ? "" : String(repeating: "0", count: exponent))
        }
        let digits = "\(number.magnitude)"
        let padded = String(repeating: "0", count: max(0, 1 - exponent - digits.count)) + digits
        return "\(number < 0 ? "-" : "")\(padded.dropLast(-exponent)).\(padded.suffix(-exponent))"
    }
}

extension PageFilters {
    /// The ranges in which the numbers of an attribute are counted, for the bars above its slider.
    public static let barCount = 20
}

extension PageValues {
    /// The height of the highest bar.
    private static let barHeight = 20

    /// The slider of a facet; `nil` if it has no numbers to choose from.
    ///
    /// - Parameter chosen: the ends of the chosen range, empty for none.
    func slider(_ facet: SearchResponse.Facet, _ chosen: (lower: String, upper: String)) -> TemplateValue? {
        guard !facet.isDate, let minimum = facet.minimum?.text, let maximum = facet.maximum?.text,
            let slider = RangeSlider(minimum, maximum)
        else { return nil }
        func end(_ name: String, _ key: String, _ value: String) -> TemplateValue {
            .object([
                "end": .text(name), "value": .text(value),
                "label": .text(words.text("Chip: %1$@ %2$@", facet.label, words.text(key))),
            ])
        }
        return .object([
            "minimum": .text(slider.minimum), "maximum": .text(slider.maximum), "step": .text(slider.step),
            "bars": .list(bars(facet.buckets ?? [], chosen)), "width": .number(facet.buckets?.count ?? 0),
            "ends": .list([
                end("lower", "RangeFrom", chosen.lower.isEmpty ? slider.minimum : chosen.lower),
                end("upper", "RangeTo", chosen.upper.isEmpty ? slider.maximum : chosen.upper),
            ]),
        ])
    }

    /// Bars as high as the share of each range in the most frequent one.
    private func bars(
        _ ranges: [SearchResponse.Facet.Bucket], _ chosen: (lower: String, upper: String)
    ) -> [TemplateValue] {
        let most = ranges.map(\.count).max() ?? 0
        guard ranges.count > 1, most > 0 else { return [] }
        let lower = Double(chosen.lower) ?? -.infinity
        let upper = Double(chosen.upper) ?? .infinity
        return ranges.enumerated().filter { $0.element.count > 0 }.map { position, range in
            // Few records are seen, too.
            let height = max(1, range.count * Self.barHeight / most)
            let isChosen = (range.upper ?? .infinity) >= lower && (range.lower ?? -.infinity) <= upper
            return .object([
                "x": .number(position), "y": .number(Self.barHeight - height), "height": .number(height),
                "chosen": .flag(isChosen),
            ])
        }
    }
}
