// A message as a member of a Swift type: its name, and the types of its arguments.

package import Localization

/// A property or function that shows a message.
struct TextAccessor: Sendable, Hashable {
    /// An argument of a function.
    struct Parameter: Sendable, Hashable {
        /// The label in calls; `nil` for none.
        let label: String?
        let name: String
        let type: String
    }

    let message: Message
    let name: String
    let parameters: [Parameter]

    /// The name with its labels, which no other member has: `itemsFound(_:)`.
    var fullName: String {
        parameters.isEmpty ? name : name + "(" + parameters.map { ($0.label ?? "_") + ":" }.joined() + ")"
    }

    /// Makes the member for a message.
    ///
    /// A comment `name: itemsFound` or, with labels, `name: moved(from:to:)` on a line of its own renames it.
    init(_ message: Message) throws(AccessorDiagnostic) {
        self.message = message
        func refused(_ kind: AccessorDiagnostic.Kind) -> AccessorDiagnostic {
            AccessorDiagnostic(kind: kind, key: message.key, position: message.position)
        }
        let types = Self.types(of: message)
        var labels: [String?] = Array(repeating: nil, count: types.count)
        if let given = Self.givenName(message.comment) {
            let parts = given.split(separator: "(", maxSplits: 1)
            name = String(parts[0])
            guard SwiftName.isName(name) else { throw refused(.invalidName(given)) }
            if parts.count == 2 {
                let list = parts[1].dropLast().split(separator: ":").map(String.init)
                guard parts[1].hasSuffix(":)") || parts[1] == ")",
                    list.allSatisfy({ $0 == "_" || SwiftName.isName($0) })
                else { throw refused(.invalidName(given)) }
                guard list.count == types.count else {
                    throw refused(.labelCount(given, labels: list.count, arguments: types.count))
                }
                labels = list.map { $0 == "_" ? nil : $0 }
            }
        } else {
            guard let name = SwiftName.member(message.key) else { throw refused(.noName) }
            self.name = name
        }
        let isCount = types.count == 1 && types[0] == "Int"
        parameters = zip(types, labels).enumerated().map { index, pair in
            Parameter(
                label: pair.1,
                name: isCount ? "count" : types.count == 1 ? "argument" : "argument\(index + 1)",
                type: pair.0)
        }
    }

    /// The name in a comment: a line `name: NAME`.
    private static func givenName(_ comment: String?) -> String? {
        guard let comment else { return nil }
        for line in comment.split(whereSeparator: \.isNewline) {
            let line = line.trimmingBlanks
            guard line.hasPrefix("name:") else { continue }
            let name = line.dropFirst("name:".count).trimmingBlanks
            // A sentence is for people.
            if !name.isEmpty, !name.contains(where: \.isWhitespace) { return String(name) }
        }
        return nil
    }

    /// The types of the arguments that the texts take, those that no text shows included.
    private static func types(of message: Message) -> [String] {
        let models = message.argumentModels
        var count = models.keys.max() ?? 0
        // The number that selects a plural form need not be shown.
        if count == 0, !message.plural.isEmpty { count = 1 }
        guard count > 0, count <= mostArguments else { return [] }
        return (1...count).map { position in
            switch models[position]?.argumentClass {
            case .integer, .pointer: "Int"
            case .floatingPoint: "Double"
            case .object, .string, .character: "String"
            case nil: count == 1 ? "Int" : "any FormatArgument"
            }
        }
    }

    /// A text does not have a hundred arguments.
    private static let mostArguments = 100
}

/// A message that has no member in Swift.
package struct AccessorDiagnostic: LocalizationDiagnostic, Error {
    enum Kind: Sendable, Hashable {
        /// The key makes no name.
        case noName
        /// The comment names something that is no name of Swift.
        case invalidName(String)
        /// The comment has labels for another number of arguments.
        case labelCount(String, labels: Int, arguments: Int)
        /// Another message, or table, has the same name.
        case sameName(String, other: String)
    }

    let kind: Kind
    let key: String
    package let position: SourcePosition?

    package var severity: Severity { .error }

    package var messageKey: String {
        switch kind {
        case .noName: "Accessor.NoName"
        case .invalidName: "Accessor.InvalidName"
        case .labelCount: "Accessor.LabelCount"
        case .sameName: "Accessor.SameName"
        }
    }

    package var arguments: [any FormatArgument] {
        switch kind {
        case .noName: [key]
        case .invalidName(let name): [key, name]
        case .labelCount(let name, let labels, let arguments): [key, name, labels, arguments]
        case .sameName(let name, let other): [key, name, other]
        }
    }
}
