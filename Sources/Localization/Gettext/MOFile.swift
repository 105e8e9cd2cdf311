// Compiled message catalogs of GNU gettext, with the lookups of its four functions.

internal import ICU
internal import Support

/// A compiled message catalog (MO file) of GNU gettext.
///
/// Reads both byte orders, and revisions 0 and 1 with system-dependent strings. The file's
/// hash table is checked but not used.
public struct MOFile: Sendable {
    /// A message.
    public struct Entry: Sendable, Hashable {
        /// The context (`msgctxt`), if any.
        public let context: String?
        /// The original text (`msgid`).
        public let identifier: String
        /// The original plural (`msgid_plural`), if the message has plural forms.
        public let plural: String?
        /// The translation, or one for each plural form.
        public let translations: [String]
    }

    /// The header; without fields if the file has none.
    public let header: GettextHeader
    /// All messages except the header, in the file's order.
    public let entries: [Entry]
    /// Whether the file's numbers have their most significant byte first.
    public let isBigEndian: Bool
    /// The rule for plural forms; the Germanic rule if the header has no usable one.
    public let pluralForms: PluralForms
    /// Why the header's rule cannot be used; `nil` if it can, or if there is none.
    public let pluralFormsFailure: PluralForms.Failure?
    /// The indices in `entries` of messages with bytes that are invalid in the file's
    /// encoding. U+FFFD replaces those bytes.
    public let damagedEntries: [Int]
    private let indices: [String: Int]

    /// Reads a file.
    ///
    /// - Throws: `MOError`. Malicious files too cause only this error.
    public init(_ bytes: [UInt8]) throws(MOError) {
        let reader = try MOReader(bytes)
        isBigEndian = reader.isBigEndian
        let headerBytes = reader.pairs.first { $0.original.isEmpty }?.translation ?? []
        header = GettextHeader(String(decoding: headerBytes.prefix { $0 != 0 }, as: UTF8.self))
        let decode = try Self.decoder(for: header.charset)

        var failure: PluralForms.Failure?
        var forms = PluralForms.germanic
        if let field = header["Plural-Forms"] {
            do throws(PluralForms.Failure) {
                forms = try PluralForms(field)
            } catch {
                failure = error
            }
        }
        pluralForms = forms
        pluralFormsFailure = failure

        var entries: [Entry] = []
        var indices: [String: Int] = [:]
        var damaged: [Int] = []
        entries.reserveCapacity(reader.pairs.count)
        indices.reserveCapacity(reader.pairs.count)
        for pair in reader.pairs where !pair.original.isEmpty {
            var isDamaged = false
            let entry = Self.entry(pair) { part in
                let decoded = decode(part)
                if decoded.isDamaged { isDamaged = true }
                return decoded.text
            }
            if isDamaged { damaged.append(entries.count) }
            let key = Self.key(entry.identifier, entry.context)
            if indices[key] == nil { indices[key] = entries.count }
            entries.append(entry)
        }
        self.entries = entries
        self.indices = indices
        damagedEntries = damaged
    }

    /// The entry for an original text in a context.
    public func entry(for identifier: String, context: String? = nil) -> Entry? {
        indices[Self.key(identifier, context)].map { entries[$0] }
    }

    // MARK: gettext's functions

    /// The translation of a text; the text itself if there is none.
    public func gettext(_ identifier: String) -> String {
        entry(for: identifier)?.translations.first ?? identifier
    }

    /// The translation of a text in a context; the text itself if there is none.
    public func pgettext(_ context: String, _ identifier: String) -> String {
        entry(for: identifier, context: context)?.translations.first ?? identifier
    }

    /// The translation for a number. If there is none, the original singular or plural by the English rule.
    public func ngettext(_ identifier: String, _ plural: String, _ number: UInt64) -> String {
        translation(of: entry(for: identifier), number) ?? (number == 1 ? identifier : plural)
    }

    /// The translation for a number in a context. If there is none, the original
    /// singular or plural by the English rule.
    public func npgettext(
        _ context: String, _ identifier: String, _ plural: String, _ number: UInt64
    ) -> String {
        translation(of: entry(for: identifier, context: context), number)
            ?? (number == 1 ? identifier : plural)
    }

    /// If the file's rule selects a form that does not exist, the first form is used, as in GNU gettext. If
    /// the rule divides by zero, there is no translation.
    private func translation(of entry: Entry?, _ number: UInt64) -> String? {
        guard let entry else { return nil }
        do throws(PluralForms.Failure) {
            let index = try pluralForms.index(for: number)
            return index < entry.translations.count ? entry.translations[index] : entry.translations.first
        } catch .indexOutOfRange {
            return entry.translations.first
        } catch {
            return nil
        }
    }

    // MARK: Reading

    /// MO files too separate context and text by U+0004.
    private static func key(_ identifier: String, _ context: String?) -> String {
        context.map { $0 + "\u{4}" + identifier } ?? identifier
    }

    private static func entry(_ pair: MOReader.Pair, _ decode: (ArraySlice<UInt8>) -> String) -> Entry {
        var original = pair.original[...]
        var context: String?
        if let end = original.firstIndex(of: 0x04) {
            context = decode(original[..<end])
            original = original[(end + 1)...]
        }
        let parts = original.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        let plural = parts.count > 1 ? decode(parts[1].prefix { $0 != 0 }) : nil
        let translations =
            plural == nil
            ? [decode(pair.translation.prefix { $0 != 0 })]
            : pair.translation.split(separator: 0, omittingEmptySubsequences: false).map(decode)
        return Entry(
            context: context, identifier: decode(parts[0]), plural: plural, translations: translations)
    }

    private typealias Decoder = (ArraySlice<UInt8>) -> (text: String, isDamaged: Bool)

    private static func decoder(for charset: String?) throws(MOError) -> Decoder {
        let unicode: Decoder = { bytes in
            if let text = String(validating: bytes, as: UTF8.self) { return (text.streamSafe, false) }
            return (String(streamSafe: bytes), true)
        }
        guard let charset, !["utf-8", "utf8", "us-ascii", "ascii"].contains(charset) else { return unicode }
        guard let converter = CharacterDecoder(named: charset) else { throw .unknownCharset(charset) }
        return { bytes in
            guard let text = try? converter.decoded(bytes) else { return unicode(bytes) }
            return (text, text.unicodeScalars.contains("\u{FFFD}"))
        }
    }
}
