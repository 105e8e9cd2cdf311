// The findings of the parser of `.strings` files, under the names of checks.

internal import Localization

/// A check that passes on what the parser found.
protocol ParserCheck: FileCheck {
    /// Whether a kind of finding is this check's.
    func includes(_ kind: StringsDiagnostic.Kind) -> Bool
}

extension ParserCheck {
    var category: CheckCategory { .files }

    func problems(in file: LocalizationFile, source: LocalizationFile?) -> [TranslationProblem] {
        FormatFindings.problems(in: file, of: self) + parserProblems(in: file)
    }

    /// What the parser of a `.strings` file has found.
    func parserProblems(in file: LocalizationFile) -> [TranslationProblem] {
        file.parserFindings.compactMap { diagnostic in
            guard includes(diagnostic.kind), ConflictMarkers.mark(in: diagnostic) == nil else {
                return nil
            }
            var problem = TranslationProblem(diagnostic)
            problem.key = diagnostic.kind.key.map { VariationKey($0)?.key ?? $0 }
            return problem
        }
    }
}

extension StringsDiagnostic.Kind {
    /// The key of the entry that a finding is about.
    fileprivate var key: String? {
        switch self {
        case .missingEqualsSign(let key), .missingValue(let key), .missingSemicolon(let key),
            .unescapedQuote(let key), .unterminatedValue(let key), .structuredValue(let key, _):
            key
        default: nil
        }
    }
}
