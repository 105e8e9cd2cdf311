// The folding of one collation at primary strength.
//
// A folded text is UTF-8 in which one representative character stands for each primary weight: `e` for
// e, E, é and ⓔ. Two texts have the same weights exactly if their folded bytes are equal, and one
// contains the other's weights exactly if its bytes contain the other's, because UTF-8 never matches
// from the middle of a character. The table is derived from ICU's collator (see
// `FoldingTableBuilder`), which is not needed afterwards.

internal import ICU

/// The primary-strength folding of one collation; immutable and shared.
package final class FoldingTable: Sendable {
    /// What replaces one scalar: two bits for the kind, four flags, and the payload.
    struct Entry: Hashable, BitwiseCopyable, Sendable {
        enum Kind: UInt32 {
            /// The scalar itself.
            case identity = 0
            /// One other scalar, the payload.
            case scalar = 1
            /// The expansion whose number is the payload.
            case expansion = 2
            /// Nothing: the character has no primary weight.
            case ignorable = 3
        }

        private(set) var bits: UInt32

        static let identity = Entry(bits: 0)
        static let ignorable = Entry(.ignorable)
        /// A Hangul syllable that is replaced by the foldings of its letters.
        static let syllable = Entry(.expansion, payload: 0x03FF_FFFF)

        init(_ kind: Kind, payload: UInt32 = 0) { bits = kind.rawValue << 30 | payload }

        private init(bits: UInt32) { self.bits = bits }

        var kind: Kind { Kind(rawValue: bits >> 30)! }
        var payload: UInt32 { bits & 0x03FF_FFFF }

        /// The number of the expansion; `nil` where the entry refers to none.
        var expansion: Int? { kind == .expansion && payload != Self.syllable.payload ? Int(payload) : nil }

        /// The entry with the number of another expansion.
        func withExpansion(_ number: Int) -> Entry { Entry(bits: bits & ~0x03FF_FFFF | UInt32(number)) }

        /// 1 where the payload is no Unicode scalar, or no number of an expansion; else 0.
        @inline(__always)
        func isWrong(expansions: UInt32) -> UInt32 {
            let payload = bits & 0x03FF_FFFF
            let isScalar: UInt32 = bits >> 30 == 1 ? 1 : 0
            let isExpansion: UInt32 = bits >> 30 == 2 ? 1 : 0
            let isBeyond: UInt32 = (payload >= expansions ? 1 : 0) & (payload != 0x03FF_FFFF ? 1 : 0)
            return isScalar & payload.isNoScalar | isExpansion & isBeyond
        }

        /// Neighbours that affect how a scalar is folded.
        enum Flag: UInt32 {
            /// The scalar begins a contraction that continues with something other than a mark. If only marks
            /// continue its contractions, the marks have ``continuesContraction`` instead.
            case startsContraction = 0x2000_0000
            /// The scalar is a mark that continues a contraction, so that the text
            /// around it must be decomposed.
            case continuesContraction = 0x1000_0000
            /// The scalar is folded differently after certain others.
            case hasContext = 0x0800_0000
            /// The scalar is a combining mark.
            case isMark = 0x0400_0000
        }

        @inline(__always)
        func has(_ flag: Flag) -> Bool { bits & flag.rawValue != 0 }

        mutating func set(_ flag: Flag) { bits |= flag.rawValue }
    }

    /// Folded sequences, stored one after the other.
    struct Expansions: Equatable, Sendable {
        private(set) var scalars: [UInt32] = []
        /// Where each sequence begins, and the end of the last.
        private(set) var bounds: [UInt32] = [0]

        init() {}

        /// Takes sequences from a file.
        ///
        /// - Returns: `nil` where the bounds do not ascend from 0 to the number of
        ///   scalars, or a number is no scalar.
        init?(scalars: [UInt32], bounds: [UInt32]) {
            guard bounds.first == 0, Int(bounds[bounds.count - 1]) == scalars.count,
                scalars.allAreScalars, bounds.isAscending
            else { return nil }
            self.scalars = scalars
            self.bounds = bounds
        }

        var count: Int { bounds.count - 1 }

        /// Adds a sequence of scalars.
        ///
        /// - Returns: its number.
        mutating func append(_ sequence: some Sequence<UInt32>) -> Int {
            scalars.append(contentsOf: sequence)
            bounds.append(UInt32(scalars.count))
            return bounds.count - 2
        }

        subscript(number: Int) -> ArraySlice<UInt32> {
            scalars[Int(bounds[number])..<Int(bounds[number + 1])]
        }
    }

    /// The number of the page of each block of 256 code points; page 0 maps all to themselves.
    let pages: [UInt16]
    /// The pages one after the other, 256 entries each.
    let entries: [Entry]
    /// Replacements that are not exactly one character, by number.
    let expansions: Expansions
    /// Sequences that have weights of their own, by their first scalar.
    let contractions: FoldingSequences
    /// Replacements of scalars after certain others, by their last scalar.
    let contexts: FoldingSequences
    /// The canonical combining classes that are not 0.
    let combiningClasses: CombiningClasses
    /// The one folded byte of each ASCII character, or one of the two marks below.
    let ascii: [UInt8]

    /// Whether each ASCII character becomes at most one byte, whatever surrounds it.
    let foldsASCIIByteByByte: Bool

    /// In `ascii`: the character has no folded byte.
    static let asciiIgnorable: UInt8 = 0xFE
    /// In `ascii`: the character must be looked up in the pages.
    static let asciiOther: UInt8 = 0xFF

    init(
        pages: [UInt16], entries: [Entry], expansions: Expansions, contractions: FoldingSequences,
        contexts: FoldingSequences, combiningClasses: CombiningClasses
    ) {
        self.pages = pages
        self.entries = entries
        self.expansions = expansions
        self.contractions = contractions
        self.contexts = contexts
        self.combiningClasses = combiningClasses
        self.ascii = (0..<128).map { scalar in
            let entry = entries[Int(pages[0]) << 8 | scalar]
            guard !entry.has(.startsContraction), !entry.has(.hasContext) else { return Self.asciiOther }
            switch entry.kind {
            case .identity: return UInt8(scalar)
            case .scalar: return entry.payload < 128 ? UInt8(entry.payload) : Self.asciiOther
            case .expansion: return Self.asciiOther
            case .ignorable: return Self.asciiIgnorable
            }
        }
        self.foldsASCIIByteByByte = !ascii.contains(Self.asciiOther)
    }

    @inline(__always)
    func entry(of scalar: UInt32) -> Entry {
        entries[Int(pages[Int(scalar >> 8)]) << 8 | Int(scalar & 0xFF)]
    }

    /// Appends the replacement of a scalar.
    @inline(__always)
    func append(_ entry: Entry, of scalar: UInt32, to output: inout [UInt8]) {
        switch entry.kind {
        case .identity: output.append(utf8Of: scalar)
        case .scalar: output.append(utf8Of: entry.payload)
        case .expansion:
            if entry.payload == Entry.syllable.payload {
                appendSyllable(scalar, to: &output)
            } else {
                appendExpansion(Int(entry.payload), to: &output)
            }
        case .ignorable: break
        }
    }

    func appendExpansion(_ number: Int, to output: inout [UInt8]) {
        for scalar in expansions[number] { output.append(utf8Of: scalar) }
    }

    /// Appends the foldings of the letters of a Hangul syllable.
    private func appendSyllable(_ scalar: UInt32, to output: inout [UInt8]) {
        Hangul.forEachLetter(of: scalar) { letter in
            let entry = entry(of: letter)
            // A forged table may call a letter a syllable, which would recurse for ever.
            if entry.kind == .expansion, entry.payload == Entry.syllable.payload { return }
            append(entry, of: letter, to: &output)
        }
    }
}

