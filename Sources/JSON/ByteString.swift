// Names and ids compared by their bytes.

/// A string compared by its bytes. Swift's `String` uses canonical equivalence, so two different ids of a
/// catalog (`é` as one and as two code points) would be equal.
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
