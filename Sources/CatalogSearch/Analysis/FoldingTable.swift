// What each character becomes when texts are compared by one collation at primary strength.
//
// A folded text is a string of UTF-8 in which each primary weight stands as one representative character: `e`
// for e, E, é and ⓔ. Two texts hold the same weights exactly when their folded bytes are equal, and one holds
// the weights of the other somewhere exactly when its bytes contain the other's: UTF-8 never matches from the
// middle of a character. The table is derived from ICU's collator (see `FoldingTableBuilder`) and needs none
// afterwards.

internal import ICU

/// The primary-strength folding of one collation; immutable and shared.
package final class FoldingTable: Sendable {
    /// What one scalar becomes. Two bits say how, four warn of company that matters, the rest
    /// is the payload.
    struct Entry: Equatable, Sendable {
        enum Kind: UInt32 {
            /// Itself.
            case identity = 0
            /// The one scalar in the payload.
            case scalar = 1
            /// The bytes of the expansion whose number is the payload.
            case expansion = 2
            /// Nothing: the character has no primary weight.
            case ignorable = 3
        }

        private(set) var bits: UInt32

        static let identity = Entry(bits: 0)
        static let ignorable = Entry(.ignorable)

        init(_ kind: Kind, payload: UInt32 = 0) { bits = kind.rawValue << 30 | payload }

        private init(bits: UInt32) { self.bits = bits }

        var kind: Kind { Kind(rawValue: bits >> 30)! }
        var payload: UInt32 { bits & 0x03FF_FFFF }

        /// Company that matters to a scalar.
        enum Flag: UInt32 {
            /// A contraction begins with it that goes on with something else than a mark. Those that go on with
            /// marks only are noticed by the marks.
            case startsContraction = 0x2000_0000
            /// It is a mark that goes on a contraction, so that the text around it must be decomposed.
            case continuesContraction = 0x1000_0000
            /// It becomes something else behind certain others.
            case hasContext = 0x0800_0000
            /// It is a combining mark.
            case isMark = 0x0400_0000
        }

        @inline(__always)
        func has(_ flag: Flag) -> Bool { bits & flag.rawValue != 0 }

        mutating func set(_ flag: Flag) { bits |= flag.rawValue }
    }

    /// Folded sequences, one behind the other.
    struct Expansions: Sendable {
        private(set) var bytes: [UInt8] = []
        /// Where each begins, and where the next would.
        private(set) var bounds: [Int32] = [0]

        /// Adds a sequence of scalars.
        ///
        /// - Returns: its number.
        mutating func append(_ scalars: some Sequence<UInt32>) -> Int {
            for scalar in scalars { bytes.append(utf8Of: scalar) }
            bounds.append(Int32(bytes.count))
            return bounds.count - 2
        }

        subscript(number: Int) -> ArraySlice<UInt8> { bytes[Int(bounds[number])..<Int(bounds[number + 1])] }
    }

    /// What a scalar becomes behind certain others.
    struct Context: Sendable {
        /// What stands before, in UTF-8.
        let prefix: [UInt8]
        /// The number of the expansion it becomes.
        let expansion: Int
    }

    /// A sequence of scalars that is weighed as a whole.
    struct Contraction: Sendable {
        /// What follows the first scalar.
        let suffix: [UInt32]
        /// The number of the expansion it becomes.
        let expansion: Int
    }

    /// For each block of 256 code points the number of its page; page 0 maps all to themselves.
    let pages: [UInt16]
    /// The pages one after the other, 256 entries each.
    let entries: [Entry]
    /// What entries, contractions and contexts become that are not one character, by number.
    let expansions: Expansions
    /// Contractions by their first scalar, longer ones first.
    let contractions: [UInt32: [Contraction]]
    /// Contexts by the scalar that stands in them, longer ones first.
    let contexts: [UInt32: [Context]]
    /// Canonical combining classes, where they are not 0.
    let combiningClasses: [UInt32: UInt8]
    /// For each ASCII character its one folded byte, or one of the two marks below.
    let ascii: [UInt8]

    /// Whether each ASCII character becomes one byte or none, wherever it stands.
    let foldsASCIIByteByByte: Bool

    /// In `ascii`: the character leaves no byte.
    static let asciiIgnorable: UInt8 = 0xFE
    /// In `ascii`: look the character up in the pages.
    static let asciiOther: UInt8 = 0xFF

    init(
        pages: [UInt16], entries: [Entry], expansions: Expansions, contractions: [UInt32: [Contraction]],
        contexts: [UInt32: [Context]], combiningClasses: [UInt32: UInt8]
    ) {
        self.pages = pages
        self.entries = entries
        self.expansions = expansions
        self.contractions = contractions.mapValues { $0.sorted { $0.suffix.count > $1.suffix.count } }
        self.contexts = contexts.mapValues { $0.sorted { $0.prefix.count > $1.prefix.count } }
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

    /// Appends what an entry becomes.
    @inline(__always)
    func append(_ entry: Entry, of scalar: UInt32, to output: inout [UInt8]) {
        switch entry.kind {
        case .identity: output.append(utf8Of: scalar)
        case .scalar: output.append(utf8Of: entry.payload)
        case .expansion: appendExpansion(Int(entry.payload), to: &output)
        case .ignorable: break
        }
    }

    func appendExpansion(_ number: Int, to output: inout [UInt8]) {
        output.append(contentsOf: expansions[number])
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
