// A match of a word in a record, and how the matches of all words rank the record.

/// One match of a query's word in a record.
struct Occurrence: Sendable {
    var match: MatchClass
    var isRespelled = true
    /// The index of the text's locale in the fallback chain, and of its field among those searched.
    var locale = 0
    var field = 0
    /// The index of the text among the field's texts; 0 except for keywords.
    var text = 0
    /// The position in the text: half-open, in bytes and in scalars.
    var bytes: Range<Int>
    var scalars = 0..<0
    /// Which collations treat word and text as equal.
    var byStandard: Bool
    var bySearch: Bool
    /// Whether the match is in a label instead of a text of the record.
    var isInLabel = false

    /// Whether this match ranks its record higher than another match of the same word.
    func isBetter(than other: Occurrence) -> Bool {
        if match != other.match { return match < other.match }
        if isRespelled != other.isRespelled { return !isRespelled }
        if locale != other.locale { return locale < other.locale }
        if field != other.field { return field < other.field }
        if text != other.text { return text < other.text }
        return scalars.lowerBound < other.scalars.lowerBound
    }

    /// Whether the other match ranks the same, apart from its position in the field.
    func ranksAs(_ other: Occurrence) -> Bool {
        match == other.match && isRespelled == other.isRespelled && locale == other.locale
            && field == other.field
    }
}

/// The matches of a word in a record, as far as rank and explanation need them: their number is bounded, however long
/// the texts are.
struct WordMatch: Sendable {
    /// The best match in each field, in the order of fields.
    private(set) var bestOfFields: [Occurrence] = []
    /// The first of the matches that rank as the best one, in order.
    private(set) var arranged: [Occurrence] = []
    /// The numeric fields whose value equals the word.
    let numbers: [FieldName]

    init(numbers: [FieldName] = []) { self.numbers = numbers }

    /// Adds a match. Matches must come in the order of fields, texts and positions.
    mutating func append(_ occurrence: Occurrence, field: Int, text: Int) {
        var occurrence = occurrence
        occurrence.field = field
        occurrence.text = text
        if let last = bestOfFields.last, last.field == field {
            if occurrence.isBetter(than: last) { bestOfFields[bestOfFields.count - 1] = occurrence }
        } else {
            bestOfFields.append(occurrence)
        }
        if let best, best.ranksAs(occurrence) {
            if arranged.count < Rank.arrangedOccurrences { arranged.append(occurrence) }
        } else if best.map({ occurrence.isBetter(than: $0) }) ?? true {
            arranged = [occurrence]
        }
    }

    var best: Occurrence? { arranged.first }
}

extension Rank {
    /// Sets the parts of the rank that the matches decide: rules 2 to 7.
    mutating func setMatches(_ words: [WordMatch]) {
        for word in words {
            // A number that equals the year or the price ranks like a whole field.
            guard word.numbers.isEmpty, let best = word.best else { continue }
            match = max(match, best.match)
            isRespelled = isRespelled || best.isRespelled
            localePosition = max(localePosition, best.locale)
            fieldPosition = max(fieldPosition, best.field)
        }
        let places = words.filter { $0.numbers.isEmpty && $0.best?.isInLabel != true }.map {
            word -> [ArrangedPlace] in
            word.arranged.map {
                ArrangedPlace(
                    text: $0.text, column: OpenKeys.key(0, level: $0.locale, field: $0.field),
                    scalars: $0.scalars)
            }
        }
        setArrangement(of: places)
    }

    /// Sets the parts of rules 6 and 7.
    ///
    /// - Parameter words: the positions of the best matches of each word that matches best in a text, in order.
    mutating func setArrangement(of words: [[ArrangedPlace]]) {
        (distance, position) = Self.arrangement(of: words)
    }

    /// How many matches of each word are tried for the best arrangement: the first ones.
    static let arrangedOccurrences = 64

    /// The steps of finding the best arrangement of words with so many places each.
    static func arrangementSteps(_ counts: some Collection<Int>) -> Int {
        zip(counts, counts.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 } / Interruption.bytes
    }

    /// The least sum of gaps between the words in the order typed, within one text, and the position of the first
    /// word of that arrangement; without one, the position of the first of the best matches.
    static func arrangement(of words: [[ArrangedPlace]]) -> (distance: Int?, position: Int) {
        guard let first = words.first else { return (0, 0) }
        var earliest = Int32.max
        for word in words where !word.isEmpty { earliest = min(earliest, word[0].start) }
        if earliest == .max { earliest = 0 }
        guard words.count > 1 else { return (0, Int(earliest)) }
        // The least distance of an arrangement that ends at each match of the current word.
        var ends: [(place: ArrangedPlace, distance: Int32, start: Int32)] = []
        ends.reserveCapacity(first.count)
        for place in first { ends.append((place, 0, place.start)) }
        for word in words.dropFirst() {
            var next: [(place: ArrangedPlace, distance: Int32, start: Int32)] = []
            for place in word {
                var best: (distance: Int32, start: Int32)?
                for end in ends where end.place.isBefore(place) {
                    let distance = end.distance + place.start - end.place.end
                    if best == nil || distance < best!.distance { best = (distance, end.start) }
                }
                if let best { next.append((place, best.distance, best.start)) }
            }
            ends = next
        }
        guard let best = ends.min(by: { ($0.distance, $0.start) < ($1.distance, $1.start) }) else {
            return (nil, Int(earliest))
        }
        return (Int(best.distance), Int(best.start))
    }
}

/// A match's position, as far as the distance of words needs it.
struct ArrangedPlace: BitwiseCopyable {
    /// The index of the text among the field's texts.
    let text: Int32
    /// Locale and field, see ``OpenKeys``.
    let column: UInt32
    /// Where the match begins and ends, in scalars; texts have fewer than 2^31.
    let start: Int32
    let end: Int32

    init(text: Int, column: UInt32, scalars: Range<Int>) {
        self.text = Int32(truncatingIfNeeded: text)
        self.column = column
        start = Int32(truncatingIfNeeded: scalars.lowerBound)
        end = Int32(truncatingIfNeeded: scalars.upperBound)
    }

    /// Whether this match ends before the other begins, in the same text.
    @inline(__always)
    func isBefore(_ other: ArrangedPlace) -> Bool {
        end <= other.start && text == other.text && column == other.column
    }
}
