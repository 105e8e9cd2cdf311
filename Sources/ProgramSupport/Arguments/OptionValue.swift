// Values of options that both programs have: locales, choices, counts.

package import Localization
internal import Support

/// The values of `--color` and `--relax`.
package enum UsagePolicy: String, CaseIterable, Sendable {
    case auto
    case always
    case never
}

/// Reads the values of options. Errors name the option.
package enum OptionValue {
    /// The locales that the command line or the environment prefers; English without either.
    ///
    /// A program reads them first, so that it can report errors in the user's language.
    package static func preferredLocales(
        _ named: String?, environment: [String: String]
    ) throws(UsageError) -> [LocaleIdentifier] {
        if let named { return [try locale(named)] }
        return preferredLocales(environment: environment)
    }

    /// The locales that the environment prefers; English where it names none.
    package static func preferredLocales(environment: [String: String]) -> [LocaleIdentifier] {
        // The user cannot correct the system's settings here, so unknown locales in them are skipped.
        let preferred = LocaleEnvironment(environment).preferredLocales.filter(\.isKnown)
        return preferred.isEmpty ? [.english] : preferred
    }

    /// A locale that is well-formed and whose language exists. The error has no need of the option's name.
    package static func locale(_ value: String) throws(UsageError) -> LocaleIdentifier {
        try read("") { () throws(InvalidValue) in try ValueReader.locale(value) }
    }

    /// One of several names.
    package static func choice<Choice: CaseIterable & RawRepresentable<String>>(
        _ value: String, of option: String
    ) throws(UsageError) -> Choice {
        try read(option) { () throws(InvalidValue) in try ValueReader.choice(value) }
    }

    /// A whole number, 0 or greater.
    package static func count(_ value: String, of option: String) throws(UsageError) -> Int {
        try read(option) { () throws(InvalidValue) in try ValueReader.count(value) }
    }

    /// Adds the option's name to the error of a reader.
    package static func read<Value>(
        _ option: String, _ read: () throws(InvalidValue) -> Value
    ) throws(UsageError) -> Value {
        try mappingError({ UsageError($0, of: option) }, read)
    }
}
