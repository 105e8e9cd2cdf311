// Brings a string catalog up to date in its own bytes.

internal import JSON
internal import Localization

extension StringCatalog {
    /// Writes tables into a catalog that exists.
    ///
    /// A key or a text that says the same keeps its bytes, and so does everything that the tables do not
    /// have: other keys, other locales, members that no table has a place for. What is new is inserted where
    /// Xcode would put it, in the layout of the document.
    ///
    /// - Returns: the bytes, `nil` where the document cannot be read and must stay as it is.
    public static func update(
        _ old: [UInt8], with tables: [TranslationTable]
    ) -> (bytes: [UInt8]?, findings: [ExchangeDiagnostic]) {
        tables.isEmpty ? (old, []) : update(StringCatalogDocument(old), with: tables)
    }

    /// Writes tables, of which there is at least one, into a catalog that was read.
    static func update(
        _ old: StringCatalogDocument, with tables: [TranslationTable]
    ) -> (bytes: [UInt8]?, findings: [ExchangeDiagnostic]) {
        guard let sourceLocale = old.sourceLocale else { return (nil, old.findings) }
        guard sourceLocale == tables[0].sourceLocale else {
            return (nil, [ExchangeDiagnostic(.stringCatalogUnexpectedDocument, "sourceLanguage")])
        }
        var editor = StringCatalogEditor(old, sourceLocale: sourceLocale)
        var writer = StringCatalogWriter(tables, sourceLocale: sourceLocale)
        for entry in writer.entries { editor.update(entry, &writer) }
        return (editor.edited(), writer.findings + editor.findings)
    }
}

/// Changes of a catalog, each in the bytes that say it.
struct StringCatalogEditor {
    private(set) var findings: [ExchangeDiagnostic] = []
    let document: StringCatalogDocument
    /// The document without its byte order mark.
    private let bytes: [UInt8]
    let places: JSONMemberLocations
    private let sourceLocale: LocaleIdentifier
    private let style: JSONStyle
    private var newEntries: [JSON.Member] = []
    private var edits: [(range: Range<Int>, bytes: [UInt8])] = []

    init(_ document: StringCatalogDocument, sourceLocale: LocaleIdentifier) {
        (self.document, self.sourceLocale) = (document, sourceLocale)
        bytes = document.bytes.text
        places = JSONMemberLocations(bytes)
        style = JSONStyle(of: bytes, document.first)
    }

    mutating func update(_ entry: StringCatalogEntry, _ writer: inout StringCatalogWriter) {
        let about = entry.about
        guard let (units, member) = document.units(about.key) else {
            newEntries.append(writer.member(entry))
            return
        }
        let known = units.lazy.compactMap(\.self).first
        let offset = member.valueOffset
        let members = places.members(ofObjectAt: offset)
        var added: [JSON.Member] = []
        func set(_ name: String, _ node: JSON) {
            if let member = members.last(where: { $0.name.elementsEqual(name.utf8) }) {
                replace(member, with: node, depth: 3)
            } else {
                added.append(.init(name, node))
            }
        }
        if let comment = about.describingComment,
            comment.trimmedAtEnd != known?.describingComment?.trimmedAtEnd
        {
            set("comment", .string(comment))
        }
        if !entry.isStale, let state = entry.extractionState,
            state != known?.flags.lazy.compactMap(CatalogFlag.extractionState).first
        {
            set("extractionState", .string(state))
        }
        if !about.isTranslatable, known?.isTranslatable == true { set("shouldTranslate", .bool(false)) }
        let new = localizations(entry, members, units)
        if let localizations = members.last(where: { $0.name.elementsEqual("localizations".utf8) }) {
            insert(new, intoObjectAt: localizations.valueOffset, depth: 4)
        } else if !new.isEmpty {
            added.append(
                .init("localizations", .object(FinderOrder.sorted(new.map(\.name)).map { new[$0] })))
        }
        insert(added, intoObjectAt: offset, depth: 3)
    }

