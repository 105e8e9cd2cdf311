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
            self.check(of: finding) == check.identifier && isIncluded(finding)
                ? TranslationProblem(finding, severity: finding.severity, key: key(of: finding)) : nil
        }
    }

    /// The message that a finding is about, where it says so.
    private static func key(of finding: any LocalizationDiagnostic) -> String? {
        guard let finding = finding as? ExchangeDiagnostic,
            [.androidApostrophe, .androidEscape].contains(finding.kind)
        else {
            return nil
        }
        return finding.facts.first
    }

    /// The identifier of the check that reports a finding; `nil` for what another check finds by itself, and
    /// for what is no mistake in a file that stays as it is.
    static func check(of finding: any LocalizationDiagnostic) -> String? {
        switch finding {
        case let finding as PODiagnostic: check(finding.kind)
        case let finding as GettextDiagnostic: check(finding.kind)
        case let finding as ExchangeDiagnostic: check(finding)
        case let finding as StringsDiagnostic where ConflictMarkersCheck.mark(in: finding) != nil:
            conflictMarkers
        default: finding.severity > .note ? syntax : nil
        }
    }

    private static let syntax = SyntaxCheck().identifier
    private static let conflictMarkers = ConflictMarkersCheck().identifier
    private static let encoding = EncodingCheck().identifier
    private static let duplicateKey = DuplicateKeyCheck().identifier

    private static func check(_ kind: PODiagnostic.Kind) -> String? {
        switch kind {
        case .byteOrderMark, .wideEncoding, .unknownCharset, .invalidSequence: encoding
        case .duplicateEntry, .duplicateObsoleteEntry: duplicateKey
        // The checks of texts and of plural forms see these.
        case .emptyForm, .leadingLineBreak, .trailingLineBreak: nil
        case .commentWithoutEntry: nil
        default: syntax
        }
    }

    private static func check(_ kind: GettextDiagnostic.Kind) -> String? {
        switch kind {
        case .duplicatePart: duplicateKey
        case .damagedText: encoding
        case .nullCharacter: syntax
        // A rule of its own is the file's right, and the parser reports one that has no value for a number.
        case .ambiguousForms, .unusableForms: nil
        default: nil
        }
    }

    private static func check(_ finding: ExchangeDiagnostic) -> String? {
        switch finding.kind {
        case .xmlUnsupportedEncoding, .textEncoding: encoding
        case .xliffDuplicateUnit, .stringsdictDuplicateKey, .stringCatalogDuplicateKey,
            .duplicateName, .duplicateKey:
            duplicateKey
        case .androidApostrophe, .androidEscape, .jsonEscape, .textEscape: InvalidEscapeCheck().identifier
        default: finding.severity > .note ? syntax : nil
        }
    }
}
