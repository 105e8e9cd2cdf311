// Contractions, and characters whose weight depends on the characters before them.
//
// The sequences are flat and sorted, so that a table is loaded from a file by
// copying, and looked up without hashing.

internal import Support

/// Sequences of scalars, each with its expansion, sorted by the scalar that looks them up. The other scalars
/// of a sequence are its *company*.
struct FoldingSequences: Equatable, Sendable {
    /// One sequence.
    struct Row: Equatable, Sendable {
        /// The first scalar of a contraction; the last of a context.
        var scalar: UInt32
        /// Where the row's company ends in `company`; it begins where that of the previous row ends.
        var companyEnd: UInt32
        /// The number of the expansion that replaces the sequence.
        var expansion: UInt32
    }

    /// Ascending by scalar; rows of one scalar by falling length of their company.
    let rows: [Row]
    /// The scalars after the row's scalar (contractions) or before it (contexts), row after row.
    let company: [UInt32]

    /// The longest company; ICU's longest has a handful of scalars.
    static let companyLimit = 64

    /// Sorts sequences.
    init(_ sequences: [(scalar: UInt32, company: [UInt32], expansion: Int)]) {
        let sorted = sequences.sorted { first, second in
            if first.scalar != second.scalar { return first.scalar < second.scalar }
            if first.company.count != second.company.count {
                return first.company.count > second.company.count
            }
            return first.company.lexicographicallyPrecedes(second.company)
        }
        var rows: [Row] = []
        var company: [UInt32] = []
        for sequence in sorted {
            company += sequence.company
            rows.append(
                Row(
                    scalar: sequence.scalar, companyEnd: UInt32(company.count),
                    expansion: UInt32(sequence.expansion)))
        }
        self.rows = rows
        self.company = company
    }

    /// Takes rows from a file.
    ///
    /// - Parameter expansions: the number of expansions.
    /// - Returns: `nil` where the rows are not in order or refer to something that does not exist.
    init?(rows: [Row], company: [UInt32], expansions: Int) {
        var before = Row(scalar: 0, companyEnd: 0, expansion: 0)
        for row in rows {
            guard row.scalar >= before.scalar, row.scalar < 0x110000, Int(row.expansion) < expansions,
                row.companyEnd > before.companyEnd, row.companyEnd <= company.count,
                row.companyEnd - before.companyEnd <= Self.companyLimit
            else { return nil }
            before = row
        }
        guard before.companyEnd == company.count else { return nil }
        self.rows = rows
        self.company = company
    }

    /// The rows of a scalar, longest company first; empty where it has none.
    func rows(of scalar: UInt32) -> Range<Int> {
        let start = rows.partitioningIndex { $0.scalar >= scalar }
        var end = start
        while end < rows.count, rows[end].scalar == scalar { end += 1 }
        return start..<end
    }

    /// The company of a row.
    func company(of row: Int) -> ArraySlice<UInt32> {
        company[(row == 0 ? 0 : Int(rows[row - 1].companyEnd))..<Int(rows[row].companyEnd)]
    }
}

/// The canonical combining classes of marks.
struct CombiningClasses: Equatable, Sendable {
    /// Each entry is a scalar × 256 + its class, which is not 0; ascending.
    let packed: [UInt32]

    init(_ classes: [UInt32: UInt8]) { packed = classes.map { $0 << 8 | UInt32($1) }.sorted() }

    /// Takes classes from a file.
    ///
    /// - Returns: `nil` where they are not ascending.
    init?(packed: [UInt32]) {
        for index in packed.indices.dropFirst() where packed[index] <= packed[index - 1] { return nil }
        self.packed = packed
    }

    /// The marks.
    var scalars: some Sequence<UInt32> { packed.lazy.map { $0 >> 8 } }

    /// The class of a scalar; `nil` for a scalar that is no mark.
    subscript(scalar: UInt32) -> UInt8? {
        let position = packed.partitioningIndex { $0 >> 8 >= scalar }
        guard position < packed.count, packed[position] >> 8 == scalar else { return nil }
        return UInt8(truncatingIfNeeded: packed[position])
    }
}
