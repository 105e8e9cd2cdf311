// Other spellings of a number: other signs between its digits, a fraction, or another name of its unit.

internal import ICU
internal import Support

extension WordExpansion {
    /// A long number with decimals or a unit, with and without the separators of the reader's locale:
    /// `20000mah` is `20,000 mAh`, and `1234.50` is `1,234.50`.
    func grouped(_ word: String) throws(ICUError) -> [PreparedQuery.Alternative] {
        guard let sign = try LetterRuns.grouping(of: query.request.locale) else { return [] }
        func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
        let number = word.utf8.prefix { isDigit($0) || $0 == sign }
        var rest = word.utf8.dropFirst(number.count)
        var decimals: Substring.UTF8View.SubSequence = rest.prefix(0)
        if let first = rest.first, first == UInt8(ascii: ".") || first == UInt8(ascii: ",") {
            decimals = rest.prefix(1 + rest.dropFirst().prefix(while: isDigit).count)
            rest = rest.dropFirst(decimals.count)
        }
        let unit = String(Substring(rest))
        // A plain number is found in texts with any separator by other code.
        guard decimals.count != 1, !unit.isEmpty || !decimals.isEmpty,
            unit.unicodeScalars.allSatisfy(\.properties.isAlphabetic)
        else { return [] }
        return Self.groupings(of: Array(number), sign).flatMap { number in
            let text = number + String(Substring(decimals))
            let joined = spelling(text + unit, .separators, isWhole: true)
            return unit.isEmpty ? [joined] : [neighbours([text, unit], .separators), joined]
        }
    }

