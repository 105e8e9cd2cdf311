// Derives a folding table from ICU's collator.
//
// The builder reads each character's primary weights once. Characters that have the same single weight form a class,
// represented by its smallest character that is no capital. A character with several weights becomes their
// representatives in order (`ß` becomes `ss`). Contractions, and characters whose weight depends on the characters
// before them, are read as whole sequences. No language is named here: that `ä` is `ae` in a German search and a
// letter of its own in Swedish comes from ICU and CLDR.

internal import ICU

struct FoldingTableBuilder {
    private let collator: Collator
    private let weights: PrimaryWeightIterator
    private var singles: [(scalar: UInt32, weight: UInt32)] = []
    private var multiples: [(scalar: UInt32, weights: Range<Int>)] = []
    /// The weights of the characters that have several.
    private var severalWeights: [UInt32] = []
    private var ignorables: [UInt32] = []
    private var representatives: [UInt32: UInt32] = [:]

    private var pages = [UInt16](repeating: 0, count: 0x1100)
    private var entries = [FoldingTable.Entry](repeating: .identity, count: 256)
    private var expansions = FoldingTable.Expansions()

    init(_ collator: Collator) throws(ICUError) {
        self.collator = collator
        self.weights = try collator.primaryWeights()
    }

    /// Builds the table of a collator.
    static func table(of collator: Collator) throws(ICUError) -> FoldingTable {
        var builder = try FoldingTableBuilder(collator)
        for range in try builder.domain() { try builder.weigh(range) }
        let asked = Set(builder.singles.lazy.map(\.scalar).filter { $0 >= 0x3400 })
        for scalar in ideographsBehindCompatibilityForms where !asked.contains(scalar) {
            try builder.weigh(scalar...scalar)
        }
        builder.chooseRepresentatives()
        builder.fillEntries()
        return try builder.finished()
    }

    /// The code points whose weights are read one by one. Code points that no other character can equal are left out:
    /// private use, and ideographs unless the collation orders these itself.
    private func domain() throws(ICUError) -> [ClosedRange<UInt32>] {
        var ranges: [ClosedRange<UInt32>] = [
            0...0x33FF, 0x4DC0...0x4DFF, 0xA000...0xD7FF, 0xF900...0xFFFD, 0x10000...0x16FFF,
            0x18D00...0x1FFFD,
            0x2F800...0x2FA1F, 0xE0000...0xE01FF,
        ]
        let ideographs: [ClosedRange<UInt32>] = [
            0x3400...0x4DBF, 0x4E00...0x9FFF, 0x20000...0x2F7FF, 0x2FA20...0x323AF,
        ]
        let tailored = try collator.tailoredScalars()
        if tailored.contains(where: { range in ideographs.contains { $0.overlaps(range) } }) {
            ranges += ideographs
        }
        return ranges
    }

    private mutating func weigh(_ range: ClosedRange<UInt32>) throws(ICUError) {
        for value in range {
            guard let scalar = Unicode.Scalar(value), scalar.isAssigned else { continue }
            let first = severalWeights.count
            switch try weights.appendWeights(of: value, to: &severalWeights) {
            case 0: ignorables.append(value)
            case 1: singles.append((scalar.value, severalWeights.removeLast()))
            case let count: multiples.append((value, first..<first + count))
            }
        }
    }

