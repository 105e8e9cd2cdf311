// Dictionaries of Hunspell, whether the library is installed or not.

import Glibc
import Stemming
import TestSupport
import Testing

@Suite struct StemDictionaryTests {
    private static let affixes = "# A comment\nSET UTF-8\n"
    private static let words = "3\nbut\nkurtka\nkrzesło\n"

    @Test(
        arguments: [
            (affixes, words, false), ("\u{FEFF}SET UTF-8\n", "\u{FEFF}" + words, false),
            // Its number of words need not be exact.
            (affixes, "100\n" + String(repeating: "a\n", count: 95), false), (affixes, "0\n", true),
            (affixes, "100\nbut\n", true), (affixes, "", true), ("", words, true), (words, affixes, true),
            (affixes, "but\nkurtka\n", true), (affixes, "99999999999999999999\nbut\n", true),
            (affixes, nil, true), (nil, words, true), (nil, nil, false),
            // The encoding stands behind a long license.
            (String(repeating: "# Copyright\n", count: 500) + affixes, words, false),
            // A file that is cut short ends in one of its tables.
            (affixes + "SFX A Y 2\nSFX A 0 s .\nSFX A 0 es .", words, false),
            (affixes + "SFX A Y 2\n# Plural\nSFX A 0 s .\n", words, true),
            (affixes + "SFX A Y 1\nSFX A 0 s .\nREP 2\nREP f ph\n", words, true),
        ] as [(String?, String?, Bool)]) func filesThatAreNoDictionaryAreDamaged(
            affixes: String?, words: String?, isDamaged: Bool
        ) throws
    {
        try withTemporaryFolder { folder in
            let paths = [folder + "/d.aff", folder + "/d.dic"]
            for (path, text) in zip(paths, [affixes, words]) {
                guard let text, let file = fopen(path, "w") else { continue }
                fputs(text, file)
                fclose(file)
            }
            #expect(StemDictionary.isDamaged(affixes: paths[0], words: paths[1]) == isDamaged)
        }
    }
}
