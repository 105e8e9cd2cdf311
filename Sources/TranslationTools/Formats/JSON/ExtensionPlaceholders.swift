// What messages of browsers' extensions say of the names in their texts.

internal import JSON
internal import Localization

/// The members `placeholders` in a file of a browser's extension: `chrome.i18n`, "Locale-Specific Message
/// reference". Each message has its own; a browser refuses an extension in which one lacks a name.
enum ExtensionPlaceholders {
    static let memberName = "placeholders"

    /// The definitions of all messages that have some, as the file has them.
    static func definitions(in root: LocatedJSON, of bytes: [UInt8]) -> [String: JSON] {
        var definitions: [String: JSON] = [:]
        for member in root.members {
            guard let known = member.value.member(memberName)?.value, !known.members.isEmpty else { continue }
            definitions[member.name] = try? JSONReader.value(of: Array(bytes[known.range]))
        }
        return definitions
    }

    /// The names that texts show and their messages do not define. Letters are equal in either case.
    static func undefined(
        in root: LocatedJSON, of bytes: [UInt8], textName: String
    ) -> [JSONTexts.Finding] {
        root.members.flatMap { member -> [JSONTexts.Finding] in
            guard let text = member.value.member(textName)?.value, let shown = text.string,
                shown.utf8.contains(UInt8(ascii: "$"))
            else { return [] }
            let defined = Set(
                (member.value.member(memberName)?.value.members ?? []).map { $0.name.lowercased() })
            // From name to name: a text may have thousands.
            var (offset, read) = (text.range.lowerBound + 1, 0)
            return NamedPlaceholders.browserExtension(shown).placeholders.compactMap { placeholder in
                guard case .name(let name) = placeholder.argument, !defined.contains(name) else { return nil }
                offset = LocatedJSON.offset(
                    inString: offset - 1..<text.range.upperBound, of: bytes,
                    after: placeholder.range.lowerBound - read)
                read = placeholder.range.lowerBound
                return JSONTexts.Finding(
                    kind: .jsonUndefinedPlaceholder, facts: [member.name, placeholder.source], offset: offset)
            }
        }
    }
}
