// Translations that are far from the meaning of their source texts are found.

import Localization
import TestSupport
import Testing
import TranslationTools

@Suite struct MeaningComparisonTests {
    /// Texts, each with a meaning of its own.
    private static let words = (0..<60).map { "meaning number \($0) of the texts" }

    private static func project(_ translations: [Int], locale: String = "de", comment: String = "")
        -> LocalizationProject
    {
        let source = words.indices.map { "\"k\($0)\" = \"\(words[$0])\";" }.joined(separator: "\n")
        let translation = translations.enumerated()
            .map { "\(comment)\"k\($0.offset)\" = \"Bedeutung \($0.element)\";" }.joined(separator: "\n")
        return LocalizationProject(source: source, [locale: translation])
    }

    /// The number in a text, which is its meaning.
    private static func meaning(_ text: String) -> Int { Int(text.filter(\.isNumber)) ?? -1 }

    private static func findings(
        _ project: LocalizationProject, similarity: (Int, Int) -> Double? = { $0 == $1 ? 0.9 : 0.8 }
    ) -> (keys: [String], distant: DistantTexts) {
        let comparison = MeaningComparison(project)
        let distant = comparison.distantTexts { first, second in
            // Some noise, as models have; it is the same in each run.
            similarity(meaning(comparison.texts[first]), meaning(comparison.texts[second]))
                .map { $0 + Double((first * 31 + second * 17) % 13) / 1_000 }
        }
        var options = CheckOptions(selected: ["meaning"], runsOnlySelected: true)
        options.distantTexts = distant
        return (CheckRunner(project: project, options: options).findings().compactMap(\.key), distant)
    }

    @Test func aTranslationOfAnotherMessageIsFound() {
        var numbers = Array(Self.words.indices)
        #expect(Self.findings(Self.project(numbers)).keys.isEmpty)
        numbers.swapAt(7, 33)
        #expect(Set(Self.findings(Self.project(numbers)).keys) == ["k7", "k33"])
    }

    /// The usual similarity depends on the model: one may find all texts alike, another hardly any.
    @Test(arguments: [(0.99, 0.97), (0.3, 0.1)])
    func theModelsScaleDoesNotMatter(own: Double, others: Double) {
        var numbers = Array(Self.words.indices)
        numbers.swapAt(0, 59)
        let found = Self.findings(Self.project(numbers)) { $0 == $1 ? own : others }
        #expect(Set(found.keys) == ["k0", "k59"] && found.distant.unjudged.isEmpty)
    }

    @Test func nothingIsSaidOfFewTextsAndOfVectorsThatDoNotTellThemApart() {
        let few = Self.findings(Self.project(Array(0..<20)))
        #expect(few.keys.isEmpty && few.distant.unjudged.map(\.identifier) == ["de"])
        let alike = Self.findings(Self.project(Array(Self.words.indices))) { _, _ in 0.8 }
        #expect(alike.keys.isEmpty && alike.distant.unjudged.map(\.identifier) == ["de"])
    }

    @Test func textsWithoutVectorsAreLeftOut() {
        var numbers = Array(Self.words.indices)
        numbers.swapAt(7, 33)
        let found = Self.findings(Self.project(numbers)) { $0 == 7 || $1 == 7 ? nil : $0 == $1 ? 0.9 : 0.8 }
        #expect(!found.keys.contains("k7") && found.keys.allSatisfy { $0 == "k33" })
    }

    @Test func shortTextsCopiesAndPlaceholdersAreNotCompared() throws {
        let project = LocalizationProject(
            source: """
                "short" = "Open";
                "copy" = "The name of the product";
                "number" = "%1$ld files of %2$@ were deleted";
                """,
            [
                "de": """
                "short" = "Offen";
                "copy" = "The name of the product";
                "number" = "%1$ld Dateien von %2$@ wurden gelöscht";
                """
            ])
        #expect(
            MeaningComparison(project).texts == ["files of were deleted", "Dateien von wurden gelöscht"])
    }
}
