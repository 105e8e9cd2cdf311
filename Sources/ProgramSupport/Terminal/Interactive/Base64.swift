// Bytes as letters, for sequences that cannot carry bytes.

/// Base64 as of RFC 4648, section 4.
func base64(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
        let group = bytes[start..<min(start + 3, bytes.count)]
        var bits = UInt32(0)
        for index in start..<start + 3 {
            bits = bits << 8 | (index < group.endIndex ? UInt32(bytes[index]) : 0)
        }
        for place in 0..<4 {
            let isUsed = place <= group.count
            result.append(
                isUsed ? alphabet[Int(bits >> (18 - 6 * UInt32(place)) & 0x3F)] : UInt8(ascii: "="))
        }
    }
    return String(decoding: result, as: UTF8.self)
}
