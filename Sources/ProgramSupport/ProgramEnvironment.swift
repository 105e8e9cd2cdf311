// What the program knows of its surroundings: variables, terminal, where its data lie.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
internal import Storage

/// The process's surroundings.
package struct ProgramEnvironment: Sendable {
    /// The environment variables.
    package let variables: [String: String]
    /// The folder of the running program, symbolic links followed; `nil` where the system does not tell.
    package let programFolder: String?

    /// The surroundings of this process.
    package static let current = ProgramEnvironment(
        variables: readVariables(), programFolder: DataFolders.programFolder)

    /// The variables that every program heeds, each with the key of its help.
    package static let helpVariables: [(name: String, help: String)] = [
        ("LANGUAGE, LC_ALL, LC_MESSAGES, LANG", "Manual.Language"), ("COLUMNS", "Manual.Columns"),
        ("NO_COLOR", "Manual.NoColor"), ("LSEARCH_DATA", "Manual.Data"),
    ]

    /// Folders with the program's texts, best first: one that is tried out, one named by the environment, the
    /// installed one beside the program, and that of the source tree the program was built in.
    package func localizationFolders(first: String?) -> [String] {
        [first, dataFolders.folder("Localizations")].compactMap { $0 }
    }

    /// Where catalogs are looked for when none is named: `$LSEARCH_CATALOGS` (several with colons between), a
    /// folder `Catalogs` where the user stands, the installed samples.
    package var defaultCatalogPaths: [String] { dataFolders.catalogPaths(variables) }

    private var dataFolders: DataFolders {
        DataFolders(variables: variables, programFolder: programFolder)
    }

    /// Whether a stream (1 for standard output, 2 for standard error) leads to a terminal.
    package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// How many columns there are to write in: `$COLUMNS`, or the terminal's; `nil` where the output leads
    /// elsewhere and is not to be cut.
    package var columns: Int? {
        if let named = variables["COLUMNS"].flatMap({ Int($0) }), named > 0 { return named }
        guard Self.isTerminal(1) else { return nil }
        var size = winsize()
        return ioctl(1, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
    }

    /// Whether colors are wanted: never where `NO_COLOR` is set (no-color.org), else on terminals that have them.
    package func usesColor(_ occasion: Occasion) -> Bool {
        switch occasion {
        case .always: true
        case .never: false
        case .auto:
            (variables["NO_COLOR"] ?? "").isEmpty && Self.isTerminal(1) && variables["TERM"] != "dumb"
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
