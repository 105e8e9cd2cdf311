// How much memory a message takes: large files have hundreds of thousands of them.

import Testing

@testable import Localization

struct MemoryOfMessagesTests {
    @Test func aPlaceTakesTwelveBytes() { #expect(MemoryLayout<SourcePosition>.stride == 12) }

    @Test func anEntryKeepsNothingTwice() { #expect(MemoryLayout<StringsEntry>.stride <= 88) }

    @Test func aPlaceForAnArgumentTakesNoTextOfItsOwn() {
        #expect(MemoryLayout<FormatElement>.stride <= 20)
        // All the memory that a format of two arguments needs besides its text.
        #expect(FormatString("Copied %1$@ to %2$@").elements?.count == 2)
        #expect(FormatString("Copied").elements == nil)
    }

    @Test func anIndexFindsTheLastElementOfAKey() {
        let keys = (0..<5000).map { "key \($0 % 4000)" } + ["e\u{301}"]
        let index = KeyIndex(count: keys.count) { keys[$0] }
        #expect(index.count == 4001)
        #expect(index.number(of: "key 17") { keys[$0] } == 4017)
        #expect(index.number(of: "key 3999") { keys[$0] } == 3999)
        // Keys are equal if they are canonically equivalent, as Swift's texts are.
        #expect(index.number(of: "\u{E9}") { keys[$0] } == 5000)
        #expect(index.number(of: "key") { keys[$0] } == nil)
        var growing = KeyIndex(capacity: 0)
        for number in keys.indices {
            let known = growing.update(number, for: keys[number]) { keys[$0] }
            #expect(known == ((4000..<5000).contains(number) ? number - 4000 : nil))
        }
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
        #expect(format.problems.map(\.source) == ["%", "100%% of %2$#@files@ and %-5.*3$f%q"])
    }
}
