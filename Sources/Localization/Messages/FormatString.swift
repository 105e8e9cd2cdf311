// A message's format, taken apart once, so that showing it needs no parsing.

/// A format: literal text, specifiers and substitutions in their order, and what is wrong with it.
///
/// Any text is a format. What is no valid specifier stays literal text and is listed in `problems`.
public struct FormatString: Sendable, Hashable, ExpressibleByStringLiteral {
    /// A piece of a format.
    public enum Segment: Sendable, Hashable {
        /// Text to be shown as it is; `%%` has become `%`.
        case literal(String)
        /// A place for an argument.
        case specifier(FormatSpecifier)
        /// A place for a substitution.
        case substitution(FormatSubstitution)
        /// `%arg`: inside a substitution, the number that it counts.
        case countedArgument
    }

    /// The format as it was written.
    public let source: String
    /// What was taken apart; `nil` for most texts, which have nothing in them to take apart.
    private let parsed: Parsed?

    /// The pieces of a format that is more than a text.
    private final class Parsed: Sendable {
        let segments: [Segment]
        let problems: [FormatProblem]

        init(_ segments: [Segment], _ problems: [FormatProblem]) {
            self.segments = segments
            self.problems = problems
        }
    }

    /// Takes a format apart.
    ///
    /// - Parameter isSubstitution: whether the text is a form of a substitution, where `%arg` stands for the
    ///   number counted; elsewhere that reads as `%a` and two letters.
    public init(_ source: String, isSubstitution: Bool = false) {
        self.source = source
        // Most messages have no specifier at all; U+FF05 begins with 0xEF in UTF-8.
        guard source.utf8.contains(where: { $0 == 0x25 || $0 == 0xEF }) else {
            parsed = nil
            return
        }
        var parser = FormatParser(source, isSubstitution: isSubstitution)
        parser.parse()
        parsed = Parsed(parser.segments, parser.problems)
    }

    /// Whether the format is nothing but the text that it shows.
    public var isPlain: Bool { parsed == nil }

    /// Its pieces. Neighbouring literals are one.
    public var segments: [Segment] {
        if let parsed { return parsed.segments }
        return source.isEmpty ? [] : [.literal(source)]
    }

    /// What is wrong with it.
    public var problems: [FormatProblem] { parsed?.problems ?? [] }

    /// Whether two formats are written and taken apart alike.
    public static func == (left: FormatString, right: FormatString) -> Bool {
        left.source == right.source
            && (left.parsed === right.parsed || left.segments == right.segments)
    }

    /// Hashes the text: formats that are written alike are rarely taken apart differently.
    public func hash(into hasher: inout Hasher) { hasher.combine(source) }

    /// Takes a format apart.
    public init(stringLiteral value: String) { self.init(value) }

    /// The specifiers in their order.
    public var specifiers: [FormatSpecifier] {
        isPlain
            ? [] : segments.compactMap { if case .specifier(let specifier) = $0 { specifier } else { nil } }
    }

    /// The references to substitutions in their order.
    public var substitutions: [FormatSubstitution] {
        isPlain
            ? []
            : segments.compactMap {
                if case .substitution(let substitution) = $0 { substitution } else { nil }
            }
    }

    /// The class of argument that each position asks for, from 1: what a translation must share with its
    /// source. A position used twice with different classes has both.
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
