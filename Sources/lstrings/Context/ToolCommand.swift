// What a command of `lstrings` is, and how the program ends.

internal import ProgramSupport

/// How the program ends.
enum ExitStatus: Int32 {
    /// All is well.
    case clean = 0
    /// There are findings, or the text does not exist.
    case findings = 1
    /// The input cannot be used.
    case failed = 2
}

/// A command of `lstrings`: parsed first, run once the user's language is known.
protocol ToolCommand: ProgramCommand {
    func perform(in context: ToolContext) async throws(UsageError) -> ExitStatus
}
