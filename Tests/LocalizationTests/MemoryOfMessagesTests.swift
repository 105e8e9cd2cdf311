// How much memory a message takes: large files have hundreds of thousands of them.

import Testing

@testable import Localization

struct MemoryOfMessagesTests {
    @Test func aPlaceTakesTwelveBytes() { #expect(MemoryLayout<SourcePosition>.stride == 12) }

    @Test func anEntryKeepsNothingTwice() { #expect(MemoryLayout<StringsEntry>.stride <= 88) }

    @Test func aPlaceForAnArgumentTakesNoTextOfItsOwn() {
        #expect(MemoryLayout<FormatElement>.stride <= 20)
        // The whole of what a format of two arguments needs beside its text.
        #expect(FormatString("Copied %1$@ to %2$@").elements?.count == 2)
        #expect(FormatString("Copied").elements == nil)
    }

    @Test func whatIsReadOfElementsIsWhatWasWritten() {
        let format = FormatString("100%% of %2$#@files@ and %-5.*3$f%q")
        #expect(
            format.segments.map { segment in
                switch segment {
                case .literal(let text): text
                case .specifier(let specifier): specifier.source
                case .substitution(let substitution): substitution.source
                case .countedArgument: "%arg"
                }
            } == ["100% of ", "%2$#@files@", " and ", "%-5.*3$f", "%q"])
        #expect(format.substitutions.first?.name == "files")
        #expect(format.specifiers.first?.width == .fixed(5))
        #expect(format.specifiers.first?.precision == .argument(position: 3))
        #expect(format.problems.map(\.source) == ["%q", "100%% of %2$#@files@ and %-5.*3$f%q"])
    }
}
