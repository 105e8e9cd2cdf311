// Files of other formats that are given as tables, told by their first bytes.

/// The first bytes of files that are no tables.
enum FileSignature {
    /// Whether a file begins like a workbook of a spreadsheet program: current ones are ZIP archives, older
    /// ones compound files.
    static func isWorkbook(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.starts(with: [0x50, 0x4B, 0x03, 0x04])
            || bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0])
    }

    /// Whether a file begins like a web page, such as the one on which a shop system asks for a password.
    static func isWebPage(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = bytes.prefix(512).drop { $0 <= 0x20 || $0 >= 0x80 }.map { $0 | 0x20 }
        return start.starts(with: "<!doctype html".utf8.map { $0 | 0x20 }) || start.starts(with: "<html".utf8)
    }
}
