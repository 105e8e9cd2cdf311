// Decodes legacy encodings: ISO 8859, KOI8-R, EUC-JP and the like.

internal import CICU

/// An ICU converter from one encoding to Unicode.
///
/// Not `Sendable`: a converter has state.
package final class CharacterDecoder {
    private let handle: OpaquePointer
    private let name: String

    /// Opens a converter.
    ///
    /// - Parameter name: the encoding's IANA, MIME or POSIX name.
    /// - Returns: `nil` if ICU does not know the encoding. Names may contain only letters, digits, `-`, `_`
    ///   and `:`, because ICU would look for a file with an unknown name.
    package init?(named name: String) {
        let isPlain = name.utf8.allSatisfy { byte in
            (0x30...0x3A).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte == 0x2D
                || byte == 0x5F
        }
        guard isPlain, (1...40).contains(name.utf8.count) else { return nil }
        let handle = try? checked("ucnv_open") { icu_openConverter(name, &$0) }
        guard let handle else { return nil }
        self.handle = handle
        self.name = name
    }

    deinit { icu_closeConverter(handle) }

    /// Decodes bytes; invalid ones become U+FFFD.
    package func decoded(_ bytes: some Collection<UInt8>) throws(ICUError) -> String {
        let characters = bytes.map { CChar(bitPattern: $0) }
        guard let length = Int32(exactly: characters.count) else {
            throw ICUError(function: "ucnv_toUChars", locale: name, status: "U_INDEX_OUTOFBOUNDS_ERROR")
        }
        let units = try filledUTF16("ucnv_toUChars", locale: name, capacity: characters.count + 16) {
            icu_toUTF16(handle, $0, $1, characters, length, &$2)
        }
        return String(decoding: units, as: UTF16.self)
    }
}
