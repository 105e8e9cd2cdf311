// The lines of an answer.

internal import FoundationEssentials
internal import Glibc
internal import KeyExtraction

/// The first line.
struct ProtocolLine: Encodable {
    var `protocol`: Int
}

/// A key.
struct KeyLine: Encodable {
    var key: String
    var value: String?
    var comment: String?
    var table: String?
    var arguments: [String]?
    var isCounted: Bool?
    var file: String
    var line: Int
    var column: Int

    enum CodingKeys: String, CodingKey {
        case key, value, comment, table, arguments, file, line, column
        case isCounted = "counted"
    }

    init(_ key: ExtractedKey) {
        self.key = key.key
        value = key.value
        comment = key.comment
        table = key.table
        arguments = key.arguments.isEmpty ? nil : key.arguments.map(\.rawValue)
        isCounted = key.isCounted ? true : nil
        file = key.file
        line = key.position.line
        column = key.position.column
    }
}

/// A finding.
struct FindingLine: Encodable {
    var finding: String
    var arguments: [String]
    var file: String?
    var line: Int?
    var column: Int?

    init(_ finding: ExtractionFinding) {
        self.finding = finding.identifier.rawValue
        arguments = finding.arguments
        file = finding.file
        line = finding.position.line
        column = finding.position.column
    }

    init(_ failure: FileFailure) {
        finding = failure.kind.rawValue
        arguments = failure.arguments
        file = failure.file
    }

    init(_ error: RequestError) {
        finding = error.identifier
        arguments = error.arguments
    }
}

/// Writes lines in blocks.
final class Output {
    private let descriptor: Int32
    private let encoder: JSONEncoder
    private var pending: [UInt8] = []
    private static let blockSize = 1 << 16

    init(descriptor: Int32) {
        self.descriptor = descriptor
        encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    }

    func write(_ line: some Encodable) {
        // Texts and numbers can always be encoded.
        guard let bytes = try? encoder.encode(line) else { return }
        pending += bytes
        pending.append(UInt8(ascii: "\n"))
        if pending.count >= Self.blockSize { flush() }
    }

    /// Writes what is left. Where nobody reads any more, or there is no room, the program ends.
    func flush() {
        var rest = pending[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                exit(errno == EPIPE ? 0 : 2)
            }
            rest = rest.dropFirst(count)
        }
        pending.removeAll(keepingCapacity: true)
    }
}
