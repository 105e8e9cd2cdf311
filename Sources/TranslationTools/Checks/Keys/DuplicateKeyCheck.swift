// Finds keys that a file has more than once.

internal import Localization

/// A key with several entries. Readers take the last one. If both say the same, no wrong text is shown.
struct DuplicateKeyCheck: FileCheck {
    let identifier = "duplicate-key"
    let category = CheckCategory.keys
    let severity = Severity.error
    let example = CheckExample(
        source: "\"Open\" = \"Open\";", locale: "sv",
        wrong: "\"Open\" = \"Öppna\";\n\"Open\" = \"Öppen\";", right: "\"Open\" = \"Öppna\";")

    func problems(in file: LocalizationFile, source: LocalizationFile?) -> [TranslationProblem] {
        FormatFindings.problems(in: file, of: self, where: { !isRepetition($0, in: file) })
            + duplicates(in: file) + namesOfOtherFiles(in: file)
    }

    /// The names that another file in the same folder of Android's resources has, too: builds refuse both.
    private func namesOfOtherFiles(in file: LocalizationFile) -> [TranslationProblem] {
        // Two folders may be those of one language: `values-he` and the older `values-iw`.
        let others = file.companions.filter {
            $0.path < file.path && $0.format.name == file.format.name
                && PathNames($0.path).folder(1) == PathNames(file.path).folder(1)
        }
        guard file.format.placeholderSyntax == .javaPrintf, !others.isEmpty else { return [] }
        return file.catalog.list.compactMap { message in
            let key = message.key
            let other = others.first { $0.catalog[key]?.hasVariations == message.hasVariations }
            guard let other else { return nil }
            var problem = TranslationProblem(ExchangeDiagnostic(.duplicateName, key), key: key)
            problem.position = message.position
            problem.related = other.place(of: key)
            return problem
        }
    }

    /// Whether the parser has found the same entry twice: units made of both only repeat that.
    private func isRepetition(_ finding: any LocalizationDiagnostic, in file: LocalizationFile) -> Bool {
        guard finding is GettextDiagnostic, let place = finding.position else { return false }
        return file.formatFindings.contains { ($0 as? PODiagnostic)?.position == place }
    }

    private func duplicates(in file: LocalizationFile) -> [TranslationProblem] {
        let duplicates = file.parserFindings.filter {
            if case .duplicateKey = $0.kind { true } else { false }
        }
        guard !duplicates.isEmpty else { return [] }
        var entries: [Int: StringsEntry] = [:]
        var first: [String: StringsEntry] = [:]
        for entry in file.strings?.entries ?? [] {
            entries[entry.position.byteOffset] = entry
            if first[entry.key] == nil { first[entry.key] = entry }
        }
        return duplicates.map { diagnostic in
            guard case .duplicateKey(let key, _) = diagnostic.kind, let earlier = first[key] else {
                return TranslationProblem(diagnostic)
            }
            let isSame = entries[diagnostic.place.byteOffset]?.value == earlier.value
            var problem = TranslationProblem(
                diagnostic, severity: isSame ? .note : .error,
                key: VariationKey(key)?.key ?? key)
            problem.related = RelatedLocation(path: file.path, position: earlier.position)
            return problem
        }
    }
}
