// The version of the libraries and programs.

/// The version of the libraries and programs, as `--version` prints it.
public let programVersion = "0.1.0"
