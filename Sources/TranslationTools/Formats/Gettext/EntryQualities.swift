// Properties of messages and entries that decide how gettext's files show them.

internal import Localization

extension GettextOptions {
    /// The flag of texts that only look as if they had specifiers: `100% of the screen`.
    static let noFormatFlag = "no-objc-format"
}

extension TranslationUnit {
    /// Whether gettext is to compare specifiers: the source has some, and none of
    /// them is a mistake or probably text.
    var isFormat: Bool {
        guard let source, source.containsForm(where: \.hasDirectives) else { return false }
        return source.isFormat && !source.containsForm { $0.hasProblems }
    }

    /// The flag that tells gettext's tools whether the texts are formats; `nil`
    /// where they see that themselves.
    var formatFlag: String? {
        if isFormat { return PlaceholderSyntax.objectiveC.flag }
        return source?.containsForm(where: \.hasDirectives) == true ? GettextOptions.noFormatFlag : nil
    }
}

extension FormatString {
    /// Whether anything in the text is, or looks like, a specifier.
    fileprivate var hasDirectives: Bool {
        segments.contains { if case .literal = $0 { false } else { true } }
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
    /// Whether the text contains U+0000. Reads eight bytes at a time, because
    /// every text of a project is searched.
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

extension String {
    /// Whether a text uses an argument but not the one before it.
    var skipsArguments: Bool {
        guard utf8.contains(UInt8(ascii: "$")) else { return false }
        let positions = Set(FormatString(self).specifiers.compactMap(\.position))
        return (positions.max() ?? 0) > positions.count
    }
}
