// Plural categories of numbers.

internal import CICU

/// CLDR's plural rules of a locale (UTS #35, "Language Plural Rules").
///
/// `Sendable`: selecting a category only reads the handle.
package final class PluralRules: Sendable {
    /// Counting (`3 items`) or ranking (`3rd`).
    package enum Kind: Sendable { case cardinal, ordinal }

    nonisolated(unsafe) let handle: OpaquePointer
    private let locale: String

    /// Opens the rules of a locale.
    ///
    /// - Throws: `ICUError` if ICU has no data or no memory; unknown locales get the root's rules.
    package init(_ locale: LocaleIdentifier, kind: Kind = .cardinal) throws(ICUError) {
        let name = locale.identifier
        let handle = try checked("uplrules_openForType", locale: name) {
            icu_openPlurals(
                name, kind == .cardinal ? ICU_UPLURAL_TYPE_CARDINAL : ICU_UPLURAL_TYPE_ORDINAL, &$0)
        }
        guard let handle else {
            throw ICUError(function: "uplrules_openForType", locale: name, status: "no rules")
        }
        self.handle = handle
        self.locale = name
    }

    deinit { icu_closePlurals(handle) }

    /// The CLDR keyword of a number shown without decimals: `zero`, `one`, `two`, `few`, `many` or `other`.
    package func keyword(for number: Double) -> String {
        let keyword = try? filledUTF16("uplrules_select", locale: locale, capacity: 16) {
            icu_selectPlural(handle, number, $0, $1, &$2)
        }
        return keyword.map { String(decoding: $0, as: UTF16.self) } ?? "other"
    }

    /// The CLDR keyword of a number shown with a fixed number of decimals, including zeros: many
    /// languages treat 1.0 differently from 1.
    package func keyword(for number: Double, fractionDigits: Int) -> String {
        guard fractionDigits > 0 else { return keyword(for: number) }
        let format = try? NumberFormatter(
            LocaleIdentifier.english, style: .decimal, fractionDigits: fractionDigits...fractionDigits)
        guard let format else { return keyword(for: number) }
        let keyword = try? filledUTF16("uplrules_selectWithFormat", locale: locale, capacity: 16) {
            icu_selectPluralFormatted(handle, number, format.handle, $0, $1, &$2)
        }
        return keyword.map { String(decoding: $0, as: UTF16.self) } ?? "other"
    }

    /// All keywords of the locale's rules, including `other`.
    package var keywords: [String] {
        var found: [String] = []
        guard
            let list = try? checked(
                "uplrules_getKeywords", locale: locale, { icu_pluralKeywords(handle, &$0) })
        else { return ["other"] }
        defer { icu_closeEnumeration(list) }
        while let next = try? checked("uenum_next", locale: locale, { icu_nextInEnumeration(list, &$0) }) {
            found.append(String(cString: next))
        }
        return found
    }
}
