// Tables whose names differ in nothing but the case of letters.

internal import Localization

extension [LocalizationFile] {
    /// The files with one name for `InfoPlist.strings` and `infoPlist.strings` of other locales: the file systems
    /// of most computers do not tell them apart. Two files in one folder stay two tables.
    ///
    /// - Returns: files of Apple's formats under the name that most of them have, the others as they are.
    func withCommonTableNames(sourceLocale: LocaleIdentifier) -> [LocalizationFile] {
        var spellings: [String: [String: Int]] = [:]
        for file in self where file.isOfApple {
            spellings[file.table.lowercased(), default: [:]][file.table, default: 0] += 1
        }
        let doubtful = spellings.filter { $0.value.count > 1 }
        guard !doubtful.isEmpty else { return self }
        let ofSource = Set(lazy.filter { $0.locale == sourceLocale }.map(\.table))
        var names: [String: String] = [:]
        for (key, counts) in doubtful where !hasSeveral(key) {
            let best = counts.max { left, right in
                if left.value != right.value { return left.value < right.value }
                let (one, other) = (ofSource.contains(left.key), ofSource.contains(right.key))
                return one == other ? left.key > right.key : other
            }
            names[key] = best?.key
        }
        return map { file in
            guard file.isOfApple, let name = names[file.table.lowercased()] else { return file }
            var file = file
            file.table = name
            return file
        }
    }

    /// Whether a folder has files with several spellings of a table's name.
    private func hasSeveral(_ key: String) -> Bool {
        var known: [String: String] = [:]
        return contains { file in
            guard file.isOfApple, file.table.lowercased() == key else { return false }
            let folder = PathNames(file.path).folder(1)
            defer { known[folder] = file.table }
            return known[folder].map { $0 != file.table } ?? false
        }
    }
}

extension LocalizationFile {
    fileprivate var isOfApple: Bool { format.placeholderSyntax == .objectiveC }
}
