// Columns of an export whose first values show that they are not what their names say.

internal import CatalogSearch

/// The first values of the columns that may be unusable.
struct SampledColumns {
    private let names: [String]
    /// The columns of numbers that may identify records, and the values of each.
    private var numbers: [(column: Int, values: Set<String>)]
    private let categoryColumns: [Int]
    /// The columns of categories, and whether all values of each were ids so far.
    private var categories: [Int: Bool] = [:]
    private var unusableNumbers: Set<Int> = []

    /// - Parameter folded: the names without case, spaces and punctuation.
    init(_ names: [String], _ folded: [String]) {
        self.names = names
        numbers = folded.indices.filter { UsualColumnNames.uncertainIdentifiers.contains(folded[$0]) }
            .map { ($0, []) }
        categoryColumns = folded.indices.filter { UsualColumnNames.found[folded[$0]]?.member == "type" }
    }

    mutating func add(_ row: [TableField]) {
        for index in numbers.indices {
            let column = numbers[index].column
            let text = row[column].trimmedText
            let isNew = numbers[index].values.insert(text).inserted
            if text.isEmpty || !isNew { unusableNumbers.insert(column) }
        }
        for column in categoryColumns where !row[column].isEmpty {
            categories[column] = (categories[column] ?? true) && Self.areIdentifiers(row[column].trimmedText)
        }
    }

    /// The names of the columns that cannot be used.
    var unusable: Set<String> {
        Set((unusableNumbers.sorted() + categories.filter(\.value).map(\.key)).map { names[$0] })
    }

    /// Whether a cell lists ids instead of names: several numbers, or ids of 32 hexadecimal digits.
    private static func areIdentifiers(_ text: String) -> Bool {
        let parts = text.split { "|;,".contains($0) }.map(\.trimmingSpaces)
        if !parts.isEmpty, parts.allSatisfy({ $0.utf8.count == 32 && $0.allSatisfy(\.isHexDigit) }) {
            return true
        }
        return parts.count > 1 && parts.allSatisfy { Int(digits: $0) != nil }
    }
}
