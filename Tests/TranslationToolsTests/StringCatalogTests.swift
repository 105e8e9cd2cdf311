// String catalogs as Xcode saves them.

import Localization
import Testing
import TranslationTools

@Suite struct StringCatalogTests {
    /// A catalog in the form in which Xcode saved it.
    private static let catalog = """
        {
          "sourceLanguage" : "en",
          "strings" : {
            "" : {

            },
            "%lld items" : {
              "comment" : "How many.",
              "localizations" : {
                "de" : {
                  "variations" : {
                    "plural" : {
                      "one" : {
                        "stringUnit" : {
                          "state" : "needs_review",
                          "value" : "%lld \\"Ding\\""
                        }
                      },
                      "other" : {
                        "stringUnit" : {
                          "state" : "needs_review",
                          "value" : "%lld Dinge"
                        }
                      }
                    }
                  }
                }
              }
            },
            "Both" : {
              "extractionState" : "manual",
              "localizations" : {
                "en" : {
                  "stringUnit" : {
                    "state" : "translated",
                    "value" : "%#@folders@ hold %#@files@"
                  },
                  "substitutions" : {
                    "files" : {
                      "argNum" : 1,
                      "formatSpecifier" : "lld",
                      "variations" : {
                        "plural" : {
                          "one" : {
                            "stringUnit" : {
                              "state" : "translated",
                              "value" : "%arg file"
                            }
                          },
                          "other" : {
                            "stringUnit" : {
                              "state" : "translated",
                              "value" : "%arg files"
                            }
                          }
                        }
                      }
                    },
                    "folders" : {
                      "argNum" : 2,
                      "formatSpecifier" : "ld",
                      "variations" : {
                        "plural" : {
                          "other" : {
                            "stringUnit" : {
                              "state" : "translated",
                              "value" : "Folders"
                            }
                          }
                        }
                      }
                    }
                  }
                }
              }
            },
            "Key 2" : {
              "shouldTranslate" : false
            },
            "Key 10" : {
              "extractionState" : "stale",
              "localizations" : {
                "de" : {
                  "stringUnit" : {
                    "state" : "translated",
                    "value" : "Alt"
                  }
                }
              }
            },
            "Tap" : {
              "localizations" : {
                "de" : {
                  "variations" : {
                    "device" : {
                      "mac" : {
                        "stringUnit" : {
                          "state" : "translated",
                          "value" : "Klick"
                        }
                      },
                      "other" : {
                        "stringUnit" : {
                          "state" : "translated",
                          "value" : "Tipp"
                        }
                      }
                    }
                  }
                }
              }
            }
          },
          "version" : "1.0"
        }
        """

    private func read(_ entries: String) -> (tables: [TranslationTable], findings: [ExchangeDiagnostic]) {
        let text = "{\"sourceLanguage\":\"en\",\"strings\":{\n\(entries)\n},\"version\":\"1.0\"}"
        return StringCatalog.read(Array(text.utf8), name: "Localizable")
    }

    @Test func catalogsAreReadLocaleByLocale() throws {
        let read = StringCatalog.read(Array(Self.catalog.utf8), name: "Localizable")
        #expect(read.findings == [])
        #expect(read.tables.map(\.locale?.identifier) == ["en", "de"])
        let (english, german) = (read.tables[0], read.tables[1])
        #expect(english.units.map(\.key) == ["", "%lld items", "Both", "Key 2", "Tap"])
        #expect(german.units.map(\.key) == ["", "%lld items", "Both", "Key 2", "Key 10", "Tap"])
        #expect(german.units[1].translation?.plural == [.one: "%lld \"Ding\"", .other: "%lld Dinge"])
        #expect(german.units[1].state == .needsReview)
        #expect(german.units[1].comment == "How many.")
        #expect(german.units[1].source == Message(key: "%lld items", text: "%lld items"))
        #expect(german.units[2].state == .new)
        #expect(german.units[2].flags == ["xcode-manual"])
        #expect(german.units[2].source?.text == "%2$#@folders@ hold %1$#@files@")
        #expect(german.units[2].source?.substitutions["files"]?[.one]?.source == "%1$lld file")
        #expect(german.units[2].source?.substitutions["folders"]?[.other]?.source == "Folders")
        #expect(german.units[3].flags == ["xcode-untranslatable"])
        #expect(german.units[4].state == .obsolete)
        #expect(german.units[4].source == nil)
        #expect(german.units[5].translation == Message(key: "Tap", text: "Tipp", devices: ["mac": "Klick"]))
    }

    @Test func savingACatalogChangesNothingInIt() {
        let read = StringCatalog.read(Array(Self.catalog.utf8), name: "Localizable")
        let written = StringCatalog.write(read.tables)
        #expect(String(decoding: written.bytes, as: UTF8.self) == Self.catalog)
        #expect(written.findings == [])
    }

    private static let unit = "{\"stringUnit\":{\"state\":\"translated\",\"value\":\"x\"}}"

