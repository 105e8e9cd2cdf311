// `%arg` and the specifier that it stands for: string catalogs write the one, printf the other.

internal import Localization

/// Exchanges `%arg` and specifiers in the forms of a substitution.
enum CountedArgumentText {
    /// A text with a specifier in place of each `%arg`.
    static func spelledOut(_ text: String, as specifier: String) -> String {
        guard text.utf8.contains(0x25) else { return text }
        var result: [UInt8] = []
        let source = Array(text.utf8)
        var index = 0
        while index < source.count {
            if source[index] != 0x25 {
                result.append(source[index])
                index += 1
            } else if source[index...].starts(with: "%arg".utf8) {
                result += specifier.utf8
                index += 4
            } else {
                // Of `%%`, the second sign begins nothing.
                let isEscaped = index + 1 < source.count && source[index + 1] == 0x25
                result += source[index..<index + (isEscaped ? 2 : 1)]
                index += isEscaped ? 2 : 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// A text with `%arg` in place of each specifier that is spelled so; the text itself where the way
    /// back would not give the same bytes.
    static func abbreviated(_ format: FormatString, from specifier: String) -> String {
        let source = Array(format.source.utf8)
        var result: [UInt8] = []
        var end = 0
        for found in format.specifiers where found.source == specifier {
            result += source[end..<found.range.lowerBound]
            result += "%arg".utf8
            end = found.range.upperBound
        }
        guard end > 0 else { return format.source }
        result += source[end...]
        let text = String(decoding: result, as: UTF8.self)
        let back = spelledOut(text, as: specifier)
        return back.utf8.elementsEqual(format.source.utf8) ? text : format.source
    }
}

extension Unicode.Scalar {
    /// The code point as Unicode writes it: `U+0001`.
    var codePointName: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }
}
