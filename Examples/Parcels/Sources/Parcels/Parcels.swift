// Shows texts of a string catalog, which the plugin compiles: their plural forms, and texts for devices.

import Foundation
import Localization

@main
struct Parcels {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let locale = LocaleIdentifier(arguments[1]), let count = Int(arguments[2])
        else { return print("usage: Parcels LOCALE COUNT") }
        let reader = LocalizationReader()
        let folder = Bundle.module.resourcePath ?? "."
        let chain = LocaleNegotiation.chain(
            preferred: [locale], available: try reader.locales(inFolder: folder).keys)
        let reading = try reader.read(folder: folder, locales: chain, tables: [Localizer.defaultTable])
        let texts = Localizer(chain: chain, tables: reading.tables)
        print(texts("Title") + ": " + texts("Parcels: %lld", count))
        print(texts.showing(in: PresentationContext(device: "mac"))("Open the parcel"))
        // Foundation reads the same files, if it is told which folder to take: on
        // Linux it does not ask LANGUAGE.
        let language = chain.lazy.compactMap {
            Bundle(path: folder + "/" + LocalizationFolder.locale($0).name)
        }.first
        print("Foundation: " + (language?.localizedString(forKey: "Title", value: nil, table: nil) ?? "-"))
    }
}
