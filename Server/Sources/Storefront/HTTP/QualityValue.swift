// Quality values of headers (RFC 9110, 12.4.2).

/// The weight `q` of one alternative.
struct QualityValue {
    /// From 0, not acceptable, to 1.
    let value: Double

    /// - Parameter parameters: the parts after semicolons; without a weight the
    ///   value is 1, with a malformed one 0.
    init(_ parameters: some Sequence<Substring>) {
        for parameter in parameters {
            let pieces = parameter.parts(separatedBy: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pieces.count == 2, pieces[0].trimmingBlanks.lowercased() == "q" else { continue }
            let value = Double(pieces[1].trimmingBlanks) ?? 0
            self.value = value.isFinite ? min(max(value, 0), 1) : 0
            return
        }
        value = 1
    }
}

extension StringProtocol {
    /// The parts between occurrences of an ASCII character. `split` does not find it before a combining
    /// character, so that a client could change how the rest is read.
    func parts(
        separatedBy separator: Unicode.Scalar, maxSplits: Int = .max, omittingEmptySubsequences: Bool = true
    ) -> [Substring] {
        Substring(self).unicodeScalars.split(
            separator: separator, maxSplits: maxSplits, omittingEmptySubsequences: omittingEmptySubsequences
        ).map { Substring($0) }
    }

    /// The text without spaces and tabs at its ends.
    var trimmingBlanks: SubSequence {
        var text = self[...]
        while let first = text.first, first == " " || first == "\t" { text = text.dropFirst() }
        while let last = text.last, last == " " || last == "\t" { text = text.dropLast() }
        return text
    }
}
