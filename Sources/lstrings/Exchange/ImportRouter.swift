// Finds the project of a table in an imported file: several projects may have a table of that name.

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

    /// A table that cannot be assigned to a project.
    struct Stray {
        let table: String
        let folder: String
    }

    /// The tables by the index of their project, in order; and the tables that fit none, or several.
    ///
    /// - Parameter hasSources: whether the file may contain tables that no project has.
    func route(
        _ tables: [TranslationTable], hasSources: Bool
    ) -> (placed: [(project: Int, table: TranslationTable)], strays: [Stray]) {
        // If two folders have a table of the same name, each belongs to the project whose path fits it best.
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
        // With one project and one table of the name there is no choice.
        if projects.count == 1, rivals.isEmpty { return 0 }
        let candidates = projects.indices.filter { hasSources || projects[$0].hasSource(table.name) }
        let folder = table.folder ?? ""
        guard !folder.isEmpty else {
            // A table without a folder belongs to the project that is left when those with folders have
            // theirs.
            let taken = Set(rivals.compactMap { best(of: candidates, for: $0)?.project })
            let left = candidates.filter { !taken.contains($0) }
            return taken.count == rivals.count && left.count == 1 ? left[0] : nil
        }
        guard let (project, score) = best(of: candidates, for: folder) else { return nil }
        return rivals.allSatisfy { fit($0, project) < score } ? project : nil
    }

    /// The project whose path fits a folder best; `nil` if several do.
    private func best(of candidates: [Int], for folder: String) -> (project: Int, score: Int)? {
        let scores = candidates.map { fit(folder, $0) }
        guard let best = scores.max(), scores.count(where: { $0 == best }) == 1,
            let index = scores.firstIndex(of: best)
        else { return nil }
        return (candidates[index], best)
    }

    /// How many names at the ends of both paths are equal.
    private func fit(_ folder: String, _ project: Int) -> Int {
        zip(folder.split(separator: "/").reversed(), folders[project].reversed()).prefix { $0 == $1 }.count
    }
}
