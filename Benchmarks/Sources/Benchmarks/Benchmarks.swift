// Measures reading, analysing, indexing and searching a catalog through the public API.
//
// Usage: benchmarks CATALOG LOCALE FOLDER
//
// Prints a table of stages and a table of queries. Writes the index to FOLDER, and also the texts and the
// queries with their results, from which `peers.py` measures other programs.

internal import CatalogSearch
internal import CatalogStorage

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

@main
struct Benchmarks {
    /// The number of queries of each kind.
    static let queriesPerKind = 200

    static func main() async {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let locale = LocaleIdentifier(arguments[2])?.base else {
            fail("usage: benchmarks CATALOG LOCALE FOLDER")
        }
        let files = CatalogLocator().locate([arguments[1]]).files
        guard !files.isEmpty else { fail("benchmarks: \(arguments[1]): no catalog") }
        do {
            let material = try await measureStages(Material(files, locale, folder: arguments[3]))
            let queries = try measureQueries(material)
            print("\nmost memory held: \(peakMemory() / 1_000_000) MB")
            try material.write(queries)
        } catch {
            fail("benchmarks: \(error)")
        }
    }

    /// Measures the stages from the files to an open index.
    static func measureStages(_ unread: Material) async throws -> Material {
        var material = unread
        var stages = [material.read()]
        material.takeSample()
        stages += [try await material.derive(), try material.analyze(), try await material.index()]
        stages.append(try material.open())
        let megabytes = { (bytes: Int) in fixed(Double(bytes) / 1e6, 1) + " MB" }
        print(
            """
            \(material.files.map(\.id).joined(separator: ", ")): \(material.recordCount) records, \
            \(megabytes(material.fileBytes)) in files
            \(megabytes(material.allTextBytes)) of text in \(material.textBytes.count) locales, \
            \(megabytes(material.textBytes[material.locale] ?? 0)) in \(material.locale); \
            \(megabytes(material.indexBytes)) of index

            """)
        Table.print(
            ["stage", "MB", "ms", "MB/s"],
            stages.map { stage in
                let seconds = stage.duration.seconds
                return [
                    stage.name, stage.bytes.map { fixed(Double($0) / 1e6, 1) } ?? "", fixed(seconds * 1e3, 1),
                    stage.bytes.map { fixed(Double($0) / 1e6 / seconds, 1) } ?? "",
                ]
            })
        return material
    }

    /// Runs all queries on the open index.
    static func measureQueries(_ material: Material) throws -> [MeasuredQuery] {
        let engine = SearchEngine(material.catalogs)
        var sampler = QuerySampler(try Analyzer(material.locale), texts: material.sample)
        var all: [MeasuredQuery] = []
        var rows: [[String]] = []
        for kind in QueryKind.allCases {
            let measured = try sampler.queries(kind, count: queriesPerKind).map {
                try MeasuredQuery($0, engine, material.locale)
            }
            guard !measured.isEmpty else { continue }
            all += measured
            rows.append(row(kind.rawValue, measured))
        }
        let mixed = all.filter { $0.query.kind != .letter }
        if !mixed.isEmpty { rows.append(row("all but letter", mixed)) }
        print()
        Table.print(
            [
                "queries", "number", "p50 µs", "p90 µs", "p99 µs", "most µs", "CPU p50", "CPU p99",
                "relaxed p50", "relaxed p99",
            ], rows)
        return all
    }

    private static func row(_ name: String, _ measured: [MeasuredQuery]) -> [String] {
        let times = Percentiles(measured.map(\.duration))
        let processor = Percentiles(measured.map(\.processorTime))
        let relaxed = Percentiles(measured.map(\.relaxedTime))
        return [name, String(measured.count)] + [0.5, 0.9, 0.99, 1].map { fixed(times[$0] * 1e6, 1) }
            + [processor, relaxed].flatMap { [fixed($0[0.5] * 1e6, 1), fixed($0[0.99] * 1e6, 1)] }
    }

    /// The peak memory of the process, in bytes, including the pages of a mapped index that were read.
    static func peakMemory() -> Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss * 1024
    }

    static func fail(_ message: String) -> Never {
        let line = Array((message + "\n").utf8)
        _ = write(2, line, line.count)
        exit(2)
    }
}
