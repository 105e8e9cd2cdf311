// Does whoever asks have the answer already? (RFC 9110, 8.8.3 and 13.1)

internal import HTTPTypes
internal import Hummingbird

/// The name of one version of an answer.
struct EntityTag: Hashable {
    /// What stands between the quotes.
    let value: String
    /// Whether equal tags mean that answers say the same, not that they are the same bytes.
    let isWeak: Bool

    /// The tag as headers have it.
    var text: String { (isWeak ? "W/" : "") + "\"\(value)\"" }

    /// What a header names.
    enum Named: Hashable {
        /// Whatever there is: `*`.
        case any
        case version(EntityTag)
        /// What is no tag, and names no version.
        case nothing
    }

    /// Whether a tag of `If-None-Match` names this version. It need not be strong for that.
    func isNamed(by header: [String]) -> Bool {
        Self.named(by: header).contains { named in
            if case .version(let tag) = named { tag.value == value } else { false }
        }
    }

    /// What the lines of `If-Match` or `If-None-Match` name.
    static func named(by header: [String]) -> [Named] {
        header.flatMap { line in
            line.split(separator: ",").map { part in
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
