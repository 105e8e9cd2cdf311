// The tools that `lstrings mcp` offers to agents: the checks, the messages of the
// project, and one tool that writes.

internal import JSON
internal import Localization
internal import ModelContextProtocol
internal import ProgramSupport
internal import TranslationTools

/// Calls of agents about one project, which is read again for each call, because people and other programs
/// change it in between.
struct ProjectTools: ToolProvider {
    let context: ToolContext
    /// The files and folders that the command line names.
    let paths: [String]
    let options: ProjectOptions
    /// What the lists of missing messages have beside texts.
    let requestOptions: RequestOptions
    let checks: CheckOptions
    /// The files as the checks read them, so that only changed files are parsed again.
    private let checkedFiles = ReadFiles()
    /// The files as `lstrings translate` reads them.
    private let translatedFiles = ReadFiles()

    init(
        context: ToolContext, paths: [String], options: ProjectOptions, requestOptions: RequestOptions,
        checks: CheckOptions
    ) {
        self.context = context
        self.paths = paths
        self.options = options
        self.requestOptions = requestOptions
        self.checks = checks
    }

    /// The instructions that agents get before the tools.
    static let instructions = """
        Works on the translations of one software project. "missing" lists what is to be translated, "fill" writes translations, \
        marked for review by a person where the format has marks, and "check" finds mistakes: call it after "fill". "lookup" shows how texts are translated \
        elsewhere in the project, so that terms stay the same. Only "fill" changes files.
        """

    /// The most elements of a list: by default, and at all.
    private static let (usualLimit, greatestLimit) = (50, 500)
    /// The size in bytes at which a list is cut off.
    static let listSize = 384 << 10

    private static let locale: JSON = [
        "type": "string", "description": "The locale of the translations, such as de or pt_BR.",
    ]
    private static let table: JSON = [
        "type": "string", "description": "The only table, if several have the key.",
    ]
    private static let limit: JSON = [
        "type": "integer", "minimum": 1,
        "description": .string(
            "The most elements: \(usualLimit) by default, at most \(greatestLimit). \"more\" counts the rest."
        ),
    ]

    let tools = [
        Tool(
            "check",
            """
            Checks the translations: placeholders, plural forms, missing and obsolete keys, and some 70 kinds of mistakes more. \
            Counts all findings and lists them, errors first.
            """,
            properties: [
                "locale": locale,
                "key": ["type": "string", "description": "The only key."],
                "severity": [
                    "type": "string", "enum": .strings(Severity.allCases.map(\.rawValue)),
                    "description": "The lowest severity that is listed: note by default.",
                ],
                "limit": limit,
            ]),
        Tool(
            "lookup",
            "Shows messages with their translations and states: that of a key, or those with a text in any language.",
            properties: [
                "key": ["type": "string", "description": "The key of the message."],
                "text": ["type": "string", "description": "A part of a text, in any case of letters."],
                "locale": ["type": "string", "description": "The only locale besides the source's."],
                "table": table, "limit": limit,
            ]),
        Tool(
            "missing",
            """
            Lists the messages that are not translated or lack plural forms, with source text, comment, the plural forms that the \
            language needs, the greatest length, placeholders to keep, terms of the glossary, translations of similar texts, and the \
            messages beside each.
            """,
            properties: [
                "locale": locale, "table": table, "limit": limit,
                "review": [
                    "type": "boolean", "description": "Also lists translations that wait for review.",
                ],
            ]),
        Tool(
            "fill",
            """
            Writes translations into the files of the project, to be reviewed by a person: "unmarked" names the files that \
            cannot say so, such as JSON. A translation with an error, such as a \
            lost placeholder, is refused with the reason. What is translated already stays, unless "replace" is true.
            """,
            properties: [
                "locale": locale,
                "translations": [
                    "type": "array",
                    "description":
                        "Objects with \"key\", if needed \"table\", and \"translation\": a text, or an object with a text for each plural form that \"missing\" names.",
                    "items": [
                        "type": "object",
                        "properties": [
                            "key": ["type": "string"], "table": ["type": "string"], "translation": [:],
                        ],
                        "required": ["key", "translation"],
                    ],
                ],
                "replace": ["type": "boolean", "description": "Replaces what is translated already."],
            ], required: ["locale", "translations"], changesFiles: true),
    ]

    nonisolated(nonsending) func call(_ tool: String, _ arguments: JSON) async throws(ToolFailure) -> String {
        let messages = Messages()
        let context = ToolContext(context, fileSystem: context.fileSystem) { messages.add($0) }
        do throws(UsageError) {
            let call = ProjectCall(
                arguments: arguments, limit: try limit(arguments),
                locale: try arguments["locale"]?.string.map { name throws(UsageError) in
                    try OptionValue.locale(name).base
                })
            var response =
                switch tool {
                case "check": try await check(call, context)
                case "lookup": try await lookup(call, context)
                case "missing": try await missing(call, context)
                default: try await fill(call, context)
                }
            // The lists lack what could not be read.
            let lines = messages.take()
            if !lines.isEmpty { response.set("diagnostics", lines) }
            return response.text
        } catch {
            throw .message(error.message)
        }
    }

    private func limit(_ arguments: JSON) throws(UsageError) -> Int {
        let limit = arguments["limit"]?.integer ?? Self.usualLimit
        guard limit <= Self.greatestLimit else {
            throw UsageError("LimitTooLarge: %1$ld %2$ld", limit, Self.greatestLimit)
        }
        guard limit > 0 else {
            throw UsageError(
                ErrorMessage(
                    "RequestWrongType: %1$@ %2$@",
                    arguments: [.value(.text("limit")), .message("TypePositive")]))
        }
        return limit
    }

    /// Reads the project.
    ///
    /// - Parameter translates: whether to read the project as `lstrings translate` does, instead of as
    ///   `lstrings check` does.
    nonisolated(nonsending) func load(
        _ context: ToolContext, translates: Bool = false
    ) async throws(UsageError) -> (projects: [ProjectSelection], writableFolders: [String]) {
        var loader = try ProjectLoader(context: context, options)
        loader.acceptsFormats = true
        if translates { loader.readTargets() }
        let memory = translates ? translatedFiles : checkedFiles
        loader.memory = memory
        let projects = try await loader.load(paths)
        memory.forgetUnused()
        return (projects, loader.writableFolders)
    }
}

/// The arguments that calls of several tools have.
struct ProjectCall {
    let arguments: JSON
    /// The most elements of the list in the response.
    let limit: Int
    let locale: LocaleIdentifier?

    func text(_ name: String) -> String? { arguments[name]?.string }
}

/// A list in a response, limited by the call.
struct BoundedList {
    private let limit: Int
    private var elements: [String] = []
    private var size = 0
    /// The number of elements left out.
    private var more = 0

    init(limit: Int) { self.limit = limit }

    /// Whether further elements are only counted.
    var isFull: Bool { elements.count >= limit || size >= ProjectTools.listSize }

    /// Adds an element if there is room for it; otherwise counts it.
    mutating func append(_ element: @autoclosure () -> JSONObject) {
        guard !isFull else {
            more += 1
            return
        }
        let text = element().text
        size += text.utf8.count
        elements.append(text)
    }

    /// Adds the list to a response, with the number of elements left out.
    func set(_ name: String, in response: inout JSONObject) {
        response.set(name, json: JSONObject.list(elements))
        if more > 0 { response.set("more", more) }
    }
}
