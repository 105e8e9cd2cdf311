// Index files broken on purpose: at random, or by someone who can compute checksums.

import ICU
import TestSupport

@testable import CatalogSearch

/// A segment's file in memory, which can be changed and restored.
final class BreakableSegment {
    let original: [UInt8]
    private let buffer: UnsafeMutableRawBufferPointer

    init(_ bytes: [UInt8]) {
        original = bytes
        // The file ends where the memory does, so that tools detect reads beyond it.
        buffer = .allocate(byteCount: bytes.count, alignment: 16)
        buffer.copyBytes(from: bytes)
    }

    deinit { buffer.deallocate() }

    var bytes: [UInt8] { Array(buffer) }

    /// Opens the file with changed bytes, and restores them afterwards.
    func withChanges<Result>(
        _ changes: (inout UnsafeMutableRawBufferPointer) -> Void, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
        var copy = buffer
        changes(&copy)
        defer { buffer.copyBytes(from: original) }
        return body(UnsafeRawBufferPointer(buffer))
    }
}

/// Changes index files like someone who wants their reader to fail.
enum SegmentForgery {
    private static func number(_ bytes: UnsafeMutableRawBufferPointer, _ offset: Int) -> UInt64 {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    private static func set(_ value: UInt64, _ bytes: UnsafeMutableRawBufferPointer, _ offset: Int) {
        bytes.storeBytes(of: value.littleEndian, toByteOffset: offset, as: UInt64.self)
    }

    /// The number of bytes covered by the checksums of pages.
    static func checkedCount(_ bytes: [UInt8]) -> Int {
        bytes.withUnsafeBytes {
            Int(UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: bytes.count - 56, as: UInt64.self)))
        }
    }

    /// Corrects all checksums, as IndexFormat.md describes them.
    static func seal(_ bytes: UnsafeMutableRawBufferPointer) {
        let footer = bytes.count - 72
        let sums = number(bytes, footer + 16)
        let pages = sums / 4_096 + (sums % 4_096 == 0 ? 0 : 1)
        if sums <= footer, pages * 8 <= UInt64(footer) - sums {
            for page in 0..<Int(pages) {
                let end = min(Int(sums), (page + 1) * 4_096)
                let sum = Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[page * 4_096..<end]))
                set(sum, bytes, Int(sums) + page * 8)
            }
            let all = UnsafeRawBufferPointer(rebasing: bytes[Int(sums)..<Int(sums + pages * 8)])
            set(Checksum.of(all), bytes, footer + 48)
        }
        set(Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[footer..<footer + 56])), bytes, footer + 56)
    }

    /// Numbers that break arithmetic.
    private static let numbers: [UInt64] = [
        0, 1, 2, 0x7F, 0x80, 0xFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 0x7FFF_FFFF_FFFF_FFFF,
        0x8000_0000_0000_0000, .max, .max - 7, .max - 4_094, .max - 4_095, 1 << 29, 1 << 30, 1 << 62, 8,
        4_096,
    ]

    /// Changes a few numbers or bytes, equally in each kind of section.
    static func forge(_ bytes: UnsafeMutableRawBufferPointer, using random: inout SeededGenerator) {
        let footer = bytes.count - 72
        let table = Int(number(bytes, footer))
        let count = Int(number(bytes, footer + 8))
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            switch Int.random(in: 0..<20, using: &random) {
            case 0:
                // A number of the footer, except its versions.
                let place = [0, 8, 16, 24, 44].randomElement(using: &random)!
                change(bytes, footer + place, size: place == 44 ? 4 : 8, using: &random)
            case 1, 2:
                let entry = table + Int.random(in: 0..<count, using: &random) * 32
                let place = [0, 4, 8, 16, 24].randomElement(using: &random)!
                change(bytes, entry + place, size: place < 16 ? 4 : 8, using: &random)
            case 3:
                // Swap two sections.
                let first = table + Int.random(in: 0..<count, using: &random) * 32
                let second = table + Int.random(in: 0..<count, using: &random) * 32
                for place in 16..<32 { bytes.swapAt(first + place, second + place) }
            default:
                let entry = table + Int.random(in: 0..<count, using: &random) * 32
                let start = Int(truncatingIfNeeded: number(bytes, entry + 16))
                let length = Int(truncatingIfNeeded: number(bytes, entry + 24))
                // Earlier changes may have broken it.
                guard start >= 0, start < table, length > 0, length <= table - start else { continue }
                let isAtStart = Int.random(in: 0..<3, using: &random) == 0
                var place = Int.random(in: 0..<(isAtStart ? min(length, 40) : length), using: &random)
                let size = [1, 4, 8].randomElement(using: &random)!
                place = place / size * size
                if place + size > length { continue }
                if Int.random(in: 0..<5, using: &random) == 0 {
                    // A run of one value.
                    let end = min(length, place + Int.random(in: 1...64, using: &random))
                    let value = [0, 0xFF, 0x80, 0x7F, 1].randomElement(using: &random)! as UInt8
                    for index in place..<end { bytes[start + index] = value }
                } else {
                    change(bytes, start + place, size: size, using: &random)
                }
            }
        }
    }

    private static func change(
        _ bytes: UnsafeMutableRawBufferPointer, _ place: Int, size: Int, using random: inout SeededGenerator
    ) {
        let old = (0..<size).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[place + $1]) }
        let new: UInt64 =
            switch Int.random(in: 0..<5, using: &random) {
            case 0: old ^ 1 << UInt64.random(in: 0..<UInt64(size * 8), using: &random)
            case 1: old &+ 1
            case 2: old &- 1
            case 3: UInt64.random(in: 0...UInt64.max, using: &random)
            default: numbers.randomElement(using: &random)!
            }
        for index in 0..<size { bytes[place + index] = UInt8(truncatingIfNeeded: new >> UInt64(8 * index)) }
    }
}

/// Every kind of call to a segment.
struct SegmentCalls {
    let description: CatalogDescription
    let requests: [SearchRequest]
    let ids: [String]

    /// One result: a record's rank and texts, or another value.
    enum Outcome: Equatable {
        case hits(total: Int, scopes: [SearchResults.ScopeCount], hits: [Hit], ignored: [String])
        case record(CatalogRecord)
        case number(Int?)
        case counts([LocaleIdentifier: Int])
        case bytes([UInt8])
    }

    /// The number of calls.
    var count: Int { requests.count + 2 * ids.count + 2 }

    /// The result of a call.
    ///
    /// - Throws: `SegmentError`, or `SearchError.damagedIndex`.
    func result(_ call: Int, _ segment: IndexedSegment) throws -> Outcome {
        if call < requests.count {
            let engine = SearchEngine([CatalogIndex(description, segments: [segment])])
            let results = try engine.search(requests[call])
            return .hits(
                total: results.total, scopes: results.scopes, hits: results.hits,
                ignored: results.ignoredWords)
        }
        let rest = call - requests.count
        if rest < ids.count {
            return .record(try segment.record(rest % max(1, segment.recordCount)))
        }
        if rest < 2 * ids.count { return .number(try segment.number(ofID: ids[rest - ids.count])) }
        if rest == 2 * ids.count { return .counts(try segment.recordCountsByLocale()) }
        return .bytes(try segment.metadata())
    }

    /// Whether an error says that the index is unusable.
    static func isExpected(_ error: any Error) -> Bool {
        switch error {
        case SegmentError.damaged, SegmentError.notAnIndex, SegmentError.otherVersion: true
        case SearchError.damagedIndex: true
        default: false
        }
    }
}
