// The messages of the page for translators, in the translator's language.

internal import Localization
internal import ProgramSupport
internal import TranslationTools

extension ToolContext {
    /// Returns the page's messages for translators into a locale: in its language, otherwise in one of the
    /// user's.
    var pageTexts: @Sendable (LocaleIdentifier) -> TranslatorPageTexts {
        let users = OptionValue.preferredLocales(environment: environment.variables)
        let folders = environment.localizationFolders(first: nil)
        return { locale in
            let texts = Texts.load(folders: folders, preferred: [locale] + users, tables: ["Tools"]).texts
            var own: [TranslatorPageText: String] = [:]
            var language = LocaleIdentifier.english
            for (locale, message) in texts.messages(table: "Tools") {
                guard let text = TranslatorPageText(rawValue: message.key) else { continue }
                if text == .title { language = locale }
                own[text] = message.text?.source
            }
            return TranslatorPageTexts(locale: language, own)
        }
    }
}
