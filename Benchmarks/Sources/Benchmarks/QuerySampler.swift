// The queries: words and parts of words from the catalog's own texts, the same in every run.

internal import CatalogSearch

/// The kinds of queries.
enum QueryKind: String, CaseIterable {
    /// One letter, like the first typed one.
    case letter
    /// A whole word.
    case word
    /// The beginning of a word.
    case prefix
    /// A part from the middle of a word.
    case infix
    /// Two words, half of the time from the same text.
    case and
}

struct Query {
    let kind: QueryKind
    let text: String
}

/// Random numbers from a seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Draws queries from texts.
struct QuerySampler {
    private let analyzer: Analyzer
    private let texts: [String]
    private var generator = SeededGenerator(seed: 7)

    init(_ analyzer: Analyzer, texts: [String]) {
        self.analyzer = analyzer
        self.texts = texts
    }

    /// Returns up to `count` different queries of a kind, or fewer if the texts do not have enough.
    mutating func queries(_ kind: QueryKind, count: Int) throws -> [Query] {
        guard !texts.isEmpty else { return [] }
        var seen: Set<String> = []
        var queries: [Query] = []
        for _ in 0..<count * 20 where queries.count < count {
            guard let text = try draw(kind), seen.insert(text.lowercased()).inserted else { continue }
            queries.append(Query(kind: kind, text: text))
        }
        return queries
    }

    private mutating func draw(_ kind: QueryKind) throws -> String? {
        let words = try words(of: texts.randomElement(using: &generator)!)
        guard let word = words.randomElement(using: &generator) else { return nil }
        // In scripts without spaces, words are short and each character is more specific.
        let isDense = word.isDense
        switch kind {
        case .letter: return word.piece(0..<1)
        case .word: return word.text
        case .prefix:
            guard word.count >= (isDense ? 3 : 6) else { return nil }
            return word.piece(0..<Int.random(in: isDense ? 2...2 : 3...5, using: &generator))
        case .infix:
            guard word.count >= (isDense ? 4 : 9) else { return nil }
            let length = isDense ? 2 : Int.random(in: 4...6, using: &generator)
            let start = Int.random(in: 1..<word.count - length, using: &generator)
            return word.piece(start..<start + length)
        case .and:
            let others =
                Bool.random(using: &generator)
                ? words : try self.words(of: texts.randomElement(using: &generator)!)
            guard let other = others.randomElement(using: &generator), other.text != word.text else {
                return nil
            }
            return word.text + " " + other.text
        }
    }

    private func words(of text: String) throws -> [Word] {
        let scalars = Array(text.unicodeScalars)
        return try analyzer.tokens(in: text).compactMap { Word(scalars[$0.range]) }
    }
}

/// A word of letters that is long enough for a query.
private struct Word {
    private let scalars: ArraySlice<Unicode.Scalar>

    init?(_ scalars: ArraySlice<Unicode.Scalar>) {
        self.scalars = scalars
        guard scalars.allSatisfy({ $0.properties.isAlphabetic || $0.isMark }),
            scalars.count >= (isDense ? 2 : 4)
        else { return nil }
    }

    var count: Int { scalars.count }
    var text: String { String(String.UnicodeScalarView(scalars)) }

    /// Whether the script has no spaces between words: Thai and Lao, Myanmar, Khmer, and
    /// everything from the Han radicals on.
    var isDense: Bool {
        guard let first = scalars.first?.value else { return false }
        return 0x0E00..<0x0F00 ~= first || 0x1000..<0x10A0 ~= first || 0x1780..<0x1800 ~= first
            || first >= 0x2E80
    }

    /// The scalars at these offsets; `nil` if that would separate a mark from its letter.
    func piece(_ range: Range<Int>) -> String? {
        let piece = scalars.dropFirst(range.lowerBound).prefix(range.count)
        let next = scalars.dropFirst(range.upperBound).first
        guard piece.first?.isMark == false, next?.isMark != true else { return nil }
        return String(String.UnicodeScalarView(piece))
    }
}

extension Unicode.Scalar {
    fileprivate var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }
}
