// What the readers of formats found, under the names of checks.

internal import Localization

/// Sorts the findings of readers under checks, so that a mistake has one name in all formats.
enum FormatFindings {
    /// The problems of a file that a check reports.
    static func problems(
        in file: LocalizationFile, of check: any TranslationCheck,
        where isIncluded: (any LocalizationDiagnostic) -> Bool = { _ in true }
    ) -> [TranslationProblem] {
        file.formatFindings.compactMap { finding in
            FileMistake(finding)?.check == check.identifier && isIncluded(finding)
                ? TranslationProblem(finding, severity: finding.severity, key: key(of: finding)) : nil
        }
    }

    /// The message that a finding is about, where it says so.
    private static func key(of finding: any LocalizationDiagnostic) -> String? {
        guard let finding = finding as? ExchangeDiagnostic,
            [.androidApostrophe, .androidEscape, .jsonUndefinedPlaceholder].contains(finding.kind)
        else {
            return nil
        }
        return finding.facts.first
    }
}

extension FileMistake {
    /// The identifier of the check that reports it.
    var check: String {
        switch self {
        case .syntax: Self.identifiers.syntax
        case .encoding: Self.identifiers.encoding
        case .duplicateKey: Self.identifiers.duplicateKey
        case .invalidEscape: Self.identifiers.invalidEscape
        case .conflictMarkers: Self.identifiers.conflictMarkers
        }
    }

    private static let identifiers = (
        syntax: SyntaxCheck().identifier, encoding: EncodingCheck().identifier,
        duplicateKey: DuplicateKeyCheck().identifier, invalidEscape: InvalidEscapeCheck().identifier,
        conflictMarkers: ConflictMarkersCheck().identifier
    )
}
