// The similar texts that a translation memory finds.

import Localization
import TestSupport
import Testing

@testable import TranslationMemory

@Suite struct TranslationMemoryTests {
    static let texts = [
        ("Open File", "Datei öffnen"), ("Open Folder…", "Ordner öffnen …"),
        ("Save the file before closing it?", "Datei vor dem Schließen sichern?"),
        ("The file could not be saved.", "Die Datei konnte nicht gesichert werden."),
        ("%ld photos were deleted", "%ld Fotos wurden gelöscht"), ("Cancel", "Abbrechen"),
    ]

    static func memory(_ more: [MemoryUnit] = []) throws -> TranslationMemory {
        let units = texts.map { MemoryUnit(source: $0, translation: $1, origin: "de.po") }
        return try TranslationMemory(units + more, sourceLocale: LocaleIdentifier("en")!)
    }

    @Test(
        arguments: [
            ("Open File", "Datei öffnen", 100), ("Open file", "Datei öffnen", 96),
            ("Open Files", "Datei öffnen", 88), ("Save the files before closing them?", nil, 0),
            ("The file could not be saved!", "Die Datei konnte nicht gesichert werden.", 95),
            ("%ld photo was deleted", "%ld Fotos wurden gelöscht", 77), ("Quit", nil, 0), ("", nil, 0),
            ("…", nil, 0),
        ] as [(String, String?, Int)])
    func findsTheMostSimilarText(text: String, translation: String?, similarity: Int) throws {
        let found = try Self.memory().matches(for: text, atLeast: 75)
        #expect(
            found.first?.unit.translation == translation
                || translation == nil && found.allSatisfy { $0.similarity < 90 })
        if translation != nil { #expect(abs((found.first?.similarity ?? 0) - similarity) <= 6) }
        #expect(found.map(\.similarity) == found.map(\.similarity).sorted(by: >))
    }

    @Test func onlyTheSameTextIsTheSame() throws {
        let found = try Self.memory().matches(for: "open  file")
        #expect((found.first?.similarity ?? 100) < 100)
    }

    @Test func pluralFormsAreFoundForTheSameForm() throws {
        let forms = [
            MemoryUnit(source: "%ld file", translation: "%ld plik", category: .one, origin: ""),
            MemoryUnit(source: "%ld files", translation: "%ld pliki", category: .few, origin: ""),
            MemoryUnit(source: "%ld files", translation: "%ld plików", category: .many, origin: ""),
        ]
        let memory = try Self.memory(forms)
        #expect(
            try memory.matches(for: "%ld files", limit: 1, category: .many).map(\.unit.translation) == [
                "%ld plików"
            ])
        #expect(try memory.matches(for: "%ld files", atLeast: 100).isEmpty)
    }

    @Test func textsWithoutSpacesAreFound() throws {
        let memory = try TranslationMemory(
            [MemoryUnit(source: "ファイルを開く", translation: "Open the file", origin: "")],
            sourceLocale: LocaleIdentifier("ja")!)
        #expect(try memory.matches(for: "ファイルを開いた").map(\.unit.translation) == ["Open the file"])
    }

    /// The search finds the same as a comparison with all texts.
    @Test func theSearchLosesNoSimilarText() throws {
        var generator = SeededGenerator(seed: 5)
        let words = [
            "the", "window", "orange", "kitchen", "zebra", "mountain", "fly", "quiet", "book", "jumps",
        ]
        func text() -> String {
            (0..<Int.random(in: 2...7, using: &generator)).map { _ in words.randomElement(using: &generator)!
            }
            .joined(separator: " ")
        }
        let sources = Set((0..<400).map { _ in text() })
        let units = sources.sorted().map { MemoryUnit(source: $0, translation: "x", origin: "") }
        let memory = try TranslationMemory(units, sourceLocale: LocaleIdentifier("en")!)
        for _ in 0..<30 {
            let wanted = text()
            let found = Set(try memory.matches(for: wanted, atLeast: 70, limit: 1000).map(\.unit.source))
            let similar = sources.filter { source in
                TextSimilarity.similarity(ComparableText(wanted), ComparableText(source)) >= 0.7
            }
            #expect(found == similar, "\(wanted)")
        }
    }

    @Test func noTextIsMoreSimilarThanItsLettersAllow() {
        var generator = SeededGenerator(seed: 6)
        let pieces = ["a", "B", "ab", "İ", "i̇", "ß", "é", " ", "  ", "-", "%@", "漢字", "Ω"]
        for _ in 0..<500 {
            let texts = (0..<2).map { _ in
                (0..<Int.random(in: 0...8, using: &generator)).map { _ in
                    pieces.randomElement(using: &generator)!
                }.joined()
            }
            let similarity = TextSimilarity.similarity(ComparableText(texts[0]), ComparableText(texts[1]))
            let bound = TextOutline(texts[0]).bound(TextOutline(texts[1]))
            #expect(bound >= similarity - 0.000_001, "\(texts)")
        }
    }
}
