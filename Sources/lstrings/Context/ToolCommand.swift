// The protocol of the commands of `lstrings`, and the program's exit status.

internal import ProgramSupport

/// The program's exit status.
enum ExitStatus: Int32 {
    /// No findings.
    case clean = 0
    /// There are findings, or the requested text does not exist.
    case findings = 1
    /// The input cannot be used.
    case failed = 2
}

/// A command of `lstrings`: parsed first, run once the user's language is known.
protocol ToolCommand: ProgramCommand {
    func perform(in context: ToolContext) async throws(UsageError) -> ExitStatus
}
