// Entity tags and the headers that name them (RFC 9110, 8.8.3 and 13.1).

internal import HTTPTypes
internal import Hummingbird

/// An entity tag: the name of one version of a response.
struct EntityTag: Hashable {
    /// The text between the quotes.
    let value: String
    /// Whether equal tags mean equivalent responses instead of equal bytes.
    let isWeak: Bool

    /// The tag in the syntax of headers.
    var text: String { (isWeak ? "W/" : "") + "\"\(value)\"" }

    /// An element of `If-Match` or `If-None-Match`.
    enum Named: Hashable {
        /// `*`: any version.
        case any
        case version(EntityTag)
        /// Malformed, so that it matches no version.
        case nothing
    }

    /// Whether a tag of `If-None-Match` names this version, by the weak comparison.
    func isNamed(by header: [String]) -> Bool {
        Self.named(by: header).contains { named in
            if case .version(let tag) = named { tag.value == value } else { false }
        }
    }

    /// The elements of all lines of `If-Match` or `If-None-Match`.
    static func named(by header: [String]) -> [Named] {
        header.flatMap { line in
            line.parts(separatedBy: ",").map { part in
                var text = part.trimmingBlanks
                if text == "*" { return .any }
                let isWeak = text.hasPrefix("W/")
                if isWeak { text = text.dropFirst(2) }
                guard text.count >= 2, text.first == "\"", text.last == "\"" else { return .nothing }
                return .version(EntityTag(value: String(text.dropFirst().dropLast()), isWeak: isWeak))
            }
        }
    }
}