    /// Replaces the localizations that say something else.
    ///
    /// - Parameters:
    ///   - members: what the catalog says about the key.
    ///   - units: the key as it was read, by the numbers of locales.
    /// - Returns: those that the catalog does not have yet.
    private mutating func localizations(
        _ entry: StringCatalogEntry, _ members: [JSONMemberLocations.Member], _ units: [TranslationUnit?]
    ) -> [JSON.Member] {
        let place = members.last { $0.name.elementsEqual("localizations".utf8) }
        var own: [LocaleIdentifier: JSONMemberLocations.Member] = [:]
        for member in place.map({ places.members(ofObjectAt: $0.valueOffset) }) ?? [] {
            if let locale = LocaleIdentifier(member.decodedName) { own[locale] = member }
        }
        var all = entry.localizations
        if let source = entry.source, own[sourceLocale] != nil || !entry.isSourceImplied {
            all.append((sourceLocale, source))
        }
        var writer = StringCatalogLocalizationWriter()
        var new: [JSON.Member] = []
        for (locale, localization) in all {
            let old = document.locales[locale].flatMap { units[$0] }
            let tag = own[locale]?.decodedName ?? locale.languageTag
            // A text that could not be read must not be lost.
            if own[locale] != nil, old?.translation == nil { continue }
            let oldMessage = own[locale] == nil ? nil : old?.translation
            let specifiers =
                own[locale].map { self.specifiers(in: $0, oldMessage, localization.message) } ?? [:]
            guard
                let node = writer.node(
                    localization, key: entry.about.key, tag: tag, specifiers: specifiers)
            else { continue }
            guard let member = own[locale] else {
                new.append(.init(tag, node))
                continue
            }
            var reader = StringCatalogLocalizationWriter()
            let states = old?.allStates ?? [:]
            let same = oldMessage.flatMap {
                reader.node(
                    .init(message: $0, states: states), key: entry.about.key, tag: tag, specifiers: specifiers
                )
            }
            // What a source text is extracted as is not told by other files.
            let isSame =
                same == node
                || locale == sourceLocale && same != nil
                    && same
                        == writer.node(
                            .init(message: localization.message, states: states), key: entry.about.key,
                            tag: tag,
                            specifiers: specifiers)
            if !isSame { change(member, from: same, to: node, depth: 4) }
        }
        findings += writer.findings
        return new
    }

    /// What `%arg` stands for in each substitution of a localization, unless the new forms show the number
    /// otherwise than the old ones did.
    private func specifiers(
        in localization: JSONMemberLocations.Member, _ old: Message?, _ new: Message
    ) -> [String: String] {
        guard let old, !old.substitutions.isEmpty else { return [:] }
        let (before, now) = (old.substitutionTypes, new.substitutionTypes)
        let json = Array(bytes[localization.valueOffset..<localization.valueEnd])
        let specifiers = try? JSONParser().withValue(of: json) { root in
            var specifiers: [String: String] = [:]
            for substitution in root.member("substitutions").map({ Array($0.members) }) ?? [] {
                let name = String(wellFormed: substitution.name.utf8)
                guard now[name] == nil || now[name] == before[name] else { continue }
                specifiers[name] = substitution.value.member("formatSpecifier")?.string
            }
            return specifiers
        }
        return specifiers ?? [:]
    }

    /// Changes what is different in a value. Everything else keeps its bytes.
    ///
    /// - Parameters:
    ///   - old: what would be written for what the document has; `nil` where that is not known.
    ///   - depth: how many objects contain the member.
    private mutating func change(
        _ member: JSONMemberLocations.Member, from old: JSON?, to new: JSON, depth: Int
    ) {
        guard case .object(let before)? = old, case .object(let after) = new,
            bytes[member.valueOffset] == UInt8(ascii: "{"),
            Set(before.map(\.name)).isSubset(of: after.map(\.name))
        else { return replace(member, with: new, depth: depth) }
        let known = places.members(ofObjectAt: member.valueOffset)
        var added: [JSON.Member] = []
        for item in after {
            let previous = before.first { $0.name == item.name }
            if previous == item { continue }
            if let place = known.last(where: { $0.name.elementsEqual(item.name.utf8) }) {
                change(place, from: previous?.value, to: item.value, depth: depth + 1)
            } else {
                added.append(item)
            }
        }
        insert(added, intoObjectAt: member.valueOffset, depth: depth + 1)
    }

