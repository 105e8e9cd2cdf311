// Finds escapes that readers do not know, or know as something else.

internal import Localization

/// A backslash before a character that needs none, halves of characters, `\u` for `\U`.
///
/// A file that writes `\u` does so throughout, and GNUstep reads it: the first one is reported for all, and
/// where the source has it for all translations, which are copies of it. An interpolation of Swift is
/// reported as such, once for its entry.
struct InvalidEscapeCheck: FileCheck {
    let identifier = "invalid-escape"
    let category = CheckCategory.files
    let severity = Severity.warning
    let example = CheckExample("100%", locale: "fr", wrong: "100\\ \\%", right: "100 %")

    func problems(in file: LocalizationFile, source: LocalizationFile?) -> [TranslationProblem] {
        FormatFindings.problems(in: file, of: self) + escapes(in: file, source: source)
            + (source == nil ? interpolatedKeys(of: file) : [])
    }

    private func escapes(in file: LocalizationFile, source: LocalizationFile?) -> [TranslationProblem] {
        var hasLowercase = source?.parserFindings.contains { $0.kind.isLowercaseEscape } == true
        var interpolated: Set<Int> = []
        return file.parserFindings.compactMap { diagnostic in
            switch diagnostic.kind {
            case .unknownEscape(SwiftInterpolation.sign):
                guard let entry = file.strings?.entry(at: diagnostic.place.byteOffset),
                    let found = file.interpolation(in: entry)
                else { return TranslationProblem(diagnostic, key: file.key(of: diagnostic)) }
                let model = source?.strings?[entry.key].flatMap { source?.interpolation(in: $0) }
                guard model == nil, interpolated.insert(entry.position.byteOffset).inserted else {
                    return nil
                }
                var problem = Self.problem(found, key: file.key(of: diagnostic))
                problem.position = diagnostic.position
                return problem
            case _ where diagnostic.kind.isLowercaseEscape:
                if hasLowercase { return nil }
                hasLowercase = true
                return TranslationProblem(diagnostic)
            case .unknownEscape, .unicodeEscapeWithoutDigits, .unpairedSurrogate, .undefinedOctalEscape:
                return TranslationProblem(diagnostic, key: file.key(of: diagnostic))
            default: return nil
            }
        }
    }
}

extension InvalidEscapeCheck {
    private static func problem(_ interpolation: SwiftInterpolation, key: String?) -> TranslationProblem {
        TranslationProblem(
            .text(interpolation.first), .text(interpolation.text), variant: "interpolation", key: key)
    }

    /// Keys with an interpolation as it is in a source: no program looks them up.
    private func interpolatedKeys(of file: LocalizationFile) -> [TranslationProblem] {
        guard file.format.placeholderSyntax == .objectiveC else { return [] }
        return file.catalog.list.compactMap { message in
            guard message.key.utf8.containsPair(0x5C, 0x28) else { return nil }
            return SwiftInterpolation(message.key).map { Self.problem($0, key: message.key) }
        }
    }
}

extension LocalizationFile {
    /// The interpolation in the key of an entry, or else in its text.
    fileprivate func interpolation(in entry: StringsEntry) -> SwiftInterpolation? {
        guard let strings else { return nil }
        return [entry.keyRange, entry.valueRange].lazy.compactMap { range in
            let written = strings.sourceText(in: range)
            return SwiftInterpolation(
                written.hasPrefix("\"") ? String(written.dropFirst().dropLast()) : written)
        }.first
    }
}

/// A text with interpolations of Swift, such as `Hello, \(name)`, and what the compiler makes of it.
struct SwiftInterpolation: Equatable {
    /// What begins an interpolation.
    static let sign = "\\("
    /// The first interpolation, as it is written.
    let first: String
    /// The text with a specifier for each interpolation. Which one an integer needs the text does not tell.
    let text: String

    /// `nil` if the text has no interpolation that ends.
    init?(_ written: String) {
        var rest = written[...]
        var (first, text): (String?, String) = (nil, "")
        while let start = rest.firstRange(of: Self.sign) {
            var depth = 0
            let end = rest[start.lowerBound...].firstIndex { sign in
                if sign == "(" { depth += 1 }
                if sign == ")" { depth -= 1 }
                return sign == ")" && depth == 0
            }
            guard let end else { break }
            first = first ?? String(rest[start.lowerBound...end])
            text += rest[..<start.lowerBound] + "%@"
            rest = rest[rest.index(after: end)...]
        }
        guard let first else { return nil }
        (self.first, self.text) = (first, text + rest)
    }
}

extension StringsDiagnostic.Kind {
    fileprivate var isLowercaseEscape: Bool {
        if case .lowercaseUnicodeEscape = self { true } else { false }
    }
}
