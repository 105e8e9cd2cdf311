// The files with the vectors of catalogs: which texts are embedded, and which vectors are stored.

import CatalogSearch
import CatalogStorage
import Embedding
import Files
import TestSupport
import Testing

@Suite struct CatalogVectorsTests {
    private static let script = packageFolder + "/Tests/Embedder/embedder.py"

    private static func embedder(_ fault: String = "-", log: String = "") -> EmbedderCommand {
        EmbedderCommand("python3 '\(script)' '\(fault)' '\(log)'")
    }

    private static func lines(_ titles: [String]) -> String {
        titles.enumerated().map { #"{"id":"\#($0.offset)","title":"\#($0.element)"}"# + "\n" }.joined()
    }

    /// Runs a test in a folder with a catalog of some titles.
    private static func withCatalog(
        _ titles: [String], _ body: (_ folder: String, _ file: CatalogFile) throws -> Void
    ) throws {
        try withTemporaryFolder { folder in
            try makeFile(folder + "/things.jsonl", lines(titles))
            try body(folder, CatalogFile(path: folder + "/things.jsonl", format: .jsonLines))
        }
    }

    @Test func eachTextIsEmbeddedOnce() throws {
        try Self.withCatalog(["Cooler box", "Chair", "Chair"]) { folder, file in
            let log = folder + "/log"
            let vectors = CatalogVectors(Self.embedder(log: log), cache: folder + "/cache")
            let located = vectors.located(file)
            var steps: [[Int]] = []
            let first = vectors.update(located) { steps.append([$0, $1]) }
            #expect(first.madeCount == 2 && first.embedderFault == nil && first.fileError == nil)
            #expect(steps == [[2, 2]])
            #expect(vectors.update(located) { _, _ in }.madeCount == 0)
            // Another process reads these vectors from the file, and embeds only the new text.
            try makeFile(file.path, Self.lines(["Chair", "Table", "Cooler box"]))
            let other = CatalogVectors(Self.embedder(log: log), cache: folder + "/cache")
            #expect(other.update(other.located(file)) { _, _ in }.madeCount == 1)
            let path = try #require(located.vectors)
            #expect(try VectorFile(LocalFileSystem().contents(ofRegularFile: path)).count == 3)
            #expect(
                try contents(of: log) == "record: Cooler box\nrecord: Chair\nrecord: Table\n")
        }
    }

    @Test func whatWasMadeBeforeAFailureIsKept() throws {
        let titles = (0..<40).map { "Chair \($0)" }
        try Self.withCatalog(titles) { folder, file in
            let count = EmbedderCommand.batchSize
            // The command responds to one request; it does not start again while the file exists.
            let mark = folder + "/mark"
            let command = EmbedderCommand(
                "test -e '\(mark)' && exit 3; touch '\(mark)'; head -n 1 | python3 '\(Self.script)'")
            let vectors = CatalogVectors(command, cache: folder + "/cache")
            let located = vectors.located(file)
            let outcome = vectors.update(located) { _, _ in }
            #expect(outcome.madeCount == count && outcome.embedderFault == .ended(status: 3))
            let path = try #require(located.vectors)
            let kept = try VectorFile(LocalFileSystem().contents(ofRegularFile: path))
            #expect(kept.count == count && kept.keys == .texts)
            remove(mark)
            #expect(vectors.update(located) { _, _ in }.madeCount == titles.count - count)
        }
    }

    @Test func aFolderThatCannotBeWrittenIsNamed() throws {
        try Self.withCatalog(["Chair"]) { folder, file in
            try makeFile(folder + "/cache", "no folder")
            let vectors = CatalogVectors(Self.embedder(), cache: folder + "/cache")
            let outcome = vectors.update(vectors.located(file)) { _, _ in }
            #expect(outcome.madeCount == 1 && outcome.fileError != nil)
        }
    }

    @Test func eachCommandHasFilesOfItsOwn() {
        let file = CatalogFile(path: "/shop/things.jsonl", format: .jsonLines)
        let first = CatalogVectors(EmbedderCommand("a"), cache: "cache").located(file)
        #expect(first.vectors != CatalogVectors(EmbedderCommand("b"), cache: "cache").located(file).vectors)
        let checkpoint = CatalogFile(path: "/shop/things", format: .checkpoint)
        #expect(CatalogVectors(EmbedderCommand("a"), cache: "cache").located(checkpoint).vectors == nil)
    }
}
