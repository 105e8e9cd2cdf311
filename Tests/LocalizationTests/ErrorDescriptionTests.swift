// Tests of the errors' English descriptions.

import Localization
import Testing

@Suite struct ErrorDescriptionTests {
    @Test(
        arguments: [
            (MOError.truncatedHeader(size: 3), "the MO file ends at byte 3, within its header"),
            (MOError.badMagic(0xCAFE), "not an MO file: the magic number is 0xcafe"),
            (
                MOError.stringOutOfBounds(.originals, index: 1, offset: 253, length: 900),
                "string 1 of the table originals at byte 253 with 900 bytes extends beyond the end of the MO file"
            ),
            (MOError.unknownCharset("x-none"), "the MO file names the unknown encoding x-none"),
            (StringsEditError.noEntry(key: "Title"), "the file has no entry with the key \"Title\""),
            (
                StringsEditError.invalidRange(4..<9),
                "the edit of bytes 4..<9 overlaps another edit or is outside the file"
            ),
            (PluralForms.Failure.invalidCount, "nplurals is missing or is not a number from 1 to 100"),
            (
                PluralForms.Failure.expression(.unexpectedText(offset: 2)),
                "unexpected text at offset 2 of the plural expression"
            ),
            (
                PluralForms.Failure.indexOutOfRange(index: 5, number: 7),
                "the plural expression selects form 5 for the number 7, which does not exist"
            ),
            (PluralExpression.Failure.divisionByZero, "the plural expression divides by zero"),
            (
                PluralMapping.Failure.ambiguous(.one, samples: [0: 1, 1: 0]),
                "the plural category one has several forms: form 1 for 0, form 0 for 1"
            ),
        ] as [(any Error & Sendable, String)])
    func describesTheErrorInEnglish(error: any Error & Sendable, text: String) {
        #expect("\(error)" == text)
    }
}
