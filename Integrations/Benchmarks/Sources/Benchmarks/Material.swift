// What is measured on the way from the files to an index, and what does that leave for the queries?

internal import CatalogSearch
internal import Storage

/// The catalogs as far as they have been read, and texts to draw queries from.
struct Material {
    /// From how many texts queries are drawn.
    static let sampleSize = 10_000

    let locale: LocaleIdentifier
    private(set) var records: [Record] = []
    private(set) var catalogs: [CatalogIndex] = []
    /// Texts of the locale, each as likely as any other.
    private(set) var sample: [String] = []
    /// The locales of all texts.
    private(set) var locales: Set<LocaleIdentifier> = []
    private(set) var fileBytes = 0
    /// How many bytes the searched texts of the locale have.
    private(set) var textBytes = 0
    /// Each catalog's description, and which of the records are its.
    private var parts: [(description: CatalogDescription, records: Range<Int>)] = []

    init(_ locale: LocaleIdentifier) { self.locale = locale }

    /// Reads the records.
    mutating func read(_ files: [CatalogFile]) -> Stage {
        let clock = ContinuousClock()
        let duration = clock.measure {
            for file in files {
                let start = records.count
                var bytes = 0
                let reading = CatalogReader(file).read(
                    progress: { read, _ in bytes = read },
                    record: { (record: Record) throws(Never) in records.append(record) })
                fileBytes += bytes
                parts.append((reading.description, start..<records.count))
            }
        }
        takeSample()
        return Stage(name: "read", bytes: fileBytes, duration: duration)
    }

    /// The searched texts of the locale, record by record, without the records that have none.
    private func forEachRecord(_ body: (Record, [String]) -> Void) {
        for part in parts {
            for record in records[part.records] {
                let texts = record.texts.filter {
                    $0.locale == locale && part.description.fields.contains($0.field)
                }
                if !texts.isEmpty { body(record, texts.map(\.value)) }
            }
        }
    }

    /// A reservoir keeps each text with the same probability, however many follow.
    private mutating func takeSample() {
        var generator = SeededGenerator(seed: 1)
        var taken: [String] = []
        var seen = 0
        var bytes = 0
        forEachRecord { _, texts in
            for text in texts {
                bytes += text.utf8.count
                seen += 1
                if taken.count < Self.sampleSize {
                    taken.append(text)
                } else if case let place = Int.random(in: 0..<seen, using: &generator), place < taken.count {
                    taken[place] = text
                }
            }
        }
        locales = records.reduce(into: []) { locales, record in
            for text in record.texts { locales.insert(text.locale) }
        }
        textBytes = bytes
        sample = taken
    }

    /// Derives from ICU what the locale holds equal.
    func derive() async throws -> Stage {
        let clock = ContinuousClock()
        let duration = try await clock.measure { try await Analyzer.prepare([locale]) }
        return Stage(name: "derive folding", bytes: nil, duration: duration)
    }

    /// Cuts the sample into words and folds them.
    func analyze() throws -> Stage {
        let analyzer = try Analyzer(locale)
        let clock = ContinuousClock()
        let duration = try clock.measure { for text in sample { _ = try analyzer.tokens(in: text) } }
        return Stage(
            name: "cut and fold words", bytes: sample.reduce(0) { $0 + $1.utf8.count }, duration: duration)
    }

    /// Indexes the records in memory, and folds the texts of the locale.
    mutating func index() async throws -> Stage {
        let clock = ContinuousClock()
        var indexed: [CatalogIndex] = []
        let duration = try await clock.measure {
            for part in parts {
                let catalog = CatalogIndex(part.description, records: records[part.records])
                try await catalog.prepare(chain: [locale])
                indexed.append(catalog)
            }
        }
        catalogs = indexed
        return Stage(name: "index", bytes: textBytes, duration: duration)
    }

    /// Writes what others need to be asked the same: `texts.tsv` with the id and the texts of each record, and
    /// `queries.tsv` with kind, query, how many records it finds, and nanoseconds.
    func write(_ queries: [MeasuredQuery], to folder: String) throws {
        let files = LocalFileSystem()
        try files.makeFolder(folder)
        var lines: [UInt8] = []
        forEachRecord { record, texts in
            lines.appendCell(record.id, endedBy: "\t")
            lines.appendCell(texts.joined(separator: " "), endedBy: "\n")
        }
        try files.replace(folder + "/texts.tsv", with: lines)
        let rows = queries.map {
            "\($0.query.kind)\t\($0.query.text)\t\($0.total)\t\($0.duration.nanoseconds)\n"
        }
        try files.replace(folder + "/queries.tsv", with: Array(rows.joined().utf8))
    }
}

extension [UInt8] {
    /// Appends a text without tabs and line breaks, so that it is one cell of one line.
    fileprivate mutating func appendCell(_ text: String, endedBy end: Unicode.Scalar) {
        append(contentsOf: text.utf8.lazy.map { 0x09...0x0D ~= $0 ? 0x20 : $0 })
        append(UInt8(ascii: end))
    }
}
