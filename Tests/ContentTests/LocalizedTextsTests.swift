// The texts of every language are complete and take the arguments that programs pass.

import CatalogStorage
import Files
import ICU
import Localization
import Testing
import TestSupport

@Suite struct LocalizedTextsTests {
    private static let shipped = Result { try ShippedTexts() }
    private let texts: ShippedTexts

    init() throws { texts = try Self.shipped.get() }

    @Test func nineteenLanguagesAreSpoken() {
        #expect(
            texts.locales.map(\.identifier) == [
                "ar", "de", "en", "es", "fr", "he", "hi", "it", "ja", "ko", "nl", "pl", "pt_BR", "ru", "sv",
                "th", "tr", "zh_Hans", "zh_Hant",
            ])
        #expect(
            texts.tables == [
                "Checks", "Diagnostics", "Errors", "Help", "Interactive", "Localizable", "Page", "Storefront",
                "Tools",
            ])
    }

    @Test func everyFileReadsWithoutFindings() {
        #expect(texts.reading.failures.map(\.path) == [])
        let findings = texts.reading.findings.filter { $0.diagnostic.severity >= .warning }
        #expect(
            findings.map { "\($0.file):\($0.diagnostic.position?.line ?? 0) \($0.diagnostic.messageKey)" }
                == [])
    }

    @Test func everyLanguageHasTheSameFilesAndKeys() throws {
        for locale in texts.locales {
            let folder = try #require(
                try names(inFolder: ShippedTexts.folder).first {
                    LocalizationFolder(name: $0) == .locale(locale)
                })
            #expect(
                try names(inFolder: ShippedTexts.folder + "/" + folder)
                    == texts.tables.map { $0 + ".strings" })
            for name in texts.tables {
                let keys = Set(texts.table(name, locale).keys)
                let source = Set(texts.table(name).keys)
                #expect(source.subtracting(keys) == [], "missing in \(locale) \(name)")
                #expect(keys.subtracting(source) == [], "left over in \(locale) \(name)")
            }
        }
    }

    /// Arabic has six, Japanese has one.
    @Test func everyPluralHasTheCategoriesOfItsLanguage() throws {
        for locale in texts.locales {
            let categories = Set(try PluralRules(locale).keywords)
            for name in texts.tables {
                for (key, message) in texts.table(name, locale).messages {
                    let isPlural = texts.table(name)[key]?.plural.isEmpty == false
                    let expected = isPlural ? categories : []
                    #expect(Set(message.plural.keys.map(\.rawValue)) == expected, "\(locale) \(name) \(key)")
                    if isPlural { #expect(message.text == nil, "\(locale) \(name) \(key)") }
                }
            }
        }
        #expect(try PluralRules(LocaleIdentifier("ar")!).keywords.count == 6)
        #expect(try PluralRules(LocaleIdentifier("ja")!).keywords == ["other"])
    }

    @Test func noFormatHasAMistake() {
        for locale in texts.locales {
            for name in texts.tables {
                for (key, message) in texts.table(name, locale).messages {
                    let problems = message.formats.flatMap(\.problems).map(\.messageKey)
                    #expect(problems == [], "\(locale) \(name) \(key)")
                }
            }
        }
    }

    @Test func everyFormatTakesTheArgumentsOfItsSource() {
        texts.forEachTranslation { place, translation, source in
            #expect(translation.formatMismatch(with: source) == nil, "\(place)")
            let expected = (source.plural[.other] ?? source.text)?.arguments ?? [:]
            for (category, format) in translation.forms {
                var missing = expected.filter { format.arguments[$0.key] != $0.value }.map(\.key)
                // The number is known in these categories, so a word such as "none" or "one" may replace it.
                if let category, [.zero, .one, .two].contains(category) {
                    missing.removeAll { $0 == translation.countedPosition ?? 1 }
                }
                #expect(missing == [], "\(place) \(category?.rawValue ?? "")")
                #expect(format.arguments.count <= expected.count, "\(place)")
            }
        }
    }

    @Test func aFormWithoutItsNumberIsForOneNumberOnly() throws {
        for locale in texts.locales {
            let rules = try PluralRules(locale)
            for name in texts.tables {
                for (key, message) in texts.table(name, locale).messages {
                    guard let counted = message.countedPosition else { continue }
                    for (category, format) in message.plural where format.arguments[counted] == nil {
                        let numbers = (0...200).filter { rules.keyword(for: Double($0)) == category.rawValue }
                        #expect(numbers.count == 1, "\(locale) \(name) \(key) \(category)")
                    }
                }
            }
        }
    }

    @Test func everyKeyThatIsAFormatIsFollowedByItsText() {
        for name in texts.tables {
            for (key, message) in texts.table(name).messages where key.contains("%") {
                let arguments = FormatString(key).arguments
                let format = message.plural[.other] ?? message.text
                if message.substitutions.isEmpty {
                    #expect(format?.arguments == arguments, "\(key)")
                } else {
                    // Substitutions replace the numbers that they count.
                    #expect(format.map { Set($0.argumentClasses.keys) } == Set(arguments.keys), "\(key)")
                }
            }
        }
    }

    @Test func noTextIsEmptyOrEndsInBlanks() {
        for locale in texts.locales {
            for name in texts.tables {
                for (key, message) in texts.table(name, locale).messages {
                    for format in message.formats {
                        #expect(!format.source.isEmpty, "\(locale) \(key)")
                        // Some separators end in a blank, but none begins with one.
                        #expect(format.source.first?.isWhitespace != true, "\(locale) \(key)")
                        let mayEnd = key == "ListSeparator"
                        #expect(mayEnd || format.source.last?.isWhitespace != true, "\(locale) \(key)")
                    }
                }
            }
        }
    }

    /// Users type options, file extensions and variables unchanged.
    @Test func namesOfOptionsAndFilesStayAsTheyAre() {
        texts.forEachTranslation { place, translation, source in
            let names = Set(source.forms.flatMap { Self.fixedNames($0.format.source) })
            guard !names.isEmpty else { return }
            for (category, format) in translation.forms {
                #expect(
                    names.subtracting(Self.fixedNames(format.source)) == [],
                    "\(place) \(category?.rawValue ?? "")")
            }
        }
    }

    private static func fixedNames(_ text: String) -> [String] {
        text.matches(
            of:
                /--[a-z-]+|\$[A-Z_]+|\.(?:jsonl|json|csv|tsv|lproj|strings)\b|A\.\.B|[a-z]{2}_[A-Z]{2}\b|UTF-8/
        )
        .map { String($0.output) }
    }
}
