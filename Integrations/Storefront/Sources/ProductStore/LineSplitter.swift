// Where do lines begin and end that come in blocks of any size?

internal import Glibc

/// Takes lines out of blocks of bytes. Of a line that is too long nothing is kept but its length.
struct LineSplitter {
    /// A line, or how long it is where it is too long.
    enum Line: Equatable {
        case text([UInt8])
        case tooLong(Int)
    }

    private let limit: Int
    private var pending: [UInt8] = []
    /// How many bytes of the present line were dropped.
    private var dropped = 0

    init(limit: Int) { self.limit = limit }

    /// Takes a block, and gives the lines that end in it, without their line feeds.
    mutating func append(_ block: some Collection<UInt8>, _ body: (Line) throws -> Void) rethrows {
        // What is one piece of memory is searched much faster.
        if let result = try block.withContiguousStorageIfAvailable({ try append($0, body) }) { return result }
        try Array(block).withUnsafeBufferPointer { try append($0, body) }
    }

    private mutating func append(_ block: UnsafeBufferPointer<UInt8>, _ body: (Line) throws -> Void) rethrows
    {
        var rest = block[...]
        while let base = rest.base.baseAddress, !rest.isEmpty,
            let found = memchr(base + rest.startIndex, 0x0A, rest.count)
        {
            let end = base.distance(to: UnsafePointer(found.assumingMemoryBound(to: UInt8.self)))
            keep(rest[rest.startIndex..<end])
            try body(take())
            rest = rest[(end + 1)...]
        }
        keep(rest)
    }

    /// Gives the last line where no line feed ends it.
    mutating func finish(_ body: (Line) throws -> Void) rethrows {
        if !pending.isEmpty || dropped > 0 { try body(take()) }
    }

    private mutating func keep(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
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
