// Renders pages with the templates.

internal import FoundationEssentials
public import Localization
internal import Mustache
internal import Support

/// Renders pages on the server: values in, HTML out.
///
/// `Page/README.md` documents the templates' values. No value becomes markup, see ``ScalarEscapedHTML``.
public struct PageRenderer: Sendable {
    let library: MustacheLibrary
    let languages: [LanguageOption]

    /// The templates: the two pages, those that they share, and the page for operators.
    static let templates = [
        "page", "record", "head", "header", "filters", "hit", "administration/administration",
    ]

    /// Reads the templates.
    ///
    /// - Parameters:
    ///   - folders: folders with templates, best first: each template is taken
    ///     from the first folder that has it.
    ///   - languages: the locales that readers can choose, in any order.
    /// - Throws: ``PageError/unreadableTemplate(path:reason:)``,
    ///   ``PageError/malformedTemplate(path:line:column:reason:)``.
    public init(folders: [String], languages: [LocaleIdentifier]) throws(PageError) {
        var library = MustacheLibrary()
        for name in Self.templates {
            library.register(try Self.template(name + ".mustache", in: folders), named: name)
        }
        self.library = library
        self.languages = LanguageOption.all(of: languages)
    }

    private static func template(_ name: String, in folders: [String]) throws(PageError) -> MustacheTemplate {
        let paths = folders.map { $0.hasSuffix("/") ? $0 + name : $0 + "/" + name }
        let path = paths.first { FileManager.default.fileExists(atPath: $0) } ?? paths.last ?? name
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
            return try parsed(source)
        } catch let error as MustacheTemplate.ParserError {
            let line = max(1, error.context.lineNumber - 1)
            throw .malformedTemplate(
                path: path, line: line, column: error.context.columnNumber, reason: "\(error.error)")
        } catch {
            throw .unreadableTemplate(path: path, reason: "\(error)")
        }
    }

    /// Parsed templates by their texts: a process that opens many storefronts parses each text once.
    private static let known = Cache<String, MustacheTemplate>(limit: 4 * templates.count)

    private static func parsed(_ source: String) throws -> MustacheTemplate {
        try known.value(of: source) {
            try MustacheTemplate(string: ScalarEscapedHTML.pragma + "\n" + source)
        }
    }

    /// The path of a record's page, percent-encoded.
    public static func path(of id: String, in catalog: String) -> String {
        PageAddress.record(id, in: catalog)
    }

    /// A path with parameters, encoded as a form.
    public static func path(_ path: String, _ parameters: [(name: String, value: String)]) -> String {
        PageAddress.text(path, parameters)
    }

    /// The HTML of the page of a search.
    ///
    /// - Throws: ``PageError/unreadableResponse(reason:)`` if the response has another form.
    public func html(_ content: PageContent) throws(PageError) -> String {
        library.render(try values(content), withTemplate: "page") ?? ""
    }

    /// The HTML of the page of a record.
    ///
    /// - Throws: ``PageError/unreadableResponse(reason:)`` if the responses have another form.
    public func html(_ content: RecordContent) throws(PageError) -> String {
        library.render(try values(content), withTemplate: "record") ?? ""
    }

    /// The values of the template `page`.
    func values(_ content: PageContent) throws(PageError) -> PageValues {
        try PageValues(content, languages: languages)
    }

    /// The values of the template `record`.
    func values(_ content: RecordContent) throws(PageError) -> PageValues {
        try PageValues(content, languages: languages)
    }
}

/// Why a page cannot be rendered.
public enum PageError: Error, Hashable, Sendable {
    /// The template's file cannot be read, for the reason that the system gives.
    case unreadableTemplate(path: String, reason: String)
    /// The template is not valid Mustache. The line and column, from 1, and the reason are the parser's.
    case malformedTemplate(path: String, line: Int, column: Int, reason: String)
    /// The bytes are not a response, for the reason that the decoder gives.
    case unreadableResponse(reason: String)
}

extension PageError: CustomStringConvertible {
    /// The error in English, for logs.
    public var description: String {
        switch self {
        case .unreadableTemplate(let path, let reason): "\(path): \(reason)"
        case .malformedTemplate(let path, let line, let column, let reason):
            "\(path):\(line):\(column): \(reason)"
        case .unreadableResponse(let reason): "not an answer: \(reason)"
        }
    }
}
