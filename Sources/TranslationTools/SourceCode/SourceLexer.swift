// Divides sources into tokens. Sources that do not compile are read to their end, too.

internal import Localization
internal import Support

/// Reads the tokens of a source. What is in a comment is no token.
struct SourceLexer {
    let bytes: [UInt8]
    let language: SourceLanguage
    var position = 0
    /// What is added to offsets: where in the source `bytes` begin.
    var base = 0
    /// The comments that silence checks, by their offsets.
    var annotations: [(offset: Int, checks: Set<String>)] = []
    /// The offsets of literals and comments without an end, and of unknown escapes of Swift.
    var errorOffsets: [Int] = []
    /// The code of an interpolation inside of an interpolation, and so on, is read to this depth.
    static let deepest = 24

    init(_ bytes: [UInt8], language: SourceLanguage) {
        self.bytes = bytes
        self.language = language
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    mutating func tokens() -> [SourceToken] {
        language == .component ? componentTokens() : tokens(until: nil, depth: 0)
    }

    /// The tokens up to a bracket that closes what was opened before; the bracket itself is passed.
    mutating func tokens(until end: UInt8?, depth: Int) -> [SourceToken] {
        var tokens: [SourceToken] = []
        var open = 0
        var startsLine = true
        func add(_ kind: SourceToken.Kind, from start: Int) {
            tokens.append(
                SourceToken(kind: kind, offset: base + start, end: base + position, startsLine: startsLine))
            startsLine = false
        }
        while position < bytes.count {
            let byte = bytes[position]
            let start = position
            if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\t")
                || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\\")
            {
                if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { startsLine = true }
                position += 1
            } else if skipComment() {
                continue
            } else if let literal = literal(depth: depth, after: tokens.last) {
                add(.literal(literal), from: start)
            } else if Self.beginsName(byte) || (byte == UInt8(ascii: "#") && beginsMacro) {
                add(.name(name()), from: start)
            } else if byte == UInt8(ascii: "`"), language == .swift {
                position += 1
                let name = name()
                if peek(0) == UInt8(ascii: "`") { position += 1 }
                add(.name(name), from: start)
            } else if Self.isDigit(byte) {
                add(.number(isInteger: number()), from: start)
            } else if byte == UInt8(ascii: "<"), beginsElement(after: tokens.last) {
                tokens += elements(depth: depth)
                startsLine = false
            } else {
                if let end, byte == end, open == 0 {
                    position += 1
                    return tokens
                }
                if end == UInt8(ascii: ")") || end == UInt8(ascii: "}") {
                    let opening = end == UInt8(ascii: ")") ? UInt8(ascii: "(") : UInt8(ascii: "{")
                    if byte == opening { open += 1 } else if byte == end { open -= 1 }
                }
                add(.sign(sign()), from: start)
            }
        }
        return tokens
    }

    func peek(_ distance: Int) -> UInt8? {
        let index = position + distance
        return index < bytes.count ? bytes[index] : nil
    }

    func isNext(_ text: StaticString, at distance: Int = 0) -> Bool {
        let start = position + distance
        guard start + text.utf8CodeUnitCount <= bytes.count else { return false }
        return text.withUTF8Buffer { buffer in
            for index in 0..<buffer.count where bytes[start + index] != buffer[index] { return false }
            return true
        }
    }

    // MARK: Comments

    /// Passes a comment; those of Swift nest.
    mutating func skipComment() -> Bool {
        guard isNext("/") else { return false }
        let start = position
        if isNext("//") {
            while let byte = peek(0), byte != UInt8(ascii: "\n") { position += 1 }
        } else if isNext("/*") {
            var open = 0
            repeat {
                if isNext("/*"), open == 0 || language == .swift {
                    open += 1
                    position += 2
                } else if isNext("*/") {
                    open -= 1
                    position += 2
                } else {
                    position += 1
                }
            } while open > 0 && position < bytes.count
            if open > 0 { errorOffsets.append(start) }
        } else {
            return false
        }
        annotate(start..<min(position, bytes.count))
        return true
    }

    private mutating func annotate(_ range: Range<Int>) {
        let sign = Array("lint:ignore".utf8)
        guard let colon = bytes[range].firstIndex(of: UInt8(ascii: ":")), colon >= range.lowerBound + 4,
            Array(bytes[range]).contains(sign)
        else { return }
        let comment = String(streamSafe: bytes[range]).split { $0 == "/" || $0 == "*" }
        let checks = EntryAnnotations(comment.joined(separator: " ")).ignoredChecks
        if !checks.isEmpty { annotations.append((base + range.lowerBound, checks)) }
    }

    // MARK: Names, numbers, signs

    static func beginsName(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private var beginsMacro: Bool { language == .swift && peek(1).map(Self.beginsName) == true }

    private mutating func name() -> String {
        let start = position
        position += 1
        while let byte = peek(0), Self.beginsName(byte) || Self.isDigit(byte) { position += 1 }
        return String(decoding: bytes[start..<min(position, bytes.count)], as: UTF8.self)
    }

    /// Passes a number; returns whether it is an integer.
    private mutating func number() -> Bool {
        let isHexadecimal = isNext("0x") || isNext("0X")
        var isInteger = true
        while let byte = peek(0) {
            if byte == UInt8(ascii: "."), !isHexadecimal, isInteger, peek(1).map(Self.isDigit) == true {
                isInteger = false
            } else if byte | 0x20 == UInt8(ascii: "e"), !isHexadecimal {
                isInteger = false
                if peek(1) == UInt8(ascii: "-") || peek(1) == UInt8(ascii: "+") { position += 1 }
            } else if byte == UInt8(ascii: "'"), language == .c, peek(1).map(Self.isDigit) == true {
                // Digits of C++ in groups.
            } else if !Self.isDigit(byte), !Self.beginsName(byte) {
                break
            } else if byte | 0x20 == UInt8(ascii: "f"), language == .c, !isHexadecimal {
                isInteger = false
            }
            position += 1
        }
        return isInteger
    }

    private static let operators = Set("/=-+!*%<>&|^~?".utf8)

    private mutating func sign() -> String {
        let start = position
        position += 1
        // Operators of ranges have dots; a single dot is a sign of its own.
        if bytes[start] == UInt8(ascii: "."), language == .swift {
            while isNext(".") { position += 1 }
            if position > start + 1, isNext("<") { position += 1 }
        } else if Self.operators.contains(bytes[start]) {
            while let byte = peek(0), Self.operators.contains(byte), !isNext("//"), !isNext("/*") {
                position += 1
            }
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }
}
