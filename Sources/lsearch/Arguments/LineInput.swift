// Where the lines of --lines come from.

internal import ProgramSupport

/// The option `--lines`, checked.
struct LineInput: Equatable {
    /// Standard input instead of a file.
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

    /// - Throws: `UsageError` if the lines are to be typed into the terminal.
    func checkTerminal() throws(UsageError) {
        if path == Self.standardInput, ProgramEnvironment.isTerminal(0) {
            throw UsageError("LinesMissing: %@", "--lines")
        }
    }
}
