// What stands where in a segment's file? The names of its parts; their content is described in IndexFormat.md.

/// The numbers by which a segment's file is laid out.
package enum IndexLayout {
    /// What the file begins and ends with.
    static let magic: [UInt8] = Array("LSEARCHX".utf8)
    static let footerSize = 72
    static let tableEntrySize = 32
    static let pageSize = 4_096
    /// The version of the layout.
    package static let formatVersion: UInt32 = 2
    /// The version of the analysis: how texts are folded, cut into terms, and cut into words.
    package static let analysisVersion: UInt32 = 1
    /// The most bytes of a text. Terms are referred to, so that a small forged file could hold texts of any length.
    static let longestText = 1 << 26
    /// In places of records: none.
    static let none: UInt32 = 0xFFFF_FFFF
    /// In references to postings: the one posting stands here.
    static let inlinePosting: UInt32 = 0x8000_0000

    /// The parts of a file.
    enum Section: UInt32, CaseIterable {
        case metadata = 1
        case locales = 2
        case fields = 3
        case scopes = 4
        case ids = 5
        case scopeNumbers = 6
        case years = 7
        case prices = 8
        case priceOrder = 9
        case yearOrder = 10
        case popularities = 11
        case popularityPlaces = 12
        case memberNumbers = 13
        case members = 14
        case otherTextNumbers = 15
        case otherTexts = 16
        case contentHashes = 17
        case foldingPages = 20
        case foldingTables = 21
        case locale = 32
        case separatorRuns = 33
        case termOffsets = 34
        case terms = 35
        case termLengths = 36
        case postingReferences = 37
        case postings = 38
        case gramKeys = 39
        case gramOffsets = 40
        case gramLists = 41
        case textOffsets = 42
        case texts = 43
        case titlePlaces = 44
        case singleTerms = 45
        case firstTexts = 48
        case textRecords = 49
        case owners = 50
    }

    /// What is said of a term beside its foldings.
    struct TermFlags: OptionSet {
        let rawValue: UInt8
        /// The two foldings differ.
        static let isSplit = TermFlags(rawValue: 1)
        /// The word bounds of the standard folding are listed.
        static let listsBounds = TermFlags(rawValue: 2)
        /// The word bounds of the search folding are listed.
        static let listsSearchBounds = TermFlags(rawValue: 16)
        /// Each scalar of the term gives, by itself, one scalar of both foldings that has as many bytes.
        static let isAligned = TermFlags(rawValue: 32)

        /// How the term itself is kept: the number in bits 2 and 3.
        enum Source: UInt8 {
            case folded = 0
            case capitalized = 1
            case listed = 2
        }
    }

    /// The sequences of three scalars by which terms are found.
    enum Gram {
        /// Stands before the first scalar at a word bound.
        static let start: UInt32 = 0x110000
        /// Stands behind the last scalar.
        static let end: UInt32 = 0x110001

        /// Whether a scalar is of a script with so many characters that two of them say as much as three letters.
        @inline(__always)
        static func isDense(_ scalar: UInt32) -> Bool { scalar >= 0x2E80 && scalar < start }

        @inline(__always)
        static func key(_ first: UInt32, _ second: UInt32, _ third: UInt32) -> UInt64 {
            UInt64(first) << 42 | UInt64(second) << 21 | UInt64(third)
        }
    }
}

/// Takes the bytes of a segment's file, from the first to the last.
package protocol SegmentOutput {
    /// Appends bytes.
    ///
    /// - Throws: where they cannot be kept; the file is then to be thrown away.
    mutating func write(_ bytes: UnsafeRawBufferPointer) throws
}
