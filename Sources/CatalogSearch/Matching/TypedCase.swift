// Whether the case of typed letters counts when spellings are compared.

/// The case of letters counts only in words with capitals, because people type names and the beginnings of
/// titles in small letters.
enum TypedCase {
    /// Whether a typed word has no capital letter.
    static func isSmall(_ typed: String) -> Bool { typed.lowercased().utf8.elementsEqual(typed.utf8) }

    /// Whether a spelling equals a typed one, both in small letters.
    static func small(_ spelling: UnsafeRawBufferPointer, is typed: [UInt8]) -> Bool {
        guard spelling.allSatisfy({ $0 < 0x80 }) else { return small(spelling) == typed }
        return spelling.count == typed.count
            && zip(spelling, typed).allSatisfy { ((0x41...0x5A).contains($0) ? $0 | 0x20 : $0) == $1 }
    }

    /// A spelling in small letters, in UTF-8.
    static func small(_ spelling: UnsafeRawBufferPointer) -> [UInt8] {
        if spelling.allSatisfy({ $0 < 0x80 }) {
            return spelling.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        }
        return Array(String(decoding: spelling, as: UTF8.self).lowercased().utf8)
    }
}
