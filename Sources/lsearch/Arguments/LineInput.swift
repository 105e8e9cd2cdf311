// The source of the lines for --lines.

internal import ProgramSupport

/// The option `--lines`, checked.
struct LineInput: Equatable {
    /// The name for standard input.
    static let standardInput = "-"

    /// The file's path, or ``standardInput``.
    let path: String
    /// The byte that ends a line.
    let separator: UInt8
    let form: LineForm

    /// The input that a command line names; `nil` if it names none.
    init?(_ arguments: SearchArguments) throws(UsageError) {
        guard let lines = arguments.lines else {
            if let other = LineForm.options(arguments).first(where: \.isGiven) {
                throw UsageError("OptionNeeds: %1$@ %2$@", other.option, "--lines")
            }
            return nil
        }
        if !arguments.catalog.isEmpty { throw UsageError("Conflict: %1$@ %2$@", "--lines", "--catalog") }
        if arguments.batch, lines == Self.standardInput {
            throw UsageError("Conflict: %1$@ %2$@", "--batch", "--lines")
        }
        path = lines.isEmpty ? Self.standardInput : lines
        separator = arguments.read0 ? 0 : 0x0A
        form = try LineForm(arguments)
    }

    /// - Throws: `UsageError` if standard input is a terminal.
    func checkTerminal() throws(UsageError) {
        if path == Self.standardInput, ProgramEnvironment.isTerminal(0) {
            throw UsageError("LinesMissing: %@", "--lines")
        }
    }
}
