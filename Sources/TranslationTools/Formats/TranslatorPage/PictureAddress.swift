// Pictures within a page: addresses that have all bytes of a picture in them.

/// Addresses of the scheme `data` (RFC 2397) for pictures that browsers show.
enum PictureAddress {
    /// The address of a picture; `nil` for bytes that are none. The bytes tell the type, not a file's name.
    static func data(_ bytes: [UInt8]) -> String? {
        guard let type = type(of: bytes) else { return nil }
        return "data:image/\(type);base64,\(base64(bytes))"
    }

    private static func type(of bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0x89] + Array("PNG\r\n\u{1A}\n".utf8)) { return "png" }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "jpeg" }
        if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) { return "gif" }
        if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) { return "webp" }
        return nil
    }

    /// RFC 4648, section 4.
    static func base64(_ bytes: [UInt8]) -> String {
        let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0...3 {
                text.append(place <= group.count ? signs[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
