// The protocols of checks: each examines a project, a file, a message or a text, and returns problems as
// data.

public import Localization

/// The subject of a check.
public enum CheckCategory: String, Sendable, Hashable, CaseIterable {
    /// Missing and superfluous messages, and the progress of translation.
    case keys
    /// Arguments and their specifiers.
    case formats
    /// Plural forms.
    case plurals
    /// The words themselves.
    case text
    /// How files are written.
    case files
}

/// A mistake that a check finds, and its correction, as the contents of `.strings` files.
///
/// A test proves each example: the check finds something in `wrong` and nothing in `right`.
public struct CheckExample: Sendable, Hashable {
    /// The source text's file, in English; empty where the mistake is in that
    /// file itself, and `locale` is `en`.
    public let source: String
    /// The source text's file as the wrong translation follows it; `nil` where it has not changed since.
    public let synced: String?
    public let locale: String
    /// A translation with the mistake; `nil` where the mistake is a missing file.
    public let wrong: String?
    /// The translation without it.
    public let right: String
    /// A Swift source that uses the texts; `nil` for checks that look at no sources.
    public let program: String?
    /// The glossary, as a table in CSV; `nil` where the check needs none.
    public let glossary: String?

    /// Keeps an example.
    public init(
        source: String, synced: String? = nil, locale: String, wrong: String?, right: String,
        program: String? = nil,
        glossary: String? = nil
    ) {
        self.source = source
        self.synced = synced
        self.locale = locale
        self.wrong = wrong
        self.right = right
        self.program = program
        self.glossary = glossary
    }

    /// An example of a single message: its source text, and a wrong and a right translation as values of
    /// `.strings` entries, escapes included.
    public init(
        _ source: String, locale: String, wrong: String, right: String, glossary: String? = nil
    ) {
        self.init(
            source: "\"key\" = \"\(source)\";", locale: locale, wrong: "\"key\" = \"\(wrong)\";",
            right: "\"key\" = \"\(right)\";", glossary: glossary)
    }
}

/// A check. Conform to one of the protocols below, which say what it looks at.
///
/// Checks have no state, so files can be checked in any order and at the same time.
public protocol TranslationCheck: Sendable {
    /// The stable name under which the check is selected, ignored and reported, such as `missing-key`: also
    /// the key of its text in the table `Checks`, and, with `.why` after it, of the reason why it exists.
    var identifier: String { get }
    /// The subject of the check.
    var category: CheckCategory { get }
    /// How much its findings matter, unless a finding says otherwise.
    var severity: Severity { get }
    /// Whether it runs only on request: for matters of style.
    var isOptIn: Bool { get }
    /// A mistake that it finds, and its correction.
    var example: CheckExample { get }
}

extension TranslationCheck {
    /// `false`: most checks find what is wrong in every style.
    public var isOptIn: Bool { false }
}

/// A check of all locales and tables together.
public protocol ProjectCheck: TranslationCheck {
    /// What is wrong with a project, each with the file in which it is shown.
    func problems(in project: LocalizationProject) -> [(file: LocalizationFile, problem: TranslationProblem)]
}

/// A check of whole files.
public protocol FileCheck: TranslationCheck {
    /// What is wrong with a file.
    ///
    /// - Parameter source: the same table in the source locale; `nil` where `file`
    ///   is that, or where there is none.
    func problems(in file: LocalizationFile, source: LocalizationFile?) -> [TranslationProblem]
}

/// A check of single messages with all their forms.
public protocol MessageCheck: TranslationCheck {
    /// The messages to look at: those with any of these traits, in the translation or in the source.
    var triggers: MessageTraits { get }
    /// What is wrong with a message.
    func problems(in message: MessagePair) -> [TranslationProblem]
}

/// A check of single texts, beside the source text where there is one.
public protocol TextCheck: TranslationCheck {
    /// The texts to look at: those with any of these traits, in the translation or in the source.
    var triggers: TextTraits { get }
    /// What is wrong with a text.
    func problems(in text: TextPair) -> [TranslationProblem]
}