    /// Ideographs outside of that domain that have a compatibility form (`㈱`, `金` as U+F90A): both must be in one
    /// class.
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
        func rank(_ value: UInt32) -> UInt32 { Unicode.Scalar(value)!.isPlain ? value : value | 0x8000_0000 }
        representatives.reserveCapacity(singles.count)
        for (scalar, weight) in singles {
            if let present = representatives[weight], rank(present) <= rank(scalar) { continue }
            representatives[weight] = scalar
        }
        // If no single character has a weight, the first character in whose expansion it appears represents it. That
        // character represents nothing else, because it has several weights.
        for (scalar, weights) in multiples {
            if let weight = severalWeights[weights].first(where: { representatives[$0] == nil }) {
                representatives[weight] = scalar
            }
        }
    }

    private mutating func fillEntries() {
        for scalar in ignorables { set(.ignorable, at: scalar) }
        for (scalar, weight) in singles {
            let representative = representatives[weight]!
            if representative != scalar { set(.init(.scalar, payload: representative), at: scalar) }
        }
        for (scalar, weights) in multiples where !Hangul.syllables.contains(scalar) {
            set(.init(.expansion, payload: UInt32(expansion(of: severalWeights[weights]))), at: scalar)
        }
        // A syllable needs no expansion of its own unless the collation weighs it differently from its letters.
        for (scalar, weights) in multiples where Hangul.syllables.contains(scalar) {
            var letters: [UInt32] = []
            var isSum = true
            Hangul.forEachLetter(of: scalar) { isSum = appendFolded($0, to: &letters) && isSum }
            let folded = severalWeights[weights].map { representative(of: $0) }
            set(
                isSum && letters == folded
                    ? .syllable : .init(.expansion, payload: UInt32(expansions.append(folded))), at: scalar)
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

    /// Straight marks with their typographic variants. The Hebrew geresh and gershayim are typed as apostrophe and
    /// quotation mark.
    private static let quotationMarks: [(UInt32, [UInt32])] = [
        (0x27, [0x2018, 0x2019, 0x201A, 0x201B, 0x02BB, 0x02BC, 0x05F3]),
        (0x22, [0x201C, 0x201D, 0x201E, 0x201F, 0x05F4]),
    ]

    private mutating func finished() throws(ICUError) -> FoldingTable {
        var contractions: [(scalar: UInt32, company: [UInt32], expansion: Int)] = []
        var classes: [UInt32: UInt8] = [:]
        // Sorted, so that every run chooses the same representatives.
        for sequence in try Self.sorted(collator.contractions()) {
            let expansion = expansion(of: try weights.weights(of: sequence))
            contractions.append((sequence[0].value, sequence.dropFirst().map(\.value), expansion))
            if sequence[1].canonicalCombiningClass == 0 {
                mark(sequence[0].value, .startsContraction)
            }
            for scalar in sequence.dropFirst() where scalar.canonicalCombiningClass != 0 {
                mark(scalar.value, .continuesContraction)
            }
        }
        var contexts: [(scalar: UInt32, company: [UInt32], expansion: Int)] = []
        for sequence in try Self.sorted(collator.scalarsInContext()) {
            let prefix = Array(sequence.dropLast())
            let scalar = sequence[sequence.count - 1].value
            let before = try weights.weights(of: prefix).count
            let expansion = expansion(of: try weights.weights(of: sequence).dropFirst(before))
            contexts.append((scalar, prefix.map(\.value), expansion))
            mark(scalar, .hasContext)
        }
        for scalar in ignorables + singles.map(\.scalar) + multiples.map(\.scalar) where scalar >= 0x300 {
            let combiningClass = Unicode.Scalar(scalar)!.canonicalCombiningClass
            guard combiningClass != 0 else { continue }
            classes[scalar] = combiningClass
            mark(scalar, .isMark)
        }
        return FoldingTable(
            pages: pages, entries: entries, expansions: expansions,
            contractions: FoldingSequences(contractions), contexts: FoldingSequences(contexts),
            combiningClasses: CombiningClasses(classes))
    }

    private static func sorted(_ sequences: Set<[Unicode.Scalar]>) -> [[Unicode.Scalar]] {
        sequences.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// Appends the folding of a scalar.
    ///
    /// - Returns: `false` if it is not known yet.
    private func appendFolded(_ scalar: UInt32, to folded: inout [UInt32]) -> Bool {
        let entry = entry(at: scalar)
        switch entry.kind {
        case .identity: folded.append(scalar)
        case .scalar: folded.append(entry.payload)
        case .expansion where entry == .syllable: return false
        case .expansion: folded += expansions[Int(entry.payload)]
        case .ignorable: break
        }
        return true
    }

    /// Adds the folded form of a sequence of weights to the expansions.
    ///
    /// - Returns: its number.
    private mutating func expansion(of weights: some Sequence<UInt32>) -> Int {
        expansions.append(weights.map { representative(of: $0) })
    }

    /// The character that represents a weight; a code point of an unused plane if no character has it.
    private mutating func representative(of weight: UInt32) -> UInt32 {
        if let known = representatives[weight] { return known }
        let scalar = nextFreeScalar
        nextFreeScalar += 1
        representatives[weight] = scalar
        return scalar
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
