// The possible scores of a word's matches: all units, by falling score.

/// The units of a word's matches, see ``ImpactOrder``.
struct ImpactUnits {
    /// A field of one locale, searched for one spelling.
    struct Column {
        let search: Int
        /// The index of the column in the level.
        let place: Int
        let searched: SearchedColumn
        let points: ScoreTable
        /// The position of the field in ``TermImpacts``.
        let impactPosition: Int
    }

    struct Unit {
        enum Kind: UInt8 {
            /// Units of the first two kinds find terms, which then wait in units of postings.
            case beginnings
            case inside
            case values
            case postings
        }

        let points: Int32
        let kind: Kind
        /// The index of the search, of the values, or of the column.
        let number: Int32
        let match: MatchClass
        let length: UInt8
    }

    /// The columns of all searches.
    let columns: [Column]
    /// The index in `columns` of the first column of each search, and their number.
    let firstColumns: [Int]
    /// By falling score; units that find terms come before units of postings.
    let all: [Unit]
    /// The number of each unit of postings, by column, match class and length of the text.
    private let numbers: [Int32]

    private static let unitsPerColumn = MatchClass.allCases.count * Score.lengthFactors.count

    init(_ searches: [WordSearch], _ values: [ValueMatch], weights: [FieldWeight]) {
        var columns: [Column] = []
        var firstColumns: [Int] = []
        for (number, search) in searches.enumerated() {
            firstColumns.append(columns.count)
            for (place, column) in search.level.columns.enumerated() {
                columns.append(
                    Column(
                        search: number, place: place, searched: column,
                        points: ScoreTable(search, weight: weights[column.field]),
                        impactPosition: TermImpacts.position(ofField: column.number)))
            }
        }
        firstColumns.append(columns.count)
        self.columns = columns
        self.firstColumns = firstColumns
        all = Self.units(columns, firstColumns, values)
        var numbers = [Int32](repeating: 0, count: columns.count * Self.unitsPerColumn)
        for (number, unit) in all.enumerated() where unit.kind == .postings {
            numbers[Self.place(Int(unit.number), unit.match, unit.length)] = Int32(number)
        }
        self.numbers = numbers
    }

    /// The number of the unit of a posting.
    @inline(__always)
    func number(ofColumn column: Int, _ match: MatchClass, length: UInt8) -> Int {
        Int(numbers[Self.place(column, match, length)])
    }

    @inline(__always)
    private static func place(_ column: Int, _ match: MatchClass, _ length: UInt8) -> Int {
        column * unitsPerColumn + Int(match.rawValue) * Score.lengthFactors.count + Int(length)
    }

    private static func units(
        _ columns: [Column], _ firstColumns: [Int], _ values: [ValueMatch]
    ) -> [Unit] {
        var units: [Unit] = []
        units.reserveCapacity(columns.count * (unitsPerColumn + 2) + values.count)
        for search in firstColumns.indices.dropLast() {
            let own = columns[firstColumns[search]..<firstColumns[search + 1]]
            for (kind, match) in [(Unit.Kind.beginnings, MatchClass.wholeField), (.inside, .insideWord)] {
                let most = own.map { $0.points.most(match) }.max() ?? 0
                units.append(
                    Unit(points: Int32(most), kind: kind, number: Int32(search), match: match, length: 0))
            }
        }
        for (number, value) in values.enumerated() {
            units.append(
                Unit(
                    points: Int32(truncatingIfNeeded: value.key.points), kind: .values, number: Int32(number),
                    match: .wholeField, length: 0))
        }
        for (number, column) in columns.enumerated() {
            for match in MatchClass.allCases {
                for length in 0..<UInt8(Score.lengthFactors.count) {
                    units.append(
                        Unit(
                            points: column.points[match, length], kind: .postings, number: Int32(number),
                            match: match, length: length))
                }
            }
        }
        units.sort { ($1.points, $0.kind.rawValue) < ($0.points, $1.kind.rawValue) }
        return units
    }
}
