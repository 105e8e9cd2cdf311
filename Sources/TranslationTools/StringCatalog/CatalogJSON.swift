// JSON in the form in which Xcode saves string catalogs, so that opening one there changes nothing.

/// A document that is written member by member: two spaces for each level, a space on both sides of the colon, an
/// empty line in an empty object, no line break at the end.
struct CatalogJSON {
    private(set) var bytes: [UInt8] = []
    private var depth = 0
    private var isEmpty = true

    /// Begins an object: the document itself, or a member.
    mutating func start(_ name: String? = nil) {
        if let name { begin(name) }
        bytes.append(UInt8(ascii: "{"))
        depth += 1
        isEmpty = true
    }

    /// Ends the innermost object.
    mutating func end() {
        depth -= 1
        if isEmpty { bytes.append(0x0A) }
        line()
        bytes.append(UInt8(ascii: "}"))
        isEmpty = false
    }

    /// Writes a member that is a string.
    mutating func set(_ name: String, _ text: String) {
        begin(name)
        append(string: text)
    }

    /// Writes a member whose value is JSON already.
    mutating func set(_ name: String, json: String) {
        begin(name)
        bytes.append(contentsOf: json.utf8)
    }

    private mutating func begin(_ name: String) {
        if !isEmpty { bytes.append(UInt8(ascii: ",")) }
        line()
        append(string: name)
        bytes.append(contentsOf: " : ".utf8)
        isEmpty = false
    }

    private mutating func line() {
        bytes.append(0x0A)
        for _ in 0..<depth {
            bytes.append(0x20)
            bytes.append(0x20)
        }
    }

    private mutating func append(string: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "\""): bytes.append(contentsOf: #"\""#.utf8)
            case UInt8(ascii: "\\"): bytes.append(contentsOf: #"\\"#.utf8)
            case 0x08: bytes.append(contentsOf: #"\b"#.utf8)
            case 0x09: bytes.append(contentsOf: #"\t"#.utf8)
            case 0x0A: bytes.append(contentsOf: #"\n"#.utf8)
            case 0x0C: bytes.append(contentsOf: #"\f"#.utf8)
            case 0x0D: bytes.append(contentsOf: #"\r"#.utf8)
            case ..<0x20:
                bytes.append(contentsOf: (byte < 0x10 ? #"\u000"# : #"\u00"#).utf8)
                bytes.append(contentsOf: String(byte, radix: 16).utf8)
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
