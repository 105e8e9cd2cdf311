// Paths in a tree, such as `Home > Kitchen > Kettles`: the values of attributes that are declared as paths.

internal import Support

/// A node of a tree: the names of the nodes above it, from the root, and its own.
public struct AttributePath: Hashable, Sendable, CustomStringConvertible {
    /// The names, at least one and at most ``maximumDepth``; none is empty.
    public let names: [String]

    /// Reads a path whose names are separated by `>`. White space around names does not count.
    ///
    /// - Returns: `nil` if a name is empty, or if there are more than ``maximumDepth``.
    public init?(_ text: String) {
        let names = text.split(
            separator: ">", maxSplits: Self.maximumDepth, omittingEmptySubsequences: false
        ).map(\.trimmingWhiteSpace)
        guard names.count <= Self.maximumDepth, !names.contains("") else { return nil }
        self.names = names
    }

    private init(names: [String]) { self.names = names }

    /// The most nodes of a path.
    public static let maximumDepth = 16
    static let separator = " > "

    /// The path in the notation of values: `Home > Kitchen > Kettles`.
    public var description: String { names.joined(separator: Self.separator) }

    /// The node above this one; `nil` at the root.
    var parent: AttributePath? {
        names.count > 1 ? AttributePath(names: Array(names.dropLast())) : nil
    }

    /// The nodes of the path, from the root to this one.
    public var nodes: [AttributePath] { names.indices.map { AttributePath(names: Array(names[...$0])) } }

    /// Whether this is a node above another one, or the same.
    func contains(_ other: AttributePath) -> Bool { other.names.starts(with: names) }

    /// The deepest node that contains all of some nodes; `nil` if they have no node
    /// in common, or if there are none.
    static func common(_ paths: some Sequence<AttributePath>) -> AttributePath? {
        var names: [String]?
        for path in paths {
            guard let known = names else {
                names = path.names
                continue
            }
            names = zip(known, path.names).prefix { $0 == $1 }.map(\.0)
        }
        return names.flatMap { $0.isEmpty ? nil : AttributePath(names: $0) }
    }

    /// The spelling of a text in the notation of paths; the text itself if it is no path.
    static func canonical(_ text: String) -> String { AttributePath(text)?.description ?? text }
}

extension AttributeValue {
    /// The value with its id and labels in the notation of paths; `nil` if it is no text, its id is no path,
    /// or a label has other than as many names.
    package var asPath: AttributeValue? {
        guard case .text(let id, let labels) = self, let path = AttributePath(id) else { return nil }
        var paths: [LocaleIdentifier: String] = [:]
        for (locale, label) in labels {
            guard let own = AttributePath(label), own.names.count == path.names.count else { return nil }
            paths[locale] = own.description
        }
        return .text(path.description, labels: paths)
    }

    /// The node above a path; `nil` at the root.
    var parent: AttributeValue? {
        guard case .text(let id, let labels) = self, let parent = id.withoutLastName else { return nil }
        return .text(parent, labels: labels.compactMapValues(\.withoutLastName))
    }

    /// A path and the nodes above it.
    var nodesUpwards: [AttributeValue] {
        Array(sequence(first: self, next: \.parent))
    }
}

extension [AttributeValue] {
    /// The values as paths, without those that have another one below them; `nil` if a value is not a path.
    package var asPaths: [AttributeValue]? {
        var paths: [AttributeValue] = []
        for value in self {
            guard let path = value.asPath else { return nil }
            paths.append(path)
        }
        guard paths.count > 1 else { return paths }
        var above: Set<String> = []
        for path in paths {
            var id = path.spelling.withoutLastName
            while let next = id, above.insert(next).inserted { id = next.withoutLastName }
        }
        return paths.filter { !above.contains($0.spelling) }
    }
}

extension String {
    /// A path in its notation without its last name; `nil` if it has one name only.
    fileprivate var withoutLastName: String? { AttributePath(self)?.parent?.description }
}
