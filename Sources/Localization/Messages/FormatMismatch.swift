// Whether a translation asks for the arguments that the program passes.

/// A specifier of a translation that takes another class of argument than the source text's, or one that the
/// source text does not have.
public struct FormatMismatch: Sendable, Hashable {
    /// The argument, from 1.
    public let position: Int
    /// The specifier in the translation, as it is written.
    public let found: String
    /// The specifier in the source text, as it is written; empty where it has none for this argument.
    public let expected: String
}

extension Message {
    /// The first specifier of any of the message's formats that does not fit the formats of its source.
    ///
    /// A translation may leave arguments out and may take them in another order; `%ld` and `%d` are one class.
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
    /// The specifiers with the arguments they take, from 1.
    var specifiersByPosition: [(position: Int, specifier: FormatSpecifier)] {
        var next = 1
        return specifiers.map { specifier in
            if let position = specifier.position { return (position, specifier) }
            defer { next += 1 }
            return (next, specifier)
        }
    }
}
