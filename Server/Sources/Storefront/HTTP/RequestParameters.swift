// The query of an address, decoded as a form (application/x-www-form-urlencoded).
//
// Hummingbird's `uri.queryParameters` decodes neither names nor `+`, and passes malformed values on
// undecoded.

internal import Hummingbird

struct RequestParameters {
    /// Names and values in order.
    let list: [(name: String, value: String)]

    /// - Parameter query: the part of the address after the question mark.
    /// - Throws: `Problem` if it is not percent-encoded UTF-8.
    init(_ query: String?) throws(Problem) {
        var list: [(name: String, value: String)] = []
        for pair in (query ?? "").parts(separatedBy: "&") {
            let pieces = pair.parts(separatedBy: "=", maxSplits: 1, omittingEmptySubsequences: false)
            list.append(
                (
                    try PercentEncoding.decode(pieces[0], isForm: true),
                    pieces.count > 1 ? try PercentEncoding.decode(pieces[1], isForm: true) : ""
                ))
        }
        self.list = list
    }

    private init(_ list: [(name: String, value: String)]) { self.list = list }

    func without(_ name: String) -> RequestParameters { RequestParameters(list.filter { $0.name != name }) }

    /// The parameters with another one added.
    func with(_ name: String, _ value: String) -> RequestParameters {
        RequestParameters(list + [(name: name, value: value)])
    }

    /// The last value of a name that is not empty.
    subscript(name: String) -> String? { list.last { $0.name == name && !$0.value.isEmpty }?.value }
}

extension ClientContext {
    /// A decoded part of the path.
    func decoded(_ name: String) throws(Problem) -> String {
        try PercentEncoding.decode(parameters.get(name) ?? "")
    }
}

/// Percent-encoding (RFC 3986, 2.1).
enum PercentEncoding {
    /// - Parameter isForm: whether `+` stands for a space.
    /// - Throws: `Problem` if the text is malformed, not UTF-8, or has a NUL.
    static func decode(_ text: some StringProtocol, isForm: Bool = false) throws(Problem) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var rest = text.utf8.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "+") where isForm: bytes.append(0x20)
            case UInt8(ascii: "%"):
                guard let high = rest.next()?.hexadecimalValue, let low = rest.next()?.hexadecimalValue else {
                    throw Problem(.badRequest, "BadEncoding")
                }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        guard let decoded = String(validating: bytes, as: UTF8.self), !decoded.utf8.contains(0) else {
            throw Problem(.badRequest, "BadEncoding")
        }
        return decoded
    }
}

extension UInt8 {
    /// The value of a hexadecimal digit.
    fileprivate var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
