// All sources of a program together: which keys they use.

internal import Localization

/// The sources of a program.
package struct SourceUses: Sendable {
    package let files: [SourceFile]
    private let literals: Set<String>
    private let patterns: Set<String>
    private let keyPatterns: [String]
    private let identifiers: [String: Set<String>]
    /// The names of the files.
    private let names: Set<Substring>

    /// Puts sources together.
    package init(_ files: [SourceFile]) {
        self.files = files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        names = Set(files.map { Self.name(of: $0.path) })
        literals = files.reduce(into: []) { $0.formUnion($1.literals) }
        patterns = files.reduce(into: []) { $0.formUnion($1.patterns) }
        keyPatterns = files.reduce(into: Set()) { $0.formUnion($1.keyPatterns) }.sorted()
        identifiers = files.compactMap(\.interface).reduce(into: [:]) {
            $0[$1.table, default: []].formUnion($1.identifiers)
        }
    }

    /// Whether any source may ask for a key of a table.
    ///
    /// It may if the key is the text of a literal or the name of a case, wherever that is written; if it is
    /// the text of a literal with an interpolation for each specifier; if a call puts keys together that it
    /// may be one of, as `NSLocalizedString("alert.\(name)")` does; and if it is of an object in the
    /// storyboard or xib of the table's name.
    package func uses(_ key: String, table: String) -> Bool {
        if literals.contains(key) { return true }
        if key.utf8.contains(UInt8(ascii: "%")), let pattern = Self.pattern(of: key),
            patterns.contains(pattern)
        {
            return true
        }
        if keyPatterns.contains(where: { KeptKeys.matches(key, $0[...]) }) { return true }
        // A file of all tables names the folder of each, too.
        if let objects = identifiers[table] ?? identifiers[String(Self.name(of: table))],
            let dot = key.firstIndex(of: ".")
        {
            return objects.contains(String(key[..<dot]))
        }
        return false
    }

    /// Whether one of a message's references to sources leads to a file that was not read. Then it
    /// may be used: `po/de.po` names sources of other languages, and of other folders.
    package func misses(_ references: [String]) -> Bool {
        references.contains { reference in
            // `src/a.c:12`, and also `src/a.c`, `src/a.c:12:3`.
            let path = reference.split(separator: ":").first ?? ""
            return !names.contains(Self.name(of: path))
        }
    }

    private static func name(of path: some StringProtocol) -> Substring {
        path.split(separator: "/").last.map { Substring($0) } ?? ""
    }

    /// The literal with interpolations whose key this is; `nil` where it has no specifier.
    package static func pattern(of key: String) -> String? {
        let format = FormatString(key)
        guard format.segments.contains(where: { if case .specifier = $0 { true } else { false } }) else {
            return nil
        }
        return format.segments.map { segment in
            switch segment {
            case .literal(let text): text
            case .specifier: String(SourceCall.interpolation)
            case .substitution(let reference): reference.source
            case .countedArgument: "%arg"
            }
        }.joined()
    }
}

/// The keys that are used though no source names them.
package struct KeptKeys: Sendable, Hashable {
    private let patterns: [String]

    /// Takes patterns as users write them: `*` for any characters, `?` for one, and, where it helps, a
    /// table's name and a colon in front.
    package init(_ patterns: [String] = []) { self.patterns = patterns }

    /// Tables that the system reads: texts of the property list of a program, and phrases of its shortcuts.
    static func isOfSystem(_ table: String) -> Bool {
        let name = table.split(separator: "/").last?.lowercased() ?? ""
        return name == "infoplist" || name.hasSuffix("-infoplist") || name == "appshortcuts"
    }

    func contains(_ message: Message, table: String) -> Bool {
        if Self.isOfSystem(table) || message.isKept { return true }
        return patterns.contains { pattern in
            Self.matches(message.key, pattern[...])
                || pattern.hasPrefix(table + ":")
                    && Self.matches(message.key, pattern.dropFirst(table.count + 1))
        }
    }

    /// Whether a pattern fits the whole text.
    static func matches(_ text: String, _ pattern: Substring) -> Bool {
        let text = Array(text.unicodeScalars)
        let pattern = Array(pattern.unicodeScalars)
        var (index, next) = (0, 0)
        // The last asterisk, and how far it reaches.
        var star: (next: Int, index: Int)?
        while index < text.count {
            if next < pattern.count, pattern[next] == "*" {
                star = (next + 1, index)
                next += 1
            } else if next < pattern.count, pattern[next] == "?" || pattern[next] == text[index] {
                index += 1
                next += 1
            } else if let last = star {
                star = (last.next, last.index + 1)
                (next, index) = (last.next, last.index + 1)
            } else {
                return false
            }
        }
        return pattern[next...].allSatisfy { $0 == "*" }
    }
}
