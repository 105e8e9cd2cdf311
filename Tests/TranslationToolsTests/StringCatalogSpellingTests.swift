// String catalogs in Xcode's spelling: what changes, what stays, and what is refused.

import JSON
import Localization
import TestSupport
import Testing

@testable import TranslationTools

@Suite struct StringCatalogSpellingTests {
    private func respelled(_ text: String) -> String? {
        StringCatalog.respelled(Array(text.utf8)).bytes.map { String(decoding: $0, as: UTF8.self) }
    }

    private static let canonical = """
        {
          "sourceLanguage" : "en",
          "strings" : {
            "" : {

            },
            "%lld of 2" : {

            },
            "%lld of 10" : {
              "comment" : "A \\"quoted\\" slash / and ü\\u2028\\u2029 ‧",
              "extractionState" : "manual",
              "localizations" : {
                "de" : {
                  "variations" : {
                    "plural" : {
                      "one" : {
                        "stringUnit" : {
                          "state" : "translated",
                          "value" : "%lld von 10"
                        }
                      },
                      "other" : {
                        "stringUnit" : {
                          "state" : "new",
                          "value" : ""
                        }
                      }
                    }
                  }
                }
              },
              "shouldTranslate" : false
            }
          },
          "version" : "1.0"
        }
        """

    @Test func whatXcodeWroteStays() {
        #expect(respelled(Self.canonical) == Self.canonical)
    }

    @Test func lineSeparatorsStayAsTheCatalogHasThem() {
        let catalog = Self.canonical.replacing(#"\u2028\u2029"#, with: "\u{2028}\u{2029}")
        #expect(catalog != Self.canonical)
        #expect(respelled(catalog) == catalog)
    }

    @Test func layoutOrderAndEndBecomeThoseOfXcode() throws {
        let tree = try JSONReader.value(of: Array(Self.canonical.utf8))
        func reversed(_ json: JSON) -> JSON {
            if case .object(let members) = json {
                return .object(members.reversed().map { .init($0.name, reversed($0.value)) })
            }
            return json
        }
        #expect(respelled("\u{FEFF}" + reversed(tree).text + "\r\n") == Self.canonical)
        #expect(respelled(Self.canonical + "\n") == Self.canonical)
        let escaped = Self.canonical.replacing("ü", with: "\\u00fc").replacing(" / ", with: " \\/ ")
        #expect(respelled(escaped) == Self.canonical)
    }

    @Test func whatNoTableHasAPlaceForStays() throws {
        let text = #"""
            {"version":"1.1","strings":{"a":{"x":[1.50,-2e3,null,true,{"b":1,"a":[]}]}},"sourceLanguage":"en"}
            """#
        let new = try #require(respelled(text))
        #expect(
            try JSONReader.value(of: Array(new.utf8))["strings"]?["a"]?.text
                == #"{"x":[1.50,-2e3,null,true,{"a":[],"b":1}]}"#)
        #expect(new.contains("1.50") && new.hasSuffix("\"version\" : \"1.1\"\n}"))
    }

    @Test(arguments: [
        "", "[]", "{\"strings\" : {}}", "{\"sourceLanguage\" : \"en\", \"strings\" : {",
        "{\"sourceLanguage\" : \"en\", \"strings\" : { \"a\" : {}, \"a\" : {} }}",
        "{\"sourceLanguage\" : \"en\", \"strings\" : { \"a\" : { \"comment\" : \"\\ud800\" } }}",
        "{\"sourceLanguage\" : \"en\", \"strings\" : " + String(repeating: "{\"a\":", count: 100_000),
    ])
    func whatIsNoCatalogOrAmbiguousIsRefused(text: String) {
        let (bytes, findings) = StringCatalog.respelled(Array(text.utf8))
        #expect(bytes == nil)
        #expect(!findings.isEmpty)
    }
}