    @Test(arguments: [
        (
            "{\"stringUnit\":{\"value\":\"x\"},\"variations\":{\"plural\":{\"other\":\(unit)}}}",
            "StringCatalog.MixedVariations"
        ),
        (
            "{\"variations\":{\"plural\":{\"other\":\(unit)},\"device\":{\"mac\":\(unit)}}}",
            "StringCatalog.MixedVariations"
        ),
        (
            "{\"variations\":{\"plural\":{\"other\":{\"variations\":{\"device\":{\"mac\":\(unit)}}}}}}",
            "StringCatalog.NestedVariations"
        ),
        ("{\"variations\":{\"width\":{\"10\":\(unit)}}}", "StringCatalog.UnexpectedValue"),
        ("{\"variations\":{\"plural\":{\"several\":\(unit)}}}", "StringCatalog.UnexpectedValue"),
        ("{\"stringUnit\":{\"state\":\"new\"}}", "StringCatalog.UnexpectedValue"),
        ("{\"stringUnit\":\"x\"}", "StringCatalog.UnexpectedValue"), ("[]", "StringCatalog.UnexpectedValue"),
        ("{\"stringSet\":{}}", "StringCatalog.UnexpectedValue"),
    ])
    func aFaultyTextCostsItsLocaleAlone(text: String, key: String) throws {
        let read = read(
            """
            "a\\"b" : {"comment":"}{", "localizations" : {"fr":\(Self.unit),
              "de" : \(text)}},
            "c" : {"localizations":{"de":\(Self.unit)}}
            """)
        #expect(read.findings.map(\.messageKey) == [key])
        #expect(read.findings.first?.position?.description == "3:3")
        let german = try #require(read.tables.first { $0.locale?.identifier == "de" })
        #expect(german.units.map { $0.translation?.text?.source } == [nil, "x"])
        let french = try #require(read.tables.first { $0.locale?.identifier == "fr" })
        #expect(french.units.map { $0.translation?.text?.source } == ["x", nil])
    }

    @Test func otherFaultsAreNamedWithTheirPlaces() {
        let read = read(
            """
            "a" : {"localizations":{"?!":\(Self.unit)}},
            "b" : {"isUnknownToUs":true},
            "a" : {"localizations":{"de":{"stringUnit":{"state":"odd","value":"x"}}}},
            "c" : 3
            """)
        #expect(
            read.findings.map { "\($0.messageKey) \($0.position?.description ?? "")" } == [
                "StringCatalog.InvalidLocale 2:1", "StringCatalog.NotKept 3:1",
                "StringCatalog.UnknownState 4:25",
                "StringCatalog.DuplicateKey 4:1", "StringCatalog.UnexpectedValue 5:1",
            ])
        #expect(read.tables.last?.units.first?.state == .needsReview)
    }

    @Test(arguments: [
        ("", "StringCatalog.InvalidJSON", "1:1"),
        ("{\n \"sourceLanguage\" : \"en\",\n \"strings\" : {]}}", "StringCatalog.InvalidJSON", "3:15"),
        ("[]", "StringCatalog.UnexpectedDocument", "1:1"),
        ("{\"sourceLanguage\":\"en\"}", "StringCatalog.UnexpectedDocument", "1:1"),
        ("{\"sourceLanguage\":\"en\",\n\"strings\":[]}", "StringCatalog.UnexpectedDocument", "2:1"),
    ])
    func otherDocumentsAreRefused(text: String, key: String, place: String) {
        let read = StringCatalog.read(Array(text.utf8), name: "a")
        #expect(read.tables == [])
        #expect(read.findings.map(\.messageKey) == [key])
        #expect(read.findings.first?.position?.description == place)
    }

    @Test func keysStandInXcodesOrder() throws {
        let english = try #require(LocaleIdentifier("en"))
        let keys = [
            "", " ", "-", "(%@)", "@%@", "%@", "%lld", "•", "item 2", "item 10", "Über", "view", "zh",
        ]
        let units = keys.reversed().map { TranslationUnit(key: $0, source: Message(key: $0, text: $0)) }
        let written = StringCatalog.write([
            TranslationTable(name: "a", sourceLocale: english, locale: LocaleIdentifier("de"), units: units)
        ])
        #expect(StringCatalog.read(written.bytes, name: "a").tables.first?.units.map(\.key) == keys)
    }

    @Test func whatCatalogsCannotHoldIsNamed() throws {
        let english = try #require(LocaleIdentifier("en"))
        var noted = TranslationUnit(key: "a", source: Message(key: "a", text: "A"))
        noted.translatorComment = "why"
        let messages = [
            Message(key: "b", text: "x", plural: [.other: "y"]),
            Message(key: "c", plural: [.other: "y"], devices: ["mac": "z"]),
            Message(
                key: "d", text: "%1$#@n@",
                substitutions: ["n": [.other: FormatString("%arg", isSubstitution: true)]]),
        ]
        let units = [noted] + messages.map { TranslationUnit(key: $0.key, translation: $0) }
        let table = TranslationTable(
            name: "a", sourceLocale: english, locale: LocaleIdentifier("de"), units: units)
        var other = table
        other.name = "b"
        #expect(
            StringCatalog.write([table, other]).findings.map(\.messageKey) == [
                "StringCatalog.NotKept", "StringCatalog.OtherTable", "StringCatalog.PlainTextLeftOut",
                "StringCatalog.MixedVariations", "StringCatalog.ArgumentSpelledOut",
            ])
        #expect(StringCatalog.write([]).bytes == [])
    }
}
