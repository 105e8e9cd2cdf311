// Derives a folding table from ICU's collator.
//
// The builder reads the primary weights of each character that the collation tailors; all others have the
// root's. The characters that have the same single weight form a class, represented by its smallest
// character that is no capital. A character with several weights becomes their representatives in order (`ß`
// becomes `ss`). Contractions, and characters whose weight depends on the characters before them, are read
// as whole sequences. No language is named here: that `ä` is `ae` in a German search and a letter of its own
// in Swedish comes from ICU and CLDR.

internal import ICU
internal import Support

struct FoldingTableBuilder {
    private let collator: Collator
    private let weights: PrimaryWeightIterator
    /// The characters whose weights are read, ascending, and the weights of all others.
    private let weighed: [ClosedRange<UInt32>]
    private let root: RootWeights
    /// The classes of weights that the root does not have.
    private var newClasses: [UInt32: Int] = [:]
    private var singles: [(scalar: UInt32, number: Int, isPlain: Bool)] = []
    private var multiples: [(scalar: UInt32, classes: Range<Int>)] = []
    /// The classes of the characters that have several.
    private var severalClasses: [UInt32] = []
    private var ignorables: [UInt32] = []
    /// The character that represents each class; `noScalar` if none does yet.
    private var representatives: [UInt32] = []

    private var pages = [UInt16](repeating: 0, count: 0x1100)
    private var entries = [FoldingTable.Entry](repeating: .identity, count: 256)
    private var expansions = FoldingTable.Expansions()

    private static let noScalar = UInt32.max

    private init(
        _ collator: Collator, tailored: [ClosedRange<UInt32>], weighsAll: Bool
    ) throws(ICUError) {
        self.collator = collator
        weights = try collator.primaryWeights()
        let tailorsIdeographs = tailored.contains { range in
            RootWeights.ideographs.contains { $0.overlaps(range) }
        }
        root = try (tailorsIdeographs ? RootWeights.withIdeographs : RootWeights.withoutIdeographs).get()
        weighed = weighsAll ? [0...0x10FFFF] : tailored
    }

    /// Builds the table of a collator.
    ///
    /// - Parameter weighsAll: whether the weights of all characters are read, which gives the same table.
    static func table(of collator: Collator, weighsAll: Bool = false) throws(ICUError) -> FoldingTable {
        let weighsAll = weighsAll || !collator.sharesWeights
        let tailoring = try collator.tailoring()
        if tailoring.isEmpty, !weighsAll { return try rootTable.get() }
        return try table(of: collator, tailored: tailoring.scalars, weighsAll: weighsAll)
    }

    /// The table of the root's standard collation.
    private static let rootTable = Result { () throws(ICUError) in
        try table(of: Collator(.root, strength: .primary), tailored: [], weighsAll: false)
    }

    private static func table(
        of collator: Collator, tailored: [ClosedRange<UInt32>], weighsAll: Bool
    ) throws(ICUError) -> FoldingTable {
        var builder = try FoldingTableBuilder(collator, tailored: tailored, weighsAll: weighsAll)
        for part in builder.root.parts { try builder.weigh(part.range, part.codes) }
        for scalar in ideographsBehindCompatibilityForms {
            if builder.root.parts.contains(where: { $0.range.contains(scalar) }) { continue }
            try builder.weigh(scalar)
        }
        builder.chooseRepresentatives()
        builder.fillEntries()
        return try builder.finished()
    }

    private mutating func weigh(_ range: ClosedRange<UInt32>, _ codes: [RootWeights.Code]) throws(ICUError) {
        var next = weighed.partitioningIndex { $0.upperBound >= range.lowerBound }
        for (value, code) in zip(range, codes) where code.kind != .unassigned {
            while next < weighed.count, weighed[next].upperBound < value { next += 1 }
            if next < weighed.count, weighed[next].lowerBound <= value {
                try weigh(value)
                continue
            }
            switch code.kind {
            case .unassigned: break
            case .ignorable: ignorables.append(value)
            case .single: singles.append((value, code.number, code.isPlain))
            case .several:
                let first = severalClasses.count
                severalClasses += root.sequences[code.number]
                multiples.append((value, first..<severalClasses.count))
            }
        }
    }

