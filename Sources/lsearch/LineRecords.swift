// The lines of a file or of standard input as the records of a catalog.

internal import CatalogSearch
internal import Files
internal import Localization
internal import ProgramSupport

/// Lines, and the catalog in which they are found. A line is printed as it was read, byte by byte; it is searched as UTF-8,
/// with replacement characters for what is none.
struct LineRecords {
    /// The catalog's id.
    static let catalog = "lines"
    /// Lines in their order precede each other among equally good matches, without changing the score.
    private static let popularity = 1e-9

    private let lines: [[UInt8]]

    init(_ lines: [[UInt8]]) { self.lines = lines }

    /// Reads all lines.
    ///
    /// - Throws: `UsageError` if standard input is a terminal; `FileError`.
    init(_ input: LineInput) throws {
        if input.path == LineInput.standardInput {
            if ProgramEnvironment.isTerminal(0) { throw UsageError("LinesMissing: %@", "--lines") }
            var reader = InputLines(limit: .max, separator: input.separator)
            var lines: [[UInt8]] = []
            while case .bytes(let line)? = reader.next() { lines.append(line) }
            self.lines = lines
        } else {
            var lines = try LocalFileSystem().contents(of: input.path).split(
                separator: input.separator, omittingEmptySubsequences: false
            ).map(Array.init)
            if lines.last?.isEmpty == true { lines.removeLast() }
            self.lines = lines
        }
    }

    /// The catalog: each line that is not empty is the title of a record, whose id is the line's number.
    ///
    /// - Parameter locale: the language of the lines, by whose rules they are searched.
    func index(_ locale: LocaleIdentifier) throws(SearchError) -> CatalogIndex {
        let count = Double(max(1, lines.count))
        return try CatalogIndex(
            CatalogDescription(id: Self.catalog, defaultLocale: locale, fields: [.title]),
            records: lines.lazy.enumerated().filter { !$0.element.isEmpty }.map { number, line in
                CatalogRecord(
                    id: "\(number + 1)",
                    texts: [.init(.title, locale, String(decoding: line, as: UTF8.self))],
                    popularity: Self.popularity * (1 - Double(number) / count))
            })
    }

    /// The bytes of a line, by the id of its record.
    func bytes(_ id: String) -> [UInt8] {
        guard let number = Int(id), lines.indices.contains(number - 1) else { return [] }
        return lines[number - 1]
    }
}
