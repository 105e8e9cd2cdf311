// Splits a line into fields: the value of --delimiter.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The end of a field. It belongs to the field before it, as in fzf, so that adjacent fields keep their
/// distance.
enum FieldDelimiter: Equatable {
    /// White space. White space before the first field is dropped, as in awk.
    case whitespace
    case text([UInt8])
    case pattern(RegularExpression)

    /// Reads the value of the option. As in fzf, a value with special characters of regular expressions is
    /// one, unless it is a single character or not a valid expression.
    init(_ value: String) {
        let value = value.replacing("\\t", with: "\t")
        let special = value.contains { "\\^$.|?*+()[]{}".contains($0) }
        if special, value.count > 1, let pattern = RegularExpression(value) {
            self = .pattern(pattern)
        } else {
            self = value.isEmpty ? .whitespace : .text(Array(value.utf8))
        }
    }

    /// The fields of a line, each with its delimiter.
    func fields(of line: [UInt8]) -> [ArraySlice<UInt8>] {
        var fields: [ArraySlice<UInt8>] = []
        var rest = line[...]
        if self == .whitespace { rest = rest.drop(while: Self.isBlank) }
        while let end = firstDelimiter(in: rest, of: line), !rest.isEmpty {
            fields.append(rest[..<end.upperBound])
            rest = rest[end.upperBound...]
        }
        if !rest.isEmpty || self != .whitespace { fields.append(rest) }
        return fields
    }

    /// A text without a delimiter at its end.
    func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        switch self {
        case .whitespace:
            var text = text
            while text.last.map(Self.isBlank) == true { text.removeLast() }
            return text
        case .text(let delimiter):
            return text.suffix(delimiter.count).elementsEqual(delimiter)
                ? text.dropLast(delimiter.count) : text
        case .pattern(let pattern):
            var rest = text
            let whole = Array(text)
            while let match = pattern.firstMatch(in: whole, from: rest.startIndex - text.startIndex) {
                let (start, end) = (text.startIndex + match.lowerBound, text.startIndex + match.upperBound)
                if end == text.endIndex { return text[..<start] }
                rest = text[end...]
            }
            return text
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private func firstDelimiter(in rest: ArraySlice<UInt8>, of line: [UInt8]) -> Range<Int>? {
        switch self {
        case .whitespace:
            guard let start = rest.firstIndex(where: Self.isBlank) else { return nil }
            return start..<(rest[start...].firstIndex { !Self.isBlank($0) } ?? rest.endIndex)
        case .text(let delimiter): return rest.firstRange(of: delimiter)
        case .pattern(let pattern): return pattern.firstMatch(in: line, from: rest.startIndex)
        }
    }
}

/// An extended regular expression of POSIX over bytes, with `\d` and the C library's extensions, such as
/// `\s`.
final class RegularExpression: Sendable, Equatable {
    let source: String
    // Compiled once and only read: `regexec` may run in several threads.
    nonisolated(unsafe) private let compiled: UnsafeMutablePointer<regex_t>

    /// - Returns: `nil` if the text is not an expression.
    init?(_ source: String) {
        // `deinit` frees the memory of a property, even if this initializer fails.
        let new = UnsafeMutablePointer<regex_t>.allocate(capacity: 1)
        guard regcomp(new, source.replacing("\\d", with: "[0-9]"), REG_EXTENDED) == 0 else {
            new.deallocate()
            return nil
        }
        self.source = source
        compiled = new
    }

    deinit {
        regfree(compiled)
        compiled.deallocate()
    }

    static func == (one: RegularExpression, other: RegularExpression) -> Bool { one.source == other.source }

    /// The range of the first match at or after an offset that is not empty.
    func firstMatch(in bytes: [UInt8], from start: Int) -> Range<Int>? {
        bytes.withUnsafeBytes { bytes -> Range<Int>? in
            var start = start
            while start < bytes.count, let base = bytes.baseAddress {
                // With REG_STARTEND the expression reads exactly these bytes, which may include zero bytes.
                var match = regmatch_t(rm_so: regoff_t(start), rm_eo: regoff_t(bytes.count))
                let flags = REG_STARTEND | (start > 0 ? REG_NOTBOL : 0)
                guard regexec(compiled, base.assumingMemoryBound(to: CChar.self), 1, &match, flags) == 0
                else {
                    return nil
                }
                if match.rm_eo > match.rm_so { return Int(match.rm_so)..<Int(match.rm_eo) }
                start = Int(match.rm_eo) + 1
            }
            return nil
        }
    }
}
