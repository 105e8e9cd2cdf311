// Locale identifiers in any spelling: language, script and region.

internal import CICU
internal import Support

/// A locale as users, files and operating systems spell it: POSIX (`sr_RS.UTF-8@latin`), BCP 47
/// (`sr-Latn-RS`, `de-u-co-phonebk`) or ICU (`de_DE@collation=phonebook`).
///
/// The spelling is validated once, here. `identifier` has the requested locale in one orthography
/// (`zh_Hant_TW`); equality and hashing use the canonical form, in which a script that the other subtags
/// imply is left out (`zh_Hant_TW` equals `zh_TW`, `zh_Hans` equals `zh`), retired codes and those of three
/// letters are replaced (`iw` and `heb` equal `he`) and variants are sorted.
public struct LocaleIdentifier: Sendable {
    /// The parts of a locale in one object: catalogs copy locales by the million, one with each text, and a
    /// copy must not count a reference for every string.
    private final class Parts: Sendable {
        let language: String
        let script: String?
        let region: String?
        let variants: [String]
        let keywords: String
        let identifier: String
        /// The form that equality uses.
        let canonical: String

        init(language: String, script: String?, region: String?, variants: [String], keywords: String) {
            self.language = language
            self.script = script
            self.region = region
            self.variants = variants
            self.keywords = keywords
            self.identifier = LocaleIdentifier.joined(language, script, region, variants)
            var canonicalScript = script
            if let script,
                LocaleIdentifier.likelySubtags(LocaleIdentifier.joined(language, nil, region, []))?.script
                    == script
            {
                canonicalScript = nil
            }
            // The order of variants has no meaning (UTS #35, "Canonical Unicode Locale Identifiers").
            let canonical = LocaleIdentifier.joined(language, canonicalScript, region, variants.sorted())
            self.canonical = keywords.isEmpty ? canonical : canonical + "@" + keywords
        }
    }

    private let parts: Parts

    /// The most bytes of a locale's name. ICU's buffers take 157 characters.
    private static let longest = 120

    /// English: the language of the source texts, and the last resort of every negotiation.
    public static let english = LocaleIdentifier("en")!

    /// The root of all locales, `und`: the rules for texts without a language.
    package static let root = LocaleIdentifier("und")!

    /// The language subtag in lower case, of two letters if there is such a code; `en` for
    /// the POSIX locales `C` and `POSIX`.
    public var language: String { parts.language }
    /// The script subtag in title case, as spelled; see `likelyScript` for the implied one.
    public var script: String? { parts.script }
    /// The region subtag in upper case.
    public var region: String? { parts.region }
    /// Variants in lower case, such as `valencia`; none twice.
    public var variants: [String] { parts.variants }
    /// ICU keywords, such as `collation=phonebook`; empty if there are none.
    package var keywords: String { parts.keywords }
    /// The normalized spelling: `de_DE`, `sr_Latn_RS`; without keywords.
    public var identifier: String { parts.identifier }

