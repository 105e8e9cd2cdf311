// How an input is broken: bytes, pieces and signs that mean something to parsers.

enum Mutation {
    /// Signs that parsers look for, and numbers that lengths and offsets like to be.
    private static let signs: [[UInt8]] =
        [
            "\"", "\\", "/*", "*/", "//", ";", "=", "{", "}", "(", ")", "<", ">", "%", "%1$@", "%#@a@", "%n",
            "|==|",
            "plural.one", "substitutions.", "msgid", "msgstr[0]", "msgctxt", "#~", "#|", "#,", "nplurals=",
            "plural=",
            "n/0", "<!ENTITY a \"b\">", "&a;", "]]>", "<![CDATA[", "<dict>", "</dict>", "\u{FEFF}", "\\U",
            "\\ud83d", "\n",
            "\r\n", "\u{0}", "[[[[[[[[[[[[[[[[", "((((((((((((((((", "<a><a><a><a><a><a>", "\"\"\"", "'",
        ].map { Array($0.utf8) } + [
            [0xFF, 0xFE], [0xFE, 0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 0],
            [0, 0, 0, 0x80], [0xFF, 0xFF, 0xFF, 0x7F], [1, 0, 0, 0],
        ]

    /// One of the seeds with a few changes.
    static func mutated(_ seeds: [[UInt8]], limit: Int, using random: inout Generator) -> [UInt8] {
        var bytes = seeds.randomElement(using: &random)!
        if bytes.count > limit {
            let start = Int.random(in: 0...(bytes.count - limit), using: &random)
            bytes = Array(bytes[start..<start + limit])
        }
        for _ in 0..<Int.random(in: 1...8, using: &random) { change(&bytes, seeds, &random) }
        return Array(bytes.prefix(limit))
    }

    private static func change(_ bytes: inout [UInt8], _ seeds: [[UInt8]], _ random: inout Generator) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, place + Int.random(in: 1...64, using: &random))
        switch Int.random(in: 0..<9, using: &random) {
        case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 2: bytes.removeSubrange(place..<end)
        case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
        case 4: bytes = Array(bytes[..<place])
        case 5:
            // A piece of another file.
            let other = seeds.randomElement(using: &random)!
            guard !other.isEmpty else { return }
            let start = Int.random(in: 0..<other.count, using: &random)
            bytes.insert(contentsOf: other[start..<min(other.count, start + 200)], at: place)
        case 6:
            // The same piece very often.
            let piece = bytes[place..<end]
            let count = Int.random(in: 1...2_000, using: &random)
            guard piece.count * count < 1 << 16 else { return }
            bytes.insert(contentsOf: repeatElement(piece, count: count).joined(), at: place)
        default: bytes.insert(contentsOf: signs.randomElement(using: &random)!, at: place)
        }
    }
}
