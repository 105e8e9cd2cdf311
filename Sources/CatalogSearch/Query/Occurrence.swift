// One place where a word stands in a record, and what all of them together say for the record's rank.

/// One place at which a word of the query stands.
struct Occurrence: Sendable {
    var match: MatchClass
    var isRespelled = true
    /// The place of the text's locale in the fallback chain, and of its field among those searched.
    var locale = 0
    var field = 0
    /// Which of the field's texts it is; 0 but for keywords.
    var text = 0
    /// Where it stands in the text: half-open, in bytes and in scalars.
    var bytes: Range<Int>
    var scalars = 0..<0
    /// Which of the locale's collations holds word and text equal.
    var byStandard: Bool
    var bySearch: Bool

    /// Whether this occurrence says more for its record than another one of the same word.
    func isBetter(than other: Occurrence) -> Bool {
        if match != other.match { return match < other.match }
        if isRespelled != other.isRespelled { return !isRespelled }
        if locale != other.locale { return locale < other.locale }
        if field != other.field { return field < other.field }
        if text != other.text { return text < other.text }
        return scalars.lowerBound < other.scalars.lowerBound
    }

    /// Whether it ranks the same but for its place within the field.
    func ranksAs(_ other: Occurrence) -> Bool {
        match == other.match && isRespelled == other.isRespelled && locale == other.locale
            && field == other.field
    }
}

/// All that is known of a word in a record.
struct WordMatch: Sendable {
    /// All places, in the order of fields, texts, and within a text.
    var occurrences: [Occurrence] = []
    /// The numeric fields whose value the word is.
    var numbers: [FieldName] = []

    /// Adds the places found in the next text.
    mutating func append(_ found: [Occurrence], field: Int, text: Int) {
        for var occurrence in found {
            occurrence.field = field
            occurrence.text = text
            occurrences.append(occurrence)
        }
    }

    var best: Occurrence? {
        occurrences.dropFirst().reduce(occurrences.first) { best, next in
            next.isBetter(than: best!) ? next : best
        }
    }
}

extension Rank {
    /// Fills in what the words' occurrences decide: rules 2 to 7.
    mutating func setMatches(_ words: [WordMatch]) {
        for word in words {
            // A number that equals the year or the price is as good as a field that is the word.
            guard word.numbers.isEmpty, let best = word.best else { continue }
            match = max(match, best.match)
            isRespelled = isRespelled || best.isRespelled
            localePosition = max(localePosition, best.locale)
            fieldPosition = max(fieldPosition, best.field)
        }
        let places = words.filter { $0.numbers.isEmpty }.map { word -> [ArrangedPlace] in
            let best = word.best
            return word.occurrences.filter { best!.ranksAs($0) }.prefix(Self.arrangedOccurrences).map {
                ArrangedPlace(
                    text: $0.text, column: OpenKeys.key(0, level: $0.locale, field: $0.field),
                    scalars: $0.scalars)
            }
        }
        setArrangement(of: places)
    }

    /// Fills in rules 6 and 7.
    ///
    /// - Parameter words: for each word that is no number the places of its best occurrences, in order.
    mutating func setArrangement(of words: [[ArrangedPlace]]) {
        (distance, position) = Self.arrangement(of: words)
    }

    /// How many occurrences of each word are tried for the best arrangement: the first ones.
    static let arrangedOccurrences = 64

    /// The least sum of gaps between words in the order typed, within one text, and where the first word of that
    /// arrangement stands; without one, where the first of the best occurrences stands.
    static func arrangement(of words: [[ArrangedPlace]]) -> (distance: Int?, position: Int) {
        guard let first = words.first else { return (0, 0) }
        var earliest = Int32.max
        for word in words where !word.isEmpty { earliest = min(earliest, word[0].start) }
        if earliest == .max { earliest = 0 }
        guard words.count > 1 else { return (0, Int(earliest)) }
        // For each occurrence of the word at hand: the least distance of an arrangement that ends there.
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

/// Where a word stands, as far as the distance of words depends on it.
struct ArrangedPlace: BitwiseCopyable {
    /// Which of the field's texts it is.
    let text: Int32
    /// Locale and field, see ``OpenKeys``.
    let column: UInt32
    /// Where the word begins and ends, in scalars; texts have fewer than 2^31.
    let start: Int32
    let end: Int32

    init(text: Int, column: UInt32, scalars: Range<Int>) {
        self.text = Int32(truncatingIfNeeded: text)
        self.column = column
        start = Int32(truncatingIfNeeded: scalars.lowerBound)
        end = Int32(truncatingIfNeeded: scalars.upperBound)
    }

    /// Whether this place ends in the other's text before the other begins.
    @inline(__always)
    func isBefore(_ other: ArrangedPlace) -> Bool {
        end <= other.start && text == other.text && column == other.column
    }
}
