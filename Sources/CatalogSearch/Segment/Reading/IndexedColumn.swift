// The texts of a field in a locale, and their records.

internal import Support

/// The texts of a field in a locale.
struct IndexedColumn {
    /// The numbers of the texts, in the order of their records.
    let texts: Range<Int>
    /// The start of each text in the locale's texts, then the end of the last one, in bytes.
    private let offsets: AscendingNumbers?
    /// The record of each text; `nil` if each record has exactly one.
    private let records: AscendingNumbers?
    /// A bit for each record that has a text; `nil` if all have.
    private let owners: CheckedBytes?
    private let recordCount: Int

    init(_ file: SegmentFile, locale: Int, field: Int) throws(SegmentError) {
        recordCount = file.recordCount
        guard let bounds = try file.list(.firstTexts, locale: locale, field: field, width: 8, count: 1) else {
            throw .damaged
        }
        let first = Int(try bounds.number(0, as: UInt32.self))
        let count = Int(try bounds.number(1, as: UInt32.self))
        texts = first..<first + count
        offsets = try file.ascending(.textOffsets, locale: locale, field: field, count: count + 1)
        records = try file.ascending(.textRecords, locale: locale, field: field, count: count)
        owners = try file.list(
            .owners, locale: locale, field: field, width: 8, count: (file.recordCount + 63) / 64)
        guard records != nil || count == recordCount || count == 0, offsets != nil || count == 0 else {
            throw .damaged
        }
    }

    /// Whether all records have a text.
    var isComplete: Bool { owners == nil && !texts.isEmpty }

    /// Whether each record has exactly one text, in the order of the records.
    @inline(__always)
    var isPlain: Bool { records == nil && !texts.isEmpty }

    /// The bytes of a text, half-open, among the locale's texts.
    @inline(__always)
    func bytes(ofText text: Int) throws(SegmentError) -> (start: UInt32, end: UInt32) {
        guard let offsets else { throw .damaged }
        let index = text - texts.lowerBound
        return (try offsets[index], try offsets[index + 1])
    }

    /// The record that a text belongs to.
    @inline(__always)
    func record(ofText text: Int) throws(SegmentError) -> Int {
        guard let records else { return text - texts.lowerBound }
        let record = Int(try records[text - texts.lowerBound])
        guard record < recordCount else { throw .damaged }
        return record
    }

    /// Whether a record has a text.
    @inline(__always)
    func owns(_ record: Int) throws(SegmentError) -> Bool {
        guard !texts.isEmpty else { return false }
        guard let owners else { return true }
        return try owners.number(record >> 6, as: UInt64.self) & 1 << UInt64(record & 63) != 0
    }

    /// The records that have a text.
    func ownerSet() throws(SegmentError) -> RecordSet {
        if texts.isEmpty { return RecordSet(universe: recordCount) }
        guard let owners else { return RecordSet(all: recordCount) }
        return RecordSet(universe: recordCount, words: try owners.all())
    }

    /// The numbers of a record's texts.
    func texts(of record: Int) throws(SegmentError) -> Range<Int> {
        guard let records else {
            return texts.isEmpty ? texts : texts.lowerBound + record..<texts.lowerBound + record + 1
        }
        let start = try range(around: record, records).partitioningIndex { (text) throws(SegmentError) in
            try records[text] >= record
        }
        var end = start
        while end < texts.count, try records[end] == record { end += 1 }
        return texts.lowerBound + start..<texts.lowerBound + end
    }

    /// A range of this column's texts that begins and ends around those of a record. Most are near the share
    /// of the records before it, where few parts of the file are read.
    private func range(around record: Int, _ records: AscendingNumbers) throws(SegmentError) -> Range<Int> {
        let count = texts.count
        guard count > 0, record < recordCount else { return 0..<count }
        let guess = min(count - 1, record * count / recordCount)
        var step = 16
        if try records[guess] < record {
            var low = guess + 1
            while low + step < count, try records[low + step] < record {
                low += step + 1
                step *= 4
            }
            return low..<min(count, low + step)
        }
        var high = guess
        while high >= step, try records[high - step] >= record {
            high -= step
            step *= 4
        }
        return max(0, high - step)..<high
    }
}
