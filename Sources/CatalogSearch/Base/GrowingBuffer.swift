// A buffer that collects millions of values without a cost for each.

/// Plain values in one growing piece of memory with one owner: no reference counting and no exclusivity
/// checks. The system provides reserved memory only when it is written to.
struct GrowingBuffer<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
    // `@unchecked`: this value alone owns the memory.
    private(set) var base: UnsafeMutablePointer<Element>
    private(set) var count = 0
    private(set) var capacity: Int

    /// An empty buffer with reserved capacity.
    init(capacity: Int = 0) {
        base = .allocate(capacity: max(1, capacity))
        self.capacity = capacity
    }

    /// A buffer of equal elements.
    init(repeating element: Element, count: Int) {
        self.init(capacity: count)
        base.initialize(repeating: element, count: count)
        self.count = count
    }

    deinit { base.deallocate() }

    /// The size of the elements in bytes.
    var size: Int { count * MemoryLayout<Element>.stride }

    @inline(__always)
    subscript(index: Int) -> Element {
        get {
            assert(index >= 0 && index < count)
            return base[index]
        }
        set {
            assert(index >= 0 && index < count)
            base[index] = newValue
        }
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        if count == capacity { grow(1) }
        (base + count).initialize(to: element)
        count += 1
    }

    /// Appends elements from elsewhere.
    @inline(__always)
    mutating func append(_ source: UnsafePointer<Element>, count added: Int) {
        reserve(added)
        (base + count).initialize(from: source, count: added)
        count += added
    }

    /// Reserves capacity for more elements.
    @inline(__always)
    mutating func reserve(_ added: Int) {
        if capacity - count < added { grow(added) }
    }

    /// Counts elements that were written into reserved capacity.
    @inline(__always)
    mutating func advance(_ added: Int) {
        assert(count + added <= capacity)
        count += added
    }

    /// Removes the elements and keeps the capacity.
    mutating func clear() { count = 0 }

    @inline(never)
    private mutating func grow(_ added: Int) {
        capacity = max(capacity * 2, count + added, 16)
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
        larger.moveInitialize(from: base, count: count)
        base.deallocate()
        base = larger
    }

    /// Transfers the memory to the caller, who must deallocate it.
    consuming func handOver() -> UnsafeRawBufferPointer {
        let bytes = UnsafeRawBufferPointer(start: base, count: size)
        discard self
        return bytes
    }
}

extension GrowingBuffer<UInt8> {
    @inline(__always)
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        append(start.assumingMemoryBound(to: UInt8.self), count: bytes.count)
    }

    mutating func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { append($0) }
    }

    mutating func append(number: UInt32) {
        withUnsafeBytes(of: number.littleEndian) { append($0) }
    }

    /// Appends a number in LEB128.
    @inline(__always)
    mutating func append(varint number: Int) {
        reserve(10)
        count += Varint.write(number, to: base + count)
    }

    /// Appends bytes, preceded by their count.
    mutating func append(counted bytes: [UInt8]) {
        append(varint: bytes.count)
        append(bytes)
    }

    mutating func append(counted text: String) {
        var text = text
        text.withUTF8 {
            append(varint: $0.count)
            append(UnsafeRawBufferPointer($0))
        }
    }
}

/// Numbers in unsigned LEB128.
enum Varint {
    /// Writes a number.
    ///
    /// - Returns: its length in bytes.
    @inline(__always)
    static func write(_ number: Int, to target: UnsafeMutablePointer<UInt8>) -> Int {
        var rest = UInt(bitPattern: number)
        var length = 0
        while rest >= 0x80 {
            target[length] = UInt8(truncatingIfNeeded: rest) | 0x80
            rest >>= 7
            length += 1
        }
        target[length] = UInt8(truncatingIfNeeded: rest)
        return length + 1
    }

    /// The length of a number in bytes.
    @inline(__always)
    static func length(_ number: Int) -> Int { (70 - (number | 1).leadingZeroBitCount) / 7 }

    /// Reads a number and advances.
    @inline(__always)
    static func read(_ source: inout UnsafePointer<UInt8>) -> Int {
        var value = Int(source[0])
        if value < 0x80 {
            source += 1
            return value
        }
        value &= 0x7F
        var shift = 7
        var length = 1
        while true {
            let byte = source[length]
            length += 1
            value |= Int(byte & 0x7F) << shift
            if byte < 0x80 { break }
            shift += 7
        }
        source += length
        return value
    }
}
