// The folders with a program's installed data: messages, sample catalogs, pages.

/// The folders that may contain a program's data, best first: the one that `LSEARCH_DATA` names, the
/// installed one beside the program (`../share/lsearch`), and the source tree in which the program was built.
public struct DataFolders: Hashable, Sendable {
    /// The folders; they need not exist.
    public let paths: [String]

    /// - Parameters:
    ///   - variables: the environment.
    ///   - programFolder: the folder of the running program, symbolic links followed; `nil` if it is not
    ///     known.
    public init(variables: [String: String], programFolder: String? = Self.programFolder) {
        var paths: [String] = []
        if let named = variables["LSEARCH_DATA"], !named.isEmpty { paths.append(named) }
        if let programFolder {
            paths.append(programFolder + "/../share/lsearch")
            // `.build/debug/lsearch` is about three levels below the sources from which it was built.
            var parent = programFolder[...]
            for _ in 0..<5 {
                guard let slash = parent.lastIndex(of: "/") else { break }
                parent = parent[..<slash]
                if Self.isFolder(parent + "/Localizations/en.lproj") { paths.append(String(parent)) }
            }
        }
        self.paths = paths
    }

    /// The first folder of this name that exists.
    ///
    /// - Parameter names: relative to a data folder, such as `Localizations`; all of them are tried in one
    ///   data folder before the next.
    public func folder(_ names: String...) -> String? {
        candidates(names).first(where: Self.isFolder)
    }

    /// The folders that ``folder(_:)`` tries, in order, for messages about a missing folder.
    public func candidates(_ names: String...) -> [String] { candidates(names) }

    private func candidates(_ names: [String]) -> [String] {
        paths.flatMap { path in names.map { path + "/" + $0 } }
    }

    /// A message in English about a missing folder: where it was expected, and how to correct this.
    ///
    /// - Parameter name: relative to a folder of data, such as `Localizations`.
    public func missingFolderMessage(_ name: String) -> String {
        let places = candidates([name]).map { path in
            // `bin/../share` reads better as `share`.
            var parts: [Substring] = []
            for part in path.split(separator: "/") {
                if part == "..", !parts.isEmpty { parts.removeLast() } else { parts.append(part) }
            }
            return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
        }
        let tried = places.isEmpty ? "" : " (looked for \(places.joined(separator: ", ")))"
        return "the program's folder “\(name)” is missing\(tried); install the program together with its "
            + "folder share/lsearch, or set LSEARCH_DATA to the folder that contains \(name)"
    }

    /// The catalogs to search if the user names none: those of `$LSEARCH_CATALOGS` (paths separated by
    /// colons), otherwise the folder `Catalogs` in the working directory, otherwise the installed samples.
    public func catalogPaths(_ variables: [String: String]) -> [String] {
        if let named = variables["LSEARCH_CATALOGS"], !named.isEmpty {
            return named.split(separator: ":").map(String.init)
        }
        return Self.isFolder("Catalogs") ? ["Catalogs"] : folder("Catalogs").map { [$0] } ?? []
    }

    /// The folder of the running program, symbolic links followed; `nil` if the system does not know it.
    public static var programFolder: String? {
        guard let path = try? SystemCalls.resolved("/proc/self/exe") else { return nil }
        return path.lastIndex(of: "/").map { String(path[..<$0]) }
    }

    private static func isFolder(_ path: some StringProtocol) -> Bool {
        (try? LocalFileSystem().kind(of: String(path))) == .folder
    }
}
