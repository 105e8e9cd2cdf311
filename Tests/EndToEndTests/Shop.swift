// A small catalog for tests, which know all its records.

import TestSupport

enum Shop {
    /// Records with texts in German and English, some in German only.
    static let records = #"""
        {"id":"torte","type":"birthdays","title":{"de":"Geburtstagstorte","en":"Birthday Cake"},"summary":{"de":"Mit Kerzen"},"year":2001,"price":{"amount":"20.00","currency":"EUR"},"popularity":0.9}
        {"id":"karte","type":"birthdays","title":{"de":"Karte zum Geburtstag","en":"Birthday Card"},"year":1999,"price":{"amount":"3.5","currency":"EUR"},"popularity":0.5}
        {"id":"ring","type":"weddings","title":{"de":"Ring mit Öse","en":"Wedding Ring"},"keywords":{"de":["Kindergeburtstag","Gold"]},"year":2010,"price":{"amount":"199.99","currency":"EUR"}}
        {"id":"oel","type":"weddings","title":{"de":"Ölgemälde","en":"Oil Painting"},"year":1890,"color":"blue","tags":["a",1]}
        {"id":"ofen","title":{"de":"Ofen"}}
        """# + "\n"

    /// The sidecar with the titles of the scopes.
    static let sidecar = #"""
        {"label":{"de":"Laden","en":"Shop"},"defaultLocale":"de","scopes":[
        {"id":"birthdays","label":"ScopeBirthdays"},{"id":"weddings","label":{"de":"Hochzeiten","en":"Marriages"}}]}
        """#
}

/// Runs a test with a temporary folder of these files. Names may include folders.
func withFiles<Result>(_ files: [String: String], _ body: (String) throws -> Result) throws -> Result {
    try withTemporaryFolder { (folder) throws in
        for (name, text) in files {
            var parts = name.split(separator: "/").map(String.init)
            let last = parts.removeLast()
            let path = parts.reduce(folder) { parent, part in
                try? makeFolder(parent + "/" + part)
                return parent + "/" + part
            }
            try makeFile(path + "/" + last, text)
        }
        return try body(folder)
    }
}

/// Runs the program over the shop alone.
func searchShop(
    _ arguments: [String], environment: [String: String] = [:], input: String = "",
    output: Destination = .captured
) throws -> ProgramRun {
    try withFiles(["shop.jsonl": Shop.records, "shop.catalog.json": Shop.sidecar]) { (folder) throws in
        try lsearch(
            arguments, environment: environment.merging(["LSEARCH_CATALOGS": folder]) { $1 },
            input: Array(input.utf8), in: folder, output: output)
    }
}

/// The same with a line of words.
func searchShop(
    _ words: String, environment: [String: String] = [:], input: String = "",
    output: Destination = .captured
) throws -> ProgramRun {
    try searchShop(
        words.split(separator: " ").map(String.init), environment: environment, input: input, output: output)
}
