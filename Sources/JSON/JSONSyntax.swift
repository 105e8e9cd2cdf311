// The search for the position of a JSON syntax error, which simdjson does not report.

/// A checker of JSON's grammar (RFC 8259), up to the first byte that violates it.
package struct JSONSyntax {
    /// The tokens that are allowed next.
    private enum Expected {
        case value, valueOrEnd, name, nameOrEnd, colon, separator
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var place = 0
    private var open: [UInt8] = []

    private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// The offset of the first byte that violates the grammar, or of the end if something is missing there;
    /// `nil` if the document is valid.
    package static func firstFault(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var syntax = JSONSyntax(bytes)
        return syntax.holds() ? nil : syntax.place
    }

    /// Whether the document is valid; if not, `place` is the offset of the violation.
    private mutating func holds() -> Bool {
        var expected = Expected.value
        while true {
            while place < bytes.count, bytes[place].isJSONSpace { place += 1 }
            if expected == .separator, open.isEmpty { return place == bytes.count }
            guard place < bytes.count else { return false }
            let byte = bytes[place]
            switch expected {
            case .value, .valueOrEnd:
                if expected == .valueOrEnd, byte == UInt8(ascii: "]") {
                    open.removeLast()
                    place += 1
                    expected = .separator
                } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
                    open.append(byte)
                    place += 1
                    expected = byte == UInt8(ascii: "{") ? .nameOrEnd : .valueOrEnd
                } else {
                    guard passScalar(byte) else { return false }
                    expected = .separator
                }
            case .name, .nameOrEnd:
                if expected == .nameOrEnd, byte == UInt8(ascii: "}") {
                    open.removeLast()
                    place += 1
                    expected = .separator
                } else {
                    guard byte == UInt8(ascii: "\""), passString() else { return false }
                    expected = .colon
                }
            case .colon:
                guard byte == UInt8(ascii: ":") else { return false }
                place += 1
                expected = .value
            case .separator:
                let isObject = open.last == UInt8(ascii: "{")
                if byte == UInt8(ascii: ",") {
                    expected = isObject ? .name : .value
                } else {
                    guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { return false }
                    open.removeLast()
                }
                place += 1
            }
        }
    }

    private mutating func passScalar(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""): passString()
        case UInt8(ascii: "t"): passWord("true")
        case UInt8(ascii: "f"): passWord("false")
        case UInt8(ascii: "n"): passWord("null")
        default: passNumber()
        }
    }

    private mutating func passWord(_ word: String) -> Bool {
        for expected in word.utf8 {
            guard place < bytes.count, bytes[place] == expected else { return false }
            place += 1
        }
        return true
    }

    private mutating func passString() -> Bool {
        place += 1
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\""):
                place += 1
                return true
            case UInt8(ascii: "\\"): guard passEscape() else { return false }
            case ..<0x20: return false
            default: place += 1
            }
        }
        return false
    }

    /// Skips an escape; stays at its backslash if it is invalid.
    private mutating func passEscape() -> Bool {
        guard place + 1 < bytes.count else { return false }
        switch bytes[place + 1] {
        case UInt8(ascii: "u"):
            let digits = bytes[(place + 2)...].prefix(4)
            let isDigit = { (byte: UInt8) in
                (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
            }
            guard digits.count == 4, digits.allSatisfy(isDigit) else { return false }
            place += 6
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            place += 2
        default: return false
        }
        return true
    }

    private mutating func passNumber() -> Bool {
        if place < bytes.count, bytes[place] == UInt8(ascii: "-") { place += 1 }
        if place < bytes.count, bytes[place] == UInt8(ascii: "0") {
            place += 1
            if place < bytes.count, isDigit(bytes[place]) { return false }
        } else {
            guard passDigits() else { return false }
        }
        if place < bytes.count, bytes[place] == UInt8(ascii: ".") {
            place += 1
            guard passDigits() else { return false }
        }
        if place < bytes.count, bytes[place] | 0x20 == UInt8(ascii: "e") {
            place += 1
            if place < bytes.count, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[place]) {
                place += 1
            }
            return passDigits()
        }
        return true
    }

    /// Skips digits; returns `false` if there are none.
    private mutating func passDigits() -> Bool {
        let start = place
        while place < bytes.count, isDigit(bytes[place]) { place += 1 }
        return place > start
    }

    private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

extension UInt8 {
    /// Whether this is white space in JSON: space, tab, line feed, carriage return.
    @inlinable @inline(__always)
    package var isJSONSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
