// Values of options that both programs have: locales, choices, counts.

package import Localization

/// When something is done.
package enum Occasion: String, CaseIterable, Sendable {
    case auto
    case always
    case never
}

/// Reads the values of options; what is wrong becomes an error that names the option.
package enum OptionValue {
    /// The locales that the command line or the environment prefers, English without either.
    ///
    /// They are found before all else, so that errors can be told in the user's language.
    package static func preferredLocales(
        _ named: String?, environment: [String: String]
    ) throws(UsageError) -> [LocaleIdentifier] {
        if let named { return [try locale(named)] }
        // The system's settings are nothing a user can correct here and now: what is unknown is passed over.
        let preferred = LocaleEnvironment(environment).preferredLocales.filter(\.isKnown)
        return preferred.isEmpty ? [LocaleIdentifier("en")!] : preferred
    }

    /// A locale that is well-formed and whose language exists.
    package static func locale(_ name: String) throws(UsageError) -> LocaleIdentifier {
        guard let locale = LocaleIdentifier(name), locale.isKnown else {
            throw UsageError("UnknownLocale: %@", name)
        }
        return locale
    }

    /// One of several names.
    package static func choice<Choice: CaseIterable & RawRepresentable<String>>(
        _ value: String, of option: String
    ) throws(UsageError) -> Choice {
        guard let choice = Choice(rawValue: value) else {
            let choices = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError("UnknownOptionValue: %1$@ %2$@ %3$@", value, option, choices)
        }
        return choice
    }

    /// A whole number from 0 on.
    package static func count(_ value: String, of option: String) throws(UsageError) -> Int {
        guard let count = Int(value), count >= 0 else {
            throw UsageError("InvalidCount: %1$@ %2$@", value, option)
        }
        return count
    }
}

extension [LocaleIdentifier] {
    /// What somebody prefers who asks in a locale: all of these where that is the first one, else that one alone.
    package func preferred(for locale: LocaleIdentifier) -> [LocaleIdentifier] {
        locale == first ? self : [locale]
    }
}
