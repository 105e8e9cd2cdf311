// Greets a person in the user's language. `Texts` is written by the plugin.

internal import Localization

@main
struct Greeting {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let locale = LocaleIdentifier(arguments[2]) else {
            return print("usage: Greeting LOCALIZATIONS LOCALE NAME")
        }
        let reader = LocalizationReader()
        let chain = LocaleNegotiation.chain(
            preferred: [locale], available: try reader.locales(inFolder: arguments[1]).keys)
        let reading = try reader.read(folder: arguments[1], locales: chain, tables: ["Localizable"])
        let texts = Texts(Localizer(chain: chain, tables: reading.tables))
        print(texts.greeting(arguments[3]), texts.unread(arguments[3].count))
    }
}
