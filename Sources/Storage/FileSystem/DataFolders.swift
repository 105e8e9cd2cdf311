// Where do programs find what is installed beside them: texts, sample catalogs, pages?

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The folders in which a program's data may lie, best first: one named by the environment (`LSEARCH_DATA`), the
/// installed one beside the program (`../share/lsearch`), and that of the source tree the program was built in.
public struct DataFolders: Hashable, Sendable {
    /// The folders; not all of them need exist.
    public let paths: [String]

    /// - Parameters:
    ///   - variables: the environment.
    ///   - programFolder: the folder of the running program, symbolic links followed; `nil` where it is not known.
    public init(variables: [String: String], programFolder: String? = Self.programFolder) {
        var paths: [String] = []
        if let named = variables["LSEARCH_DATA"], !named.isEmpty { paths.append(named) }
        if let programFolder {
            paths.append(programFolder + "/../share/lsearch")
            // `.build/debug/lsearch` stands three levels or so below the sources it was built from.
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
    /// - Parameter names: relative to a folder of data, such as `Localizations`; where there are several, each is looked for
    ///   in one folder of data before the next one.
    public func folder(_ names: String...) -> String? {
        paths.lazy.flatMap { path in names.map { path + "/" + $0 } }.first(where: Self.isFolder)
    }

    /// Where catalogs are looked for when none is named: `$LSEARCH_CATALOGS` (several with colons between), a folder
    /// `Catalogs` where the user stands, the installed samples.
    public func catalogPaths(_ variables: [String: String]) -> [String] {
        if let named = variables["LSEARCH_CATALOGS"], !named.isEmpty {
            return named.split(separator: ":").map(String.init)
        }
        return Self.isFolder("Catalogs") ? ["Catalogs"] : folder("Catalogs").map { [$0] } ?? []
    }

    /// The folder of the running program, symbolic links followed; `nil` where the system does not tell.
    public static var programFolder: String? {
        guard let resolved = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(resolved) }
        let path = String(cString: resolved)
        return path.lastIndex(of: "/").map { String(path[..<$0]) }
    }

    private static func isFolder(_ path: some StringProtocol) -> Bool {
        (try? LocalFileSystem().kind(of: String(path))) == .folder
    }
}
