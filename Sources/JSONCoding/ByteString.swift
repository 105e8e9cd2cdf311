// When are two names or ids the same? When their bytes are.

/// A string compared by its bytes. Swift's own equality is that of characters, under which two ids that a
/// catalog tells apart (`é` in one and in two code points) would be one.
package struct ByteString: Hashable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (left: ByteString, right: ByteString) -> Bool {
        left.text.utf8.count == right.text.utf8.count && left.text.utf8.elementsEqual(right.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
