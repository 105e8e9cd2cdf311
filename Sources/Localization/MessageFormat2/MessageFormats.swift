// ICU's formats of a locale that messages of MessageFormat 1 and 2 use, opened once.

internal import ICU
internal import Synchronization

/// The number formats, date formats and plural rules that the messages of a locale have requested.
///
/// ICU objects are opened outside the lock, as those of `LocaleConventions` are.
final class MessageFormats: Sendable {
    /// The locale of the numbers and dates.
    let locale: LocaleIdentifier
    /// The locale whose rules select plural forms.
    private let pluralLocale: LocaleIdentifier
    private let numbers = Mutex<[String: SkeletonNumberFormatter]>([:])
    private let dates = Mutex<[DateKey: DateFormatter]>([:])
    private let rules = Mutex<[PluralRules.Kind: PluralRules]>([:])

    private struct DateKey: Hashable {
        let skeleton: String
        let zone: String
        let calendar: String?
    }

    /// More formats than messages have; arguments may be options, and those of a hostile one must not fill
    /// the memory.
    private static let most = 64

    /// - Parameter pluralLocale: the locale of the messages, where readers have another one for numbers.
    init(_ locale: LocaleIdentifier, pluralsOf pluralLocale: LocaleIdentifier? = nil) {
        self.locale = locale
        self.pluralLocale = pluralLocale ?? locale
    }

    /// The direction of the locale's texts, numbers and dates.
    var direction: MessageFormat2Value.Direction { locale.isRightToLeft ? .rightToLeft : .leftToRight }

    func numberFormat(_ skeleton: String) throws(MessageFormat2Fault.Kind) -> SkeletonNumberFormatter {
        if let known = numbers.withLock({ $0[skeleton] }) { return known }
        guard let format = try? SkeletonNumberFormatter(skeleton, locale) else { throw .unsupportedOperation }
        numbers.withLock { Self.keep(format, skeleton, in: &$0) }
        return format
    }

    func dateFormat(
        _ skeleton: String, zone: String, calendar: String?
    ) throws(MessageFormat2Fault.Kind) -> DateFormatter {
        let key = DateKey(skeleton: skeleton, zone: zone, calendar: calendar)
        if let known = dates.withLock({ $0[key] }) { return known }
        let own = calendar.flatMap { LocaleIdentifier("\(locale.languageTag)-u-ca-\($0)") } ?? locale
        guard let format = try? DateFormatter(own, skeleton: skeleton, timeZone: zone) else {
            throw .unsupportedOperation
        }
        dates.withLock { Self.keep(format, key, in: &$0) }
        return format
    }

    /// The plural category of a number as a format shows it; `other` where ICU fails for lack of memory.
    func keyword(of number: String, _ format: SkeletonNumberFormatter, _ kind: PluralRules.Kind) -> String {
        if let known = rules.withLock({ $0[kind] }) {
            return (try? format.keyword(of: number, known)) ?? "other"
        }
        guard let opened = try? PluralRules(pluralLocale, kind: kind) else { return "other" }
        rules.withLock { $0[kind] = opened }
        return (try? format.keyword(of: number, opened)) ?? "other"
    }

    private static func keep<Key, Value>(_ value: Value, _ key: Key, in cache: inout [Key: Value]) {
        if cache.count >= most { cache.removeAll() }
        cache[key] = value
    }
}
