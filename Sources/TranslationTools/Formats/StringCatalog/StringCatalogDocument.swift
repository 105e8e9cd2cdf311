// A string catalog that was read: its keys, and where they are in its bytes.

internal import JSON
internal import Localization

/// The bytes of a catalog, without a byte order mark.
struct StringCatalogBytes: Sendable {
    let text: [UInt8]
    let markLength: Int

    init(_ bytes: [UInt8]) {
        markLength = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        text = markLength == 0 ? bytes : Array(bytes.dropFirst(markLength))
    }
}

/// A catalog as one parse of its bytes gives it. Tables are made of it, and edits change its bytes.
struct StringCatalogDocument: Sendable {
    let bytes: StringCatalogBytes
    /// What was found, in the order of the document.
    private(set) var findings: [ExchangeDiagnostic] = []
    private(set) var locales = StringCatalogLocales()
    /// The keys in the order of the document; of several members with one name the last one is at the place
    /// of the first.
    private(set) var keys: [StringCatalogKey] = []
    /// The members that say something about keys, repeated names included.
    private(set) var members: [JSONMemberLocations.Member] = []
    /// The outermost object's first member, which shows how the document is written.
    private(set) var first: JSONMemberLocations.Member?
    /// The member with all keys.
    private(set) var strings: JSONMemberLocations.Member?
    /// Whether checks report any of the findings.
    private(set) var hasMistakes = false
    private var indices: [ByteString: (key: Int, member: Int)] = [:]

    /// Reads a document. Without a source language or keys it has findings alone.
    init(_ bytes: [UInt8]) {
        self.bytes = StringCatalogBytes(bytes)
        let text = self.bytes.text
        do {
            try JSONParser().withLocatedValue(of: text) { root, locations in
                read(root, StringCatalogLocations(text, locations, markLength: self.bytes.markLength))
            }
        } catch {
            guard let error = error as? JSONError else { return }
            let offset = text.withUnsafeBufferPointer { JSONSyntax.firstFault(in: $0) } ?? 0
            let place = PositionIndex(text).place(at: offset, in: text)
            let position = SourcePosition(
                line: place.line, column: place.column, byteOffset: offset + self.bytes.markLength)
            findings = [ExchangeDiagnostic(.stringCatalogInvalidJSON, [error.message], at: position)]
            hasMistakes = true
        }
    }

    private mutating func read(_ root: JSONValue, _ places: StringCatalogLocations) {
        var strings: (name: JSONValue, value: JSONValue)?
        for member in root.members {
            if first == nil { first = places.member(member) }
            if member.name.utf8.equals("strings"), !member.value.isNull { strings = member }
        }
        self.strings = strings.map(places.member)
        var reader = StringCatalogReader(places, locales: StringCatalogLocales())
        defer {
            findings = reader.findings.all
            hasMistakes = reader.findings.concernChecks
            locales = reader.locales
        }
        guard let spelled = root.member("sourceLanguage")?.string, let source = LocaleIdentifier(spelled)
        else {
            return reader.findings.report(
                .stringCatalogUnexpectedDocument, "sourceLanguage", at: strings?.name)
        }
        guard let strings, strings.value.kind == .object else {
            return reader.findings.report(.stringCatalogUnexpectedDocument, "strings", at: strings?.name)
        }
        if let version = root.member("version")?.string, version != StringCatalog.version {
            reader.findings.report(.stringCatalogNotKept, "version", version, at: strings.name)
        }
        reader.locales = StringCatalogLocales(source: source, spelled: spelled)
        for member in strings.value.members {
            let name = String(wellFormed: member.name.utf8)
            let key = reader.read(member.value, name, member.name)
            if let known = indices[ByteString(name)] {
                reader.findings.report(.stringCatalogDuplicateKey, name, at: member.name)
                keys[known.key] = key
                indices[ByteString(name)] = (known.key, members.count)
            } else {
                indices[ByteString(name)] = (keys.count, members.count)
                keys.append(key)
            }
            members.append(places.member(member))
        }
    }

    /// The language in which the texts were written first; `nil` if the catalog cannot be read.
    var sourceLocale: LocaleIdentifier? { locales.list.first }

    /// The tables of all locales, the source first and the others by their identifiers.
    func tables(_ name: String) -> [TranslationTable] {
        guard let sourceLocale else { return [] }
        // Key by key, so that a key with many locales is looked through once.
        var units = [[TranslationUnit]](repeating: [], count: locales.list.count)
        for key in keys {
            for (index, unit) in key.units(locales.list.count).enumerated() {
                if let unit { units[index].append(unit) }
            }
        }
        return locales.order.map { index in
            TranslationTable(
                name: name, sourceLocale: sourceLocale, locale: locales.list[index], units: units[index])
        }
    }

    /// A key in each locale, by the numbers of the locales, and the member that says it; `nil`
    /// if the catalog does not have it.
    func units(_ key: String) -> (units: [TranslationUnit?], member: JSONMemberLocations.Member)? {
        indices[ByteString(key)].map { (keys[$0.key].units(locales.list.count), members[$0.member]) }
    }
}
