// Texts from outside in messages.

extension String {
    /// The beginning of a text, short enough for a message: an id or a value of an option may have megabytes.
    package var excerpt: String {
        let limit = 100
        guard let end = unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex
        else { return self }
        return String(unicodeScalars[..<end]) + "…"
    }
}
