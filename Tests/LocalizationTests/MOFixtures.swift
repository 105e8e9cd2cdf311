// MO files for tests: two from GNU msgfmt, and a writer of files that msgfmt would not write.

/// The bytes of MO files.
enum MOFixtures {
    /// `msgfmt` 0.21, little-endian, revision 0.1. Russian; messages: `Title`, `Title` in the context `menu`,
    /// `%<PRId64> byte` with a plural, `at %<PRIxPTR>`.
    static let littleEndian = bytes(
        """
        de120495010000000300000030000000480000000700000060000000020000007c000000020000008c000000940000000000
        0000fc00000005000000fd0000000a000000030100009c0000000e0100000a000000ab0100000c000000b601000001000000
        03000000000000000000000002000000000000000000000007000000c301000008000000ca0100009c000000b0000000c400
        0000e8000000d2010000010000000000000016000000ffffffffe9010000040000000100000001000000ffffffffee010000
        01000000000000000b000000000000000d000000000000000e000000ffffffff15020000060000000100000001000000ffff
        ffff005469746c65006d656e75045469746c6500436f6e74656e742d547970653a20746578742f706c61696e3b2063686172
        7365743d5554462d380a506c7572616c2d466f726d733a206e706c7572616c733d333b20706c7572616c3d286e2531303d3d
        31202626206e25313030213d3131203f2030203a206e2531303e3d32202626206e2531303c3d3420262620286e253130303c
        3132207c7c206e253130303e313429203f2031203a2032293b0a00d09fd0bed0b8d181d0ba00d098d181d0bad0b0d182d18c
        0050524964363400505249785054520025206279746500253c5052496436343e2062797465730061742025002520d0b1d0b0
        d0b9d182002520d0b1d0b0d0b9d182d0b0002520d0b1d0b0d0b9d182d0bed0b200d0bfd0be202500
        """)

    /// The same file from `msgfmt --endianness=big`.
    static let bigEndian = bytes(
        """
        950412de000000010000000300000030000000480000000700000060000000020000007c000000020000008c000000940000
        0000000000fc00000005000000fd0000000a000001030000009c0000010e0000000a000001ab0000000c000001b600000001
        00000003000000000000000000000002000000000000000000000007000001c300000008000001ca0000009c000000b00000
        00c4000000e8000001d2000000010000000000000016ffffffff000001e9000000040000000100000001ffffffff000001ee
        00000001000000000000000b000000000000000d000000000000000effffffff00000215000000060000000100000001ffff
        ffff005469746c65006d656e75045469746c6500436f6e74656e742d547970653a20746578742f706c61696e3b2063686172
        7365743d5554462d380a506c7572616c2d466f726d733a206e706c7572616c733d333b20706c7572616c3d286e2531303d3d
        31202626206e25313030213d3131203f2030203a206e2531303e3d32202626206e2531303c3d3420262620286e253130303c
        3132207c7c206e253130303e313429203f2031203a2032293b0a00d09fd0bed0b8d181d0ba00d098d181d0bad0b0d182d18c
        0050524964363400505249785054520025206279746500253c5052496436343e2062797465730061742025002520d0b1d0b0
        d0b9d182002520d0b1d0b0d0b9d182d0b0002520d0b1d0b0d0b9d182d0bed0b200d0bfd0be202500
        """)

    /// Writes a file of revision 0.0, with the given hash table if any.
    static func file(
        _ messages: [(original: [UInt8], translation: [UInt8])], isBigEndian: Bool = false,
        hash: [UInt32] = []
    ) -> [UInt8] {
        let count = messages.count
        let hashOffset = 28 + 16 * count
        var textOffset = hashOffset + 4 * hash.count
        var words: [UInt32] = [
            0x9504_12DE, 0, UInt32(count), 28, UInt32(28 + 8 * count), UInt32(hash.count), UInt32(hashOffset),
        ]
        var text: [UInt8] = []
        for part in messages.map(\.original) + messages.map(\.translation) {
            words += [UInt32(part.count), UInt32(textOffset)]
            text += part + [0]
            textOffset += part.count + 1
        }
        words += hash
        return words.flatMap { word in
            let shifts: [UInt32] = isBigEndian ? [24, 16, 8, 0] : [0, 8, 16, 24]
            return shifts.map { UInt8(truncatingIfNeeded: word >> $0) }
        } + text
    }

    /// Writes a file from texts.
    static func file(_ messages: [(String, String)], isBigEndian: Bool = false) -> [UInt8] {
        file(messages.map { (Array($0.0.utf8), Array($0.1.utf8)) }, isBigEndian: isBigEndian)
    }

    private static func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = hexadecimal.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 + digits[$0 + 1]) }
    }
}
