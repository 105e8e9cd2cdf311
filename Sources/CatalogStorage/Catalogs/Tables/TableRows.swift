// A whole table in memory as rows of texts, for small files that are not catalogs.

internal import JSON

/// Reads tables that programs use beside catalogs.
package enum TableRows {
    /// A row with text in it.
    package struct Row: Equatable, Sendable {
        /// The number of the row's first line, from 1.
        package let line: Int
        /// The texts without quotation marks and spaces around them.
        package let fields: [String]
    }

    /// The rows of comma- or tab-separated values (RFC 4180), with the separator of the first line. Bytes
    /// that are not UTF-8 are replaced.
    package static func rows(_ bytes: [UInt8]) -> [Row] {
        var rows: [Row] = []
        let isText = bytes.withUnsafeBufferPointer { JSONParser.isValidUTF8($0) }
        let text = isText ? bytes : Array(String(decoding: bytes, as: UTF8.self).utf8)
        text.withUnsafeBufferPointer { bytes in
            let separator =
                TableSeparator.found(in: bytes, isWhole: true, usual: UInt8(ascii: ",")) ?? UInt8(ascii: ",")
            var start = 0
            var line = 1
            while start < bytes.count {
                let rest = UnsafeBufferPointer(rebasing: bytes[start...])
                var scanner = TableRowScanner(separator: separator)
                let length = scanner.step(rest) ?? rest.count
                var row = UnsafeBufferPointer(rebasing: rest[..<length])
                let lineCount = row.count { $0 == 0x0A } + 1
                if row.last == 0x0D { row = UnsafeBufferPointer(rebasing: row.dropLast()) }
                let fields = TableField.fields(of: row, separator: separator).map(\.trimmedText)
                if fields.contains(where: { !$0.isEmpty }) { rows.append(Row(line: line, fields: fields)) }
                line += lineCount
                start += length + 1
            }
        }
        return rows
    }
}
