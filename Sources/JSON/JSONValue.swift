// The values of a parsed JSON document, read from simdjson's tape.

internal import Support

/// A value of a parsed document: an index of simdjson's tape, which it reads without copying.
///
/// Valid only until its parser parses the next document.
@frozen package struct JSONValue {
    /// The kinds of values.
    package enum Kind {
        case object, list, string, integer, unsigned, double, boolean, null
    }

    package let tape: UnsafePointer<UInt64>
    package let strings: UnsafePointer<UInt8>
    package let index: Int

    @inlinable @inline(__always)
    package init(tape: UnsafePointer<UInt64>, strings: UnsafePointer<UInt8>, index: Int) {
        self.tape = tape
        self.strings = strings
        self.index = index
    }

    @inlinable @inline(__always)
    package var type: UInt8 { UInt8(truncatingIfNeeded: tape[index] >> 56) }

    package var kind: Kind {
        switch type {
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .list
        case UInt8(ascii: "\""): .string
        case UInt8(ascii: "l"): .integer
        case UInt8(ascii: "u"): .unsigned
        case UInt8(ascii: "d"): .double
        case UInt8(ascii: "n"): .null
        default: .boolean
        }
    }

    @inlinable @inline(__always)
    package var isString: Bool { type == UInt8(ascii: "\"") }

    package var isNull: Bool { type == UInt8(ascii: "n") }

    /// The index of the next value on the tape.
    @inlinable @inline(__always)
    package var next: Int {
        switch type {
        case UInt8(ascii: "{"), UInt8(ascii: "["): Int(tape[index] & 0xFFFF_FFFF)
        case UInt8(ascii: "l"), UInt8(ascii: "u"), UInt8(ascii: "d"): index + 2
        default: index + 1
        }
    }

    @inlinable @inline(__always)
    package func at(_ index: Int) -> JSONValue { JSONValue(tape: tape, strings: strings, index: index) }

    /// The bytes of a string, with escapes resolved. The value must be a string.
    @inlinable @inline(__always)
    package var utf8: UnsafeBufferPointer<UInt8> {
        let start = strings + Int(tape[index] & 0x00FF_FFFF_FFFF_FFFF)
        let count = UnsafeRawPointer(start).loadUnaligned(as: UInt32.self)
        return UnsafeBufferPointer(start: start + 4, count: Int(count))
    }

    /// The string; `nil` for another kind of value.
    package var string: String? { isString ? String(wellFormed: utf8) : nil }

    /// The truth value; `nil` for another kind of value.
    package var boolean: Bool? { kind == .boolean ? type == UInt8(ascii: "t") : nil }

    /// The whole number; `nil` for another kind of value, and for a number that is not whole or too large.
    package var integer: Int? {
        switch kind {
        case .integer: Int(truncatingIfNeeded: tape[index + 1])
        case .unsigned: Int(exactly: tape[index + 1])
        case .double: Int(exactly: Double(bitPattern: tape[index + 1]))
        default: nil
        }
    }

    /// The number; `nil` for another kind of value.
    package var double: Double? {
        switch kind {
        case .integer: Double(Int64(truncatingIfNeeded: tape[index + 1]))
        case .unsigned: Double(tape[index + 1])
        case .double: Double(bitPattern: tape[index + 1])
        default: nil
        }
    }

    /// The number in decimal digits without an exponent; `nil` for another kind of value. It is exact for up
    /// to 15 significant digits, which a `Double` preserves.
    package var decimalSpelling: String? {
        switch kind {
        case .integer: String(Int64(truncatingIfNeeded: tape[index + 1]))
        case .unsigned: String(tape[index + 1])
        case .double: Self.decimalSpelling(Double(bitPattern: tape[index + 1]))
        default: nil
        }
    }

    /// The shortest decimal digits that read back as the same number, without an exponent.
    package static func decimalSpelling(_ number: Double) -> String {
        let shortest = number.description
        let parts = shortest.split(separator: "e")
        guard parts.count == 2, let exponent = Int(parts[1]) else {
            return shortest.hasSuffix(".0") ? String(shortest.dropLast(2)) : shortest
        }
        let sign = number < 0 ? "-" : ""
        let mantissa = parts[0].drop { $0 == "-" }.split(separator: ".")
        let fraction = mantissa.count == 2 && mantissa[1] != "0" ? String(mantissa[1]) : ""
        let digits = mantissa[0] + fraction
        if exponent < 0 { return sign + "0." + String(repeating: "0", count: -exponent - 1) + digits }
        return sign + digits + String(repeating: "0", count: max(0, exponent - fraction.utf8.count))
    }
}

extension JSONValue {
    /// The elements of a list; empty for another kind of value.
    package var elements: Elements { Elements(self) }

    /// The members of an object in the file's order, including duplicate names;
    /// empty for another kind of value.
    package var members: Members { Members(self) }

    /// The sequence of a list's elements.
    package struct Elements: Sequence, IteratorProtocol {
        package var current: JSONValue
        package let end: Int

        package init(_ list: JSONValue) {
            current = list.at(list.index + 1)
            end = list.kind == .list ? list.next - 1 : list.index + 1
        }

        @inlinable @inline(__always)
        package mutating func next() -> JSONValue? {
            guard current.index < end else { return nil }
            defer { current = current.at(current.next) }
            return current
        }
    }

    /// The sequence of an object's members.
    package struct Members: Sequence, IteratorProtocol {
        package var current: JSONValue
        package let end: Int

        package init(_ object: JSONValue) {
            current = object.at(object.index + 1)
            end = object.kind == .object ? object.next - 1 : object.index + 1
        }

        @inlinable @inline(__always)
        package mutating func next() -> (name: JSONValue, value: JSONValue)? {
            guard current.index < end else { return nil }
            let name = current
            let value = current.at(current.index + 1)
            current = current.at(value.next)
            return (name, value)
        }
    }

    /// The value of the last member with this name; `nil` if there is none, if it is null, or
    /// if this value is not an object.
    package func member(_ name: StaticString) -> JSONValue? {
        var found: JSONValue?
        for member in members where member.name.utf8.equals(name) { found = member.value }
        return found.flatMap { $0.isNull ? nil : $0 }
    }

    /// All elements of a list, converted; `nil` if this is not a list or an element cannot be converted.
    package func all<Element>(_ element: (JSONValue) -> Element?) -> [Element]? {
        guard kind == .list else { return nil }
        var all: [Element] = []
        for value in elements {
            guard let next = element(value) else { return nil }
            all.append(next)
        }
        return all
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether the bytes are those of a constant.
    @inlinable @inline(__always)
    package func equals(_ text: StaticString) -> Bool {
        count == text.utf8CodeUnitCount
            && elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: count))
    }
}

extension String {
    /// Creates a string from bytes that are known to be well-formed UTF-8, without validating them again.
    @inlinable @inline(__always)
    package init(wellFormed bytes: UnsafeBufferPointer<UInt8>) {
        var utf8 = unsafe UTF8Span(unchecked: bytes.span)
        // Strings marked as ASCII are compared and hashed faster.
        let isASCII = utf8.checkForASCII()
        self = String(copying: utf8)
        if !isASCII { self = madeStreamSafe }
    }

    @usableFromInline
    package var madeStreamSafe: String { streamSafe }
}
