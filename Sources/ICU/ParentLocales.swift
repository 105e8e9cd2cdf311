// CLDR's table of parent locales from ICU's data: `es_MX` falls back to `es_419`, not to `es`.

internal import CICU

/// Child to parent, in ICU's spelling; `root` at the end of a chain. Empty if ICU was built without its
/// supplemental data; then only truncation is used.
let parentLocales: [String: String] = {
    (try? readParentLocales()) ?? [:]
}()

private func readParentLocales() throws(ICUError) -> [String: String] {
    let supplemental = try checked("ures_openDirect", locale: "supplementalData") {
        icu_openResource("supplementalData", &$0)
    }
    defer { icu_closeResource(supplemental) }
    let table = try checked("ures_getByKey", locale: "parentLocales") {
        icu_resourceByKey(supplemental, "parentLocales", &$0)
    }
    defer { icu_closeResource(table) }

    var parents: [String: String] = [:]
    for index in 0..<icu_resourceSize(table) {
        let entry = try checked("ures_getByIndex") { icu_resourceByIndex(table, index, &$0) }
        defer { icu_closeResource(entry) }
        guard let key = icu_resourceKey(entry) else { continue }
        let parent = String(cString: key)
        // The children of a parent are a string if there is only one, otherwise an array.
        if icu_resourceIsString(entry) != 0 {
            parents[try resourceString(of: entry)] = parent
        } else {
            for child in 0..<icu_resourceSize(entry) {
                let item = try checked("ures_getByIndex") { icu_resourceByIndex(entry, child, &$0) }
                defer { icu_closeResource(item) }
                guard icu_resourceIsString(item) != 0 else { continue }
                parents[try resourceString(of: item)] = parent
            }
        }
    }
    return parents
}

func resourceString(of resource: OpaquePointer?) throws(ICUError) -> String {
    var length: Int32 = 0
    let characters = try checked("ures_getString") { icu_resourceString(resource, &length, &$0) }
    return String(decoding: UnsafeBufferPointer(start: characters, count: Int(length)), as: UTF16.self)
}
