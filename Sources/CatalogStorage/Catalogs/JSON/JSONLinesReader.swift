// Reads a JSON Lines file, each line in place.

internal import CatalogSearch
internal import Files
internal import JSON

/// The records of a JSON Lines file.
final class JSONLinesReader: RecordReader {
    private let input: InputBuffer
    private let items: JSONItemReader
    private let context: ReadingContext
    private let lineLimit: Int
    /// The line of the next byte.
    private var line = 1

    init(_ input: InputBuffer, _ context: ReadingContext, itemLimit: Int) {
        self.input = input
        self.context = context
        lineLimit = itemLimit
        items = JSONItemReader(context)
    }

    var bytesRead: Int { input.bytesRead }
    var size: Int? { input.size }

    func next() throws(FileError) -> CatalogRecord? {
        if let variant = items.nextVariant() { return variant }
        while let length = try nextLine() {
            defer { line += 1 }
            let text = input.bytes(0..<length)
            // Consuming does not move bytes: the line stays valid until the next block is read.
            input.consume(min(length + 1, input.available))
            let (start, end) = text.trimmed
            if start == end { continue }
            let item = UnsafeBufferPointer(rebasing: text[start..<end])
            if let record = items.record(from: item, at: ItemPosition(line: line, offset: start)) {
                return record
            }
        }
        return nil
    }

    /// The length of the next line without its line feed; `nil` at the file's end. Reports
    /// and skips lines that are too long.
    private func nextLine() throws(FileError) -> Int? {
        var searched = 0
        while true {
            let rest = input.available - searched
            if let feed = ByteSearch.first(0x0A, in: input.bytes + searched, count: rest) {
                let length = searched + feed
                if length <= lineLimit { return length }
                input.consume(length + 1)
                skipTooLong(length)
                searched = 0
                continue
            }
            searched = input.available
            if searched > lineLimit {
                try passOverLine()
                searched = 0
            } else if try !input.fill() {
                return searched > 0 ? searched : nil
            }
        }
    }

    /// Skips a line that is too long, block by block, without storing it.
    private func passOverLine() throws(FileError) {
        var length = 0
        while true {
            if let feed = ByteSearch.first(0x0A, in: input.bytes, count: input.available) {
                input.consume(feed + 1)
                return skipTooLong(length + feed)
            }
            length += input.available
            input.consume(input.available)
            if try !input.fill() { return skipTooLong(length) }
        }
    }

    private func skipTooLong(_ length: Int) {
        context.skip(.tooLong(bytes: length, limit: lineLimit), at: line)
        line += 1
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The bounds of the text without JSON white space around it.
    var trimmed: (start: Int, end: Int) {
        var (start, end) = (0, count)
        while start < end, self[start].isJSONSpace { start += 1 }
        while start < end, self[end - 1].isJSONSpace { end -= 1 }
        return (start, end)
    }
}
