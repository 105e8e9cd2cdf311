// Writes sections to a file, with the checksums of its pages.

internal import ICU

/// A section of a segment's file, ready to be written. Owns its bytes.
final class FinishedSection: Sendable {
    let kind: IndexLayout.Section
    let locale: Int
    let field: Int
    // `nonisolated(unsafe)`: the bytes do not change once handed over.
    nonisolated(unsafe) private let bytes: UnsafeRawBufferPointer

    /// Takes numbers as the content of a section, in the file's byte order on any machine.
    init<Number: FixedWidthInteger & BitwiseCopyable>(
        _ kind: IndexLayout.Section, locale: Int = 0, field: Int = 0,
        _ numbers: consuming GrowingBuffer<Number>
    ) {
        self.kind = kind
        self.locale = locale
        self.field = field
        if Number(1).littleEndian != 1 {
            for index in 0..<numbers.count { numbers[index] = numbers[index].littleEndian }
        }
        bytes = numbers.handOver()
    }

    deinit { bytes.deallocate() }

    var isEmpty: Bool { bytes.isEmpty }

    /// Calls `body` with the bytes, which exist until it returns, or as long as someone else retains the
    /// section: an optimized program releases an object after its last use, even if a pointer into it is used
    /// later.
    func withBytes<Result, Failure>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try body(bytes)
    }
}

/// Writes a segment's file from the first byte to the last.
struct FileFrame: ~Copyable {
    private struct Entry {
        let kind: UInt32
        let locale: UInt32
        let field: UInt32
        let offset: UInt64
        let length: UInt64
    }

    private var offset = 0
    private var entries: [Entry] = []
    private var checksums = GrowingBuffer<UInt64>()
    /// The beginning of a page that is not yet full.
    private var page = GrowingBuffer<UInt8>(capacity: IndexLayout.pageSize)

    /// Begins a file.
    init(_ output: inout some SegmentOutput) throws {
        try write(IndexLayout.magic, to: &output)
    }

    /// Writes a section; an empty one is omitted.
    mutating func write(_ section: FinishedSection, to output: inout some SegmentOutput) throws {
        guard !section.isEmpty else { return }
        let begin = offset
        try section.withBytes { try write($0, to: &output) }
        entries.append(
            Entry(
                kind: section.kind.rawValue, locale: UInt32(section.locale), field: UInt32(section.field),
                offset: UInt64(begin), length: UInt64(offset - begin)))
        try write([UInt8](repeating: 0, count: -offset & 7), to: &output)
    }

    /// Writes the table of sections, the checksums and the footer.
    consuming func finish(recordCount: Int, to output: inout some SegmentOutput) throws {
        let tableOffset = offset
        entries.sort { ($0.kind, $0.locale, $0.field) < ($1.kind, $1.locale, $1.field) }
        var table = GrowingBuffer<UInt8>()
        for entry in entries {
            for number in [entry.kind, entry.locale, entry.field, 0] { table.append(number: number) }
            for number in [entry.offset, entry.length] {
                withUnsafeBytes(of: number.littleEndian) { table.append($0) }
            }
        }
        try write(UnsafeRawBufferPointer(start: table.base, count: table.count), to: &output)
        if page.count > 0 { endPage() }
        let checksumOffset = offset

        let sums = UnsafeRawBufferPointer(start: checksums.base, count: checksums.size)
        try output.write(sums)
        var footer = GrowingBuffer<UInt8>()
        let length = checksumOffset + sums.count + IndexLayout.footerSize
        for number in [tableOffset, entries.count, checksumOffset, length] {
            withUnsafeBytes(of: UInt64(number).littleEndian) { footer.append($0) }
        }
        for number in [
            IndexLayout.formatVersion, IndexLayout.analysisVersion, ICUVersion.packed, UInt32(recordCount),
        ] { footer.append(number: number) }
        withUnsafeBytes(of: Checksum.of(sums).littleEndian) { footer.append($0) }
        let own = Checksum.of(UnsafeRawBufferPointer(start: footer.base, count: footer.count))
        withUnsafeBytes(of: own.littleEndian) { footer.append($0) }
        footer.append(IndexLayout.magic)
        try output.write(UnsafeRawBufferPointer(start: footer.base, count: footer.count))
    }

    private mutating func write(_ bytes: [UInt8], to output: inout some SegmentOutput) throws {
        try bytes.withUnsafeBytes { try write($0, to: &output) }
    }

    private mutating func write(_ bytes: UnsafeRawBufferPointer, to output: inout some SegmentOutput) throws {
        guard !bytes.isEmpty else { return }
        offset += bytes.count
        var rest = bytes[...]
        if page.count > 0 {
            let part = rest.prefix(IndexLayout.pageSize - page.count)
            page.append(UnsafeRawBufferPointer(rebasing: part))
            rest = rest.dropFirst(part.count)
            if page.count == IndexLayout.pageSize { endPage() }
        }
        while rest.count >= IndexLayout.pageSize {
            let full = UnsafeRawBufferPointer(rebasing: rest.prefix(IndexLayout.pageSize))
            checksums.append(Checksum.of(full).littleEndian)
            rest = rest.dropFirst(IndexLayout.pageSize)
        }
        page.append(UnsafeRawBufferPointer(rebasing: rest))
        try output.write(bytes)
    }

    private mutating func endPage() {
        checksums.append(
            Checksum.of(UnsafeRawBufferPointer(start: page.base, count: page.count)).littleEndian)
        page.clear()
    }
}
