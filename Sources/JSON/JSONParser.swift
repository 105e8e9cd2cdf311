// The parser of JSON documents. simdjson writes a document to a tape (see CSimdJSON.h), which `JSONValue`
// reads.

internal import CSimdJSON

/// The error of a document that could not be parsed.
package struct JSONError: Error, Hashable {
    /// simdjson's error code.
    package let code: Int32

    /// simdjson's English message.
    package var message: String { String(cString: csimdjson_error_message(code)) }

    /// The value has another type than requested.
    package static let incorrectType = JSONError(code: csimdjson_incorrect_type())
    /// A list or an object lacks its closing bracket.
    package static let incomplete = JSONError(code: csimdjson_incomplete())
    /// A comma, a bracket or a name is misplaced.
    package static let improperStructure = JSONError(code: csimdjson_improper_structure())
}

/// A parser of JSON documents, which reuses its buffers for each document.
package final class JSONParser {
    /// The number of bytes, of any value, that must be readable after a document.
    package static let padding = csimdjson_padding()

    private let handle: OpaquePointer

    package init() {
        guard let handle = csimdjson_parser_create() else { fatalError("out of memory") }
        self.handle = handle
    }

    deinit { csimdjson_parser_destroy(handle) }

    /// Parses a document in place.
    ///
    /// - Parameter bytes: the document; `padding` more bytes after it must be readable.
    /// - Returns: the value, valid until the parser parses the next document.
    package func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) -> JSONValue {
        try parse(bytes) { _ in }
    }

    /// - Parameter receive: gets the offsets of structural characters, which are valid only during the call.
    private func parse(
        _ bytes: UnsafeBufferPointer<UInt8>, _ receive: (UnsafeBufferPointer<UInt32>) -> Void
    ) throws(JSONError) -> JSONValue {
        do {
            return try parsed(bytes, receive)
        } catch {
            guard let respelled = Self.withReadableNumbers(bytes) else { throw error }
            return try respelled.withUnsafeBufferPointer { padded throws(JSONError) in
                try parsed(UnsafeBufferPointer(rebasing: padded.dropLast(Self.padding))) { _ in }
            }
        }
    }

    private func parsed(
        _ bytes: UnsafeBufferPointer<UInt8>, _ receive: (UnsafeBufferPointer<UInt32>) -> Void
    ) throws(JSONError) -> JSONValue {
        var document = csimdjson_document()
        let code = csimdjson_parse(handle, bytes.baseAddress, bytes.count, &document)
        receive(UnsafeBufferPointer(start: document.structurals, count: document.structural_count))
        guard code == 0 else { throw JSONError(code: code) }
        return JSONValue(tape: document.tape, strings: document.strings, index: 1)
    }

    /// A copy of the document, with padding, in which numbers that simdjson refuses are respelled; `nil` if
    /// there are none.
    ///
    /// Whole numbers of more than 64 bits get the exponent `e0`, with which simdjson reads them. Numbers that
    /// are too large for a double become strings, so that only the value that should be a number is reported.
    private static func withReadableNumbers(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var respelled: [UInt8] = []
        var copied = 0
        var place = 0
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\""): place = JSONSource(bytes).end(ofStringAt: place)
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                let end = bytes[(place + 1)...].firstIndex { !$0.isNumberPart } ?? bytes.count
                let number = bytes[place..<end]
                if let readable = readable(number) {
                    respelled += bytes[copied..<place] + readable
                    copied = end
                }
                place = end
            default: place += 1
            }
        }
        guard copied > 0 else { return nil }
        return respelled + bytes[copied...] + [UInt8](repeating: 0x20, count: padding)
    }

    /// Another spelling of a number; `nil` if simdjson reads it, or if it is not a number.
    private static func readable(_ number: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8]? {
        let text = String(decoding: number, as: UTF8.self)
        if Double(text)?.isInfinite == true {
            let isNumber = (try? JSONReader.value(of: Array(number))) != nil
            return isNumber ? Array("\"\(text)\"".utf8) : nil
        }
        let isWhole = number.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
        guard number.count > 18, isWhole, Int64(text) == nil, UInt64(text) == nil else { return nil }
        return Array((text + "e0").utf8)
    }

    /// Parses a document without padding, such as a small file. The value is valid only in `body`.
    package func withValue<Result>(
        of bytes: [UInt8], _ body: (JSONValue) throws -> Result
    ) throws -> Result {
        let padded = bytes + [UInt8](repeating: 0x20, count: Self.padding)
        return try padded.withUnsafeBufferPointer {
            try body(parse(UnsafeBufferPointer(rebasing: $0[..<bytes.count])))
        }
    }

    /// Parses a document without padding, with the locations of its values. Both are valid only in `body`.
    package func withLocatedValue<Result>(
        of bytes: [UInt8], _ body: (JSONValue, JSONLocations) throws -> Result
    ) throws -> Result {
        let padded = bytes + [UInt8](repeating: 0x20, count: Self.padding)
        return try padded.withUnsafeBufferPointer { padded in
            let document = UnsafeBufferPointer(rebasing: padded[..<bytes.count])
            var structurals: [UInt32] = []
            // Respelling numbers does not change the number of structural characters.
            let root = try parse(document) { structurals = Array($0) }
            return try body(root, JSONLocations(structurals, of: document, root))
        }
    }

    /// Whether all bytes are well-formed UTF-8.
    package static func isValidUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.isEmpty || csimdjson_is_valid_utf8(bytes.baseAddress, bytes.count) != 0
    }
}

extension UInt8 {
    /// Whether a number may continue with this byte.
    fileprivate var isNumberPart: Bool {
        switch self {
        case 0x30...0x39, UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "+"),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
