// The names of an export's columns, and the record members for them.

internal import CatalogSearch
internal import Support

enum ColumnNames {
    /// Stands for the number of a row in a mapping: `#=id` numbers the records of a table without ids.
    static let rowNumber = "#"

    /// Splits `title[de]`.
    static func split(_ name: String) -> (base: String, key: String?) {
        guard name.utf8.last == UInt8(ascii: "]"), let bracket = name.utf8.firstIndex(of: UInt8(ascii: "["))
        else {
            return (name, nil)
        }
        let key = name[name.utf8.index(after: bracket)...].dropLast()
        return key.isEmpty ? (name, nil) : (String(name[..<bracket]), String(key))
    }

    /// The columns of a mapping that a table lacks, in order.
    static func unknown(in columns: [String], _ description: CatalogDescription) -> [String] {
        let known = Set(columns.map { $0.lowercased() } + [rowNumber])
        // The names of options are in the rows.
        let hasOptions = columns.contains { VariantOptions.headings.contains(UsualColumnNames.folded($0)) }
        return description.columns.filter { column, member in
            !known.contains(column.lowercased())
                && !(hasOptions && description.attribute(AttributeName(split(member).base)) != nil)
        }.keys.sorted()
    }

    /// The members of a mapping that records do not use, each with the one that was probably meant. Others
    /// are preserved unchanged.
    static func misspelt(_ description: CatalogDescription) -> [(member: String, nearest: String)] {
        let fields = Set(description.fields + FieldName.standard + [description.titleField])
        let known =
            fields.map(\.rawValue).sorted() + [
                "id", "type", "year", "price", "prices", "popularity", "group",
            ]
            + ["image", "url"] + description.attributes.map(\.name.rawValue)
        return description.columns.values.map { split($0).base }.sorted().compactMap { member in
            guard !member.isEmpty, !known.contains(member), let nearest = known.nearest(to: member) else {
                return nil
            }
            return (member, nearest)
        }
    }

    /// The columns in the form of messages.
    static func list(_ names: [String]) -> String {
        let shown = names.prefix(20).map(\.excerpt).joined(separator: ", ")
        return names.count > 20 ? shown + ", …" : shown
    }
}

extension [String: String] {
    /// The record's member for a column, by the column's exact name or the same in another case; the column's
    /// own name if it is not mapped.
    func name(ofColumn column: String) -> String {
        if isEmpty { return column }
        if let name = self[column] { return name }
        let lowercased = column.lowercased()
        return filter { $0.key.lowercased() == lowercased }.min { $0.key < $1.key }?.value ?? column
    }
}
