// The lines of a file or of standard input as the records of a catalog.

internal import CatalogSearch
internal import CatalogStorage
internal import Files
internal import Localization
internal import ProgramSupport
internal import Synchronization

/// Lines, and the catalog in which they are searched. A line is printed as it was read, byte by byte, unless
/// the options say otherwise; it is searched as UTF-8, in which a replacement character stands for each wrong
/// byte.
final class LineRecords: Sendable {
    /// The catalog's id.
    static let catalog = "lines"
    /// The most bytes of a line, as of an item of a catalog. A longer line is left out, since it may never
    /// end.
    static let lineLimit = CatalogReader.Limits().itemSize
    /// Gives earlier lines precedence among equally good matches, without changing the score.
    private static let popularity = 1e-9

    /// Lines that are only appended to, so that the number of a line never changes.
    private final class Lines: Sendable {
        let list: Mutex<[[UInt8]]>

        init(_ lines: [[UInt8]]) { list = Mutex(lines) }
    }

    let form: LineForm
    private let lines: Mutex<Lines>
    /// Problems of the lines that were left out. Each of these is an empty line, so that the others keep
    /// their numbers.
    let skipped: [CatalogDiagnostic]

    init(_ lines: [[UInt8]], _ form: LineForm = LineForm(), skipped: [CatalogDiagnostic] = []) {
        self.form = form
        self.lines = Mutex(Lines(lines))
        self.skipped = skipped
    }

    private func withLines<Result: Sendable>(_ body: (inout [[UInt8]]) -> Result) -> Result {
        lines.withLock { $0 }.list.withLock { body(&$0) }
    }

    /// Reads all lines.
    ///
    /// - Parameter limit: the most bytes of a line.
    /// - Throws: `UsageError` if standard input is a terminal; `FileError`.
    convenience init(_ input: LineInput, limit: Int = LineRecords.lineLimit) throws {
        var lines: [[UInt8]] = []
        var skipped: [CatalogDiagnostic] = []
        func add(_ line: InputLines.Line) {
            lines.append(line.kept)
            guard case .tooLong(let count) = line else { return }
            skipped.append(
                CatalogDiagnostic(
                    file: input.path, line: lines.count, kind: .tooLong(bytes: count, limit: limit)))
        }
        if input.path == LineInput.standardInput {
            try input.checkTerminal()
            var reader = InputLines(limit: limit, separator: input.separator)
            while let line = reader.next() { add(line) }
        } else {
            var rest = try LocalFileSystem().contents(of: input.path)[...]
            while !rest.isEmpty {
                let line = rest[..<(rest.firstIndex(of: input.separator) ?? rest.endIndex)]
                add(line.count > limit ? .tooLong(line.count) : .bytes(Array(line)))
                rest = rest[line.endIndex...].dropFirst()
            }
        }
        self.init(lines, input.form, skipped: skipped)
    }

    /// The number of lines.
    var count: Int { withLines { $0.count } }

    /// Adds lines after the others.
    func append(_ added: [[UInt8]]) { withLines { $0 += added } }

    /// Shares the lines of another object from now on.
    func adopt(_ others: LineRecords) {
        let theirs = others.lines.withLock { $0 }
        lines.withLock { $0 = theirs }
    }

    /// The lines that stay above the others, in their shown form.
    var header: [String] {
        withLines { Array($0.prefix(form.headerCount)) }.map {
            String(decoding: form.shown(form.plain($0)), as: UTF8.self)
        }
    }

    /// The catalog's description.
    ///
    /// - Parameter locale: the language of the lines, which determines how they are searched.
    static func description(_ locale: LocaleIdentifier) -> CatalogDescription {
        CatalogDescription(id: catalog, defaultLocale: locale, fields: [.title])
    }

    /// The catalog of the lines from `start` on: each line that is not empty is the title of a
    /// record, whose id is the line's number.
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

    /// The bytes of a line, by the id of its record; empty for an unknown id.
    func bytes(_ id: String) -> [UInt8] {
        guard let number = Int(id) else { return [] }
        return form.plain(withLines { $0.indices.contains(number - 1) ? $0[number - 1] : [] })
    }

    /// The output for the record of a line.
    func printed(_ id: String) -> [UInt8] { form.printed(bytes(id)) }
}

extension InputLines.Line {
    /// The bytes of a line; empty if it is too long.
    var kept: [UInt8] {
        switch self {
        case .bytes(let bytes): bytes
        case .tooLong: []
        }
    }
}
