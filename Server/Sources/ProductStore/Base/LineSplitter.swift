// Splits blocks of bytes into lines.

/// Collects lines from blocks that end anywhere. Of a line that is too long, only the length is stored.
struct LineSplitter {
    /// A line without its line feed, or the length of a line that is too long.
    enum Line: Equatable {
        case text([UInt8])
        case tooLong(Int)
    }

    private let limit: Int
    private var pending: [UInt8] = []
    /// The number of dropped bytes of the current line.
    private var dropped = 0

    init(limit: Int) { self.limit = limit }

    /// Adds a block, and calls `body` with each line that ends in it.
    mutating func append(_ block: some Collection<UInt8>, _ body: (Line) throws -> Void) rethrows {
        // An array, because a search in a generic collection is slow.
        let bytes = Array(block)
        var start = 0
        while let end = bytes[start...].firstIndex(of: 0x0A) {
            keep(bytes[start..<end])
            try body(take())
            start = end + 1
        }
        keep(bytes[start...])
    }

    /// Calls `body` with the last line if no line feed ends it.
    mutating func finish(_ body: (Line) throws -> Void) rethrows {
        if let rest = rest() { try body(rest) }
    }

    /// Takes the last line if no line feed ends it; `nil` if there is none.
    mutating func rest() -> Line? { pending.isEmpty && dropped == 0 ? nil : take() }

    private mutating func keep(_ bytes: ArraySlice<UInt8>) {
        if dropped == 0, pending.count + bytes.count <= limit {
            pending += bytes
        } else {
            dropped += pending.count + bytes.count
            pending = []
        }
    }

    private mutating func take() -> Line {
        defer { (pending, dropped) = ([], 0) }
        return dropped > 0 ? .tooLong(dropped) : .text(pending)
    }
}
