// The locales that a user prefers, for a request in one of them.

package import Localization

extension [LocaleIdentifier] {
    /// All of these where `locale` is the first of them, else `locale` alone.
    package func preferred(for locale: LocaleIdentifier) -> [LocaleIdentifier] {
        locale == first ? self : [locale]
    }
}
