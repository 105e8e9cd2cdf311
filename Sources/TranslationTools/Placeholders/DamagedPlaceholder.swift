// What is left of a placeholder that a translation has lost a sign of, or put a space into.

/// Finds the spellings of placeholders that were damaged in a translation: `% d`, `1$s`, `%1s`, `%١$s`, `s%`,
/// `{name`.
enum DamagedPlaceholder {
    /// The part of a text that was meant as a placeholder; `nil` where nothing looks like it.
    ///
    /// - Parameter model: the placeholder as the source text has it; the text has it nowhere.
    static func spelling(of model: String, in text: String) -> String? {
        let model = Array(model.unicodeScalars)
        let scalars = Array(text.unicodeScalars)
        guard model.count > 1, !scalars.isEmpty else { return nil }
        for start in scalars.indices {
            guard let end = end(of: model, in: scalars, from: start), isAlone(start..<end, in: scalars) else {
                continue
            }
            return scalars[start..<end].elementsEqual(model) ? nil : string(scalars[start..<end])
        }
        return remainders(of: model).lazy.compactMap { remainder -> String? in
            first(remainder, in: scalars).map { string(scalars[$0]) }
        }.first
    }

    /// The end of a placeholder whose signs are all there, with white space between them, or in the
    /// full-width form or the digits of another script.
    private static func end(
        of model: [Unicode.Scalar], in scalars: [Unicode.Scalar], from start: Int
    ) -> Int? {
        guard isLike(scalars[start], model[0]) else { return nil }
        var index = start
        for (number, sign) in model.enumerated() {
            // A line break is no slip within a placeholder.
            while number > 0, index < scalars.count, isSpace(scalars[index]), !isSpace(sign) { index += 1 }
            guard index < scalars.count, isLike(scalars[index], sign), index - start < 2 * model.count else {
                return nil
            }
            index += 1
        }
        return index
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .spaceSeparator
    }

    private static func isLike(_ scalar: Unicode.Scalar, _ model: Unicode.Scalar) -> Bool {
        if scalar == model { return true }
        if (0x21...0x7E).contains(model.value), scalar.value == model.value + 0xFEE0 { return true }
        return scalar.value > 0x7F && scalar.properties.generalCategory == .decimalNumber
            && (0x30...0x39).contains(model.value)
            && scalar.properties.numericValue == Double(model.value - 0x30)
    }

    /// What is left where a sign at an end or the dollar sign was lost, or where the signs of a specifier
    /// changed places, as they do where texts run from right to left.
    private static func remainders(of model: [Unicode.Scalar]) -> [[Unicode.Scalar]] {
        var remainders = [Array(model.dropFirst()), Array(model.dropLast())].filter { rest in
            rest.count > 1 && rest.contains { !isLetterOrDigit($0) } && rest.contains(where: isLetterOrDigit)
        }
        if model[0] == "%", model.count == 2 { remainders.append(model.reversed()) }
        if model[0] == "%", model.contains("$") { remainders.append(model.filter { $0 != "$" }) }
        return remainders
    }

    private static func first(
        _ wanted: [Unicode.Scalar], in scalars: [Unicode.Scalar]
    ) -> Range<Int>? {
        guard scalars.count >= wanted.count else { return nil }
        for start in 0...scalars.count - wanted.count where scalars[start] == wanted[0] {
            let range = start..<start + wanted.count
            if scalars[range].elementsEqual(wanted), isAlone(range, in: scalars) { return range }
        }
        return nil
    }

    /// Whether neither a letter beside the place belongs to the same word, nor a percent sign or a number
    /// before it says that the sign is text: `50 % de`, `100%%d`.
    private static func isAlone(_ range: Range<Int>, in scalars: [Unicode.Scalar]) -> Bool {
        let (first, last) = (scalars[range.lowerBound], scalars[range.upperBound - 1])
        // A number and a dollar sign begin another specifier.
        if range.upperBound < scalars.count, isLetterOrDigit(last) || last == "$" {
            let next = scalars[range.upperBound]
            if isLetterOrDigit(next) || last == "$" && "@#*.+-'".unicodeScalars.contains(next) {
                return false
            }
        }
        let before = scalars[..<range.lowerBound]
        guard let previous = before.last else { return true }
        if isLetterOrDigit(first) { return !isLetterOrDigit(previous) }
        if first != "%" { return true }
        return previous != "%"
            && before.last { !isSpace($0) }.map { $0.properties.generalCategory != .decimalNumber } ?? true
    }

    private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        (0x61...0x7A).contains(scalar.value | 0x20) || (0x30...0x39).contains(scalar.value)
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }
}
