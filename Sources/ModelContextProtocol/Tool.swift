// The tools that a program offers to agents, and why a call fails.

package import JSON
internal import Localization
package import ProgramTexts
internal import Support

/// A tool, as `tools/list` describes it to agents. Its texts are English, like the names of
/// its arguments: programs read them.
package struct Tool: Sendable {
    package let name: String
    /// What the tool does, and when to call it.
    package let description: String
    /// The arguments: the object `properties` of a JSON schema. Each has a `description`, and
    /// a `type` unless it has several.
    package let properties: JSON
    /// The names of the arguments that a call must have.
    package let required: [String]
    /// Whether calls change files.
    package let changesFiles: Bool

    package init(
        _ name: String, _ description: String, properties: JSON, required: [String] = [],
        changesFiles: Bool = false
    ) {
        self.name = name
        self.description = description
        self.properties = properties
        self.required = required
        self.changesFiles = changesFiles
    }

    /// The tool as an element of the result of `tools/list`.
    var json: JSON {
        [
            "name": .string(name), "description": .string(description),
            "inputSchema": [
                "type": "object", "properties": properties, "required": .strings(required),
                "additionalProperties": false,
            ],
            "annotations": [
                "readOnlyHint": .bool(!changesFiles), "destructiveHint": false, "openWorldHint": false,
            ],
        ]
    }

    /// Checks the arguments of a call: their names, their types, and that none is missing.
    func check(_ arguments: JSON) throws(ToolFailure) {
        let names = properties.members.map(\.name)
        for member in arguments.members {
            guard let schema = properties[member.name] else {
                if let nearest = names.nearest(to: member.name) {
                    throw .message(ErrorMessage("UnknownMember: %1$@ %2$@", member.name, nearest))
                }
                throw .message(
                    ErrorMessage("UnknownMemberOf: %1$@ %2$@", member.name, names.joined(separator: ", ")))
            }
            guard let type = schema["type"]?.string.flatMap(ArgumentType.init), !type.has(member.value) else {
                continue
            }
            throw .message(
                ErrorMessage(
                    "RequestWrongType: %1$@ %2$@",
                    arguments: [.value(.text(member.name)), .message(type.messageKey)]))
        }
        for name in required where arguments[name] == nil {
            throw .message(ErrorMessage("RequestWithout: %@", name))
        }
    }
}

/// The types of arguments, by their names in JSON schemas.
private enum ArgumentType: String {
    case string, integer, boolean, array, object

    func has(_ value: JSON) -> Bool {
        switch self {
        case .string: value.string != nil
        case .integer: value.integer != nil
        case .boolean: value.bool != nil
        case .array: if case .array = value { true } else { false }
        case .object: if case .object = value { true } else { false }
        }
    }

    /// The key of the type's name in messages.
    var messageKey: String {
        switch self {
        case .string: "TypeText"
        case .integer: "TypeInteger"
        case .boolean: "TypeBoolean"
        case .array: "TypeList"
        case .object: "TypeObject"
        }
    }
}

/// Why a call has no result. An agent reads it and can call again.
package enum ToolFailure: Error {
    /// A message that is not worded yet.
    case message(ErrorMessage)
    /// A message in the user's language.
    case words(String)
}

/// The tools of a program.
package protocol ToolProvider {
    /// The tools, in the order in which they are listed.
    var tools: [Tool] { get }

    /// Calls a tool.
    ///
    /// - Parameters:
    ///   - tool: the name of one of `tools`.
    ///   - arguments: an object that fits the tool's schema.
    /// - Returns: a JSON object as text.
    nonisolated(nonsending) func call(_ tool: String, _ arguments: JSON) async throws(ToolFailure) -> String
}
