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
        // An entry may have thousands of interpolations, and is read once.
        var interpolations: [Int: SwiftInterpolation?] = [:]
        return file.parserFindings.compactMap { diagnostic in
            switch diagnostic.kind {
            case .unknownEscape(SwiftInterpolation.sign):
                let entry = file.strings?.entry(at: diagnostic.place.byteOffset)
                let isFirst = entry.map { interpolations[$0.position.byteOffset] == nil } ?? true
                if let entry, isFirst {
                    interpolations.updateValue(
                        file.interpolation(in: entry), forKey: entry.position.byteOffset)
                }
                guard let entry, let found = interpolations[entry.position.byteOffset] ?? nil else {
                    return TranslationProblem(diagnostic, key: file.key(of: diagnostic))
                }
                // The entry is reported already, or the source has an interpolation itself.
                guard isFirst,
                    source?.strings?[entry.key].flatMap({ source?.interpolation(in: $0) }) == nil
                else { return nil }
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

extension StringsDiagnostic.Kind {
    fileprivate var isLowercaseEscape: Bool {
        if case .lowercaseUnicodeEscape = self { true } else { false }
    }
}
