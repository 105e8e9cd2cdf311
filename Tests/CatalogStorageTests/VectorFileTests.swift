// Files of vectors are read as they were written, and never trusted.

import CatalogSearch
import TestSupport
import Testing

@testable import CatalogStorage

@Suite struct VectorFileTests {
    private static func bytes(_ count: Int = 5) throws -> [UInt8] {
        var writer = VectorFileWriter(VectorSpace(model: "m", count: 3), keys: .ids, floor: 0.5)
        for number in 0..<count {
            writer.append(try QuantizedVector([1, Double(number), -0.5]), "id \(number)")
        }
        return writer.bytes(note: "noted")
    }

    @Test func whatIsWrittenIsRead() throws {
        let file = try VectorFile(Self.bytes())
        #expect(file.count == 5 && file.note == "noted" && file.keys == .ids && file.floor == 0.5)
        #expect(file.space == VectorSpace(name: "default", model: "m", count: 3))
        let vector = try #require(try file.vector("id 2"))
        #expect(vector == .init(try QuantizedVector([1, 2, -0.5]), model: "m"))
        #expect(try file.vector("id 9") == nil)
    }

    @Test func everyChangeIsFoundOut() throws {
        let whole = try Self.bytes()
        for place in whole.indices {
            var changed = whole
            changed[place] ^= 1 << UInt8(place % 8)
            #expect(throws: VectorFileFault.self) { try VectorFile(changed) }
            #expect(throws: VectorFileFault.self) { try VectorFile(Array(whole[..<place])) }
        }
        #expect(throws: VectorFileFault.damaged) { try VectorFile(whole + [0]) }
        #expect(throws: VectorFileFault.unknownFormat) { try VectorFile([]) }
    }

    /// Someone who can compute the checksum writes other lengths and counts.
    @Test func forgedNumbersAreHarmless() throws {
        let whole = try Self.bytes()
        var random = SeededGenerator(seed: 7)
        for _ in 0..<2_000 {
            var forged = Array(whole.dropLast(4))
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let value: UInt8 = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random)!
                forged[Int.random(in: 8..<forged.count, using: &random)] = value
            }
            withUnsafeBytes(of: CRC32.of(forged[...]).littleEndian) { forged += $0 }
            guard let file = try? VectorFile(forged) else { continue }
            for key in file.allKeys { _ = try? file.vector(key) }
        }
    }

    @Test func theChecksumIsThatOfOtherPrograms() {
        #expect(CRC32.of(Array("123456789".utf8)[...]) == 0xCBF4_3926)
    }

    @Test func theTextOfARecordIsThatOfItsSearchedFields() throws {
        let (english, german) = (LocaleIdentifier("en")!, LocaleIdentifier("de")!)
        let record = CatalogRecord(
            id: "1",
            texts: [
                .init(.title, german, "Kühlbox"), .init(.title, english, "Cooler"),
                .init(.keywords, german, "kalt"),
                .init(.keywords, german, "Kühlbox"), .init("note", english, "hidden"),
            ])
        let text = try #require(EmbeddedText(record, CatalogDescription(id: "c")))
        #expect(text.text == "Cooler\nkalt\nKühlbox")
        #expect(text.key.count == 16 && text.key == EmbeddedText(record, CatalogDescription(id: "d"))?.key)
        #expect(EmbeddedText(CatalogRecord(id: "1"), CatalogDescription(id: "c")) == nil)
    }
}
