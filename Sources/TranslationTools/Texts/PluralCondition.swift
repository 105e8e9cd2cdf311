// CLDR's condition for one plural category, cut down to integers and said in C.

/// A condition on the integer `n`, as CLDR's rules have them: alternatives, each of relations that all hold.
struct PluralCondition: Sendable, Hashable {
    /// `n % 10 = 2..4` or `n != 1`.
    struct Relation: Sendable, Hashable {
        /// What `n` is divided by before it is compared; `nil` where it is compared itself.
        var modulus: UInt64?
        var isNegated: Bool
        /// The values, ascending, neighbours joined.
        var ranges: [ClosedRange<UInt64>]
    }

    /// No alternative: never true. An alternative without relations: always true.
    private(set) var alternatives: [[Relation]] = []

    /// Reads a condition (UTS #35, part 3, "Plural rules syntax"). An integer has no decimals and no
    /// exponent: `i` is `n`, and `v`, `w`, `f`, `t`, `c` and `e` are 0.
    ///
    /// - Returns: `nil` where the text is written otherwise.
    init?(_ text: String) {
        var words = text.split { $0.isWhitespace }[...]
        guard !words.isEmpty else { return nil }
        repeat {
            var relations: [Relation]? = []
            repeat {
                switch Self.relation(&words) {
                case nil: return nil
                case .never: relations = nil
                case .always: break
                case .relation(let relation): relations?.append(relation)
                }
            } while Self.take("and", from: &words)
            if let relations { add(relations) }
        } while Self.take("or", from: &words)
        guard words.isEmpty else { return nil }
    }

    /// `n = 0 or n = 1` becomes `n = 0..1`.
    private mutating func add(_ relations: [Relation]) {
        if relations.count == 1, alternatives.last?.count == 1, let last = alternatives.last?.first,
            !last.isNegated, !relations[0].isNegated, last.modulus == relations[0].modulus
        {
            alternatives[alternatives.count - 1][0].ranges = Self.joined(last.ranges + relations[0].ranges)
        } else {
            alternatives.append(relations)
        }
    }

    private enum Outcome {
        case always, never
        case relation(Relation)
    }

    private static func relation(_ words: inout ArraySlice<Substring>) -> Outcome? {
        guard let operand = words.popFirst() else { return nil }
        var modulus: UInt64?
        if take("%", from: &words) {
            guard let number = words.popFirst().flatMap({ UInt64($0) }), number > 0 else { return nil }
            modulus = number
        }
        let isNegated: Bool
        switch words.popFirst() {
        case "=": isNegated = false
        case "!=": isNegated = true
        default: return nil
        }
        var ranges: [ClosedRange<UInt64>] = []
        for part in words.popFirst()?.split(separator: ",") ?? [] {
            let ends = part.split(separator: ".").map { UInt64($0) }
            guard let low = ends[0], let high = ends[ends.count - 1], ends.count <= 2, low <= high else {
                return nil
            }
            ranges.append(low...high)
        }
        guard !ranges.isEmpty else { return nil }
        switch operand {
        case "n", "i":
            return .relation(Relation(modulus: modulus, isNegated: isNegated, ranges: joined(ranges)))
        case "v", "w", "f", "t", "c", "e":
            return ranges.contains { $0.contains(0) } != isNegated ? .always : .never
        default: return nil
        }
    }

    private static func take(_ word: Substring, from words: inout ArraySlice<Substring>) -> Bool {
        guard words.first == word else { return false }
        words.removeFirst()
        return true
    }

    private static func joined(_ ranges: [ClosedRange<UInt64>]) -> [ClosedRange<UInt64>] {
        var joined: [ClosedRange<UInt64>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = joined.last,
                range.lowerBound <= last.upperBound || range.lowerBound - last.upperBound == 1
            {
                joined[joined.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
        return joined
    }

    // MARK: In C

    /// The condition in C, with as few parentheses as C needs.
    var expression: String {
        guard !alternatives.isEmpty else { return "0" }
        return alternatives.map { relations in
            relations.isEmpty
                ? "1"
                : relations.map { Self.expression($0, isPart: relations.count > 1) }
                    .joined(separator: " && ")
        }.joined(separator: " || ")
    }

    /// The opposite in C: what is true for the second form where there are two.
    var negatedExpression: String {
        guard !alternatives.isEmpty else { return "1" }
        return alternatives.map { relations in
            guard !relations.isEmpty else { return "0" }
            let terms = relations.map { relation in
                var opposite = relation
                opposite.isNegated.toggle()
                return Self.expression(opposite, isPart: relations.count == 1 && alternatives.count > 1)
            }
            let sum = terms.joined(separator: " || ")
            return terms.count > 1 && alternatives.count > 1 ? "(\(sum))" : sum
        }.joined(separator: " && ")
    }

    /// - Parameter isPart: whether `||` in it needs parentheses, because `&&` is next to it.
    private static func expression(_ relation: Relation, isPart: Bool) -> String {
        let operand = relation.modulus.map { "n%\($0)" } ?? "n"
        let terms = relation.ranges.map { range in
            term(operand, range, highest: relation.modulus.map { $0 - 1 }, isNegated: relation.isNegated)
        }
        if relation.isNegated {
            // Outside of a conjunction of its own, `&&` binds tighter than any `||` around it.
            let parts = terms.map { $0.isSum && (isPart || terms.count > 1) ? "(\($0.text))" : $0.text }
            return parts.joined(separator: " && ")
        }
        let sum = terms.map(\.text).joined(separator: " || ")
        return terms.count > 1 && isPart ? "(\(sum))" : sum
    }

    /// One range of values.
    private static func term(
        _ operand: String, _ range: ClosedRange<UInt64>, highest: UInt64?, isNegated: Bool
    ) -> (text: String, isSum: Bool) {
        let (low, high) = (range.lowerBound, range.upperBound)
        if low == high { return ("\(operand)\(isNegated ? "!=" : "==")\(low)", false) }
        if low == 0 { return ("\(operand)\(isNegated ? ">" : "<=")\(high)", false) }
        if high == highest { return ("\(operand)\(isNegated ? "<" : ">=")\(low)", false) }
        return isNegated
            ? ("\(operand)<\(low) || \(operand)>\(high)", true)
            : ("\(operand)>=\(low) && \(operand)<=\(high)", false)
    }
}
