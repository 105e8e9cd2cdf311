// The user's preferred locales, read from environment variables.

public import ICU

/// The locales that an environment asks for.
///
/// The rules are those of GNU gettext ("Locale Environment Variables"): `LANGUAGE` before `LC_ALL` before
/// `LC_MESSAGES` before `LANG`; an empty variable counts as unset; `LANGUAGE`, a colon-separated list, is
/// ignored if the locale is `C` or `POSIX`, but not if it is `C.UTF-8`.
public struct LocaleEnvironment: Sendable, Hashable {
    /// The locales in order of preference; empty if the environment names none, or names `C`. Each keeps its
    /// keywords, such as the collation of `de-u-co-phonebk`.
    public let preferredLocales: [LocaleIdentifier]

    /// Reads the preferred locales from an environment.
    ///
    /// - Parameter variables: names and values; only the four named above matter.
    public init(_ variables: [String: String]) {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { name in
            variables[name].flatMap { $0.isEmpty ? nil : $0 }
        }.first
        if locale == "C" || locale == "POSIX" {
            preferredLocales = []
            return
        }
        var names: [Substring] = []
        if let languages = variables["LANGUAGE"], !languages.isEmpty {
            names = languages.split(separator: ":")
        } else if let locale {
            names = [Substring(locale)]
        }
        var locales: [LocaleIdentifier] = []
        for name in names {
            // `C` in the list means the program's own texts, so the names after it are ignored.
            let plain = name.prefix { $0 != "." && $0 != "@" }
            if plain == "C" || plain == "POSIX" { break }
            guard let locale = LocaleIdentifier(name), !locales.contains(locale) else { continue }
            locales.append(locale)
        }
        preferredLocales = locales
    }
}
