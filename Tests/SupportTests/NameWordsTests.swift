// Names of members are shown as words.

import Testing

@testable import Support

@Suite struct NameWordsTests {
    @Test(arguments: [
        ("genres", "Genres"), ("release_date", "Release date"), ("releaseDate", "Release date"),
        ("info.rating", "Info rating"), ("EAN", "EAN"), ("gtin13", "Gtin13"), ("größe", "Größe"),
        ("price_", "Price"), ("色", "色"), ("--", "--"), ("", ""),
    ])
    func labelsAreTheWordsOfNames(name: String, label: String) {
        #expect(name.nameAsWords == label)
    }
}