extension [UInt8] {
    /// Appends a scalar's UTF-8.
    @inline(__always)
    mutating func append(utf8Of scalar: UInt32) {
        if scalar < 0x80 {
            append(UInt8(truncatingIfNeeded: scalar))
        } else if scalar < 0x800 {
            append(UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
            append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
        } else if scalar < 0x10000 {
            append(UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
            append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
            append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
        } else {
            append(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18))
            append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F))
            append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
            append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
        }
    }
}

extension [UInt32] {
    /// Whether all are Unicode scalars. Without branches, so that the compiler vectorizes the loop.
    var allAreScalars: Bool {
        var wrong: UInt32 = 0
        for value in self { wrong |= value.isNoScalar }
        return wrong == 0
    }

    /// Whether no number is less than the one before it.
    var isAscending: Bool {
        withUnsafeBufferPointer { values in
            var wrong: UInt32 = 0
            var index = 1
            while index < values.count {
                wrong |= values[index] < values[index - 1] ? 1 : 0
                index += 1
            }
            return wrong == 0
        }
    }
}

extension UInt32 {
    /// 1 where the number is no Unicode scalar, else 0.
    @inline(__always)
    var isNoScalar: UInt32 { (self >= 0x110000 ? 1 : 0) | (self & 0xFFFF_F800 == 0xD800 ? 1 : 0) }
}
