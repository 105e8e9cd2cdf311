// Reads catalogs from memory, in blocks so small that every item crosses one.

import CatalogSearch
import CatalogStorage
import Files

/// The result of reading.
struct Outcome {
    var records: [CatalogRecord]
    var reading: CatalogReading

    var diagnostics: [CatalogDiagnostic] { reading.diagnostics.kept }
    var ids: [String] { records.map(\.id) }

    /// Line and kind of each diagnostic.
    var faults: [Fault] { diagnostics.map { Fault(line: $0.line, kind: $0.kind) } }
}

/// A diagnostic without the name of its file.
struct Fault: Equatable {
    var line: Int?
    var kind: CatalogDiagnostic.Kind
}

func read(
    _ bytes: [UInt8], as name: String = "shop.jsonl", sidecar: String? = nil, blockSize: Int = 16,
    itemSize: Int = 1 << 20, diagnosticCount: Int = 100
) -> Outcome {
    let files = InMemoryFileSystem()
    files.set(name, bytes)
    let file = CatalogFile(path: name)!
    if let sidecar { files.set(file.sidecarPath, Array(sidecar.utf8)) }
    return read(file, in: files, blockSize: blockSize, itemSize: itemSize, diagnosticCount: diagnosticCount)
}

func read(
    _ text: String, as name: String = "shop.jsonl", sidecar: String? = nil, blockSize: Int = 16,
    itemSize: Int = 1 << 20, diagnosticCount: Int = 100
) -> Outcome {
    read(
        Array(text.utf8), as: name, sidecar: sidecar, blockSize: blockSize, itemSize: itemSize,
        diagnosticCount: diagnosticCount)
}

func read(
    _ file: CatalogFile, in files: any FileSystem, blockSize: Int = 16, itemSize: Int = 1 << 20,
    diagnosticCount: Int = 100
) -> Outcome {
    var limits = CatalogReader.Limits()
    limits.blockSize = blockSize
    limits.itemSize = itemSize
    limits.diagnosticCount = diagnosticCount
    var records: [CatalogRecord] = []
    let reading = CatalogReader(file, fileSystem: files, limits: limits).read { records.append($0) }
    return Outcome(records: records, reading: reading)
}

/// A locale for tests.
func locale(_ identifier: String) -> LocaleIdentifier { LocaleIdentifier(identifier)! }
