// How does a JSON document become values? simdjson writes it to a tape; see CSimdJSON.h.

internal import CSimdJSON

/// Why a document could not be parsed.
package struct JSONError: Error, Hashable {
    /// simdjson's code.
    package let code: Int32

    /// simdjson's words for it, in English.
    package var message: String { String(cString: csimdjson_error_message(code)) }

    /// The value is of another type than was asked for.
    package static let incorrectType = JSONError(code: csimdjson_incorrect_type())
    /// A list or an object ends without its bracket.
    package static let incomplete = JSONError(code: csimdjson_incomplete())
    /// A comma, a bracket or a name stands where none may.
    package static let improperStructure = JSONError(code: csimdjson_improper_structure())
}

/// A parser of JSON documents, whose buffers serve one document after the other.
package final class JSONParser {
    /// How many bytes must be readable behind a document, whatever they are.
    package static let padding = csimdjson_padding()

    private let handle: OpaquePointer

    package init() {
        guard let handle = csimdjson_parser_create() else { fatalError("out of memory") }
        self.handle = handle
    }

    deinit { csimdjson_parser_destroy(handle) }

    /// Parses a document where it lies.
    ///
    /// - Parameter bytes: The document; `padding` more bytes behind it must be readable.
    /// - Returns: The value, good until the next document is parsed.
    package func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) -> JSONValue {
        var document = csimdjson_document()
        let code = csimdjson_parse(handle, bytes.baseAddress, bytes.count, &document)
        guard code == 0 else { throw JSONError(code: code) }
        return JSONValue(tape: document.tape, strings: document.strings, index: 1)
    }

    /// Parses a document of its own, such as a whole small file.
    package func withValue<Result>(
        of bytes: [UInt8], _ body: (JSONValue) throws -> Result
    ) throws -> Result {
        let padded = bytes + [UInt8](repeating: 0x20, count: Self.padding)
        return try padded.withUnsafeBufferPointer {
            try body(parse(UnsafeBufferPointer(rebasing: $0[..<bytes.count])))
        }
    }

    /// Whether all bytes are well-formed UTF-8.
    package static func isValidUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.isEmpty || csimdjson_is_valid_utf8(bytes.baseAddress, bytes.count) != 0
    }
}
