// Words of the command line are passed on with the types that the format takes.

import ArgumentParser
import Localization
import Testing

@testable import lstrings

@Suite struct GetCommandTests {
    private func values(_ format: String, _ words: String...) throws -> [FormatValue] {
        let command = try GetCommand.parse([format] + words)
        return command.values(for: Message(key: format, text: format))
    }

    @Test func numbersAreNumbersWhereTheFormatTakesThem() throws {
        #expect(try values("%ld %lu", "3", "18446744073709551615") == [.integer(3), .unsigned(.max)])
        #expect(try values("%.1f", "2.5") == [.floatingPoint(2.5)])
        #expect(try values("%ld", "drei") == [.text("drei")])
    }

    @Test func textsAreTextsWhereTheFormatTakesThem() throws {
        #expect(try values("%s", "007") == [.text("007")])
        #expect(try values("%2$s %1$ld", "7", "007") == [.integer(7), .text("007")])
    }

    @Test func whatTheFormatDoesNotTakeIsANumberIfItLooksLikeOne() throws {
        #expect(try values("nothing", "3", "x") == [.integer(3), .text("x")])
        // Neither is a number that a count can be.
        #expect(try values("%ld", "inf", "1e400", "99999999999999999999")[0] == .text("inf"))
    }
}
