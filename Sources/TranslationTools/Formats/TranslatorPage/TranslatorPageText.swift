// The texts of the page for translators itself, and what else its user chooses.

public import Localization

/// A text of the page for translators; the raw value is the message key.
public enum TranslatorPageText: String, Sendable, Hashable, CaseIterable {
    case title = "TranslatorPage.Title"
    case progress = "TranslatorPage.Progress"
    case search = "TranslatorPage.Search"
    case show = "TranslatorPage.Show"
    case all = "TranslatorPage.All"
    case missing = "TranslatorPage.Missing"
    case review = "TranslatorPage.Review"
    case remarks = "TranslatorPage.Remarks"
    case changed = "TranslatorPage.Changed"
    case done = "TranslatorPage.Done"
    case save = "TranslatorPage.Save"
    case open = "TranslatorPage.Open"
    case hint = "TranslatorPage.Hint"
    case kept = "TranslatorPage.Kept"
    case notKept = "TranslatorPage.NotKept"
    case saved = "TranslatorPage.Saved"
    case opened = "TranslatorPage.Opened"
    case wrongFile = "TranslatorPage.WrongFile"
    case translation = "TranslatorPage.Translation"
    case comment = "TranslatorPage.Comment"
    case uses = "TranslatorPage.Uses"
    case terms = "TranslatorPage.Terms"
    case screenshot = "TranslatorPage.Screenshot"
    case previous = "TranslatorPage.Previous"
    case numbers = "TranslatorPage.Numbers"
    case length = "TranslatorPage.Length"
    case lacks = "TranslatorPage.Lacks"
    case insert = "TranslatorPage.Insert"
    case copy = "TranslatorPage.Copy"
    case undo = "TranslatorPage.Undo"
    case needsReview = "TranslatorPage.NeedsReview"
    case note = "TranslatorPage.Note"
    case more = "TranslatorPage.More"
    case nothing = "TranslatorPage.Nothing"
    case shown = "TranslatorPage.Shown"
    case noScript = "TranslatorPage.NoScript"

    /// The name that the page's script has for the text.
    var name: String { String(rawValue.dropFirst("TranslatorPage.".utf8.count)) }
}

/// The texts of a page in one language.
public struct TranslatorPageTexts: Sendable {
    /// The language of the texts.
    public let locale: LocaleIdentifier
    private let texts: [TranslatorPageText: String]

    /// - Parameter texts: the texts, with the places of their arguments (`%@`, `%2$@`).
    public init(locale: LocaleIdentifier, _ texts: [TranslatorPageText: String]) {
        (self.locale, self.texts) = (locale, texts)
    }

    /// A text; its key where there is none.
    subscript(text: TranslatorPageText) -> String { texts[text] ?? text.rawValue }
}

/// What the pages for translators show beside messages.
public struct TranslatorPageOptions: Sendable {
    /// Gives the page's own texts for readers of a locale, in the nearest language that there is.
    public var texts: @Sendable (LocaleIdentifier) -> TranslatorPageTexts
    /// The terms that are shown beside messages.
    public var glossary: Glossary
    /// Gives what the checks say of a translation, the most severe first; the key is that of a message in the
    /// table.
    package var remarks: @Sendable (TranslationTable, _ key: String) -> [TranslatorPageRemark] = { _, _ in []
    }
    /// Gives the bytes of a picture that a comment names; `nil` for one that is not to be in the page.
    package var picture: @Sendable (TranslationTable, _ name: String) -> [UInt8]? = { _, _ in nil }

    /// Chooses options; without texts, keys are shown.
    public init(
        glossary: Glossary = Glossary(),
        texts: @escaping @Sendable (LocaleIdentifier) -> TranslatorPageTexts = {
            TranslatorPageTexts(locale: $0, [:])
        }
    ) {
        (self.glossary, self.texts) = (glossary, texts)
    }
}

/// What a check says of a translation, in the language of the page.
package struct TranslatorPageRemark: Sendable, Hashable {
    let severity: Severity
    /// The word for the severity.
    let name: String
    let text: String

    package init(_ severity: Severity, named name: String, _ text: String) {
        (self.severity, self.name, self.text) = (severity, name, text)
    }
}
