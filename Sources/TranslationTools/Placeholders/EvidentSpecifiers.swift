// Specifiers that are no other text.

internal import Localization

extension FormatString {
    /// The specifiers that nothing but a format has: `%s`, `%1$d`, `%ld`, `%@` without a flag
    /// or width, neither after a digit or another percent sign, as in `100%s`, nor before a
    /// letter or a digit, as in `%C3%A9`.
    var evidentSpecifiers: Set<String> {
        let bytes = Array(source.utf8)
        func isWord(_ index: Int) -> Bool {
            guard bytes.indices.contains(index) else { return false }
            let byte = bytes[index]
            return byte >= 0x80 || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
        }
        return Set(
            specifiers.compactMap { specifier in
                let isBare = specifier.flags == [] && specifier.width == nil && specifier.precision == nil
                guard isBare, "@sdiuf".utf8.contains(specifier.source.utf8.last ?? 0),
                    !isWord(specifier.range.lowerBound - 1), !isWord(specifier.range.upperBound),
                    specifier.range.lowerBound == 0 || bytes[specifier.range.lowerBound - 1] != 0x25
                else { return nil }
                return specifier.source
            })
    }
}
