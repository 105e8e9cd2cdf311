// The lines of a file or of standard input as the records of a catalog.

internal import CatalogSearch
internal import Files
internal import Localization
internal import ProgramSupport
internal import Synchronization

/// Lines, and the catalog in which they are found. A line is printed as it was read, byte by byte, unless the options say
/// otherwise; it is searched as UTF-8, in which a replacement character stands for each wrong byte.
final class LineRecords: Sendable {
    /// The catalog's id.
    static let catalog = "lines"
    /// Lines in their order precede each other among equally good matches, without changing the score.
    private static let popularity = 1e-9

    /// Lines that only become more, so that the number of one always means the same line.
    private final class Lines: Sendable {
        let list: Mutex<[[UInt8]]>

        init(_ lines: [[UInt8]]) { list = Mutex(lines) }
    }

    let form: LineForm
    private let lines: Mutex<Lines>

    init(_ lines: [[UInt8]], _ form: LineForm = LineForm()) {
        self.form = form
        self.lines = Mutex(Lines(lines))
    }

    private func withLines<Result: Sendable>(_ body: (inout [[UInt8]]) -> Result) -> Result {
        lines.withLock { $0 }.list.withLock { body(&$0) }
    }

    /// Reads all lines.
    ///
    /// - Throws: `UsageError` if standard input is a terminal; `FileError`.
    convenience init(_ input: LineInput) throws {
        var lines: [[UInt8]] = []
        if input.path == LineInput.standardInput {
            try input.checkTerminal()
            var reader = InputLines(limit: .max, separator: input.separator)
            while case .bytes(let line)? = reader.next() { lines.append(line) }
        } else {
            lines = try LocalFileSystem().contents(of: input.path).split(
                separator: input.separator, omittingEmptySubsequences: false
            ).map(Array.init)
            if lines.last?.isEmpty == true { lines.removeLast() }
        }
        self.init(lines, input.form)
    }

    /// The number of lines.
    var count: Int { withLines { $0.count } }

    /// Adds lines after the others.
    func append(_ added: [[UInt8]]) { withLines { $0 += added } }

    /// Shares the lines of others from now on.
    func adopt(_ others: LineRecords) {
        let theirs = others.lines.withLock { $0 }
        lines.withLock { $0 = theirs }
    }

    /// The lines that stay above the others, as they are shown.
    var header: [String] {
        withLines { Array($0.prefix(form.headerCount)) }.map {
            String(decoding: form.shown(form.plain($0)), as: UTF8.self)
        }
    }

    /// The catalog's description.
    ///
    /// - Parameter locale: the language of the lines, by whose rules they are searched.
    static func description(_ locale: LocaleIdentifier) -> CatalogDescription {
        CatalogDescription(id: catalog, defaultLocale: locale, fields: [.title])
    }

    /// The catalog of the lines from `start` on: each line that is not empty is the title of a record, whose id is the line's
    /// number.
    func index(_ locale: LocaleIdentifier, from start: Int = 0) throws(SearchError) -> CatalogIndex {
        let start = max(start, form.headerCount)
        let lines = withLines { Array($0.dropFirst(start)) }
        return try CatalogIndex(
            Self.description(locale),
            records: lines.lazy.enumerated().compactMap { [form] offset, line in
                let shown = form.shown(form.plain(line))
                guard !shown.isEmpty else { return nil }
                let number = start + offset + 1
                return CatalogRecord(
                    id: "\(number)", texts: [.init(.title, locale, String(decoding: shown, as: UTF8.self))],
                    popularity: Self.popularity / Double(number))
            })
    }

    /// The bytes of a line, by the id of its record; none for an unknown one.
    func bytes(_ id: String) -> [UInt8] {
        guard let number = Int(id) else { return [] }
        return form.plain(withLines { $0.indices.contains(number - 1) ? $0[number - 1] : [] })
    }

    /// What is printed for the record of a line.
    func printed(_ id: String) -> [UInt8] { form.printed(bytes(id)) }
}
