// The exact decimal digits of floating-point numbers, and their rounding.

/// The exact decimal value of a finite floating-point number.
///
/// Each `Double` is a finite decimal fraction of up to 767 digits. Like C's `printf`, this type rounds that
/// fraction and not a shorter approximation: 2.675 with two decimals is 2.67, because the number is
/// 2.67499999999999982236431605997495353221893310546875.
struct ExactDecimal {
    /// The digits, 0 to 9, without leading zeros; empty for zero.
    private(set) var digits: [UInt8]
    /// How many digits precede the decimal point; it may be negative or greater than the number of digits.
    private(set) var pointPosition: Int

    /// The digits of a number's magnitude.
    init(_ number: Double) {
        guard number != 0, number.isFinite else {
            digits = []
            pointPosition = 0
            return
        }
        // number = significand × 2^exponent, the significand odd.
        var significand = number.significandBitPattern
        var exponent = Int(number.exponentBitPattern)
        if exponent == 0 { exponent = 1 } else { significand |= 1 << 52 }
        exponent -= 1075
        let zeros = significand.trailingZeroBitCount
        significand >>= UInt64(zeros)
        exponent += zeros

        // 2^-n = 5^n / 10^n, so negative powers become multiplications too.
        var limbs = Self.limbs(of: significand)
        if exponent >= 0 {
            Self.multiply(&limbs, by: 2, power: exponent, chunk: (1 << 29, 29))
        } else {
            Self.multiply(&limbs, by: 5, power: -exponent, chunk: (1_220_703_125, 13))
        }
        digits = Self.decimalDigits(of: limbs)
        pointPosition = exponent >= 0 ? digits.count : digits.count + exponent
    }

    /// Rounds to this number of decimals, ties to even, as C does by default.
    mutating func round(toFractionDigits count: Int) { round(keeping: pointPosition + count) }

    /// Rounds to this number of significant digits, ties to even.
    mutating func round(toSignificantDigits count: Int) { round(keeping: count) }

    /// The digit at a decimal place: 0 is directly before the decimal point, -1 is the first decimal.
    func digit(at place: Int) -> UInt8 {
        let index = pointPosition - 1 - place
        return digits.indices.contains(index) ? digits[index] : 0
    }

    private mutating func round(keeping count: Int) {
        guard count < digits.count else { return }
        guard count >= 0 else {
            self = ExactDecimal(0)
            return
        }
        let rest = digits[count...]
        let isTie = rest.first == 5 && rest.dropFirst().allSatisfy { $0 == 0 }
        let isOdd = count > 0 && digits[count - 1] & 1 == 1
        let roundsUp = isTie ? isOdd : rest.first! >= 5
        digits.removeSubrange(count...)
        guard roundsUp else {
            if digits.isEmpty { self = ExactDecimal(0) }
            return
        }
        var index = count - 1
        while index >= 0, digits[index] == 9 {
            digits[index] = 0
            index -= 1
        }
        if index >= 0 {
            digits[index] += 1
        } else {
            digits.insert(1, at: 0)
            pointPosition += 1
        }
    }

    // MARK: Large integers: limbs of nine decimal digits, the least significant first

    private static let base: UInt64 = 1_000_000_000

    private static func limbs(of number: UInt64) -> [UInt64] {
        var limbs: [UInt64] = []
        var rest = number
        while rest > 0 {
            limbs.append(rest % base)
            rest /= base
        }
        return limbs
    }

    private static func multiply(
        _ limbs: inout [UInt64], by factor: UInt64, power: Int, chunk: (factor: UInt64, power: Int)
    ) {
        var rest = power
        while rest > 0 {
            let step = rest >= chunk.power ? chunk : (factor: factor, power: 1)
            var carry: UInt64 = 0
            for index in limbs.indices {
                let product = limbs[index] * step.factor + carry
                limbs[index] = product % base
                carry = product / base
            }
            while carry > 0 {
                limbs.append(carry % base)
                carry /= base
            }
            rest -= step.power
        }
    }

    private static func decimalDigits(of limbs: [UInt64]) -> [UInt8] {
        var digits: [UInt8] = []
        for limb in limbs {
            var rest = limb
            for _ in 0..<9 {
                digits.append(UInt8(rest % 10))
                rest /= 10
            }
        }
        while digits.last == 0 { digits.removeLast() }
        return digits.reversed()
    }
}
