// Writes Swift with a member for each message, so that a wrong key or argument does not compile.

internal import Localization

/// Swift accessors of the texts of a project.
package struct SwiftAccessors: Sendable {
    /// Who sees the generated types.
    package enum Access: String, Sendable, CaseIterable {
        case `internal`, package, `public`
    }

    /// A message without a member, with its file.
    package typealias Refusal = (path: String, diagnostic: AccessorDiagnostic)

    /// The source; deterministic.
    package let text: String
    /// The messages without a member. If there are any, the source is not to be used.
    package let refused: [Refusal]

    /// Whether a text can be the name of the generated type.
    package static func isTypeName(_ text: String) -> Bool {
        SwiftName.isName(text) && SwiftName.written(text) == text
    }

    /// - Parameters:
    ///   - typeName: the name of the type with the members of `Localizable`, or of the only table. Each other
    ///     table is a type inside of it.
    ///   - path: what the first line says that the source was made of.
    package init(_ project: LocalizationProject, typeName: String, access: Access, path: String) {
        var writer = AccessorWriter(access: access == .internal ? "" : access.rawValue + " ")
        let files = project.tables.compactMap(project.source)
        let main = files.count == 1 ? files[0].table : Localizer.defaultTable
        writer.line(
            0,
            "// Made by `lstrings generate --to swift` from \(path). Do not edit it: change the texts instead."
        )
        writer.line(0, "")
        writer.line(0, "\(access.rawValue) import Localization")
        writer.line(0, "")
        writer.open(typeName, "The texts of the program.")
        // The names of the outer type, and who has each.
        var names = ["localizer": "localizer"]
        var inner: [(file: LocalizationFile, type: String)] = []
        for file in files where file.table != main {
            let type = SwiftName.type(file.table)
            let name = SwiftName.member(file.table)
            guard let type, let name, names[name] == nil else {
                let kind: AccessorDiagnostic.Kind =
                    name.flatMap { name in names[name].map { .sameName(name, other: $0) } } ?? .noName
                writer.refused.append(
                    (file.path, AccessorDiagnostic(kind: kind, key: file.table, position: nil)))
                continue
            }
            names[name] = file.table
            inner.append((file, type + "Texts"))
            writer.tableProperty(name, type: type + "Texts", table: file.table)
        }
        if let file = files.first(where: { $0.table == main }) {
            writer.members(of: file, in: project, names: &names)
        }
        for (file, type) in inner {
            var names = ["localizer": "localizer"]
            writer.line(0, "")
            writer.open(type, "The texts of the table \(file.table).", level: 1)
            writer.members(of: file, in: project, names: &names, level: 1)
            writer.line(1, "}")
        }
        writer.line(0, "}")
        text = writer.text
        refused = writer.refused
    }
}

/// Writes types and members.
private struct AccessorWriter {
    let access: String
    var text = ""
    var refused: [SwiftAccessors.Refusal] = []

    init(access: String) { self.access = access }

    mutating func line(_ level: Int, _ line: String) {
        text += line.isEmpty ? "\n" : String(repeating: "    ", count: level) + line + "\n"
    }

    /// The beginning of a type that holds a localizer.
    mutating func open(_ type: String, _ words: String, level: Int = 0) {
        document([words], level)
        line(level, "\(access)struct \(type): Sendable {")
        document(["Looks the texts up."], level + 1)
        line(level + 1, "\(access)let localizer: Localizer")
        line(0, "")
        document(["Texts that a localizer looks up."], level + 1)
        line(level + 1, "\(access)init(_ localizer: Localizer) { self.localizer = localizer }")
    }

    mutating func tableProperty(_ name: String, type: String, table: String) {
        line(0, "")
        document(["The texts of the table \(table)."], 1)
        line(1, "\(access)var \(SwiftName.written(name)): \(type) { \(type)(localizer) }")
    }

    mutating func members(
        of file: LocalizationFile, in project: LocalizationProject, names: inout [String: String],
        level: Int = 0
    ) {
        for message in project.catalog(of: file).list {
            do throws(AccessorDiagnostic) {
                let accessor = try TextAccessor(message)
                if let other = names.updateValue(message.key, forKey: accessor.fullName) {
                    throw AccessorDiagnostic(
                        kind: .sameName(accessor.fullName, other: other), key: message.key,
                        position: message.position)
                }
                write(accessor, table: file.table, level + 1)
            } catch {
                refused.append((file.path, error))
            }
        }
    }

    private mutating func write(_ accessor: TextAccessor, table: String, _ level: Int) {
        let message = accessor.message
        line(0, "")
        for (variation, format) in message.allFormats {
            document([(variation.map { "\($0.suffix): " } ?? "") + format.source], level)
        }
        if let comment = EntryAnnotations(message.comment).comment {
            line(level, "///")
            document([comment], level)
        }
        let name = SwiftName.written(accessor.name)
        let key = Self.literal(message.key)
        let table = Self.literal(table)
        guard !accessor.parameters.isEmpty else {
            line(level, "\(access)var \(name): String { localizer(\(key), table: \(table)) }")
            return
        }
        let parameters = accessor.parameters.map {
            "\($0.label.map(SwiftName.written) ?? "_") \($0.name): \($0.type)"
        }
        line(level, "\(access)func \(name)(\(parameters.joined(separator: ", "))) -> String {")
        let arguments = accessor.parameters.map(\.name).joined(separator: ", ")
        line(level + 1, "localizer(\(key), \(arguments), table: \(table))")
        line(level, "}")
    }

    /// Documentation of one or more lines. No character of a text ends the comment.
    private mutating func document(_ words: [String], _ level: Int) {
        for line in words.joined(separator: "\n").split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        {
            let shown = String(String.UnicodeScalarView(line.unicodeScalars.map(Self.shown)))
            self.line(level, shown.isEmpty ? "///" : "/// " + shown)
        }
    }

    private static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: "\u{FFFD}"
        default: scalar
        }
    }

    private static func literal(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": literal += "\\\""
            case "\\": literal += "\\\\"
            case "\n": literal += "\\n"
            case "\t": literal += "\\t"
            case "\r": literal += "\\r"
            default:
                if shown(scalar) != scalar {
                    literal += "\\u{" + String(scalar.value, radix: 16) + "}"
                } else {
                    literal.unicodeScalars.append(scalar)
                }
            }
        }
        return literal + "\""
    }
}
