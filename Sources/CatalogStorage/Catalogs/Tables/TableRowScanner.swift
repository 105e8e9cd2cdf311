// Finds the rows and fields of a table. Quoted fields may contain separators and line ends.

internal import JSON
internal import Support

/// Finds the end of one row of comma- or tab-separated values (RFC 4180), block by block.
///
/// A quotation mark opens a quoted field only at the field's beginning; elsewhere it is an ordinary
/// character.
struct TableRowScanner {
    private enum State {
        case fieldStart, unquoted, quoted, behindQuote
    }

    /// The number of bytes scanned.
    private(set) var scanned = 0
    /// Whether text follows a closing quotation mark.
    private(set) var hasTextBehindQuote = false
    /// The number of line feeds in quotation marks before the last opening one.
    private(set) var linesBeforeQuote = 0
    private var lines = 0
    private var state = State.fieldStart
    private let separator: UInt8

    init(separator: UInt8) { self.separator = separator }

    /// Whether a quotation mark is open.
    var isInQuotes: Bool { state == .quoted }

    /// Scans further. The bytes start at the row's beginning and include those scanned before.
    ///
    /// - Returns: the row's length without its line feed; `nil` if it continues after the available bytes.
    mutating func step(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        while scanned < bytes.count {
            let byte = bytes[scanned]
            scanned += 1
            if state == .quoted {
                if byte == UInt8(ascii: "\"") { state = .behindQuote }
                if byte == 0x0A { lines += 1 }
                continue
            }
            switch byte {
            case separator: state = .fieldStart
            case 0x0A: return scanned - 1
            case UInt8(ascii: "\"") where state == .fieldStart:
                state = .quoted
                linesBeforeQuote = lines
            case UInt8(ascii: "\"") where state == .behindQuote: state = .quoted
            case 0x0D where state == .behindQuote: break
            default:
                if state == .behindQuote { hasTextBehindQuote = true }
                state = .unquoted
            }
        }
        return nil
    }

    /// Adjusts the positions after this many bytes at the row's beginning were dropped.
    mutating func drop(_ count: Int) { scanned -= count }
}

/// A field of a row: its bytes without the quotation marks around them.
struct TableField {
    let bytes: UnsafeBufferPointer<UInt8>
    let isQuoted: Bool

    private init(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, isQuoted: Bool) {
        self.bytes = UnsafeBufferPointer(rebasing: Self.withoutTextMark(bytes, isQuoted: isQuoted))
        self.isQuoted = isQuoted
    }

    /// A field without the marks that keep spreadsheets from changing it: an apostrophe before a number, or
    /// before a sign with which formulas begin; and a formula that is a text, `="00731"`.
    private static func withoutTextMark(
        _ bytes: Slice<UnsafeBufferPointer<UInt8>>, isQuoted: Bool
    ) -> Slice<UnsafeBufferPointer<UInt8>> {
        switch bytes.first {
        case UInt8(ascii: "'"):
            let rest = bytes.dropFirst()
            let isNumber = rest.count >= 3 && rest.allSatisfy { (0x30...0x39).contains($0) }
            // `'+' key` has a quoted sign.
            let isSign =
                rest.first.map("=+-@".utf8.contains) == true && rest.dropFirst().first != UInt8(ascii: "'")
            return isNumber || isSign ? rest : bytes
        case UInt8(ascii: "="):
            let quote = Array((isQuoted ? "\"\"" : "\"").utf8)
            let rest = bytes.dropFirst()
            guard rest.count > 2 * quote.count, rest.starts(with: quote),
                rest.suffix(quote.count).elementsEqual(quote)
            else { return bytes }
            let text = rest.dropFirst(quote.count).dropLast(quote.count)
            // `="a"&"b"` is a formula of two texts.
            return text.contains(UInt8(ascii: "\"")) ? bytes : text
        default: return bytes
        }
    }

    var isEmpty: Bool { bytes.isEmpty }

    /// The field's text, with doubled quotation marks replaced by single ones.
    var text: String {
        let quote = UInt8(ascii: "\"")
        guard isQuoted, bytes.contains(quote) else { return String(wellFormed: bytes) }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var isSecond = false
        for byte in bytes {
            isSecond = byte == quote && !isSecond
            if byte != quote || isSecond { text.append(byte) }
        }
        return text.withUnsafeBufferPointer { String(wellFormed: $0) }
    }

    /// The text without spaces around it.
    var trimmedText: String { text.trimmingSpaces }

    /// Splits a row that a scanner found. No text may follow a closing quotation mark in it.
    static func fields(of row: UnsafeBufferPointer<UInt8>, separator: UInt8) -> [TableField] {
        var fields: [TableField] = []
        var start = 0
        while true {
            var end = start
            let isQuoted = start < row.count && row[start] == UInt8(ascii: "\"")
            if isQuoted {
                end += 1
                while end < row.count {
                    if row[end] == UInt8(ascii: "\"") {
                        guard end + 1 < row.count, row[end + 1] == UInt8(ascii: "\"") else { break }
                        end += 1
                    }
                    end += 1
                }
                fields.append(TableField(row[start + 1..<end], isQuoted: true))
            }
            while end < row.count, row[end] != separator { end += 1 }
            if !isQuoted {
                fields.append(TableField(row[start..<end], isQuoted: false))
            }
            if end == row.count { return fields }
            start = end + 1
        }
    }
}

extension StringProtocol {
    /// The text without spaces and tabs around it.
    var trimmingSpaces: String { trimmed { $0 == " " || $0 == "\t" } }
}
