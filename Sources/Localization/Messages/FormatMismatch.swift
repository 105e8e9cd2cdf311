// The check that a translation takes the same arguments as its source text.

/// A specifier of a translation that takes another class of argument than the source text's specifier, or
/// takes an argument that the source text does not.
public struct FormatMismatch: Sendable, Hashable {
    /// The position of the argument, from 1.
    public let position: Int
    /// The specifier in the translation, as written.
    public let found: String
    /// The specifier in the source text, as written; empty if it has none for this argument.
    public let expected: String
}

extension Message {
    /// The first specifier in the message's formats that does not fit the formats
    /// of the source; `nil` if all fit.
    ///
    /// A translation may omit arguments and may reorder them. `%ld` and `%d` have the same class.
    public func formatMismatch(with source: Message) -> FormatMismatch? {
        var expected: [Int: FormatSpecifier] = [:]
        for format in source.formats {
            for (position, specifier) in format.specifiersByPosition where expected[position] == nil {
                expected[position] = specifier
            }
        }
        for format in formats {
            for (position, specifier) in format.specifiersByPosition {
                let model = expected[position]
                guard model?.conversion.argumentClass != specifier.conversion.argumentClass else { continue }
                return FormatMismatch(
                    position: position, found: specifier.source, expected: model?.source ?? "")
            }
        }
        return nil
    }
}

extension FormatString {
    /// The specifiers with the positions of their arguments, from 1.
    var specifiersByPosition: [(position: Int, specifier: FormatSpecifier)] {
        var next = 1
        return specifiers.map { specifier in
            if let position = specifier.position { return (position, specifier) }
            defer { next += 1 }
            return (next, specifier)
        }
    }
}
