// Stands in for the segment writer and reader until they are there.

package import ICU

package final class SegmentWriter {
    private var body: [UInt8] = []
    package private(set) var recordCount = 0

    package init(_ description: CatalogDescription) {}
    package var memoryEstimate: Int { body.count }

    private func put(_ text: String?) {
        guard let text else { return put(-1) }
        put(text.utf8.count)
        body += text.utf8
    }
    private func put(_ number: Int) { withUnsafeBytes(of: number.littleEndian) { body += $0 } }

    package func append(_ record: Record) {
        recordCount += 1
        put(record.id)
        put(record.scope)
        put(record.year.map(String.init))
        put(record.price?.spelling)
        put(record.price?.currency)
        put(String(record.popularity))
        put(record.texts.count)
        for text in record.texts {
            put(text.field.rawValue)
            put(text.locale.icuIdentifier)
            put(text.value)
        }
        put(record.additionalMembers.count)
        for member in record.additionalMembers {
            put(member.name)
            put(member.json)
        }
    }

    package func finish(metadata: [UInt8], to output: inout some SegmentOutput) async throws {
        let records = body
        body = []
        put(metadata.count)
        body += metadata
        put(recordCount)
        body += records
        let sum = body.withUnsafeBytes { Checksum.of($0) }
        put(Int(bitPattern: UInt(sum)))
        try body.withUnsafeBytes { try output.write($0) }
    }
}

package final class IndexedSegment: Segment {
    private let memory: any Segment
    package let metadata: [UInt8]

    package init(_ bytes: UnsafeRawBufferPointer, owner: any Sendable) throws(SegmentError) {
        guard bytes.count >= 24 else { throw .notAnIndex }
        func number(_ at: Int) -> Int { Int(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: Int.self)) }
        let end = bytes.count - 8
        guard Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[..<end])) == UInt64(UInt(bitPattern: number(end)))
        else { throw .damaged }
        var place = 0
        func next() -> Int {
            place += 8
            return number(place - 8)
        }
        func text() -> String? {
            let count = next()
            if count < 0 { return nil }
            place += count
            return String(decoding: bytes[place - count..<place], as: UTF8.self)
        }
        let metadataCount = next()
        metadata = Array(bytes[8..<8 + metadataCount])
        place += metadataCount
        var stored = StoredRecords()
        for _ in 0..<next() {
            var record = Record(id: text()!, scope: text(), year: text().flatMap { Int($0) })
            let (spelling, currency) = (text(), text())
            if let spelling, let currency { record.price = Price(spelling, currency: currency) }
            record.popularity = Double(text()!)!
            for _ in 0..<next() {
                record.texts.append(.init(FieldName(text()!), LocaleIdentifier(text()!)!, text()!))
            }
            for _ in 0..<next() { record.additionalMembers.append(.init(name: text()!, json: text()!)) }
            stored.append(record)
        }
        memory = MemorySegment(stored)
    }

    package var recordCount: Int { memory.recordCount }
    package var locales: Set<LocaleIdentifier> { memory.locales }
    package var scopes: [String] { memory.scopes }
    package var recordCountsByLocale: [LocaleIdentifier: Int] { memory.recordCountsByLocale }
    package func prepare(chain: [LocaleIdentifier], fields: [FieldName]) throws(ICUError) {
        try memory.prepare(chain: chain, fields: fields)
    }
    package func search(_ query: PreparedQuery, keeping: Int) throws(ICUError) -> SegmentMatches {
        try memory.search(query, keeping: keeping)
    }
    package func record(_ number: Int) -> Record { memory.record(number) }
}
