// A problem that a check found: the facts. The runner adds the place and the wording.

public import Localization

/// A problem that a check found.
public struct TranslationProblem: Sendable, Hashable {
    /// Another text for the finding than the check's: after a dot, such as `form` in `missing-key.form`.
    public var variant: String?
    /// The key of a text in the table `Diagnostics` that describes it instead.
    public var diagnosticKey: String?
    /// The facts, in the order of the text's arguments.
    public var facts: [FormatValue]
    /// How much it matters, where that is not the check's severity.
    public var severity: Severity?
    /// The message in question, where the check does not look at a single one.
    public var key: String?
    /// The form of the message in question.
    public var variation: VariationKey.Variation?
    /// Where it is, where that is not the entry in question.
    public var position: SourcePosition?
    /// The entry in the source locale, or an earlier entry, that the problem refers to.
    public var related: RelatedLocation?

    /// Describes a problem.
    public init(
        _ facts: FormatValue..., variant: String? = nil, severity: Severity? = nil, key: String? = nil,
        variation: VariationKey.Variation? = nil, position: SourcePosition? = nil,
        related: RelatedLocation? = nil
    ) {
        self.variant = variant
        self.facts = facts
        self.severity = severity
        self.key = key
        self.variation = variation
        self.position = position
        self.related = related
    }

    /// A finding of a parser, which has a text already.
    public init(
        _ diagnostic: some LocalizationDiagnostic, severity: Severity? = nil, key: String? = nil,
        variation: VariationKey.Variation? = nil
    ) {
        diagnosticKey = diagnostic.messageKey
        facts = diagnostic.arguments.map(\.formatValue)
        self.severity = severity ?? diagnostic.severity
        self.key = key
        self.variation = variation
        position = diagnostic.position
    }
}

/// Another place that a finding refers to.
public struct RelatedLocation: Sendable, Hashable {
    /// The file, as it is shown to people.
    public let path: String
    /// The place in it.
    public let position: SourcePosition

    /// Names a place.
    public init(path: String, position: SourcePosition) {
        self.path = path
        self.position = position
    }
}
