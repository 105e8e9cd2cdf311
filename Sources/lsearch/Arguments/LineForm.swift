// The form in which lines are shown and printed: --ansi, --delimiter, --with-nth, --accept-nth,
// --header-lines.

internal import ProgramSupport

/// The parts of a line that are searched, shown, and printed.
struct LineForm: Equatable {
    /// Whether terminal escape sequences are removed.
    var dropsSequences = false
    var delimiter = FieldDelimiter.whitespace
    /// The fields that are shown and searched; the whole line if `nil`.
    var shown: FieldSelection?
    /// The fields that are printed; the whole line if `nil`.
    var printed: FieldSelection?
    /// The number of lines at the beginning that stay above the others.
    var headerCount = 0

    init() {}

    init(_ arguments: SearchArguments) throws(UsageError) {
        func selection(_ text: String?, _ option: String) throws(UsageError) -> FieldSelection? {
            guard let text else { return nil }
            guard let selection = FieldSelection(text) else {
                throw UsageError("InvalidFields: %1$@ %2$@", text, option)
            }
            return selection
        }
        dropsSequences = arguments.ansi
        if let delimiter = arguments.delimiter { self.delimiter = FieldDelimiter(delimiter) }
        shown = try selection(arguments.withNth, "--with-nth")
        printed = try selection(arguments.acceptNth, "--accept-nth")
        if let count = arguments.headerLines {
            headerCount = try OptionValue.count(count, of: "--header-lines")
        }
    }

    /// The options that apply only to lines, and whether a command line has them.
    static func options(_ arguments: SearchArguments) -> [(option: String, isGiven: Bool)] {
        [
            ("--read0", arguments.read0), ("--ansi", arguments.ansi),
            ("--delimiter", arguments.delimiter != nil), ("--with-nth", arguments.withNth != nil),
            ("--accept-nth", arguments.acceptNth != nil), ("--header-lines", arguments.headerLines != nil),
        ]
    }

    /// The line without characters that are never shown or printed.
    func plain(_ line: [UInt8]) -> [UInt8] {
        dropsSequences && line.contains(0x1B) ? EscapeSequences.dropped(from: line) : line
    }

    /// The searched and shown part of a plain line.
    func shown(_ line: [UInt8]) -> [UInt8] { shown.map { selected($0, of: line) } ?? line }

    /// The printed part of a plain line.
    func printed(_ line: [UInt8]) -> [UInt8] { printed.map { selected($0, of: line) } ?? line }

    private func selected(_ selection: FieldSelection, of line: [UInt8]) -> [UInt8] {
        let fields = delimiter.fields(of: line)
        return selection.parts.flatMap { part -> [UInt8] in
            switch part {
            case .text(let text): return text
            case .fields(let ranges):
                let chosen = ranges.flatMap { fields[$0.places(in: fields.count)] }
                return Array(delimiter.trimmed(chosen.flatMap(\.self)[...]))
            }
        }
    }
}
