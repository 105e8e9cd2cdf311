// `.strings` files that are property lists: compiled ones, and those of other tools.

extension PropertyList.Value {
    /// The value in the syntax of `.strings` files.
    fileprivate var stringsSyntax: String {
        switch self {
        case .string(let text): StringsFile.quoted(text)
        case .integer(let text), .real(let text), .date(let text): StringsFile.quoted(text)
        case .boolean(let flag): flag ? "1" : "0"
        case .data(let digits): "<\(digits)>"
        case .array(let values): "(" + values.map(\.value.stringsSyntax).joined(separator: ", ") + ")"
        case .dictionary(let members): "{ " + members.map(\.stringsSyntax).joined(separator: " ") + " }"
        case .unknown: "\"\""
        }
    }
}

extension PropertyList.Member {
    fileprivate var stringsSyntax: String {
        StringsFile.quoted(key) + " = " + value.value.stringsSyntax + ";"
    }
}

extension StringsFile {
    /// Reads a file. A property list is read as the source that it could have been made of.
    public init(sourceOrCompiled bytes: [UInt8]) {
        self =
            StringsFile(binaryPropertyList: bytes) ?? StringsFile(propertyListInXML: bytes)
            ?? StringsFile(bytes)
    }

    /// The entries of a `.strings` file that is a property list in XML, one a line; `nil` where the bytes are
    /// none, or where they are damaged.
    private init?(propertyListInXML bytes: [UInt8]) {
        let start = bytes.prefix(1024).drop { $0 <= 0x20 || $0 >= 0x80 }
        guard start.starts(with: "<?xml".utf8) || start.starts(with: "<plist".utf8) else { return nil }
        let document = PropertyListParser(bytes)
        guard document.fault == nil, let members = document.root?.members else { return nil }
        self.init(text: members.map { $0.stringsSyntax + "\n" }.joined())
    }

    /// The entries of a compiled `.strings` file, one a line, in the order of their keys;
    /// `nil` if the bytes are not a compiled file.
    private init?(binaryPropertyList bytes: [UInt8]) {
        guard BinaryPropertyList.isOne(bytes),
            case .dictionary(let members)? = try? BinaryPropertyList.value(of: bytes)
        else { return nil }
        let lines = members.sorted { $0.key < $1.key }.map(\.stringsSyntax)
        self.init(text: lines.map { $0 + "\n" }.joined())
    }
}
