// Properties of messages and entries that decide how gettext's files show them.

internal import Localization

extension GettextOptions {
    /// The flag of texts with specifiers as Apple's and this library's formats have them.
    static let formatFlag = "objc-format"
}

extension TranslationUnit {
    /// Whether a text of the source has specifiers, and none of them is a mistake.
    var isFormat: Bool {
        guard let source else { return false }
        var hasSpecifiers = false
        func isSound(_ format: FormatString) -> Bool {
            for segment in format.segments {
                if case .literal = segment { continue }
                hasSpecifiers = true
            }
            return !format.problems.contains { $0.severity == .error }
        }
        return source.text.map(isSound) != false && source.plural.values.allSatisfy(isSound)
            && source.devices.values.allSatisfy(isSound)
            && source.substitutions.values.allSatisfy { $0.values.allSatisfy(isSound) } && hasSpecifiers
    }
}

extension POEntry {
    /// Whether any text contains U+0000.
    var containsNullCharacter: Bool {
        identifier.containsNullCharacter || context?.containsNullCharacter == true
            || plural?.containsNullCharacter == true || translations.contains(where: \.containsNullCharacter)
    }
}

extension String {
    /// Whether the text contains U+0000. Reads eight bytes at a time, because every text of a project is searched.
    fileprivate var containsNullCharacter: Bool {
        var text = self
        return text.withUTF8 { utf8 in
            let bytes = UnsafeRawBufferPointer(utf8)
            var offset = 0
            while offset + 8 <= bytes.count {
                let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                // A byte is zero where taking 1 from it borrows.
                if (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080 != 0 { return true }
                offset += 8
            }
            return bytes[offset...].contains(0)
        }
    }
}