    private mutating func weigh(_ value: UInt32) throws(ICUError) {
        let first = severalClasses.count
        let count = try weights.appendWeights(of: value, to: &severalClasses)
        for index in first..<first + count {
            severalClasses[index] = UInt32(number(ofClass: severalClasses[index]))
        }
        switch count {
        case 0: ignorables.append(value)
        case 1:
            singles.append(
                (value, Int(severalClasses.removeLast()), Unicode.Scalar(value)?.isPlain ?? false))
        default: multiples.append((value, first..<first + count))
        }
    }

    private mutating func number(ofClass weight: UInt32) -> Int {
        if let known = root.classes[weight] ?? newClasses[weight] { return known }
        let number = root.classes.count + newClasses.count
        newClasses[weight] = number
        return number
    }

    /// Ideographs outside of the root's ranges that have a compatibility form (`㈱`, `金` as
    /// U+F90A): both must be in one class.
    private static let ideographsBehindCompatibilityForms: [UInt32] = {
        var found: Set<UInt32> = []
        for range in [0x2E80...0x33FF, 0xF900...0xFAFF, 0x1F200...0x1F2FF, 0x2F800...0x2FA1F]
            as [ClosedRange<UInt32>]
        {
            for value in range {
                guard let scalar = Unicode.Scalar(value), scalar.isAssigned else { continue }
                for part in Normalizer.compatibilityDecomposed(CollectionOfOne(scalar)) {
                    if (0x3400...0x9FFF).contains(part.value) || part.value >= 0x20000 {
                        found.insert(part.value)
                    }
                }
            }
        }
        return found.sorted()
    }()

    private mutating func chooseRepresentatives() {
        // Plain characters first, then by code point.
        let variant: UInt32 = 0x8000_0000
        representatives = Array(repeating: Self.noScalar, count: root.classes.count + newClasses.count)
        for (scalar, number, isPlain) in singles {
            representatives[number] = min(representatives[number], isPlain ? scalar : scalar | variant)
        }
        for number in representatives.indices where representatives[number] != Self.noScalar {
            representatives[number] &= ~variant
        }
        // If no single character has a weight, the first character in whose expansion it appears represents
        // it. That character represents nothing else, because it has several weights.
        for (scalar, classes) in multiples {
            let free = severalClasses[classes].first { representatives[Int($0)] == Self.noScalar }
            if let free { representatives[Int(free)] = scalar }
        }
    }

    private mutating func fillEntries() {
        for scalar in ignorables { set(.ignorable, at: scalar) }
        for (scalar, number, _) in singles where representatives[number] != scalar {
            set(.init(.scalar, payload: representatives[number]), at: scalar)
        }
        for (scalar, classes) in multiples where !Hangul.syllables.contains(scalar) {
            set(.init(.expansion, payload: UInt32(expansion(of: severalClasses[classes]))), at: scalar)
        }
        // A syllable needs no expansion of its own unless the collation weighs
        // it differently from its letters.
        let letters = classesOfLetters()
        for (scalar, classes) in multiples where Hangul.syllables.contains(scalar) {
            let isSum = isSum(of: letters, scalar, severalClasses[classes])
            set(
                isSum
                    ? .syllable
                    : .init(.expansion, payload: UInt32(expansion(of: severalClasses[classes]))), at: scalar)
        }
        // Beyond the collation: invisible characters are ignored, and curly and straight quotation marks and
        // apostrophes are equal, because keyboards differ.
        for range in Unicode.Scalar.defaultIgnorables { for scalar in range { set(.ignorable, at: scalar) } }
        set(.ignorable, at: 0x0640)  // tatweel only stretches the line
        for (mark, variants) in Self.quotationMarks {
            let entry = entry(at: mark)
            let target = entry.kind == .identity ? FoldingTable.Entry(.scalar, payload: mark) : entry
            for variant in variants { set(target, at: variant) }
        }
    }

    /// The block of the letters of Hangul syllables.
    private static let letterBlock: ClosedRange<UInt32> = 0x1100...0x11FF

    /// The classes of each letter of that block.
    private func classesOfLetters() -> [[UInt32]] {
        var found = [[UInt32]](repeating: [], count: Self.letterBlock.count)
        for (scalar, number, _) in singles where Self.letterBlock.contains(scalar) {
            found[Int(scalar - Self.letterBlock.lowerBound)] = [UInt32(number)]
        }
        for (scalar, classes) in multiples where Self.letterBlock.contains(scalar) {
            found[Int(scalar - Self.letterBlock.lowerBound)] = Array(severalClasses[classes])
        }
        return found
    }

