// Finds the list of records in the response of a shop system's or search engine's interface.

internal import CatalogSearch
internal import JSON

/// Scans the members of one object, block by block: `{"total": 2, "products": [{…}, {…}]}`.
struct JSONResponseScanner {
    /// The names of members that only records have: their id and their title.
    struct Names {
        fileprivate let known: [[UInt8]]

        init(_ description: CatalogDescription) {
            let members = ["id", description.titleField.rawValue]
            let mapped = description.columns.filter { members.contains(ColumnNames.split($0.value).base) }
                .keys
            known = (members + mapped).map { Array($0.utf8) }
        }
    }

    /// The result of a step.
    enum Step {
        /// The object continues after the available bytes.
        case more
        /// The object is a record, or broken.
        case record
        /// The object is a response with a list.
        case response
    }

    /// The index after the opening bracket of the first list of objects.
    private(set) var list: Int?
    private let names: Names
    private var place = 0
    private var depth = 0
    private var stringStart: Int?
    private var isEscaped = false
    /// The last byte outside strings that is not white space; for a string, its closing quotation mark.
    private var last: UInt8 = 0
    /// The index after a bracket that opens a list of the object.
    private var listStart: Int?

    init(_ names: Names) { self.names = names }

    /// A scanner within an object.
    init(inObject names: Names) {
        self.names = names
        depth = 1
    }

    /// Scans further. The bytes start at the object's beginning and include those scanned before.
    mutating func step(_ bytes: UnsafeBufferPointer<UInt8>) -> Step {
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            if let start = stringStart {
                guard passString(byte) else { continue }
                // A string of the object itself, before a colon, is the name of a member.
                if depth == 1, last == UInt8(ascii: "{") || last == UInt8(ascii: ","),
                    names.known.contains(where: { $0.elementsEqual(bytes[start..<place - 1]) })
                {
                    return .record
                }
                last = byte
                continue
            }
            if pass(byte) { return list == nil ? .record : .response }
        }
        return .more
    }

    /// Finds the end of the object in further bytes.
    ///
    /// - Returns: the index after its closing brace; `nil` if it continues.
    mutating func end(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        place = 0
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            if stringStart != nil { _ = passString(byte) } else if pass(byte) { return place }
        }
        return nil
    }

    /// Processes a byte of a string.
    ///
    /// - Returns: whether the string ends.
    private mutating func passString(_ byte: UInt8) -> Bool {
        if isEscaped {
            isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
            stringStart = nil
            return true
        }
        return false
    }

    /// Processes a byte outside of strings.
    ///
    /// - Returns: whether the object ends.
    private mutating func pass(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0D: return false
        case UInt8(ascii: "\""):
            stringStart = place
            return false
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            if depth == 2, let start = listStart, list == nil, byte == UInt8(ascii: "{") { list = start }
            depth += 1
            listStart =
                depth == 2 && byte == UInt8(ascii: "[") && last == UInt8(ascii: ":") ? place : nil
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            depth -= 1
            listStart = nil
            if depth <= 0 { return true }
        default: listStart = nil
        }
        last = byte
        return false
    }
}
