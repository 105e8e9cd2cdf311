// The names of `.lproj` folders and the locales that they stand for.

public import ICU

/// The name of a folder of localized files.
public enum LocalizationFolder: Sendable, Hashable {
    /// `Base.lproj`: files without a language, the fallback of every locale.
    case base
    case locale(LocaleIdentifier)

    /// Reads a folder's name: `de.lproj`, `zh-Hant.lproj`, `pt_BR.lproj`, `German.lproj`, `Base.lproj`.
    ///
    /// - Parameter name: the last component of the folder's path.
    /// - Returns: `nil` if the name does not end in `.lproj` or does not name a locale.
    public init?(name: some StringProtocol) {
        let suffix = ".lproj"
        guard name.hasSuffix(suffix), name.count > suffix.count else { return nil }
        let stem = String(name.dropLast(suffix.count))
        if stem == "Base" {
            self = .base
        } else if stem.utf8.first.map({ $0 < 0x61 }) == true, let language = Self.legacyNames[stem] {
            // Only legacy names begin with a capital, so most runs never initialize the table.
            self = .locale(LocaleIdentifier(language)!)
        } else if let locale = LocaleIdentifier(stem) {
            self = .locale(locale)
        } else {
            return nil
        }
    }

    /// The folder's name as Apple's tools write it today: `zh-Hant.lproj`.
    public var name: String {
        switch self {
        case .base: "Base.lproj"
        case .locale(let locale):
            locale.identifier.split(separator: "_").joined(separator: "-") + ".lproj"
        }
    }

    /// The language names of Mac OS X before version 10.4 (CoreFoundation, `CFLocaleIdentifier.c`) and of
    /// GNUstep's programs.
    private static let legacyNames = [
        "AmericanEnglish": "en_US", "BrasilPortuguese": "pt_BR", "BrazilianPortuguese": "pt_BR",
        "BritishEnglish": "en_GB", "CanadianFrench": "fr_CA", "Lojban": "jbo", "Norvegian": "no",
        "SimplifiedChinese": "zh_Hans", "SwissFrench": "fr_CH", "SwissGerman": "de_CH",
        "TraditionalChinese": "zh_Hant", "UkraineRussian": "ru_UA",
        "Afrikaans": "af", "Albanian": "sq", "Amharic": "am", "Arabic": "ar", "Armenian": "hy",
        "Azerbaijani": "az", "Basque": "eu", "Belarusian": "be", "Bengali": "bn", "Brazilian": "pt_BR",
        "Bulgarian": "bg", "Burmese": "my", "Byelorussian": "be", "Canadian": "fr_CA", "Catalan": "ca",
        "Chinese": "zh", "Chinese, Simplified": "zh_Hans", "Chinese, Traditional": "zh_Hant",
        "Croatian": "hr", "Czech": "cs", "Danish": "da", "Dutch": "nl", "English": "en", "Esperanto": "eo",
        "Estonian": "et", "Faroese": "fo", "Farsi": "fa", "Finnish": "fi", "Flemish": "nl_BE",
        "French": "fr", "Galician": "gl", "Georgian": "ka", "German": "de", "Greek": "el",
        "Greenlandic": "kl", "Gujarati": "gu", "Hawaiian": "haw", "Hebrew": "he", "Hindi": "hi",
        "Hungarian": "hu", "Icelandic": "is", "Indonesian": "id", "Irish": "ga", "Italian": "it",
        "Japanese": "ja", "Kannada": "kn", "Kazakh": "kk", "Khmer": "km", "Korean": "ko", "Kurdish": "ku",
        "Lao": "lo", "Latvian": "lv", "Lithuanian": "lt", "Macedonian": "mk", "Malay": "ms",
        "Malayalam": "ml", "Maltese": "mt", "Marathi": "mr", "Mongolian": "mn", "Nepali": "ne",
        "Norwegian": "no", "Nynorsk": "nn", "Persian": "fa", "Polish": "pl", "Portuguese": "pt",
        "Portuguese, Brazilian": "pt_BR", "Punjabi": "pa", "Romanian": "ro", "Russian": "ru",
        "Serbian": "sr", "Simplified Chinese": "zh_Hans", "Slovak": "sk", "Slovenian": "sl",
        "Spanish": "es", "Swahili": "sw", "Swedish": "sv", "Tamil": "ta", "Telugu": "te", "Thai": "th",
        "Tibetan": "bo", "Traditional Chinese": "zh_Hant", "Turkish": "tr", "Ukrainian": "uk",
        "Urdu": "ur", "Uzbek": "uz", "Vietnamese": "vi", "Welsh": "cy", "Yiddish": "yi",
    ]
}
