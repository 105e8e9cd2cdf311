// The findings of the parser of `.strings` files, under the names of checks.

internal import Localization
internal import Support

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
            problem.key = file.key(of: diagnostic)
            return problem
        }
    }
}

extension LocalizationFile {
    /// The key of the message that a finding of the parser is about: the finding names it, or is about a place
    /// in its entry.
    func key(of diagnostic: StringsDiagnostic) -> String? {
        var key = diagnostic.kind.key
        if key == nil, diagnostic.kind.isAboutPartOfText {
            key = strings?.entry(at: diagnostic.place.byteOffset)?.key
        }
        return key.map { VariationKey($0)?.key ?? $0 }
    }
}

extension StringsFile {
    /// The entry that has a byte of the file.
    func entry(at offset: Int) -> StringsEntry? {
        let next = entries.partitioningIndex { $0.position.byteOffset > offset }
        return entries[..<next].last.flatMap { $0.byteRange.contains(offset) ? $0 : nil }
    }
}

extension StringsDiagnostic.Kind {
    /// Whether a finding is about characters of a key or a text.
    fileprivate var isAboutPartOfText: Bool {
        switch self {
        case .unknownEscape, .unicodeEscapeWithoutDigits, .unpairedSurrogate, .undefinedOctalEscape,
            .mojibake, .invalidSequence:
            true
        default: false
        }
    }

    /// The key that a finding names.
    fileprivate var key: String? {
        switch self {
        case .missingEqualsSign(let key), .missingValue(let key), .missingSemicolon(let key),
            .unescapedQuote(let key), .unterminatedValue(let key), .structuredValue(let key, _):
            key
        default: nil
        }
    }
}
