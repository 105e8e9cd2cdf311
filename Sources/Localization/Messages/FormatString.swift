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
    /// What is no literal text, in order, then the problems; `nil` for most texts, which are plain.
    @usableFromInline let elements: [FormatElement]?

    /// Parses a format.
    ///
    /// - Parameter isSubstitution: whether the text is a form of a substitution, in which `%arg` is the
    ///   number that selects the form. Elsewhere, `%arg` is read as `%a` and two letters.
    public init(_ source: String, isSubstitution: Bool = false) {
        self.source = source
        // Most messages have no specifier. U+FF05 begins with 0xEF in UTF-8.
        guard source.utf8.contains(where: { $0 == 0x25 || $0 == 0xEF }), source.utf8.count <= UInt32.max
        else {
            elements = nil
            return
        }
        var parser = FormatParser(source, isSubstitution: isSubstitution)
        parser.parse()
        // Few have problems, and to join arrays makes a third one.
        elements = parser.problems.isEmpty ? parser.elements : parser.elements + parser.problems
    }

    /// Whether the format is known to show its source unchanged, without parsing.
    @inlinable public var isPlain: Bool { elements == nil }

    /// The segments. Adjacent literals are joined. They are made at each call.
    public var segments: [Segment] {
        guard let elements else { return source.isEmpty ? [] : [.literal(source)] }
        var segments: [Segment] = []
        segments.reserveCapacity(2 * elements.count + 1)
        var literal = ""
        var end = 0
        func flush() {
            if !literal.isEmpty { segments.append(.literal(literal)) }
            literal = ""
        }
        for element in elements where !element.isProblem {
            if element.range.lowerBound > end { literal += source[utf8: end..<element.range.lowerBound] }
            end = element.range.upperBound
            switch element.kind {
            case .specifier:
                flush()
                segments.append(.specifier(element.specifier(in: source)))
            case .substitution:
                flush()
                segments.append(.substitution(element.substitution(in: source)))
            case .countedArgument:
                flush()
                segments.append(.countedArgument)
            case .percentSign: literal += "%"
            case .problem: break
            }
        }
        if end < source.utf8.count { literal += source[utf8: end..<source.utf8.count] }
        flush()
        return segments
    }

    public var problems: [FormatProblem] { elements?.compactMap { $0.problem(in: source) } ?? [] }

    /// Whether there are problems.
    package var hasProblems: Bool { elements?.last?.isProblem ?? false }

    /// Whether two formats have the same source and the same segments.
    public static func == (left: FormatString, right: FormatString) -> Bool {
        left.source == right.source && left.elements == right.elements
    }

    /// Hashes the source only: formats with the same source rarely have different segments.
    public func hash(into hasher: inout Hasher) { hasher.combine(source) }

    /// Parses a format.
    public init(stringLiteral value: String) { self.init(value) }

    /// The specifiers in order.
    public var specifiers: [FormatSpecifier] {
        elements?.compactMap { $0.kind == .specifier ? $0.specifier(in: source) : nil } ?? []
    }

    /// The references to substitutions in order.
    public var substitutions: [FormatSubstitution] {
        elements?.compactMap { $0.kind == .substitution ? $0.substitution(in: source) : nil } ?? []
    }

    /// Whether there is a reference to a substitution.
    var hasSubstitutions: Bool { elements?.contains { $0.kind == .substitution } ?? false }

    /// Whether anything is shown in another way than it is written, or is wrong.
    package var hasFormat: Bool { elements?.isEmpty == false }

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
