// How a string catalog changes when sources are read: as when Xcode builds.

import Localization
import Testing

@testable import TranslationTools

@Suite struct StringCatalogExtractionTests {
    private func unit(_ key: String, _ value: String? = nil, comment: String? = nil) -> TranslationUnit {
        var unit = TranslationUnit(key: key, source: Message(key: key, text: FormatString(value ?? key)))
        unit.comment = comment
        return unit
    }

    private func extracted(
        _ units: [TranslationUnit], _ catalog: String?, used: Set<String> = []
    ) throws -> (text: String, changed: Int) {
        let outcome = StringCatalog.extracting(
            units, into: catalog.map { Array($0.utf8) }, name: "Localizable",
            sourceLocale: LocaleIdentifier("en")!, isUsed: used.contains)
        #expect(outcome.findings.isEmpty)
        return (String(decoding: try #require(outcome.bytes), as: UTF8.self), outcome.changedKeys)
    }

    @Test func aNewCatalogIsThatOfXcode() throws {
        let (text, changed) = try extracted(
            [unit("Save", comment: "A button."), unit("title", "Hello"), unit("Close")], nil)
        #expect(changed == 3)
        #expect(
            text == """
                {
                  "sourceLanguage" : "en",
                  "strings" : {
                    "Close" : {

                    },
                    "Save" : {
                      "comment" : "A button."
                    },
                    "title" : {
                      "extractionState" : "extracted_with_value",
                      "localizations" : {
                        "en" : {
                          "stringUnit" : {
                            "state" : "new",
                            "value" : "Hello"
                          }
                        }
                      }
                    }
                  },
                  "version" : "1.0"
                }
                """)
        // The same sources again change nothing.
        let again = try extracted(
            [unit("Save", comment: "A button."), unit("title", "Hello"), unit("Close")], text)
        #expect(again.text == text)
        #expect(again.changed == 0)
    }

    private static let catalog = """
        {
          "sourceLanguage" : "en",
          "strings" : {
            "A" : {

            },
            "B" : {
              "extractionState" : "stale",
              "localizations" : {
                "de" : {
                  "stringUnit" : {
                    "state" : "translated",
                    "value" : "B auf Deutsch"
                  }
                }
              }
            },
            "C" : {
              "localizations" : {
                "de" : {
                  "stringUnit" : {
                    "state" : "translated",
                    "value" : "C auf Deutsch"
                  }
                }
              }
            },
            "D" : {
              "extractionState" : "manual"
            },
            "E" : {
              "extractionState" : "stale"
            }
          },
          "version" : "1.0"
        }
        """

    @Test func unusedKeysAreStaleOrGo() throws {
        let (text, changed) = try extracted([unit("B"), unit("E")], Self.catalog)
        #expect(changed == 4)
        #expect(
            text == """
                {
                  "sourceLanguage" : "en",
                  "strings" : {
                    "B" : {
                      "localizations" : {
                        "de" : {
                          "stringUnit" : {
                            "state" : "translated",
                            "value" : "B auf Deutsch"
                          }
                        }
                      }
                    },
                    "C" : {
                      "extractionState" : "stale",
                      "localizations" : {
                        "de" : {
                          "stringUnit" : {
                            "state" : "translated",
                            "value" : "C auf Deutsch"
                          }
                        }
                      }
                    },
                    "D" : {
                      "extractionState" : "manual"
                    },
                    "E" : {

                    }
                  },
                  "version" : "1.0"
                }
                """)
    }

    @Test func whatSourcesMayUseStaysAsItIs() throws {
        let used = try extracted([unit("B"), unit("E")], Self.catalog, used: ["A", "C"])
        #expect(used.changed == 2)
        #expect(used.text.contains("\"A\" : {\n\n    }"))
        // Keys without translations are removed at any position; if all are removed, an empty object remains.
        let none = try extracted([], try extracted([unit("A"), unit("B", "Text"), unit("C")], nil).text)
        #expect(
            none.text
                == "{\n  \"sourceLanguage\" : \"en\",\n  \"strings\" : {\n\n  },\n  \"version\" : \"1.0\"\n}")
    }

    @Test func translationsOfAChangedTextNeedReview() throws {
        let catalog = """
            {
              "sourceLanguage" : "en",
              "strings" : {
                "title" : {
                  "comment" : "Old.",
                  "extractionState" : "extracted_with_value",
                  "localizations" : {
                    "de" : {
                      "stringUnit" : {
                        "state" : "translated",
                        "value" : "Hallo"
                      }
                    },
                    "en" : {
                      "stringUnit" : {
                        "state" : "new",
                        "value" : "Hello"
                      }
                    }
                  }
                }
              },
              "version" : "1.0"
            }
            """
        let (text, changed) = try extracted([unit("title", "Hello!", comment: "New.")], catalog)
        #expect(changed == 1)
        #expect(
            text
                == catalog.replacing("\"Hello\"", with: "\"Hello!\"").replacing("\"Old.\"", with: "\"New.\"")
                .replacing("\"translated\"", with: "\"needs_review\""))
    }

    @Test func aBrokenCatalogStaysAsItIs() {
        let outcome = StringCatalog.extracting(
            [unit("A")], into: Array("{ \"strings\" :".utf8), name: "Localizable",
            sourceLocale: LocaleIdentifier("en")!, isUsed: { _ in false })
        #expect(outcome.bytes == nil)
        #expect(!outcome.findings.isEmpty)
    }
}
