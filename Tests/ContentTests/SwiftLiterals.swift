// Finds the string literals of Swift sources without a compiler.

import TestSupport

/// A string literal, and the code right before it.
struct SwiftLiteral: Sendable {
    var file: String
    /// Its contents as written, with escapes.
    var text: String
    /// The code before it on the same line and the line before, white space folded.
    var code: Substring

    /// All literals of the Swift files below a folder.
    static func all(below folder: String) throws -> [SwiftLiteral] {
        var literals: [SwiftLiteral] = []
        for name in try names(inFolder: folder) {
            let path = folder + "/" + name
            if name.hasSuffix(".swift") {
                var scanner = Scanner(file: path, characters: Array(try contents(of: path).unicodeScalars))
                scanner.code(until: nil)
                literals += scanner.literals
            } else if !name.contains(".") {
                literals += try all(below: path)
            }
        }
        return literals
    }

    /// Scans code, comments and literals, and the code inside literals.
    private struct Scanner {
        let file: String
        let characters: [Unicode.Scalar]
        var position = 0
        var literals: [SwiftLiteral] = []
        /// The code that was scanned last.
        private var behind = ""

        init(file: String, characters: [Unicode.Scalar]) {
            self.file = file
            self.characters = characters
        }

        private func isNext(_ text: String) -> Bool {
            characters[position...].starts(with: text.unicodeScalars)
        }

        mutating func code(until end: Unicode.Scalar?) {
            var depth = 0
            while position < characters.count {
                let character = characters[position]
                if depth == 0, character == end { return }
                if isNext("//") {
                    while position < characters.count, characters[position] != "\n" { position += 1 }
                } else if isNext("\"") || isNext("#\"") {
                    literal()
                } else {
                    if character == "(" { depth += 1 }
                    if character == ")" { depth -= 1 }
                    let isBlank = character == "\n" || character == " "
                    if !isBlank || behind.last != " " {
                        behind.unicodeScalars.append(isBlank ? " " : character)
                    }
                    position += 1
                }
            }
        }

        private mutating func literal() {
            let code = behind.suffix(80)
            let sign = isNext("#\"") ? "#" : ""
            let quote = isNext(sign + "\"\"\"") ? "\"\"\"" : "\""
            position += sign.count + quote.count
            let escape = "\\" + sign
            var text = ""
            while position < characters.count, !isNext(quote + sign) {
                if isNext(escape + "(") {
                    position += escape.count + 1
                    self.code(until: ")")
                    text += "\\()"
                    position += 1
                } else {
                    let length = isNext(escape) ? escape.count + 1 : 1
                    text.unicodeScalars.append(contentsOf: characters[position..<position + length])
                    position += length
                }
            }
            position += quote.count + sign.count
            literals.append(SwiftLiteral(file: file, text: text, code: code))
            behind += "\"\""
        }
    }
}
