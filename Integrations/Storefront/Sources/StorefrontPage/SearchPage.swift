// How does what a search found become HTML? By the template of the page, which is read once.

internal import FoundationEssentials
public import Localization
internal import Mustache

/// The search page as the server makes it: values in, HTML out.
///
/// `Page/README.md` says what the template is given. Nothing of that becomes markup, see ``ScalarEscapedHTML``.
public struct SearchPage: Sendable {
    private let template: MustacheTemplate
    private let languages: [LanguageOption]

    /// Reads the template `page.mustache` of a folder.
    ///
    /// - Parameter languages: the locales that readers can choose, in any order.
    /// - Throws: ``PageError`` that says what is wrong with the file.
    public init(folder: String, languages: [LocaleIdentifier]) throws(PageError) {
        let path = folder.hasSuffix("/") ? folder + "page.mustache" : folder + "/page.mustache"
        let bytes: Data
        do {
            bytes = try Data(contentsOf: URL(filePath: path))
        } catch {
            throw .unreadableTemplate(path: path, reason: "\(error)")
        }
        guard let source = String(validating: bytes, as: UTF8.self) else {
            throw .unreadableTemplate(path: path, reason: "not UTF-8")
        }
        do {
            template = try MustacheTemplate(string: ScalarEscapedHTML.pragma + "\n" + source)
        } catch let error as MustacheTemplate.ParserError {
            let line = max(1, error.context.lineNumber - 1)
            throw .malformedTemplate(
                path: path, line: line, column: error.context.columnNumber, reason: "\(error.error)")
        } catch {
            throw .unreadableTemplate(path: path, reason: "\(error)")
        }
        self.languages = LanguageOption.all(of: languages)
    }

    /// The page.
    ///
    /// - Throws: ``PageError/unreadableAnswer(reason:)`` where the answer to the search is none.
    public func html(_ content: PageContent) throws(PageError) -> String {
        template.render(try values(content))
    }

    /// What the template is given.
    func values(_ content: PageContent) throws(PageError) -> PageValues {
        try PageValues(content, languages: languages)
    }
}

/// What stands in the way of a page.
public enum PageError: Error, Hashable, Sendable {
    /// The file of the template cannot be read; the system's words.
    case unreadableTemplate(path: String, reason: String)
    /// The template is no Mustache: where, both counted from 1, and what the parser calls the fault.
    case malformedTemplate(path: String, line: Int, column: Int, reason: String)
    /// The bytes are no answer to a search: what the decoder says.
    case unreadableAnswer(reason: String)
}
