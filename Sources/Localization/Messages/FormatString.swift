// A message's format, parsed once, so that showing it needs no parsing.

/// A format: its literal texts, specifiers and substitutions in order, and its problems.
///
/// Any text is a format. Invalid specifiers stay literal text and are listed in `problems`.
public struct FormatString: Sendable, Hashable, ExpressibleByStringLiteral {
    /// A piece of a format.
    public enum Segment: Sendable, Hashable {
        /// Text that is shown as it is; `%%` has become `%`.
        case literal(String)
        /// A place for an argument.
        case specifier(FormatSpecifier)
        /// A place for a substitution.
        case substitution(FormatSubstitution)
        /// `%arg`: inside a substitution, the number that selects its plural form.
        case countedArgument
    }

    /// The format as written.
    public let source: String
    /// The parsed segments; `nil` for most texts, which are plain.
    @usableFromInline let parsed: Parsed?

    /// The segments and problems of a format that is not plain.
    @usableFromInline final class Parsed: Sendable {
        let segments: [Segment]
        let problems: [FormatProblem]

        init(_ segments: [Segment], _ problems: [FormatProblem]) {
            self.segments = segments
            self.problems = problems
        }
    }

    /// Parses a format.
    ///
    /// - Parameter isSubstitution: whether the text is a form of a substitution, in which `%arg` is the
    ///   number that selects the form. Elsewhere, `%arg` is read as `%a` and two letters.
    public init(_ source: String, isSubstitution: Bool = false) {
        self.source = source
        // Most messages have no specifier. U+FF05 begins with 0xEF in UTF-8.
        guard source.utf8.contains(where: { $0 == 0x25 || $0 == 0xEF }) else {
            parsed = nil
            return
        }
        var parser = FormatParser(source, isSubstitution: isSubstitution)
        parser.parse()
        parsed = Parsed(parser.segments, parser.problems)
    }

    /// Whether the format is known to show its source unchanged, without parsing.
    @inlinable public var isPlain: Bool { parsed == nil }

    /// The segments. Adjacent literals are joined.
    public var segments: [Segment] {
        if let parsed { return parsed.segments }
        return source.isEmpty ? [] : [.literal(source)]
    }

    /// The problems of the format.
    public var problems: [FormatProblem] { parsed?.problems ?? [] }

    /// Whether two formats have the same source and the same segments.
    public static func == (left: FormatString, right: FormatString) -> Bool {
        left.source == right.source
            && (left.parsed === right.parsed || left.segments == right.segments)
    }

    /// Hashes the source only: formats with the same source rarely have different segments.
    public func hash(into hasher: inout Hasher) { hasher.combine(source) }

    /// Parses a format.
    public init(stringLiteral value: String) { self.init(value) }

    /// The specifiers in order.
    public var specifiers: [FormatSpecifier] {
        isPlain
            ? [] : segments.compactMap { if case .specifier(let specifier) = $0 { specifier } else { nil } }
    }

    /// The references to substitutions in order.
    public var substitutions: [FormatSubstitution] {
        isPlain
            ? []
            : segments.compactMap {
                if case .substitution(let substitution) = $0 { substitution } else { nil }
            }
    }

    /// Whether there is a reference to a substitution.
    var hasSubstitutions: Bool {
        !isPlain && segments.contains { if case .substitution = $0 { true } else { false } }
    }

    /// The argument classes of each position, from 1, which a translation must share with its source. A
    /// position used with two classes has both.
    public var argumentClasses: [Int: Set<FormatSpecifier.ArgumentClass>] {
        var classes: [Int: Set<FormatSpecifier.ArgumentClass>] = [:]
        var next = 1
        func take(_ position: Int?) -> Int {
            if let position { return position }
            defer { next += 1 }
            return next
        }
        for segment in segments {
            switch segment {
            case .specifier(let specifier):
                for case .argument(let position)? in [specifier.width, specifier.precision] {
                    classes[take(position), default: []].insert(.integer)
                }
                classes[take(specifier.position), default: []].insert(specifier.conversion.argumentClass)
            case .substitution(let substitution):
                classes[take(substitution.position), default: []].insert(.integer)
            case .literal, .countedArgument: break
            }
        }
        return classes
    }
}
