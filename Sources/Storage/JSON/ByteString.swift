// When are two names or ids the same? When their bytes are.

/// A string compared by its bytes. Swift's own equality is that of characters, under which two ids that a
/// catalog tells apart (`é` in one and in two code points) would be one.
struct ByteString: Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: ByteString, right: ByteString) -> Bool {
        left.text.utf8.count == right.text.utf8.count && left.text.utf8.elementsEqual(right.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