    /// Whether the weights of a Hangul syllable are those of its letters.
    private func isSum(of letters: [[UInt32]], _ syllable: UInt32, _ classes: ArraySlice<UInt32>) -> Bool {
        var rest = classes
        var isSum = true
        Hangul.forEachLetter(of: syllable) { letter in
            let part = letters[Int(letter - Self.letterBlock.lowerBound)]
            isSum = isSum && rest.starts(with: part)
            rest = rest.dropFirst(part.count)
        }
        return isSum && rest.isEmpty
    }

    /// Straight marks with their typographic variants. The Hebrew geresh and gershayim are typed
    /// as apostrophe and quotation mark.
    private static let quotationMarks: [(UInt32, [UInt32])] = [
        (0x27, [0x2018, 0x2019, 0x201A, 0x201B, 0x02BB, 0x02BC, 0x05F3]),
        (0x22, [0x201C, 0x201D, 0x201E, 0x201F, 0x05F4]),
    ]

    private mutating func finished() throws(ICUError) -> FoldingTable {
        var contractions: [(scalar: UInt32, company: [UInt32], expansion: Int)] = []
        // Sorted, so that every run chooses the same representatives.
        let sequences = try collator.sequences()
        for sequence in Self.sorted(sequences.contractions) {
            let expansion = expansion(ofWeights: try weights.weights(of: sequence))
            contractions.append((sequence[0].value, sequence.dropFirst().map(\.value), expansion))
            if sequence[1].canonicalCombiningClass == 0 {
                mark(sequence[0].value, .startsContraction)
            }
            for scalar in sequence.dropFirst() where scalar.canonicalCombiningClass != 0 {
                mark(scalar.value, .continuesContraction)
            }
        }
        var contexts: [(scalar: UInt32, company: [UInt32], expansion: Int)] = []
        for sequence in Self.sorted(sequences.inContext) {
            let prefix = Array(sequence.dropLast())
            let scalar = sequence[sequence.count - 1].value
            let before = try weights.weights(of: prefix).count
            let expansion = expansion(ofWeights: try weights.weights(of: sequence).dropFirst(before))
            contexts.append((scalar, prefix.map(\.value), expansion))
            mark(scalar, .hasContext)
        }
        for scalar in RootWeights.marks.scalars { mark(scalar, .isMark) }
        return FoldingTable(
            pages: pages, entries: entries, expansions: expansions,
            contractions: FoldingSequences(contractions), contexts: FoldingSequences(contexts),
            combiningClasses: RootWeights.marks)
    }

    private static func sorted(_ sequences: Set<[Unicode.Scalar]>) -> [[Unicode.Scalar]] {
        sequences.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// Adds the folded form of a sequence of classes to the expansions.
    ///
    /// - Returns: its number.
    private mutating func expansion(of classes: some Sequence<UInt32>) -> Int {
        expansions.append(classes.map { representative(of: Int($0)) })
    }

    /// The same for a sequence of weights.
    private mutating func expansion(ofWeights weights: some Sequence<UInt32>) -> Int {
        expansion(of: weights.map { UInt32(number(ofClass: $0)) })
    }

    /// The character that represents a class; a code point of an unused plane if no character has its weight.
    private mutating func representative(of number: Int) -> UInt32 {
        while representatives.count <= number { representatives.append(Self.noScalar) }
        if representatives[number] == Self.noScalar {
            representatives[number] = nextFreeScalar
            nextFreeScalar += 1
        }
        return representatives[number]
    }

    private var nextFreeScalar: UInt32 = 0xB0000

    private func entry(at scalar: UInt32) -> FoldingTable.Entry {
        entries[Int(pages[Int(scalar >> 8)]) << 8 | Int(scalar & 0xFF)]
    }

    private mutating func mark(_ scalar: UInt32, _ flag: FoldingTable.Entry.Flag) {
        var entry = entry(at: scalar)
        entry.set(flag)
        set(entry, at: scalar)
    }

    private mutating func set(_ entry: FoldingTable.Entry, at scalar: UInt32) {
        let block = Int(scalar >> 8)
        if pages[block] == 0 {
            guard entry != .identity else { return }
            pages[block] = UInt16(entries.count >> 8)
            entries.append(contentsOf: repeatElement(.identity, count: 256))
        }
        entries[Int(pages[block]) << 8 | Int(scalar & 0xFF)] = entry
    }
}
