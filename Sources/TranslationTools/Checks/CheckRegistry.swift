// All checks there are.

/// The checks of this library.
public enum CheckRegistry {
    /// Every check, by category, in the order in which they are listed to users.
    public static let all: [any TranslationCheck] = [
        // Keys
        MissingTableCheck(), MissingKeyCheck(), ObsoleteKeyCheck(), SourceChangedCheck(), DuplicateKeyCheck(),
        EmptyValueCheck(), UnfinishedCheck(), SameAsSourceCheck(), UntranslatedWordCheck(),
        InconsistentTranslationCheck(), HasBeenTranslatedCheck(), ReusedTranslationCheck(),
        SuffixCollisionCheck(), UnusedKeyCheck(), UndeclaredKeyCheck(),
        // Formats
        MissingArgumentCheck(), ExtraArgumentCheck(), UnnamedArgumentsCheck(), ArgumentTypeCheck(),
        ArgumentWidthCheck(),
        ArgumentOrderCheck(), RepeatedArgumentCheck(), InvalidFormatCheck(), StrayPercentCheck(),
        FullWidthPercentCheck(), CallArgumentTypeCheck(),
        // Plurals
        MissingOtherCheck(), MissingPluralCheck(), MissingPluralCategoryCheck(), UnusedPluralCategoryCheck(),
        OmittedNumberCheck(), IdenticalFormsCheck(), InconsistentFormsCheck(), BrokenSubstitutionCheck(),
        PlainTextBesidePluralCheck(),
        // Text
        EdgeWhitespaceCheck(), LineBreaksCheck(), LineCountCheck(), EndPunctuationCheck(), EndFullStopCheck(),
        EndExclamationCheck(), TruncationCheck(), EllipsisCheck(), PunctuationSpacingCheck(), KashidaCheck(),
        DoubledWordsCheck(), DoubledSpacesCheck(), BracketsCheck(), QuotesCheck(), URLsCheck(),
        EmailAddressesCheck(),
        FileNamesCheck(), MarkupCheck(), MarkdownCheck(), NumbersCheck(), EscapesCheck(),
        ControlCharactersCheck(),
        InvisibleCharactersCheck(), BidirectionalControlsCheck(), UnusualCharactersCheck(),
        MixedScriptsCheck(), MaximumLengthCheck(), MaximumSizeCheck(), GlossaryTermCheck(), MeaningCheck(),
        // Files
        SyntaxCheck(), EncodingCheck(), MojibakeCheck(), InvalidEscapeCheck(), ConflictMarkersCheck(),
        PortabilityCheck(),
    ]

    /// The identifiers of the checks that compare texts with the sources that use them.
    package static let ofSources = Set(all.filter { $0 is any SourceCheck }.map(\.identifier))

    /// The identifier of the check that compares the meanings of texts.
    package static let ofMeaning = MeaningCheck().identifier

    public static func check(_ identifier: String) -> (any TranslationCheck)? {
        all.first { $0.identifier == identifier }
    }
}
