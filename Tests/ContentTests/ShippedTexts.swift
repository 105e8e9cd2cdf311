// The localized texts that belong to the program, read as the program reads them.

import Localization

import TestSupport

/// All tables of all locales.
struct ShippedTexts {
    static let folder = packageFolder + "/Localizations"

    /// The language that the texts were written in first.
    static let source = LocaleIdentifier("en")!

    let locales: [LocaleIdentifier]
    let tables: [String]
    let reading: LocalizationReading

    init() throws {
        let reader = LocalizationReader()
        locales = try reader.locales(inFolder: Self.folder).keys.sorted { $0.identifier < $1.identifier }
        tables = try names(inFolder: Self.folder + "/en.lproj").map { name in
            name.hasSuffix(".strings") ? String(name.dropLast(".strings".count)) : name
        }
        reading = try reader.read(folder: Self.folder, locales: locales, tables: tables)
    }

    /// A table; empty if the locale has none.
    func table(_ name: String, _ locale: LocaleIdentifier = source) -> MessageCatalog {
        reading.tables[locale]?[name] ?? MessageCatalog(locale: locale, messages: [])
    }

    /// Calls a check with each message of each other locale and its source.
    func forEachTranslation(_ check: (_ place: String, _ translation: Message, _ source: Message) -> Void) {
        for locale in locales where locale != Self.source {
            for name in tables {
                let translations = table(name, locale)
                for key in table(name).keys {
                    guard let translation = translations[key], let source = table(name)[key] else { continue }
                    check("\(locale) \(name) \(key)", translation, source)
                }
            }
        }
    }
}

extension Message {
    /// The texts that are shown for the whole message, with the plural category of each.
    var forms: [(category: PluralCategory?, format: FormatString)] {
        (text.map { [(nil, $0)] } ?? []) + plural.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

extension FormatString {
    /// The specifiers by the number of their argument, from 1, without their position: `%1$ld` is `ld`.
    var arguments: [Int: String] {
        var arguments: [Int: String] = [:]
        for (index, specifier) in specifiers.enumerated() {
            arguments[specifier.position ?? index + 1] =
                (specifier.length?.rawValue ?? "") + specifier.conversion.rawValue
        }
        return arguments
    }
}
