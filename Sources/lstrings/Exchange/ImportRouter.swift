// Which project a table of an imported file belongs to: several may have a table of its name.

internal import Localization
internal import TranslationTools

/// Chooses projects for tables by the folders that the file names.
struct ImportRouter {
    /// The names of the folders in the absolute path of each project.
    private let folders: [[Substring]]
    private let projects: [LocalizationProject]

    /// - Parameter paths: the absolute paths of the projects' folders, in the same order.
    init(_ projects: [LocalizationProject], paths: [String]) {
        self.projects = projects
        folders = paths.map { $0.split(separator: "/") }
    }

    /// A table whose place in the project is unknown.
    struct Stray {
        let table: String
        let folder: String
    }

    /// The tables by the index of their project, in their order; and those that
    /// belong elsewhere, or to several.
    ///
    /// - Parameter hasSources: whether the file may bring tables that no project has.
    func route(
        _ tables: [TranslationTable], hasSources: Bool
    ) -> (placed: [(project: Int, table: TranslationTable)], strays: [Stray]) {
        // Of two folders with a table of one name, each is in the project that its path fits best.
        let rivals = Dictionary(
            grouping: tables.compactMap { table in table.folder.map { (table.name, $0) } }
        ) {
            $0.0
        }.mapValues { Set($0.map(\.1)) }
        var strays: [Stray] = []
        var placed: [(project: Int, table: TranslationTable)] = []
        for table in tables {
            let folder = table.folder ?? ""
            let others = rivals[table.name]?.subtracting([folder]) ?? []
            if let project = project(for: table, rivals: others, hasSources: hasSources) {
                placed.append((project, table))
            } else if !strays.contains(where: { $0.table == table.name && $0.folder == folder }) {
                strays.append(Stray(table: table.name, folder: folder))
            }
        }
        return (placed, strays)
    }

    private func project(
        for table: TranslationTable, rivals: Set<String>, hasSources: Bool
    ) -> Int? {
        // One project and one table of the name: there is nothing to choose.
        if projects.count == 1, rivals.isEmpty { return 0 }
        let candidates = projects.indices.filter { hasSources || projects[$0].hasSource(table.name) }
        let folder = table.folder ?? ""
        guard !folder.isEmpty else {
            // The folder above the others: what is left when each of these has its project.
            let taken = Set(rivals.compactMap { best(of: candidates, for: $0)?.project })
            let left = candidates.filter { !taken.contains($0) }
            return taken.count == rivals.count && left.count == 1 ? left[0] : nil
        }
        guard let (project, score) = best(of: candidates, for: folder) else { return nil }
        return rivals.allSatisfy { fit($0, project) < score } ? project : nil
    }

    /// The project whose path fits a folder best; `nil` where several do.
    private func best(of candidates: [Int], for folder: String) -> (project: Int, score: Int)? {
        let scores = candidates.map { fit(folder, $0) }
        guard let best = scores.max(), scores.count(where: { $0 == best }) == 1,
            let index = scores.firstIndex(of: best)
        else { return nil }
        return (candidates[index], best)
    }

    /// How many folder names at the end of a path a project's folder has, too.
    private func fit(_ folder: String, _ project: Int) -> Int {
        zip(folder.split(separator: "/").reversed(), folders[project].reversed()).prefix { $0 == $1 }.count
    }
}