    /// - Parameter depth: how many objects contain the member.
    mutating func replace(_ member: JSONMemberLocations.Member, with node: JSON, depth: Int) {
        var json = IndentedJSON(style: style, depth: depth)
        json.append(node)
        edits.append((member.valueOffset..<member.valueEnd, json.bytes))
    }

    /// Inserts members into an object, each after the one that precedes it in Xcode's order.
    mutating func insert(_ new: [JSON.Member], intoObjectAt offset: Int, depth: Int) {
        // Where another value is in the place of an object, nothing is inserted.
        guard !new.isEmpty, bytes[offset] == UInt8(ascii: "{") else { return }
        insert(new, among: places.members(ofObjectAt: offset), ofObjectAt: offset, depth: depth)
    }

    private mutating func insert(
        _ new: [JSON.Member], among known: [JSONMemberLocations.Member], ofObjectAt offset: Int,
        depth: Int
    ) {
        let names = known.map(\.decodedName) + new.map(\.name)
        var anchor: Int?
        var groups: [Int?: [JSON.Member]] = [:]
        for index in FinderOrder.sorted(names) {
            if index < known.count {
                anchor = index
            } else {
                groups[anchor, default: []].append(new[index - known.count])
            }
        }
        for (anchor, members) in groups {
            var json = IndentedJSON(style: style, depth: depth)
            if known.isEmpty { json.raw("{".utf8) }
            for (index, member) in members.enumerated() {
                if anchor != nil || index > 0 { json.raw(",".utf8) }
                if anchor != nil || index > 0 || known.isEmpty { json.line() }
                json.append(member)
            }
            if let anchor {
                let end = known[anchor].valueEnd
                edits.append((end..<end, json.bytes))
            } else if let first = known.first {
                json.raw(",".utf8)
                json.line()
                edits.append((first.nameOffset..<first.nameOffset, json.bytes))
            } else {
                var closing = IndentedJSON(style: style, depth: depth - 1)
                closing.line()
                json.raw(closing.bytes + [UInt8(ascii: "}")])
                edits.append((offset..<places.end(ofValueAt: offset), json.bytes))
            }
        }
    }

    /// Takes members out of an object. Nothing else in it may be changed.
    mutating func remove(
        _ indices: Set<Int>, of members: [JSONMemberLocations.Member], ofObjectAt offset: Int, depth: Int
    ) {
        guard !indices.isEmpty else { return }
        guard let first = members.indices.first(where: { !indices.contains($0) }) else {
            var json = IndentedJSON(style: style, depth: depth)
            json.append(.object([]))
            return edits.append((offset..<places.end(ofValueAt: offset), json.bytes))
        }
        if first > 0 { edits.append((members[0].nameOffset..<members[first].nameOffset, [])) }
        for index in indices where index > first {
            edits.append((members[index - 1].valueEnd..<members[index].valueEnd, []))
        }
    }

    /// The source language as catalogs name it.
    var sourceTag: String { sourceLocale.languageTag }

    /// The text of a member; `nil` for another value.
    func text(_ member: JSONMemberLocations.Member) -> String? {
        (try? JSONReader.value(of: Array(bytes[member.valueOffset..<member.valueEnd])))?.string
    }

    /// The document with all changes made.
    mutating func edited() -> [UInt8] {
        if let strings = document.strings, !newEntries.isEmpty {
            insert(newEntries, among: document.members, ofObjectAt: strings.valueOffset, depth: 2)
        }
        return (document.bytes.markLength > 0 ? [0xEF, 0xBB, 0xBF] : []) + IndentedJSON.edited(bytes, edits)
    }
}

extension Message {
    /// What `%arg` stands for in each substitution.
    fileprivate var substitutionTypes: [String: String] {
        let positions = substitutionPositions
        var types: [String: String] = [:]
        for name in substitutions.keys {
            types[name] =
                StringCatalogSubstitution(name, of: self, positions: positions[name] ?? []).specifier
        }
        return types
    }
}

extension String {
    fileprivate var trimmedAtEnd: Substring {
        var text = self[...]
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
