// A segment in memory, whose folded texts are scanned.

package import ICU
internal import KitSupport
internal import Synchronization

/// Records in memory. The texts of a field and locale are folded by the first query that needs them.
package final class MemorySegment: Segment {
    let stored: StoredRecords
    /// The place of each record by popularity and by price, from 0 on; equal values share a place.
    let popularityOrder: [Int32]
    let priceOrder: [Int32?]
    package let deleted: RecordSet?
    package let locales: Set<LocaleIdentifier>
    package let scopes: [String]
    private let derived: Derived

    /// Data computed on first use, shared by all copies that exclude some of the records.
    private final class Derived: Sendable {
        let columns = Mutex<[ColumnKey: LazyColumn]>([:])
        let titleOrders = Cache<TitleOrderKey, TitleOrder>(limit: 8)
        let vocabularies = Cache<ColumnKey, Vocabulary>(limit: 64)
        /// The records' numbers by the bytes of their ids.
        let numbers = Mutex<[[UInt8]: Int]?>(nil)
    }

    private struct ColumnKey: Hashable {
        let field: FieldName
        let locale: LocaleIdentifier
    }

    init(_ stored: StoredRecords) {
        self.stored = stored
        // Most popular first.
        popularityOrder = Self.order(of: stored.popularities.map { -$0 }).map { $0 ?? 0 }
        priceOrder = Self.order(of: stored.prices.map { $0?.amount })
        deleted = nil
        locales = Set(stored.locales)
        scopes = stored.scopes
        derived = Derived()
    }

    private init(_ other: MemorySegment, deleted: RecordSet) {
        stored = other.stored
        popularityOrder = other.popularityOrder
        priceOrder = other.priceOrder
        self.deleted = deleted
        locales = Set(stored.recordCountsByLocale(without: deleted).keys)
        var isNamed = [Bool](repeating: false, count: stored.scopes.count)
        for (record, scope) in stored.scopeNumbers.enumerated()
        where scope >= 0 && !deleted.contains(record) {
            isNamed[Int(scope)] = true
        }
        scopes = zip(stored.scopes, isNamed).filter { $1 }.map { $0.0 }
        derived = other.derived
    }

    package func excluding(_ deleted: RecordSet) -> MemorySegment {
        precondition(deleted.universe == numberCount)
        return MemorySegment(self, deleted: deleted)
    }

    package var recordCount: Int { stored.count - (deleted?.count ?? 0) }
    package var numberCount: Int { stored.count }
    package var size: Int { stored.textSize }

    package func recordCountsByLocale() -> [LocaleIdentifier: Int] {
        stored.recordCountsByLocale(without: deleted)
    }

    package func number(ofID id: String) -> Int? {
        derived.numbers.withLock { numbers in
            if numbers == nil {
                numbers = Dictionary(
                    stored.ids.enumerated().map { (Array($1.utf8), $0) },
                    uniquingKeysWith: { first, _ in first })
            }
            return numbers?[Array(id.utf8)]
        }
    }

    package func record(_ number: Int) -> CatalogRecord { stored.record(number) }

    package func record(_ number: Int, for query: PreparedQuery) -> CatalogRecord { stored.record(number) }

    package func id(of number: Int) -> String { stored.ids[number] }

    package func titleKeys(of numbers: [Int], _ query: PreparedQuery) throws(SegmentError) -> [[UInt8]] {
        try TitleKeys(self, query).keys(numbers)
    }

    package func prepare(chain: [LocaleIdentifier], fields: [FieldName]) throws(SegmentError) {
        for locale in chain { for field in fields { _ = try column(field, locale) } }
    }

    package func search(
        _ query: PreparedQuery, keeping: Int, _ sets: inout MatchSets?
    ) throws(SegmentError) -> SegmentMatches {
        try MemorySearch(self, query).matches(keeping: keeping, &sets)
    }

    /// The terms of a field in a locale.
    func vocabulary(_ field: FieldName, _ locale: LocaleIdentifier) throws(SegmentError) -> Vocabulary {
        do throws(ICUError) {
            return try derived.vocabularies.value(of: ColumnKey(field: field, locale: locale)) {
                () throws(ICUError) in
                try Vocabulary(locale) { stored.forEachText(field, locale, $0) }
            }
        } catch {
            throw .icu(error)
        }
    }

    /// The folded texts of a field in a locale.
    func column(_ field: FieldName, _ locale: LocaleIdentifier) throws(SegmentError) -> FoldedColumn {
        // Locales without texts cost nothing, whatever chains are requested.
        guard stored.hasTexts(field, locale) else { return .empty }
        let lazy = derived.columns.withLock { columns in
            let key = ColumnKey(field: field, locale: locale)
            if let known = columns[key] { return known }
            let new = LazyColumn()
            columns[key] = new
            return new
        }
        do throws(ICUError) {
            return try lazy.value { () throws(ICUError) in
                var column = FoldedColumn.Builder(recordCount: stored.count)
                let folder = try TextFolder(locale)
                stored.forEachText(field, locale) { record, text in
                    column.append(folder.fold(text), of: record)
                }
                return FoldedColumn(column)
            }
        } catch {
            throw .icu(error)
        }
    }

    /// The places of values in ascending order, `nil` for missing values.
    private static func order<Value: Comparable>(of values: [Value?]) -> [Int32?] {
        let present = values.enumerated().compactMap { record, value in
            value.map { (record: record, value: $0) }
        }
        .sorted { $0.value < $1.value }
        var places = [Int32?](repeating: nil, count: values.count)
        var place: Int32 = 0
        for (index, entry) in present.enumerated() {
            if index > 0, present[index - 1].value < entry.value { place += 1 }
            places[entry.record] = place
        }
        return places
    }
}

extension MemorySegment: TitledRecords {
    func title(of number: Int, _ key: TitleOrderKey) -> String {
        for locale in key.chain {
            if let title = stored.texts(of: number, key.field, locale).first { return title }
        }
        return stored.firstText(of: number, key.field) ?? stored.ids[number]
    }

    func titleOrder(
        _ key: TitleOrderKey, _ make: () throws(SegmentError) -> TitleOrder
    ) throws(SegmentError) -> TitleOrder { try derived.titleOrders.value(of: key, make) }
}

/// A column made by its first user while others wait.
private final class LazyColumn: Sendable {
    private let column = Mutex<FoldedColumn?>(nil)

    func value(_ make: () throws(ICUError) -> FoldedColumn) throws(ICUError) -> FoldedColumn {
        try column.withLock { column throws(ICUError) in
            if let column { return column }
            let made = try make()
            column = made
            return made
        }
    }
}

/// Collects the records of a catalog into segments of limited size.
package struct SegmentBuilder {
    private var stored = StoredRecords()
    private var finished: [MemorySegment] = []

    /// No segment exceeds these by more than one record, so that segments can be prepared in parallel.
    private static let recordLimit = 65_536
    private static let textLimit = 64 << 20

    package init() {}

    /// Adds a record.
    package mutating func append(_ record: CatalogRecord) {
        if stored.count >= Self.recordLimit || stored.textSize >= Self.textLimit { finish() }
        stored.append(record)
    }

    private mutating func finish() {
        guard stored.count > 0 else { return }
        finished.append(MemorySegment(stored))
        stored = StoredRecords()
    }

    /// All records as segments, in the order added.
    package consuming func segments() -> [any Segment] {
        finish()
        return finished
    }
}
