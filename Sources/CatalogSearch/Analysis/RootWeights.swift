// The primary weights of single characters in the root's standard collation. Every other collation shares
// them, except those of the characters that it tailors (UTS #35, part 5, "Collation Tailorings").

internal import ICU

/// The characters of some ranges, in classes: characters with the same single weight are in one class.
struct RootWeights: Sendable {
    /// What is known of a character: two bits for the kind, a flag, and a number.
    struct Code: BitwiseCopyable, Sendable {
        enum Kind: UInt32 {
            case unassigned = 0
            /// The character has no primary weight.
            case ignorable = 1
            /// The number is its class.
            case single = 2
            /// The number is that of its sequence of classes.
            case several = 3
        }

        private let bits: UInt32

        init(_ kind: Kind, number: Int = 0, isPlain: Bool = false) {
            bits = kind.rawValue << 30 | (isPlain ? 1 << 29 : 0) | UInt32(number)
        }

        var kind: Kind { Kind(rawValue: bits >> 30)! }
        /// Whether a character with a single weight is no variant of another one, see
        /// `Unicode.Scalar.isPlain`.
        var isPlain: Bool { bits & 1 << 29 != 0 }
        var number: Int { Int(bits & (1 << 29 - 1)) }
    }

    /// The code points whose weights are read one by one. Code points that no other character can equal are
    /// left out: private use, and ideographs, which only few collations order themselves.
    static let ranges: [ClosedRange<UInt32>] = [
        0...0x33FF, 0x4DC0...0x4DFF, 0xA000...0xD7FF, 0xF900...0xFFFD, 0x10000...0x16FFF, 0x18D00...0x1FFFD,
        0x2F800...0x2FA1F, 0xE0000...0xE01FF,
    ]
    static let ideographs: [ClosedRange<UInt32>] = [
        0x3400...0x4DBF, 0x4E00...0x9FFF, 0x20000...0x2F7FF, 0x2FA20...0x323AF,
    ]

    /// The weights of the first ranges, and of both; read at the first use.
    static let withoutIdeographs = Result { () throws(ICUError) in try RootWeights().adding(ranges) }
    static let withIdeographs = Result { () throws(ICUError) in
        try withoutIdeographs.get().adding(ideographs)
    }

    /// The marks in these ranges with their canonical combining classes.
    static let marks: CombiningClasses = {
        var classes: [UInt32: UInt8] = [:]
        for value in ranges.joined() where value >= 0x300 {
            guard let scalar = Unicode.Scalar(value), scalar.isAssigned else { continue }
            let combiningClass = scalar.canonicalCombiningClass
            if combiningClass != 0 { classes[value] = combiningClass }
        }
        return CombiningClasses(classes)
    }()

    /// The ranges with the codes of their characters.
    private(set) var parts: [(range: ClosedRange<UInt32>, codes: [Code])] = []
    /// The class of each weight.
    private(set) var classes: [UInt32: Int] = [:]
    /// The classes of characters with several weights.
    private(set) var sequences: [[UInt32]] = []

    private func adding(_ ranges: [ClosedRange<UInt32>]) throws(ICUError) -> RootWeights {
        var copy = self
        let weights = try Collator(.root, strength: .primary).primaryWeights()
        var found: [UInt32] = []
        for range in ranges {
            var codes: [Code] = []
            codes.reserveCapacity(range.count)
            for value in range { codes.append(try copy.code(of: value, weights, &found)) }
            copy.parts.append((range, codes))
        }
        return copy
    }

    private mutating func code(
        of value: UInt32, _ weights: PrimaryWeightIterator, _ found: inout [UInt32]
    ) throws(ICUError) -> Code {
        guard let scalar = Unicode.Scalar(value), scalar.isAssigned else { return Code(.unassigned) }
        found.removeAll(keepingCapacity: true)
        switch try weights.appendWeights(of: value, to: &found) {
        case 0: return Code(.ignorable)
        case 1: return Code(.single, number: number(of: found[0]), isPlain: scalar.isPlain)
        default:
            sequences.append(found.map { UInt32(number(of: $0)) })
            return Code(.several, number: sequences.count - 1)
        }
    }

    private mutating func number(of weight: UInt32) -> Int {
        if let known = classes[weight] { return known }
        classes[weight] = classes.count
        return classes.count - 1
    }
}
