// A key compared by bytes, as in gettext, and not by canonical equivalence, as in `String`.

/// A text, or a context and a text, as a key. Keys are equal if all bytes are. They are hashed much
/// faster than a `String` beyond ASCII.
package struct UTF8Key: Hashable, Sendable {
    private let context: String?
    private let text: String

    package init(_ text: String) { self.init(context: nil, identifier: text) }

    /// The key of a message.
    package init(context: String?, identifier: String) {
        self.context = context
        text = identifier
    }

    /// Whether all bytes are equal. Compares lengths first, because the texts of one
    /// program often have common prefixes.
    package static func == (left: UTF8Key, right: UTF8Key) -> Bool {
        let (one, other) = (left.text.utf8, right.text.utf8)
        guard one.count == other.count, left.context?.utf8.count == right.context?.utf8.count else {
            return false
        }
        if let context = left.context, let another = right.context {
            guard context.utf8.elementsEqual(another.utf8) else { return false }
        }
        return one.elementsEqual(other)
    }

    /// Hashes the bytes.
    package func hash(into hasher: inout Hasher) {
        if let context { Self.combine(context, into: &hasher) }
        Self.combine(text, into: &hasher)
    }

    private static func combine(_ text: String, into hasher: inout Hasher) {
        var text = text
        text.withUTF8 {
            hasher.combine(bytes: UnsafeRawBufferPointer($0))
            hasher.combine($0.count)
        }
    }
}
