// The exit status of the program.

/// The exit status of the program.
enum SearchExitStatus: Int32 {
    case found = 0
    case nothingFound = 1
    case failed = 2
    /// The user chose nothing.
    case interrupted = 130
}
