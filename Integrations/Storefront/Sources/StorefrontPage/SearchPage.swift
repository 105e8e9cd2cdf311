// The search page: renders answers with the template.

internal import FoundationEssentials
public import Localization
internal import Mustache

/// Renders the search page on the server: values in, HTML out.
///
/// `Page/README.md` documents the template's values. No value becomes markup, see ``ScalarEscapedHTML``.
public struct SearchPage: Sendable {
    private let template: MustacheTemplate
    private let languages: [LanguageOption]

    /// Reads the template `page.mustache` of a folder.
    ///
    /// - Parameter languages: the locales that readers can choose, in any order.
    /// - Throws: ``PageError/unreadableTemplate(path:reason:)``, ``PageError/malformedTemplate(path:line:column:reason:)``.
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

    /// The HTML of the page.
    ///
    /// - Throws: ``PageError/unreadableAnswer(reason:)`` if the answer is not one of `/v1/search`.
    public func html(_ content: PageContent) throws(PageError) -> String {
        template.render(try values(content))
    }

    /// The template's values.
    func values(_ content: PageContent) throws(PageError) -> PageValues {
        try PageValues(content, languages: languages)
    }
}

/// Why a page cannot be rendered.
public enum PageError: Error, Hashable, Sendable {
    /// The template's file cannot be read; the system's message.
    case unreadableTemplate(path: String, reason: String)
    /// The template is not valid Mustache: line and column from 1, and the parser's message.
    case malformedTemplate(path: String, line: Int, column: Int, reason: String)
    /// The bytes are not an answer to a search; the decoder's message.
    case unreadableAnswer(reason: String)
}

extension PageError: CustomStringConvertible {
    /// The error in English, for logs.
    public var description: String {
        switch self {
        case .unreadableTemplate(let path, let reason): "\(path): \(reason)"
        case .malformedTemplate(let path, let line, let column, let reason):
            "\(path):\(line):\(column): \(reason)"
        case .unreadableAnswer(let reason): "not an answer to a search: \(reason)"
        }
    }
}
