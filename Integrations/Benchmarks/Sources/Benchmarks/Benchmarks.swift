// How fast are reading, analysing, indexing and searching a catalog, through the API that dependents have?
//
// Usage: benchmarks CATALOG LOCALE [FOLDER]
//
// Prints one table. FOLDER takes the texts and the queries with their answers, for who asks the same of others
// (`peers.py`).

internal import CatalogSearch
internal import Storage

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

@main
struct Benchmarks {
    /// How many queries of each kind are asked.
    static let queriesPerKind = 200

    static func main() async {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 || arguments.count == 4, let locale = LocaleIdentifier(arguments[2]) else {
            fail("usage: benchmarks CATALOG LOCALE [FOLDER]")
        }
        do {
            try await measure(arguments[1], locale.base, folder: arguments.count == 4 ? arguments[3] : nil)
        } catch {
            fail("benchmarks: \(error)")
        }
    }

    static func measure(_ path: String, _ locale: LocaleIdentifier, folder: String?) async throws {
        let files = CatalogLocator().locate([path]).files
        guard !files.isEmpty else { fail("benchmarks: \(path): no catalog") }
        var material = Material(locale)
        let stages = [
            material.read(files),
            try await material.derive(),
            try material.analyze(),
            try await material.index(),
        ]
        let catalog = material.catalogs.map(\.description.id).joined(separator: ", ")
        let others = max(0, material.locales.count - 1)
        print(
            """
            \(catalog): \(material.records.count) records, \(fixed(Double(material.fileBytes) / 1e6, 1)) MB in files; \
            \(fixed(Double(material.textBytes) / 1e6, 1)) MB of text in \(locale), \(others) more locales

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

        var sampler = QuerySampler(try Analyzer(locale), texts: material.sample)
        let engine = SearchEngine(material.catalogs)
        var measured: [(kind: QueryKind, answers: [MeasuredQuery])] = []
        for kind in QueryKind.allCases {
            let queries = try sampler.queries(kind, count: queriesPerKind)
            measured.append((kind, try queries.map { try MeasuredQuery($0, engine, locale) }))
        }
        print()
        Table.print(
            ["queries", "number", "p50 µs", "p90 µs", "p99 µs", "most µs", "per s"],
            measured.filter { !$0.answers.isEmpty }.map { kind, answers in
                let times = Percentiles(answers.map(\.duration))
                return [
                    kind.rawValue, String(answers.count),
                    fixed(times[0.5] * 1e6, 1), fixed(times[0.9] * 1e6, 1), fixed(times[0.99] * 1e6, 1),
                    fixed(times[1] * 1e6, 1), fixed(1 / times.mean, 0),
                ]
            })
        print("\nmost memory held: \(peakMemory() / 1_000_000) MB")
        if let folder { try material.write(measured.flatMap(\.answers), to: folder) }
    }

    /// The most memory that the process has had, in bytes.
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
