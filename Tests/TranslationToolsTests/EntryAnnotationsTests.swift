// Comments contain instructions for programs, and notes for people.

import Testing
import TranslationTools

@Suite struct EntryAnnotationsTests {
    @Test func aCommentForPeopleStaysAsItIs() {
        let read = EntryAnnotations("Result count. %ld: the number.\n\n  Note: two lines")
        #expect(read.comment == "Result count. %ld: the number.\n\n  Note: two lines")
        #expect(read.state == .translated)
        #expect(EntryAnnotations(nil) == EntryAnnotations())
    }

    @Test func everyAnnotationIsRead() {
        let read = EntryAnnotations(
            """
            Shown in the title bar.
            File: Sources/Shop.swift:12
            File: Sources/Cart.swift:3
            Flag: fuzzy, objc-format
            Previous: "Say \\"hello\\"\\n"
            Previous key: "greeting"
            max-length: 20
            lint:ignore end-punctuation, same-as-source
            """)
        #expect(read.comment == "Shown in the title bar.")
        #expect(read.references == ["Sources/Shop.swift:12", "Sources/Cart.swift:3"])
        #expect(read.state == .needsReview)
        #expect(read.flags == ["objc-format"])
        #expect(read.previousSource == "Say \"hello\"\n")
        #expect(read.previousKey == "greeting")
        #expect(read.maximumLength == 20)
        #expect(read.ignoredChecks == ["end-punctuation", "same-as-source"])
    }

    @Test func annotationsMayStandBehindWords() {
        let read = EntryAnnotations("Title. max-length: 20 lint:ignore ellipsis, numbers\nMore.\nlint:ignore")
        #expect(read.comment == "Title.\nMore.")
        #expect(read.maximumLength == 20)
        #expect(read.ignoredChecks == ["ellipsis", "numbers", "all"])
        let file = EntryAnnotations("lint:ignore-file numbers")
        #expect(file.ignoredChecks == [])
    }

    @Test func ignoringWithoutNamesIgnoresAll() {
        #expect(EntryAnnotations("lint:ignore").ignoredChecks == ["all"])
    }

    @Test(arguments: [
        ("untranslated", TranslationState.new), ("unmatched", .obsolete), ("fuzzy", .needsReview),
        ("objc-format", .translated),
    ])
    func flagsSayHowFarATranslationIs(flag: String, state: TranslationState) {
        #expect(EntryAnnotations("Flag: \(flag)").state == state)
    }
}
