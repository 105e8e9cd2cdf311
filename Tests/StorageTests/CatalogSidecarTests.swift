// Settings in sidecars are read independently of each other.

import CatalogSearch
import Storage
import Testing

@Suite struct CatalogSidecarTests {
    private func sidecar(_ text: String?) -> CatalogSidecar {
        let files = InMemoryFileSystem(text.map { ["shop.catalog.json": $0] } ?? [:])
        return CatalogSidecar(of: CatalogFile(path: "shop.jsonl")!, fileSystem: files)
    }

    @Test func everySettingIsRead() {
        let sidecar = sidecar(
            """
            \u{FEFF}{"label": {"en": "Shop", "de": "Laden", "pt_br": "a", "pt_BR": "Loja"}, "defaultLocale": "de",
             "fields": ["name", "author"], "title": "name",
             "scopes": [{"id": "birthdays", "label": "ScopeBirthdays"}, "weddings"],
             "synonyms": {"de": [["a", "b"]]}, "color": "blue"}
            """)
        let expected = CatalogDescription(
            id: "shop",
            label: .texts([locale("en"): "Shop", locale("de"): "Laden", locale("pt_BR"): "Loja"]),
            defaultLocale: locale("de"), fields: ["name", "author"], titleField: "name",
            scopes: [.init(id: "birthdays", label: .key("ScopeBirthdays")), .init(id: "weddings")],
            synonyms: [.init(locale: locale("de"), words: ["a", "b"])])
        #expect(sidecar.description == expected)
        #expect(sidecar.synonyms == #"{"de":[["a","b"]]}"#)
        #expect(sidecar.diagnostics == [])
    }

    @Test func aCatalogWithoutOneHasTheDefaults() {
        #expect(sidecar(nil).description == CatalogDescription(id: "shop"))
        #expect(sidecar(nil).diagnostics == [])
    }

    @Test func aWrongSettingIsToldAndTheOthersAreUsed() {
        let sidecar = sidecar(
            """
            {"label": 1, "defaultLocale": "!", "fields": ["title", 2], "title": [],
             "scopes": [{"label": "x"}, 3, {"id": "b", "label": {"de": 1, "?": "x"}}]}
            """)
        #expect(
            sidecar.diagnostics.map(\.kind) == [
                .sidecarWrongType(member: "label", expected: .localizedText),
                .invalidLocale(member: "defaultLocale", key: "!"),
                .sidecarWrongType(member: "fields[1]", expected: .text),
                .sidecarWrongType(member: "title", expected: .text),
                .sidecarWrongType(member: "scopes[0].id", expected: .text),
                .sidecarWrongType(member: "scopes[1]", expected: .object),
                .sidecarWrongType(member: "scopes[2].label[de]", expected: .text),
                .invalidLocale(member: "scopes[2].label", key: "?"),
            ])
        #expect(sidecar.diagnostics.allSatisfy { $0.file == "shop.catalog.json" })
        #expect(
            sidecar.description == CatalogDescription(id: "shop", fields: ["title"], scopes: [.init(id: "b")])
        )
    }

    @Test(arguments: ["{", "", "[]", "3", "{\"label\": \"\\uD800\"}"])
    func aBrokenOneIsNotUsed(text: String) {
        let sidecar = sidecar(text)
        #expect(sidecar.description == CatalogDescription(id: "shop"))
        #expect(sidecar.diagnostics.map(\.messageKey) == ["SidecarInvalid: %@"])
    }
}
