// The attributes of a segment's records.

internal import Support

/// The values of all attributes in a segment; valid as long as the segment's file.
struct IndexedAttributes: Sendable {
    /// The names of the attributes, in the order declared.
    let names: [AttributeName]
    private let columns: [AttributeColumn]

    init(_ file: SegmentFile, _ budget: CacheBudget) throws(SegmentError) {
        let names = try StringList.read(file.section(.attributes))?.list.strings() ?? []
        self.names = names.map { AttributeName($0) }
        var columns: [AttributeColumn] = []
        let lists = ValueRecordsCache(budget, cost: \.byteCount)
        if let types = try file.list(.attributeTypes, width: 1, count: names.count) {
            for number in names.indices {
                let type = Int(try types.number(number, as: UInt8.self))
                guard type < AttributeCoding.types.count else { throw .damaged }
                columns.append(try AttributeColumn(file, number, AttributeCoding.types[type], lists))
            }
        }
        guard columns.count == names.count else { throw .damaged }
        self.columns = columns
    }

    /// The values of an attribute; `nil` if the segment has none.
    func column(_ name: AttributeName) -> AttributeColumn? {
        names.firstIndex(of: name).map { columns[$0] }
    }

    /// The values of a record, by attribute in the order declared.
    func values(of record: Int) throws(SegmentError) -> [CatalogRecord.Attribute] {
        var values: [CatalogRecord.Attribute] = []
        for (name, column) in zip(names, columns) {
            for value in try column.values(of: record) {
                values.append(CatalogRecord.Attribute(name, try column.value(value)))
            }
        }
        return values
    }
}
