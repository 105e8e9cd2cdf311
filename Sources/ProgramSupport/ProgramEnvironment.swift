// The surroundings of the process: environment variables, terminal, folders of data.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
internal import Files

/// The process's surroundings.
package struct ProgramEnvironment: Sendable {
    package let variables: [String: String]
    /// The folder of the running program, without symbolic links; `nil` if the system does not report it.
    package let programFolder: String?

    /// The surroundings of this process.
    package static let current = ProgramEnvironment(
        variables: readVariables(), programFolder: DataFolders.programFolder)

    /// The variables that every program reads, each with the key of its help.
    package static let helpVariables: [(name: String, help: String)] = [
        ("LANGUAGE, LC_ALL, LC_MESSAGES, LANG", "Manual.Language"), ("COLUMNS", "Manual.Columns"),
        ("NO_COLOR", "Manual.NoColor"), ("LSEARCH_DATA", "Manual.Data"),
    ]

    /// The folders of the program's texts, best first: the one that the user tries out, then the first of:
    /// named by the environment, installed beside the program, in the source tree of the program.
    package func localizationFolders(first: String?) -> [String] {
        [first, dataFolders.folder("Localizations")].compactMap { $0 }
    }

    /// Reports in English, the one language that needs no texts, that the folder of texts is missing.
    package func reportMissingTexts(program: String) {
        Output.standardError.writeLine("\(program): " + dataFolders.missingFolderMessage("Localizations"))
    }

    /// The catalogs to search if the command line names none: `$LSEARCH_CATALOGS` (paths with colons
    /// between), a folder `Catalogs` in the current folder, or the installed samples.
    package var defaultCatalogPaths: [String] { dataFolders.catalogPaths(variables) }

    private var dataFolders: DataFolders {
        DataFolders(variables: variables, programFolder: programFolder)
    }

    /// Whether a stream (1 is standard output, 2 standard error) is a terminal.
    package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// The width for output: `$COLUMNS`, or the terminal's width; `nil` if the output is
    /// no terminal and must not be cut.
    package var columns: Int? {
        if let named = variables["COLUMNS"].flatMap({ Int($0) }), named > 0 { return named }
        guard Self.isTerminal(1) else { return nil }
        var size = winsize()
        return ioctl(1, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
    }

    /// Whether to use colors. `auto` uses them on terminals that have them, unless
    /// `NO_COLOR` is set (no-color.org).
    ///
    /// - Parameter onTerminal: whether the program writes to a terminal other than standard output.
    package func usesColor(_ policy: UsagePolicy, onTerminal: Bool = false) -> Bool {
        switch policy {
        case .always: true
        case .never: false
        case .auto:
            (variables["NO_COLOR"] ?? "").isEmpty && (onTerminal || Self.isTerminal(1))
                && variables["TERM"] != "dumb"
        }
    }

    private static func readVariables() -> [String: String] {
        var variables: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            let text = String(cString: entry)
            if let equals = text.firstIndex(of: "=") {
                variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
            }
            next = next.successor()
        }
        return variables
    }
}
