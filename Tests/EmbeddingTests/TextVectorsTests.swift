// The vectors of texts that belong to no catalog.

import CatalogSearch
import CatalogStorage
import Embedding
import TestSupport
import Testing

@Suite struct TextVectorsTests {
    private static let script = packageFolder + "/Tests/Embedder/embedder.py"

    private static func texts(_ texts: [String]) -> [EmbeddedText] { texts.compactMap { EmbeddedText($0) } }

    @Test func onlyNewTextsAreEmbedded() throws {
        try withTemporaryFolder { folder in
            func vectors(_ texts: [String]) -> (
                vectors: [String: QuantizedVector], outcome: TextVectors.Outcome
            ) {
                TextVectors(EmbedderCommand("python3 '\(Self.script)'"), of: folder, cache: folder + "/cache")
                    .vectors(of: Self.texts(texts)) { _, _ in }
            }
            let first = vectors(["Cooler box", "Chair"])
            #expect(first.outcome.madeCount == 2 && first.vectors.count == 2)
            let second = vectors(["Chair", "Table"])
            #expect(second.outcome.madeCount == 1 && second.vectors.count == 2)
            let chair = try #require(Self.texts(["Chair"]).first?.key)
            #expect(first.vectors[chair]?.numbers == second.vectors[chair]?.numbers)
        }
    }

    /// A new model of the command is not a fault: the vectors are made again.
    @Test func vectorsOfAnotherModelReplaceTheKnownOnes() throws {
        try withTemporaryFolder { folder in
            let command = "python3 '\(Self.script)' \"$(cat '\(folder)/fault')\""
            func made(_ texts: [String], fault: String) throws -> TextVectors.Outcome {
                try makeFile(folder + "/fault", fault)
                return TextVectors(EmbedderCommand(command), of: folder, cache: folder + "/cache")
                    .vectors(of: Self.texts(texts)) { _, _ in }.outcome
            }
            #expect(try made(["Cooler box", "Chair"], fault: "-").madeCount == 2)
            let outcome = try made(["Cooler box", "Chair", "Table"], fault: "model")
            #expect(outcome.madeCount == 3 && outcome.embedderFault == nil)
        }
    }

    @Test func nothingIsLostWhereTheFileCannotBeWritten() throws {
        try withTemporaryFolder { folder in
            try makeFile(folder + "/cache", "no folder")
            let found = TextVectors(
                EmbedderCommand("python3 '\(Self.script)'"), of: folder, cache: folder + "/cache"
            ).vectors(of: Self.texts(["Chair"])) { _, _ in }
            #expect(found.vectors.count == 1 && found.outcome.fileError != nil)
        }
    }
}
