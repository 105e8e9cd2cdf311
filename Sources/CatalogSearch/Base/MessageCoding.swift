// Values as bytes, for searches whose parts run in several processes.
//
// A message may come from a damaged or foreign process. Reading it throws; it never crashes, and takes memory
// in proportion to the message's size.

internal import ICU
internal import Support

/// A message is not what this version of the library writes.
struct MessageError: Error {}

/// A value that messages contain.
///
/// Invariant: what is read equals what was written.
protocol Transmittable {
    func write(to message: inout MessageWriter)
    init(from message: inout MessageReader) throws(MessageError)
}

/// Appends values to a message.
struct MessageWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ value: some Transmittable) { value.write(to: &self) }

    mutating func write(byte: UInt8) { bytes.append(byte) }

    /// Seven bits a byte, the lowest first.
    mutating func write(varint number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    mutating func write(counted content: some Collection<UInt8>) {
        write(varint: UInt64(content.count))
        bytes += content
    }
}

/// Reads values of a message, in the order in which they were written.
struct MessageReader {
    private let bytes: [UInt8]
    private var position = 0
    /// The number of values around the current one. Filters contain filters.
    private var depth = 0
    /// The locales read so far, by spelling. Records repeat few locales many times.
    private var locales: [String: LocaleIdentifier] = [:]

    /// More levels than any request has.
    private static let greatestDepth = 100

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    mutating func read<Value: Transmittable>(_: Value.Type = Value.self) throws(MessageError) -> Value {
        depth += 1
        guard depth <= Self.greatestDepth else { throw MessageError() }
        let value = try Value(from: &self)
        depth -= 1
        return value
    }

    mutating func byte() throws(MessageError) -> UInt8 {
        guard position < bytes.count else { throw MessageError() }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func varint() throws(MessageError) -> UInt64 {
        var number: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            let byte = try byte()
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return number }
        }
        throw MessageError()
    }

    /// Reads a number of elements. It is at most the number of bytes left, because each element takes at
    /// least one.
    mutating func count() throws(MessageError) -> Int {
        let number = try varint()
        guard number <= UInt64(bytes.count - position) else { throw MessageError() }
        return Int(number)
    }

    mutating func counted() throws(MessageError) -> ArraySlice<UInt8> {
        let count = try count()
        defer { position += count }
        return bytes[position..<position + count]
    }

    mutating func locale() throws(MessageError) -> LocaleIdentifier {
        let name = try read(String.self)
        if let known = locales[name] { return known }
        guard let locale = LocaleIdentifier(name) else { throw MessageError() }
        locales[name] = locale
        return locale
    }
}

extension Int: Transmittable {
    func write(to message: inout MessageWriter) { Int64(self).write(to: &message) }
    init(from message: inout MessageReader) throws(MessageError) { self = Int(try message.read(Int64.self)) }
}

extension Int64: Transmittable {
    func write(to message: inout MessageWriter) {
        // Small numbers of both signs take few bytes.
        message.write(varint: UInt64(bitPattern: self << 1 ^ self >> 63))
    }

    init(from message: inout MessageReader) throws(MessageError) {
        let number = try message.varint()
        self = Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
    }
}

extension Bool: Transmittable {
    func write(to message: inout MessageWriter) { message.write(byte: self ? 1 : 0) }

    init(from message: inout MessageReader) throws(MessageError) {
        let byte = try message.byte()
        guard byte <= 1 else { throw MessageError() }
        self = byte == 1
    }
}

extension Double: Transmittable {
    func write(to message: inout MessageWriter) {
        withUnsafeBytes(of: bitPattern.littleEndian) { for byte in $0 { message.write(byte: byte) } }
    }

    init(from message: inout MessageReader) throws(MessageError) {
        var bits: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 8) { bits |= UInt64(try message.byte()) << shift }
        self = Double(bitPattern: bits)
    }
}

extension String: Transmittable {
    func write(to message: inout MessageWriter) { message.write(counted: utf8) }

    init(from message: inout MessageReader) throws(MessageError) {
        guard let text = String(validating: try message.counted(), as: UTF8.self) else {
            throw MessageError()
        }
        self = text
    }
}

extension Optional: Transmittable where Wrapped: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(self != nil)
        if let self { message.write(self) }
    }

    init(from message: inout MessageReader) throws(MessageError) {
        self = try message.read(Bool.self) ? try message.read(Wrapped.self) : nil
    }
}

extension Array: Transmittable where Element: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(varint: UInt64(count))
        for element in self { message.write(element) }
    }

    init(from message: inout MessageReader) throws(MessageError) {
        self = []
        for _ in 0..<(try message.count()) { append(try message.read(Element.self)) }
    }
}

extension Dictionary: Transmittable where Key: Transmittable, Value: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(varint: UInt64(count))
        for (key, value) in self {
            message.write(key)
            message.write(value)
        }
    }

    init(from message: inout MessageReader) throws(MessageError) {
        self = [:]
        for _ in 0..<(try message.count()) {
            let key = try message.read(Key.self)
            self[key] = try message.read(Value.self)
        }
    }
}

/// Bytes without a structure.
struct TransmittedBytes: Transmittable {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func write(to message: inout MessageWriter) { message.write(counted: bytes) }
    init(from message: inout MessageReader) throws(MessageError) { bytes = Array(try message.counted()) }
}

/// An enumeration without values, as the number of a case.
protocol TransmittedCase: Transmittable, CaseIterable, Equatable {}

extension TransmittedCase {
    func write(to message: inout MessageWriter) {
        var number: UInt64 = 0
        for other in Self.allCases {
            if other == self { break }
            number += 1
        }
        message.write(varint: number)
    }

    init(from message: inout MessageReader) throws(MessageError) {
        let number = try message.varint()
        guard number < UInt64(Self.allCases.count) else { throw MessageError() }
        self = Self.allCases[Self.allCases.index(Self.allCases.startIndex, offsetBy: Int(number))]
    }
}
