// Lines become records, each identified by its number.

import ArgumentParser
import CatalogSearch
import CatalogStorage
import Foundation
import Localization
import Testing

@testable import lsearch

@Suite struct LineRecordsTests {
    private func records(_ text: String, limit: Int) throws -> LineRecords {
        let path = FileManager.default.temporaryDirectory.path + "/lines-\(UUID().uuidString)"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let arguments = try SearchArguments.parse(SearchArguments.completed(["--lines=\(path)", "tea"]))
        return try LineRecords(#require(try LineInput(arguments)), limit: limit)
    }

    @Test func aLineThatIsTooLongIsLeftOutAndTheOthersKeepTheirNumbers() throws {
        let records = try records("green tea\n\(String(repeating: "x", count: 21))\nblack tea", limit: 20)
        #expect(records.count == 3)
        #expect(
            (1...3).map { String(decoding: records.bytes("\($0)"), as: UTF8.self) } == [
                "green tea", "", "black tea",
            ])
        #expect(records.skipped.map(\.line) == [2])
        #expect(records.skipped.map(\.kind) == [.tooLong(bytes: 21, limit: 20)])
        #expect(try records.index(.english).recordCount == 2)
    }

    @Test(arguments: [("", 0), ("a", 1), ("a\n", 1), ("a\n\n", 2), ("\na", 2)])
    func aLineFeedEndsALine(text: String, count: Int) throws {
        let records = try records(text, limit: 20)
        #expect(records.count == count && records.skipped.isEmpty)
    }
}
