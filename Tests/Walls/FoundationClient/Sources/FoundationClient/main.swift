// Tests that all libraries compile and work in one file together with Foundation.

import CatalogSearch
import CatalogStorage
import Foundation
import Localization
import SearchInterface

let german = LocaleIdentifier("de")!
let catalog = try CatalogIndex(
    CatalogDescription(id: "gifts"),
    records: [CatalogRecord(id: "1", texts: [.init(.title, german, "Geburtstagskuchen")])])
let results = try SearchEngine([catalog]).search(SearchRequest("geburtstag", locale: german))

let strings = StringsFile(text: "\"Items found: %ld|==|plural.other\" = \"%ld Artikel gefunden\";")
let localizer = Localizer(
    chain: [german], tables: [german: ["Localizable": MessageCatalog(locale: german, strings: strings)]])
guard localizer("Items found: %ld", results.total) == "1 Artikel gefunden" else {
    print("walls: the client found something else than it should")
    exit(1)
}
// Foundation's coders encode and decode a state, and their errors become the right restoration results.
let search = SearchController(locale: german)
search.searchBar.insertText("geburtstag")
let stored = try JSONEncoder().encode(search.state)
let restored = SearchController(locale: LocaleIdentifier("en")!)
let restoration = restored.restore { try JSONDecoder().decode(SearchController.State.self, from: stored) }
guard restoration == .restored(dropped: []), restored.state == search.state,
    restored.restore(from: { try JSONDecoder().decode(SearchController.State.self, from: Data("{}".utf8)) })
        == .fresh(.damaged(path: ["version"])),
    restored.restore(from: { try JSONDecoder().decode(SearchController.State.self, from: stored.dropLast()) })
        == .fresh(.unreadable),
    restored.restore(from: {
        try JSONDecoder().decode(SearchController.State.self, from: Data(#"{"version":7}"#.utf8))
    }) == .fresh(.unknownVersion(7))
else {
    print("walls: a state is not restored through Foundation's coders")
    exit(1)
}
let moment = Date()  // uses Foundation itself
precondition(moment <= Date())
print("walls: a client of all libraries builds and runs beside Foundation")
