// Which mistake in a file a finding of its reader is.

internal import Localization

/// A mistake that readers of formats find. Checks report each under one name in all formats.
enum FileMistake: Hashable {
    case syntax
    case encoding
    case duplicateKey
    case invalidEscape
    case conflictMarkers

    /// `nil` for what a check finds by itself, and for what is no mistake in a file that stays as it is.
    init?(_ finding: any LocalizationDiagnostic) {
        let mistake: FileMistake? =
            switch finding {
            case let finding as PODiagnostic: Self.of(finding.kind)
            case let finding as GettextDiagnostic: Self.of(finding.kind)
            case let finding as ExchangeDiagnostic: Self.of(finding)
            case let finding as StringsDiagnostic where ConflictMarkers.mark(in: finding) != nil:
                .conflictMarkers
            default: finding.severity > .note ? .syntax : nil
            }
        guard let mistake else { return nil }
        self = mistake
    }

    private static func of(_ kind: PODiagnostic.Kind) -> FileMistake? {
        switch kind {
        case .byteOrderMark, .wideEncoding, .unknownCharset, .invalidSequence: .encoding
        case .duplicateEntry, .duplicateObsoleteEntry: .duplicateKey
        // The checks of texts and of plural forms see these.
        case .emptyForm, .leadingLineBreak, .trailingLineBreak: nil
        case .commentWithoutEntry: nil
        default: .syntax
        }
    }

    private static func of(_ kind: GettextDiagnostic.Kind) -> FileMistake? {
        switch kind {
        case .duplicatePart: .duplicateKey
        case .damagedText: .encoding
        case .nullCharacter: .syntax
        // A rule of its own is the file's right, and the parser reports one that has no value for a number.
        case .ambiguousForms, .unusableForms: nil
        default: nil
        }
    }

    private static func of(_ finding: ExchangeDiagnostic) -> FileMistake? {
        switch finding.kind {
        case .xmlUnsupportedEncoding, .textEncoding: .encoding
        case .xliffDuplicateUnit, .stringsdictDuplicateKey, .stringCatalogDuplicateKey,
            .duplicateName, .duplicateKey:
            .duplicateKey
        case .androidApostrophe, .androidEscape, .jsonEscape, .textEscape: .invalidEscape
        default: finding.severity > .note ? .syntax : nil
        }
    }
}
