// The sections of a segment's file, and its checks.

internal import ICU
internal import Synchronization

/// Bytes of a mapped file, which another process might change by mistake.
package protocol WatchedBytes: Sendable {
    /// Whether the bytes are unchanged. Once false, it stays false.
    var areIntact: Bool { get }
}

/// A segment's file in memory, mapped or not, whose frame has been checked.
final class SegmentFile: Sendable {
    private let owner: any Sendable
    private let watched: (any WatchedBytes)?
    private let file: CheckedBytes.File
    private let verifiedCount: Int
    private let sections: [SectionName: CheckedBytes]
    let recordCount: Int
    /// The size of the whole file, in bytes.
    let size: Int

    struct SectionName: Hashable, Sendable {
        let kind: UInt32
        let locale: UInt32
        let field: UInt32
    }

    /// Checks the frame of a file.
    ///
    /// - Parameters:
    ///   - bytes: the file, at an address that is a multiple of 8.
    ///   - owner: keeps the bytes alive.
    init(_ bytes: UnsafeRawBufferPointer, owner: any Sendable) throws(SegmentError) {
        typealias Layout = IndexLayout
        guard let base = bytes.baseAddress, bytes.count >= Layout.magic.count + Layout.footerSize,
            bytes[..<8].elementsEqual(Layout.magic), bytes[(bytes.count - 8)...].elementsEqual(Layout.magic)
        else { throw .notAnIndex }
        let footer = bytes.count - Layout.footerSize
        func long(_ offset: Int) -> UInt64 {
            UInt64(littleEndian: base.loadUnaligned(fromByteOffset: footer + offset, as: UInt64.self))
        }
        func short(_ offset: Int) -> UInt32 {
            UInt32(littleEndian: base.loadUnaligned(fromByteOffset: footer + offset, as: UInt32.self))
        }
        guard long(56) == Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[footer..<footer + 56])),
            long(24) == UInt64(bytes.count)
        else { throw .damaged }
        guard short(32) == Layout.formatVersion, short(36) == Layout.analysisVersion,
            short(40) == ICUVersion.packed
        else { throw .otherVersion }
        guard let recordCount = Int32(exactly: short(44)) else { throw .damaged }
        self.recordCount = Int(recordCount)
        let (table, tableCount, sums) = (long(0), long(8), long(16))
        let pages = (sums &+ UInt64(Layout.pageSize) &- 1) / UInt64(Layout.pageSize)
        guard table >= 8, sums <= UInt64(footer), table <= sums, tableCount <= (sums - table) / 32,
            table % 8 == 0, sums % 8 == 0, pages <= (UInt64(footer) - sums) / 8
        else { throw .damaged }
        let sumBytes = UnsafeRawBufferPointer(rebasing: bytes[Int(sums)..<Int(sums) + Int(pages) * 8])
        guard Checksum.of(sumBytes) == long(48) else { throw .damaged }

        self.owner = owner
        watched = owner as? any WatchedBytes
        size = bytes.count
        contentChecksum = long(56)
        verifiedCount = Int(pages) / 64 + 1
        let verified = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: verifiedCount)
        for index in 0..<verifiedCount { (verified + index).initialize(to: Atomic(0)) }
        file = CheckedBytes.File(
            base: base, checksums: base + Int(sums), checkedCount: Int(sums), verified: verified)
        do throws(SegmentError) {
            sections = try Self.sections(file, table: Int(table), count: Int(tableCount), end: Int(table))
        } catch {
            verified.deallocate()
            throw error
        }
    }

    private static func sections(
        _ file: CheckedBytes.File, table: Int, count: Int, end: Int
    ) throws(SegmentError) -> [SectionName: CheckedBytes] {
        let entries = CheckedBytes(file, table..<table + count * IndexLayout.tableEntrySize)
        var sections: [SectionName: CheckedBytes] = [:]
        sections.reserveCapacity(count)
        for entry in 0..<count {
            let name = SectionName(
                kind: try entries.number(entry * 8), locale: try entries.number(entry * 8 + 1),
                field: try entries.number(entry * 8 + 2))
            let offset: UInt64 = try entries.number(entry * 4 + 2)
            let length: UInt64 = try entries.number(entry * 4 + 3)
            guard offset % 8 == 0, offset <= UInt64(end), length <= UInt64(end) - offset else {
                throw .damaged
            }
            sections[name] = CheckedBytes(file, Int(offset)..<Int(offset) + Int(length))
        }
        return sections
    }

    /// The checksum in the footer. It covers the checksums of all pages.
    let contentChecksum: UInt64

    /// Calls `body` with all bytes.
    func withBytes<Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        defer { withExtendedLifetime(owner) {} }
        try body(UnsafeRawBufferPointer(start: file.base, count: size))
    }

    /// Whether the bytes are unchanged since the file was opened.
    var isIntact: Bool { watched?.areIntact ?? true }

    deinit {
        file.verified.deinitialize(count: verifiedCount)
        file.verified.deallocate()
    }

    /// A section of the file; `nil` if it is missing.
    func section(_ kind: IndexLayout.Section, locale: Int = 0, field: Int = 0) -> CheckedBytes? {
        sections[SectionName(kind: kind.rawValue, locale: UInt32(locale), field: UInt32(field))]
    }

    /// A section with `count` numbers of a given width in bytes; `nil` if it is missing.
    func list(
        _ kind: IndexLayout.Section, locale: Int = 0, field: Int = 0, width: Int, count: Int
    ) throws(SegmentError) -> CheckedBytes? {
        guard let section = section(kind, locale: locale, field: field) else { return nil }
        guard section.count == width * count else { throw .damaged }
        return section
    }

    /// A section with `count` ascending numbers; `nil` if it is missing.
    func ascending(
        _ kind: IndexLayout.Section, locale: Int = 0, field: Int = 0, count: Int
    ) throws(SegmentError) -> AscendingNumbers? {
        guard let section = section(kind, locale: locale, field: field) else { return nil }
        return try AscendingNumbers(section, count: count)
    }

    /// Checks the whole file against its checksums.
    ///
    /// - Throws: `damaged` if a checksum is wrong.
    func verifyAll() throws(SegmentError) { _ = try CheckedBytes(file, 0..<file.checkedCount).all() }
}
