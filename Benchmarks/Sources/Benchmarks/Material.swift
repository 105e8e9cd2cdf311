// The stages from the files to an index, and the texts and the index that the queries need.

internal import CatalogSearch
internal import CatalogStorage
internal import Files
internal import Support

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Catalogs, their index, and a sample of texts for the queries.
struct Material {
    /// The number of texts in the sample.
    static let sampleSize = 10_000

    let locale: LocaleIdentifier
    let files: [CatalogFile]
    /// The folder for all output.
    let folder: String
    private(set) var catalogs: [CatalogIndex] = []
    /// A uniform random sample of the locale's texts.
    private(set) var sample: [String] = []
    private(set) var fileBytes = 0
    private(set) var recordCount = 0
    /// The size of the searched texts of each locale, in bytes.
    private(set) var textBytes: [LocaleIdentifier: Int] = [:]

    private let cache: IndexCache

    init(_ files: [CatalogFile], _ locale: LocaleIdentifier, folder: String) {
        self.files = files
        self.locale = locale
        self.folder = folder
        cache = IndexCache(folder: folder + "/index")
    }

    var allTextBytes: Int { textBytes.values.reduce(0, +) }

    /// The size of the index on disk, in bytes.
    var indexBytes: Int { Self.size(of: cache.folder) }

    /// Reads the files without indexing them.
    mutating func read() -> Stage {
        var bytes = 0
        var count = 0
        let duration = ContinuousClock().measure {
            for file in files {
                var bytesRead = 0
                count +=
                    CatalogReader(file).read(
                        progress: { read, _ in bytesRead = read }, record: { (_) throws(Never) in }
                    ).recordCount
                bytes += bytesRead
            }
        }
        fileBytes = bytes
        recordCount = count
        return Stage(name: "read", bytes: bytes, duration: duration)
    }

    /// Counts the texts and takes a sample by reservoir sampling, which selects each text with the same
    /// probability.
    mutating func takeSample() {
        var generator = SeededGenerator(seed: 1)
        var taken: [String] = []
        var seen = 0
        var bytes: [LocaleIdentifier: Int] = [:]
        forEachRecord { record, searched in
            for text in record.texts where searched.contains(text.field) {
                bytes[text.locale, default: 0] += text.value.utf8.count
                guard text.locale == locale else { continue }
                seen += 1
                if taken.count < Self.sampleSize {
                    taken.append(text.value)
                } else if case let place = Int.random(in: 0..<seen, using: &generator), place < taken.count {
                    taken[place] = text.value
                }
            }
        }
        textBytes = bytes
        sample = taken
    }

    /// Derives the locale's folding from ICU.
    func derive() async throws -> Stage {
        let clock = ContinuousClock()
        let duration = try await clock.measure { try await Analyzer.prepare([locale]) }
        return Stage(name: "derive folding", bytes: nil, duration: duration)
    }

    /// Tokenizes the sample and folds its words.
    func analyze() throws -> Stage {
        let analyzer = try Analyzer(locale)
        let clock = ContinuousClock()
        let duration = try clock.measure { for text in sample { _ = try analyzer.tokens(in: text) } }
        return Stage(
            name: "cut and fold words", bytes: sample.reduce(0) { $0 + $1.utf8.count }, duration: duration)
    }

    /// Builds the indexes, from the files to durable indexes on disk.
    func index() async throws -> Stage {
        let clock = ContinuousClock()
        let duration = try await clock.measure {
            for file in files {
                guard case .done = try await cache.build(file, because: .missing, isForced: true) else {
                    throw FileError(path: file.path, code: EINVAL)
                }
            }
        }
        return Stage(name: "index", bytes: allTextBytes, duration: duration)
    }

    /// Opens the indexes.
    mutating func open() throws -> Stage {
        var opened: [CatalogIndex] = []
        let clock = ContinuousClock()
        let duration = try clock.measure { for file in files { opened.append(try cache.open(file).index) } }
        catalogs = opened
        return Stage(name: "open", bytes: nil, duration: duration)
    }

    /// Writes the input of `peers.py`: `texts.tsv` with the id and the texts of each record, and
    /// `queries.tsv` with kind, query, number of records found, and nanoseconds.
    func write(_ queries: [MeasuredQuery]) throws {
        let files = LocalFileSystem()
        var lines: [UInt8] = []
        forEachRecord { record, searched in
            let texts = record.texts.filter { $0.locale == locale && searched.contains($0.field) }
            guard !texts.isEmpty else { return }
            lines.appendCell(record.id, endedBy: "\t")
            lines.appendCell(texts.map(\.value).joined(separator: " "), endedBy: "\n")
        }
        try files.replace(folder + "/texts.tsv", with: lines)
        let rows = queries.map {
            "\($0.query.kind)\t\($0.query.text)\t\($0.total)\t\($0.duration.nanoseconds)\n"
        }
        try files.replace(folder + "/queries.tsv", with: Array(rows.joined().utf8))
    }

    /// Calls `body` with each record and the searched fields.
    private func forEachRecord(_ body: (CatalogRecord, Set<FieldName>) -> Void) {
        for file in files {
            let reader = CatalogReader(file)
            let searched = Set(reader.sidecar.description.fields)
            _ = reader.read { (record: CatalogRecord) throws(Never) in body(record, searched) }
        }
    }

    /// The total size of the files at and below a path, in bytes.
    private static func size(of path: String) -> Int {
        let files = LocalFileSystem()
        if (try? files.kind(of: path)) == .folder {
            return ((try? files.names(inFolder: path)) ?? []).reduce(0) { $0 + size(of: path + "/" + $1) }
        }
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}

extension [UInt8] {
    /// Appends a text as one cell of a line, with spaces for tabs and line breaks.
    fileprivate mutating func appendCell(_ text: String, endedBy end: Unicode.Scalar) {
        append(contentsOf: text.utf8.lazy.map { 0x09...0x0D ~= $0 ? 0x20 : $0 })
        append(UInt8(ascii: end))
    }
}
