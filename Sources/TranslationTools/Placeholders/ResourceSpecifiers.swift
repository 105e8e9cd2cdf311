// What aapt2, which compiles Android's resources, demands of specifiers.

/// The rule of aapt2, which knows no conversions: other than `java.util.Formatter` it takes any letter for
/// one.
enum ResourceSpecifiers {
    /// The specifiers without a number for which aapt2 refuses a text with several: `VerifyJavaStringFormat`
    /// in its `util/Util.cpp`, which knows no conversions. None where one of them is of a format of dates.
    static func refused(in text: String) -> [String] {
        let bytes = Array(text.utf8)
        func byte(_ index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }
        func isHexadecimal(_ byte: UInt8?) -> Bool {
            byte.map { (0x30...0x39).contains($0) || (0x61...0x66).contains($0 | 0x20) } ?? false
        }
        func isEncodedByte(_ index: Int) -> Bool {
            index >= 0 && byte(index) == 0x25 && isHexadecimal(byte(index + 1))
                && isHexadecimal(byte(index + 2))
        }
        func isDigit(_ byte: UInt8?) -> Bool { byte.map { (0x30...0x39).contains($0) } ?? false }
        var (index, count) = (0, 0)
        var refused: [String] = []
        while let start = bytes[index...].firstIndex(of: 0x25), start + 1 < bytes.count {
            index = start + 1
            // `%C3%A9` is a letter of an address.
            if isEncodedByte(start), isEncodedByte(start + 3) || isEncodedByte(start - 3) {
                index = start + 3
                continue
            }
            // `%%` and `%n` take no argument.
            if byte(index) == 0x25 || byte(index) == 0x6E {
                index += 1
                continue
            }
            count += 1
            while isDigit(byte(index)) { index += 1 }
            let isNumbered = index > start + 1 && byte(index) == 0x24
            if byte(index) == 0x3C { index += 1 }
            if byte(index) == 0x24 { index += 1 }
            while let flag = byte(index), "-#+ ,(".utf8.contains(flag) || isDigit(flag) { index += 1 }
            guard let letter = byte(index) else { break }
            if "DFKMWZkmwyz".utf8.contains(letter) { return [] }
            index += 1
            while byte(index).map({ $0 & 0xC0 == 0x80 }) == true { index += 1 }
            if !isNumbered { refused.append(String(decoding: bytes[start..<index], as: UTF8.self)) }
        }
        return count > 1 ? refused : []
    }
}