    /// Reads a locale in any of the spellings above.
    ///
    /// - Returns: `nil` if the text does not have the form of a locale. Whether the
    ///   language exists: see `isKnown`.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count <= Self.longest else { return nil }
        let text = String(text)
        if let known = Self.read[text] {
            self = known
        } else {
            self.init(reading: text)
            Self.read.keep(self, as: text)
        }
    }

    /// The locales last read: files repeat the same few for each of their texts.
    private static let read = Cache<String, LocaleIdentifier>(limit: 500)

    private init?(reading text: String) {
        var spelled = text
        // `C` and `POSIX` mean English (setlocale(3)).
        if ["C", "POSIX"].contains(spelled.prefix { $0 != "." && $0 != "@" }) {
            spelled = "en"
        }
        guard spelled.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }

        var modifiers: [Substring] = []
        var keywords = ""
        var privateVariants: [String] = []
        if let at = spelled.firstIndex(of: "@") {
            let suffix = spelled[spelled.index(after: at)...]
            if suffix.contains("=") {
                keywords = suffix.lowercased()
            } else {
                modifiers = suffix.split(separator: ",")
            }
            spelled = String(spelled[..<at])
        }
        if let dot = spelled.firstIndex(of: ".") { spelled = String(spelled[..<dot]) }
        if let extensions = Self.unicodeExtension(in: spelled) {
            guard let found = Self.extensions(ofLanguageTag: spelled) else { return nil }
            keywords = found.keywords
            privateVariants = found.variants
            spelled = String(spelled[..<extensions])
        }

        var subtags = spelled.split(omittingEmptySubsequences: false) { $0 == "_" || $0 == "-" }.map(
            String.init)
        guard let first = subtags.first, Self.isAlphabetic(first, 2...8), first.count != 4 else { return nil }
        subtags.removeFirst()
        let preferred = Self.preferredCode(first.lowercased())
        let language = Self.replacements[preferred] ?? preferred
        var script: String?
        if let next = subtags.first, Self.isAlphabetic(next, 4...4) {
            script = next.prefix(1).uppercased() + next.dropFirst().lowercased()
            subtags.removeFirst()
        }
        var region: String?
        if let next = subtags.first,
            Self.isAlphabetic(next, 2...2)
                || (next.count == 3 && next.allSatisfy { $0.isASCII && $0.isNumber })
        {
            region = next.uppercased()
            subtags.removeFirst()
        }
        // ICU spells a variant without a region as `en__POSIX`. Only variants follow, so any length is
        // allowed, also those that BCP 47 excludes.
        var lengths = 4...8
        if subtags.first == "" {
            subtags.removeFirst()
            lengths = Self.modifierLengths
        }
        var variants: [String] = []
        for subtag in subtags {
            guard Self.isAlphanumeric(subtag, lengths) else { return nil }
            variants.append(subtag.lowercased())
        }
        for modifier in modifiers.map({ $0.lowercased() }) {
            if let named = Self.scriptModifiers[modifier] {
                script = script ?? named
            } else if modifier != "euro" {
                guard Self.isAlphanumeric(modifier, Self.modifierLengths) else { return nil }
                variants.append(modifier)
            }
        }
        for variant in privateVariants
        where !variants.contains(variant) && Self.isAlphanumeric(variant, Self.modifierLengths) {
            variants.append(variant)
        }
        guard Set(variants).count == variants.count else { return nil }
        if first.lowercased() == "sh" { script = script ?? "Latn" }

        self.init(language: language, script: script, region: region, variants: variants, keywords: keywords)
        // Extensions take more bytes as keywords; this locale must be read back.
        guard icuIdentifier.utf8.count <= Self.longest else { return nil }
    }

    private init(language: String, script: String?, region: String?, variants: [String], keywords: String) {
        parts = Parts(
            language: language, script: script, region: region, variants: variants, keywords: keywords)
    }

    /// Whether ISO 639 and ICU know the language.
    public var isKnown: Bool {
        // Called for few locales, so a scan of the list is faster than a set.
        var next = icu_isoLanguages()
        while let name = next?.pointee {
            if language.utf8.elementsEqual(CString(start: name)) { return true }
            next = next?.successor()
        }
        return false
    }

    /// The locale without keywords: `de-u-co-phonebk` uses the texts of `de`.
    public var base: LocaleIdentifier {
        keywords.isEmpty
            ? self
            : Self(language: language, script: script, region: region, variants: variants, keywords: "")
    }

    /// ICU's spelling: `identifier`, and the keywords after `@`.
    package var icuIdentifier: String { keywords.isEmpty ? identifier : identifier + "@" + keywords }

    /// The BCP 47 language tag, such as `sr-Latn-RS`, for `Content-Language` and the like.
    ///
    /// It names this locale again, but variants of more than eight characters are left out, and ICU
    /// replaces retired codes of regions. Variants that BCP 47 excludes are in its private use, as CLDR
    /// spells them: `en-x-lvariant-quot`.
    public var languageTag: String {
        (try? filledString("uloc_toLanguageTag", locale: icuIdentifier) {
            icu_languageTag(icuIdentifier, $0, $1, &$2)
        })
            ?? identifier.replacing("_", with: "-")
    }

    /// The script that readers of this locale expect, by CLDR's likely subtags (`Hant` for `zh_TW`).
    public var likelyScript: String? { script ?? Self.likelySubtags(identifier)?.script }

    /// The same locale with its most likely region by CLDR, `pt_BR` for `pt` and `zh_Hant_TW` for `zh_Hant`;
    /// `nil` if it has a region or none is known.
    public var withLikelyRegion: LocaleIdentifier? {
        guard region == nil, let likely = Self.likelySubtags(identifier)?.region else { return nil }
        return Self(
            language: language, script: script, region: likely, variants: variants, keywords: keywords)
    }

    /// Whether the locale's script is written from right to left.
    public var isRightToLeft: Bool { icu_isRightToLeft(identifier) != 0 }

    /// The next locale of the fallback chain: CLDR's parent locale (`es_419` for `es_MX`, `zh_Hant` for
    /// `zh_TW`), otherwise the locale without its last subtag; `nil` for a language alone, and for a language
    /// in a script that is not its usual one (UTS #35, "Parent Locales").
    public var parent: LocaleIdentifier? {
        if !keywords.isEmpty { return base.parent }
        if !variants.isEmpty {
            return Self(
                language: language, script: script, region: region, variants: Array(variants.dropLast()),
                keywords: "")
        }
        // CLDR's table names locales with their scripts where these matter (`zh_Hant_MO`).
        let likely = Self.likelySubtags(identifier)?.script
        let names = [identifier, Self.joined(language, script ?? likely, region, [])]
        for name in names {
            if let parent = parentLocales[name] { return parent == "root" ? nil : LocaleIdentifier(parent) }
        }
        if region != nil {
            // The region may imply another script than the language's usual one: the parent of
            // `zh_TW` is `zh_Hant`, never `zh`.
            var script = script
            if script == nil, let likely, likely != Self.likelySubtags(language)?.script { script = likely }
            return Self(language: language, script: script, region: nil, variants: [], keywords: "")
        }
        if let script, Self.likelySubtags(language)?.script == script {
            return Self(language: language, script: nil, region: nil, variants: [], keywords: "").sibling(
                unequalTo: self)
        }
        return nil
    }

    /// This locale and its parents, nearest first: `de_AT, de`; without the root.
    public var lineage: [LocaleIdentifier] {
        var found = [self]
        while let next = found[found.count - 1].parent, !found.contains(next) { found.append(next) }
        return found
    }

    /// The locale's name in the language of `reader`, such as `Deutsch (Österreich)`.
    public func displayName(in reader: LocaleIdentifier) -> String {
        let name = try? filledUTF16("uloc_getDisplayName", locale: icuIdentifier) {
            icu_displayName(icuIdentifier, reader.identifier, $0, $1, &$2)
        }
        return name.map { String(decoding: $0, as: UTF16.self) } ?? identifier
    }

    /// The locale's name in the language of `reader`, preferring names of dialects (CLDR): `Österreichisches
    /// Deutsch`, and `简体中文` in Chinese. Web browsers do the same by default (`Intl.DisplayNames`).
    public func dialectName(in reader: LocaleIdentifier) -> String {
        let name = try? filledUTF16("uldn_localeDisplayName", locale: icuIdentifier) {
            icu_dialectName(icuIdentifier, reader.identifier, $0, $1, &$2)
        }
        return name.map { String(decoding: $0, as: UTF16.self) } ?? identifier
    }

    private func sibling(unequalTo other: LocaleIdentifier) -> LocaleIdentifier? {
        self == other ? nil : self
    }

    private static func joined(
        _ language: String, _ script: String?, _ region: String?, _ variants: [String]
    ) -> String {
        var parts = [language]
        if let script { parts.append(script) }
        if let region { parts.append(region) }
        // A variant that was a modifier (`en@quot`, `sr@ijekavianlatin`) could otherwise be
        // read as a script, or not at all.
        let regular = (region == nil ? 5 : 4)...8
        if !variants.allSatisfy({ regular.contains($0.utf8.count) })
            || (parts.count == 1 && variants.first.map(beginsLikeScript) == true)
        {
            parts.append("")
        }
        return (parts + variants.map { $0.uppercased() }).joined(separator: "_")
    }

    /// Whether a variant begins with four letters and a digit (`luna1918`): ICU takes these
    /// letters after a language for a script.
    private static func beginsLikeScript(_ variant: String) -> Bool {
        variant.count > 4 && isAlphabetic(String(variant.prefix(4)), 4...4)
            && variant.dropFirst(4).first?.isNumber == true
    }

    /// The length of a variant at a position where nothing else may occur.
    private static let modifierLengths = 3...24

    private static func isAlphanumeric(_ text: String, _ lengths: ClosedRange<Int>) -> Bool {
        lengths.contains(text.utf8.count) && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    private static func isAlphabetic(_ text: String, _ lengths: ClosedRange<Int>) -> Bool {
        lengths.contains(text.utf8.count)
            && text.utf8.allSatisfy { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }
    }

    /// The index at which `-u-` (or another singleton) begins in a language tag.
    private static func unicodeExtension(in tag: String) -> String.Index? {
        var start = tag.startIndex
        while let separator = tag[start...].firstIndex(where: { $0 == "-" || $0 == "_" }) {
            let next = tag.index(after: separator)
            let subtag = tag[next...].prefix { $0 != "-" && $0 != "_" }
            if subtag.count == 1 { return separator }
            start = next
        }
        return nil
    }

    /// The ICU keywords of a language tag's extensions, and the variants, in lower case, that ICU finds in
    /// the whole tag: also those of `u-va-posix` and `x-lvariant-quot`. `nil` if ICU cannot read all of it.
    private static func extensions(ofLanguageTag tag: String) -> (keywords: String, variants: [String])? {
        let tag = tag.replacing("_", with: "-")
        var parsed: Int32 = 0
        let id = try? filledString("uloc_forLanguageTag", locale: tag) {
            icu_localeForLanguageTag(tag, $0, $1, &parsed, &$2)
        }
        guard let id, Int(parsed) == tag.utf8.count else { return nil }
        let base = id.prefix { $0 != "@" }
        // After the language, a script has four letters, a region at most three characters; variants follow.
        var subtags = base.split(separator: "_", omittingEmptySubsequences: false).dropFirst()
        if let script = subtags.first, isAlphabetic(String(script), 4...4) { subtags.removeFirst() }
        if let region = subtags.first, region.count < 4 { subtags.removeFirst() }
        return (String(id.dropFirst(base.count + 1)), subtags.map { $0.lowercased() })
    }

    /// CLDR's likely script and region of a locale.
    private static func likelySubtags(_ identifier: String) -> (script: String?, region: String?)? {
        let full = try? filledString("uloc_addLikelySubtags", locale: identifier) {
            icu_addLikelySubtags(identifier, $0, $1, &$2)
        }
        guard let parts = full?.split(separator: "_"), parts.count > 1 else { return nil }
        let script = parts.first { $0.count == 4 }.map(String.init)
        let region = parts.dropFirst().first { $0.count == 2 || ($0.count == 3 && $0.allSatisfy(\.isNumber)) }
        return (script, region.map(String.init))
    }

    /// The code of two letters for one of three, or the one that replaced it (RFC 5646, sections 2.2.1 and
    /// 3.1.7); the same code if there is none.
    private static func preferredCode(_ language: String) -> String {
        guard language.utf8.count == 3 else { return language }
        let code = try? filledString("uloc_toLanguageTag", locale: language) {
            icu_languageTag(language, $0, $1, &$2)
        }
        return code ?? language
    }

    /// Codes that ISO 639 retired but files still use (CLDR, supplementalMetadata, languageAlias).
    private static let replacements = [
        "iw": "he", "in": "id", "ji": "yi", "mo": "ro", "tl": "fil", "sh": "sr", "jw": "jv",
    ]

    /// Modifiers for scripts in locale names of glibc and of PO files.
    private static let scriptModifiers = [
        "latin": "Latn", "latn": "Latn", "cyrillic": "Cyrl", "cyrl": "Cyrl", "arabic": "Arab", "arab": "Arab",
        "devanagari": "Deva", "deva": "Deva", "hans": "Hans", "hant": "Hant", "shaw": "Shaw",
    ]
}

/// The bytes of a C string.
private struct CString: Sequence, IteratorProtocol {
    private var byte: UnsafePointer<CChar>

    init(start: UnsafePointer<CChar>) { byte = start }

    mutating func next() -> UInt8? {
        guard byte.pointee != 0 else { return nil }
        defer { byte += 1 }
        return UInt8(bitPattern: byte.pointee)
    }
}

extension LocaleIdentifier: Hashable, CustomStringConvertible {
    /// Whether both are the same locale, in any spelling.
    public static func == (left: LocaleIdentifier, right: LocaleIdentifier) -> Bool {
        left.parts === right.parts || left.parts.canonical == right.parts.canonical
    }

    /// Hashes the canonical form.
    public func hash(into hasher: inout Hasher) { hasher.combine(parts.canonical) }

    /// The identifier, such as `de_DE`.
    public var description: String { identifier }
}
