// The layout of a segment's file: the names of its sections. IndexFormat.md describes their content.

internal import Stemming

/// The constants of a segment's file.
package enum IndexLayout {
    /// The first and the last bytes of the file.
    static let magic: [UInt8] = Array("LSEARCHX".utf8)
    static let footerSize = 72
    static let tableEntrySize = 32
    static let pageSize = 4_096
    package static let formatVersion: UInt32 = 12
    /// The version of the analysis: how texts are folded, split into terms and words, and stemmed; the upper
    /// bits are those of the installed dictionaries of stems.
    package static let analysisVersion: UInt32 = 5 | StemDictionary.installedVersion << 8
    /// The maximum size of a text in bytes. Texts refer to terms, so a small forged file could
    /// otherwise contain texts of any length.
    static let longestText = 1 << 26
    /// No scope, or no position, in lists of numbers.
    static let none: UInt32 = 0xFFFF_FFFF
    /// No title, in lists of lengths.
    static let noTitleLength: UInt16 = 0xFFFF
    /// Longer titles count as this long.
    static let greatestTitleLength = Int(noTitleLength) - 1

    /// The length of a title, in Unicode scalars.
    static func length(ofTitle title: String) -> Int { min(title.unicodeScalars.count, greatestTitleLength) }
    /// In references to postings: the reference contains the only posting.
    static let inlinePosting: UInt32 = 0x8000_0000
    /// A posting is the number of a text, shifted left by this many bits, and its kind: the class of the
    /// text's length, and ``repeatedPosting`` if the text contains the term several times.
    static let postingBits: UInt32 = 4
    static let repeatedPosting: UInt8 = 8
    /// The number of texts of a locale must be below this.
    static let mostTexts = Int(inlinePosting >> postingBits)
    /// Lists of at least this many postings are grouped by field and kind.
    static let groupedPostings = 64

    /// The sections of a file.
    enum Section: UInt32, CaseIterable {
        case metadata = 1
        case locales = 2
        case fields = 3
        case scopes = 4
        case ids = 5
        case scopeNumbers = 6
        case years = 7
        case prices = 8
        case priceLists = 9
        case yearOrder = 10
        case popularities = 11
        case popularityPositions = 12
        case memberNumbers = 13
        case members = 14
        case otherTextNumbers = 15
        case otherTexts = 16
        case contentHashes = 17
        case priceListNumbers = 18
        case otherPriceNumbers = 19
        case foldingPages = 20
        case foldingTables = 21
        case otherPrices = 22
        case locale = 32
        case separatorRuns = 33
        case termOffsets = 34
        case terms = 35
        case termImpacts = 36
        case postingReferences = 37
        case postings = 38
        case leaves = 39
        case frequentTerms = 40
        case otherLetters = 41
        case textOffsets = 42
        case texts = 43
        case titlePositions = 44
        case singleTerms = 45
        case lengthClasses = 46
        case titleLengths = 47
        case firstTexts = 48
        case textRecords = 49
        case owners = 50
        case stems = 51
        case joinedTerms = 52
        case wordBigrams = 53
        case attributes = 60
        case attributeTypes = 61
        case attributeNumbers = 62
        case attributeScales = 63
        case attributeTexts = 64
        case attributeCodes = 65
        case attributeStarts = 66
        case attributeLists = 67
        case frequentValues = 68
        case frequentValueSets = 69
        case priceAmounts = 70
        case priceScales = 71
        case priceStarts = 72
        case priceRecords = 73
        case attributeParents = 74
        case vectorSpaces = 80
        case vectorRecords = 81
        case vectorScales = 82
        case vectorLengths = 83
        case vectors = 84
    }

    /// Properties of a term, stored with its foldings.
    struct TermFlags: OptionSet {
        let rawValue: UInt8
        /// The two foldings differ.
        static let isSplit = TermFlags(rawValue: 1)
        /// The word bounds of the standard folding are listed.
        static let listsBounds = TermFlags(rawValue: 2)
        /// The word bounds of the search folding are listed.
        static let listsSearchBounds = TermFlags(rawValue: 16)
        /// Each scalar of the term becomes exactly one scalar with as many bytes, in both foldings.
        static let isAligned = TermFlags(rawValue: 32)

        /// How the term's spelling is stored: the number in bits 2 and 3.
        enum Source: UInt8 {
            case folded = 0
            case capitalized = 1
            case listed = 2
            case uppercase = 3
        }
    }

    /// The sets of suffixes that the leaves list: by folding, and by where they begin. The numbers are the
    /// fields of kind 39.
    enum LeafSet: Int, CaseIterable {
        /// Inside words of the standard folding.
        case insideStandard = 0
        /// At the word bounds of the standard folding, except at its beginning.
        case atBoundsStandard = 1
        /// Inside words of the search folding, before its last difference from the standard folding.
        case insideSearch = 2
        /// At the word bounds of the search folding, before its last difference from the standard folding.
        case atBoundsSearch = 3

        /// The number of suffixes in a leaf. The last three sets are small, but searched for each word.
        var leafSize: Int { self == .insideStandard ? 128 : 32 }

        /// Whether the set has suffixes of search foldings, of the terms that have two foldings.
        var isOfSearch: Bool { self == .insideSearch || self == .atBoundsSearch }

        /// Whether the suffixes begin at word bounds.
        var isAtBounds: Bool { self == .atBoundsStandard || self == .atBoundsSearch }
    }

    /// The number of bytes by which suffixes are sorted.
    static let suffixLength = 32
}

/// Receives the bytes of a segment's file in order.
package protocol SegmentOutput {
    /// Appends bytes.
    ///
    /// - Throws: if they cannot be stored; the file is then unusable.
    mutating func write(_ bytes: UnsafeRawBufferPointer) throws
}
