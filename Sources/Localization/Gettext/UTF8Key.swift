// Texts told apart byte by byte, as gettext does, and not by canonical equivalence, as `String` does.

/// A text as a key: equal where all bytes are. Also far quicker to hash than a `String` beyond ASCII.
package struct UTF8Key: Hashable, Sendable {
    /// The text.
    package var text: String

    /// Makes a key of a text.
    package init(_ text: String) {
        self.text = text
        self.text.makeContiguousUTF8()
    }

    /// The key of a message: U+0004 parts context and text, as in MO files.
    package init(context: String?, identifier: String) {
        self.init(context.map { $0 + "\u{4}" + identifier } ?? identifier)
    }

    /// Whether all bytes are equal.
    package static func == (left: UTF8Key, right: UTF8Key) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    /// Hashes the bytes.
    package func hash(into hasher: inout Hasher) {
        let isHashed: Void? = text.utf8.withContiguousStorageIfAvailable {
            hasher.combine(bytes: UnsafeRawBufferPointer($0))
        }
        if isHashed == nil { for byte in text.utf8 { hasher.combine(byte) } }
        hasher.combine(text.utf8.count)
    }
}
