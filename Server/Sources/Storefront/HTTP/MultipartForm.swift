// Forms with files (multipart/form-data, RFC 7578), split into fields as they arrive.

internal import Hummingbird
internal import Localization

/// The body of a form, of which a few bytes are in memory at a time.
struct MultipartForm {
    enum Event: Equatable {
        /// A field begins.
        ///
        /// - Parameter file: the name of the file that it contains; `nil` for a text.
        case field(name: String, file: String?)
        /// The next bytes of the field.
        case bytes([UInt8])
    }

    private enum State {
        case beforeDelimiter, behindDelimiter, headers, value, end
    }

    /// The most bytes of a boundary (RFC 2046, section 5.1.1).
    private static let boundaryLimit = 70
    /// The most bytes of a field's headers.
    private static let headerLimit = 8 << 10

    private let delimiter: [UInt8]
    private var state = State.beforeDelimiter
    /// The bytes that are not yet processed. The first delimiter needs no line before it.
    private var buffer: [UInt8] = Array("\r\n".utf8)

    /// - Parameter contentType: the header `Content-Type`.
    /// - Throws: `Problem` for the body of something else.
    init(contentType: String?) throws(Problem) {
        let parts = (contentType ?? "").parts(separatedBy: ";").map(\.trimmingBlanks)
        let boundary = parts.dropFirst().first { $0.lowercased().hasPrefix("boundary=") }?.dropFirst(9)
            .filter { $0 != "\"" }
        guard parts.first?.lowercased() == "multipart/form-data", let boundary, !boundary.isEmpty else {
            throw Problem(.unsupportedMediaType, "UnsupportedMediaType: %@", .text("multipart/form-data"))
        }
        guard boundary.utf8.count <= Self.boundaryLimit else { throw Self.malformed }
        delimiter = Array("\r\n--".utf8) + Array(boundary.utf8)
    }

    /// Whether the last delimiter has arrived.
    var isComplete: Bool { state == .end }

    /// Processes the next bytes of the body.
    ///
    /// - Throws: `Problem` if the form is malformed; errors of `body`.
    mutating func append(_ bytes: some Collection<UInt8>, _ body: (Event) throws -> Void) throws {
        buffer += bytes
        var start = 0
        defer { buffer.removeFirst(start) }
        while true {
            switch state {
            case .beforeDelimiter, .value:
                let place = position(of: delimiter, from: start)
                // The end of the buffer may be the beginning of a delimiter.
                let end = place ?? max(start, buffer.count - delimiter.count + 1)
                if state == .value, end > start { try body(.bytes(Array(buffer[start..<end]))) }
                start = end
                if place == nil { return }
                start += delimiter.count
                state = .behindDelimiter
            case .behindDelimiter:
                guard buffer.count - start >= 2 else { return }
                let next = buffer[start..<start + 2]
                guard next.elementsEqual("\r\n".utf8) || next.elementsEqual("--".utf8) else {
                    throw Self.malformed
                }
                state = next.first == UInt8(ascii: "-") ? .end : .headers
                start += 2
            case .headers:
                let end = position(of: Array("\r\n\r\n".utf8), from: start)
                guard (end ?? buffer.count) - start <= Self.headerLimit else { throw Self.malformed }
                guard let end else { return }
                try body(try Self.field(String(decoding: buffer[start..<end], as: UTF8.self)))
                start = end + 4
                state = .value
            case .end:
                start = buffer.count
                return
            }
        }
    }

    private static let malformed = Problem(.badRequest, "BadForm")

    /// The place of the first occurrence of some bytes.
    private func position(of bytes: [UInt8], from start: Int) -> Int? {
        var place = start
        while let next = buffer[place...].firstIndex(of: bytes[0]), next + bytes.count <= buffer.count {
            if buffer[next..<next + bytes.count].elementsEqual(bytes) { return next }
            place = next + 1
        }
        return nil
    }

    private static func field(_ headers: String) throws(Problem) -> Event {
        let line = headers.parts(separatedBy: "\n").first {
            $0.lowercased().hasPrefix("content-disposition:")
        }
        guard let line, let name = parameter("name", of: line) else { throw malformed }
        return .field(name: name, file: parameter("filename", of: line))
    }

    /// A parameter of `Content-Disposition`, in the spelling of browsers.
    private static func parameter(_ name: String, of line: Substring) -> String? {
        guard let start = line.firstRange(of: "; \(name)=\"")?.upperBound,
            let end = line[start...].firstIndex(of: "\"")
        else { return nil }
        return String(line[start..<end]).replacing("%22", with: "\"")
    }
}