    /// A number of at least four digits without and with separators; empty for others, and for digits that
    /// are grouped in another way.
    private static func groupings(of number: [UInt8], _ sign: UInt8) -> [String] {
        let digits = number.filter { $0 != sign }
        guard (4...12).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }),
            digits.first != UInt8(ascii: "0")
        else { return [] }
        let first = (digits.count - 1) % 3 + 1
        var grouped = Array(digits.prefix(first))
        for (position, digit) in digits.dropFirst(first).enumerated() {
            if position % 3 == 0 { grouped.append(sign) }
            grouped.append(digit)
        }
        guard number == digits || number == grouped else { return [] }
        return [digits, grouped].map { String(decoding: $0, as: UTF8.self) }
    }

    /// Decimal separators; the last one is for Arabic digits.
    private static let decimalSigns: [Character] = [".", ",", "\u{66B}"]

    /// A decimal number with the decimal separators of other conventions: `1.5` is `1,5` and `١٫٥`.
    func decimals(_ word: String) throws(ICUError) -> [PreparedQuery.Alternative] {
        try otherDecimals(word).map { spelling($0, .separators, isWhole: false) }
    }

    /// A decimal number with the other separators; empty for other words, or if the separator may group
    /// digits.
    private func otherDecimals(_ word: String) throws(ICUError) -> [String] {
        let parts = word.split(omittingEmptySubsequences: false, whereSeparator: Self.decimalSigns.contains)
        guard parts.count == 2, let sign = word.first(where: Self.decimalSigns.contains),
            parts.allSatisfy({ !$0.isEmpty && $0.unicodeScalars.allSatisfy(\.isDecimalDigit) })
        else { return [] }
        if sign != "\u{66B}" {
            let grouping = try LetterRuns.grouping(of: query.request.locale)
            guard parts[1].count != 3, word.parts(grouping: grouping).count == 1 else { return [] }
        }
        return Self.decimalSigns.filter { $0 != sign }.map { parts.joined(separator: String($0)) }
    }

    /// A size with another sign between its numbers: `m8x40` is `M8×40` and `M8 × 40`.
    func sizes(_ word: String) -> [PreparedQuery.Alternative] {
        let scalars = Array(word.unicodeScalars)
        let signs = scalars.indices.filter { position in
            scalars[position].isTimesSign && position > 0 && position + 1 < scalars.count
                && scalars[position - 1].isDecimalDigit && scalars[position + 1].isDecimalDigit
        }
        guard 1..<LetterRuns.mostJoined ~= signs.count else { return [] }
        let starts = [0] + signs.map { $0 + 1 }
        let numbers = zip(starts, signs + [scalars.count]).map { String(scalars[$0..<$1]) }
        let joined = ["x", "×"].map { numbers.joined(separator: $0) }
        // A unit behind the last number may be a word: `90×200cm`.
        let apart: [[String]] = Self.cutAtDigits([numbers.last!]).flatMap { last in
            let size = numbers.dropLast() + last.prefix(1)
            let signed = size.flatMap { ["x", $0] }.dropFirst()
            return [size + last.dropFirst(), signed + last.dropFirst()].map(Array.init)
        }
        return joined.map { spelling($0, .separators, isWhole: false) }
            + apart.map { neighbours($0, .separators) }
    }

    /// A fraction as one character or with a slash.
    func fractions(_ word: String) -> [PreparedQuery.Alternative] {
        Self.fractions(word).map { neighbours($0, .units) }
    }

    /// The other ways to write a fraction, each as adjacent words.
    private static func fractions(_ word: String) -> [[String]] {
        let slash: Unicode.Scalar = "\u{2044}"
        let parts = word.split(separator: "/", omittingEmptySubsequences: false)
        if parts.count == 2,
            parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
        {
            return [[parts.joined(separator: String(slash))]]
        }
        if let mixed = mixedNumber(word) { return mixed }
        // Most words have no fraction, and decomposing them takes long.
        guard word.unicodeScalars.contains(where: \.isFraction) else { return [] }
        let whole = word.unicodeScalars.prefix(while: \.isDecimalDigit)
        let rest = word.unicodeScalars.dropFirst(whole.count)
        let decomposed = Normalizer.compatibilityDecomposed(rest)
        guard decomposed.contains(slash) else { return [] }
        let fraction = decomposed.map { $0 == slash ? "/" : $0 }
        guard !whole.isEmpty, rest.first?.properties.numericType == .numeric else {
            return [[String(whole) + String(fraction[...])]]
        }
        // A mixed number: `1½` is `1 ½`, `1 1/2` and `1-1/2`.
        let numbers = fraction.split(separator: "/").map { String($0[...]) }
        return [[String(whole), String(rest)], [String(whole)] + numbers]
    }

    /// The fractions that are one character, by how they are written with a slash.
    private static let characters: [String: Unicode.Scalar] = {
        let scalars = ([0xBC...0xBE, 0x2150...0x215E] as [ClosedRange<UInt32>]).joined()
        return Dictionary(
            scalars.compactMap(Unicode.Scalar.init).map { scalar in
                let digits = Normalizer.compatibilityDecomposed([scalar]).map { $0 == "\u{2044}" ? "/" : $0 }
                return (String(digits[...]), scalar)
            }, uniquingKeysWith: { first, _ in first })
    }()

    /// A mixed number with a hyphen, with the fraction as one character: `1-1/4` is `1¼` and `1 ¼`; `nil` for
    /// other words.
    private static func mixedNumber(_ word: String) -> [[String]]? {
        let parts = word.split(omittingEmptySubsequences: false) { ["-", "‑", "–"].contains($0) }
        guard parts.count == 2, !parts[0].isEmpty, parts[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let fraction = characters[String(parts[1])]
        else { return nil }
        return [[String(parts[0]) + String(fraction)], [String(parts[0]), String(fraction)]]
    }

    static func isFraction(_ word: String) -> Bool { !fractions(word).isEmpty }

    /// A number with other names and symbols of its unit.
    func units(_ word: String) throws(ICUError) -> [PreparedQuery.Alternative] {
        guard let (number, unit) = UnitNames.cut(word) else { return [] }
        let measures = try measures(number, unit)
        guard measures.isEmpty, let hyphen = unit.unicodeScalars.firstIndex(of: "-") else { return measures }
        // `2-liter-flasche` is `Flasche 2 l`.
        let thing = String(unit.unicodeScalars[hyphen...].dropFirst())
        let ofThing = try self.measures(number, String(unit.unicodeScalars[..<hyphen]))
        if ofThing.isEmpty || thing.isEmpty { return [] }
        return [compose([ofThing, [query.compoundEnd(thing)]], .compound)]
    }

    /// The greatest number of names of a unit that are searched for.
    private static let mostUnitNames = 10

    /// A number with the names and symbols of a unit.
    func measures(_ number: String, _ unit: String) throws(ICUError) -> [PreparedQuery.Alternative] {
        var found: [PreparedQuery.Alternative] = []
        guard let names = try UnitNames.of(query.request.locale).names(of: unit) else { return [] }
        // `2000 watts` is 2,000 W.
        let grouping = try LetterRuns.grouping(of: query.request.locale)
        let grouped = grouping.map { Self.groupings(of: Array(number.utf8), $0) } ?? []
        let others = try (otherDecimals(number) + grouped).filter { $0 != number }.map { [$0] }
        for number in [[number]] + others + Self.fractions(number) {
            for name in names.prefix(Self.mostUnitNames) {
                let words = PreparedQuery.split(name)
                if name.unicodeScalars.contains(where: { $0.value.isLetterOrDigit }) {
                    found.append(neighbours(number + words, .units))
                }
                if words.count == 1 {
                    found.append(neighbours(number.dropLast() + [number.last! + name], .units))
                }
            }
        }
        return found
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is the fraction slash, or has it in its compatibility decomposition.
    fileprivate var isFraction: Bool {
        switch value {
        case 0xBC...0xBE, 0x2044, 0x2150...0x215F, 0x2189: true
        default: false
        }
    }
}
