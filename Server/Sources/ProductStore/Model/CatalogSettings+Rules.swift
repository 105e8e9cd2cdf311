// Rules as members of a catalog's description: read, put, and preserved when the rest is replaced.

internal import CatalogSearch
internal import CatalogStorage

extension CatalogSettings {
    private static let rulesMember = Array("rules".utf8)

    /// The rules in a description, by the bytes of their ids.
    static func rules(in json: [UInt8]) -> [StoredRule] {
        let members = JSONShape.document(json).members?.first { $0.name == rulesMember }?.value.members ?? []
        return members.map {
            StoredRule(id: String(decoding: $0.name, as: UTF8.self), json: Array($0.value.text))
        }.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
    }

    /// The members that a catalog preserves if a new description lacks them.
    private static let keptMembers = [rulesMember, learnedMember]

    /// The description without its rules and learned popularity; the rest is unchanged.
    static func withoutKeptMembers(_ json: [UInt8]) -> [UInt8] {
        keptMembers.reduce(json) { without($1, $0) }
    }

    /// The description without a member; the rest is unchanged.
    static func without(_ name: [UInt8], _ json: [UInt8]) -> [UInt8] {
        guard let member = JSONShape.document(json).members?.first(where: { $0.name == name }) else {
            return json
        }
        func isSpace(_ place: Int) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(json[place]) }
        let comma = UInt8(ascii: ",")
        var (start, end) = (member.spelling.startIndex, member.value.text.endIndex)
        var before = start
        while before > 0, isSpace(before - 1) { before -= 1 }
        if before > 0, json[before - 1] == comma {
            start = before - 1
        } else {
            var after = end
            while after < json.count, isSpace(after) { after += 1 }
            if after < json.count, json[after] == comma { end = after + 1 }
        }
        var rest = json
        rest.removeSubrange(start..<end)
        // If the member occurs twice, a merge patch removes it, which may change the rest's spelling.
        guard JSONShape.document(rest).members?.contains(where: { $0.name == name }) == true else {
            return rest
        }
        return JSONMergePatch.apply(Array("{\"".utf8) + name + Array("\":null}".utf8), to: rest)
    }

    /// A description with a member added at its end, which it lacks.
    static func adding(_ value: [UInt8], as name: [UInt8], to json: [UInt8]) -> [UInt8] {
        guard let end = json.lastIndex(of: UInt8(ascii: "}")) else { return json }
        let isAlone = JSONShape.document(json).members?.isEmpty ?? true
        var result = json
        result.insert(
            contentsOf: Array((isAlone ? "\"" : ",\"").utf8) + name + Array("\":".utf8) + value, at: end)
        return result
    }

    /// Checks whether a rule can become a part of a description.
    ///
    /// - Throws: `StoreError.invalidRule`.
    static func checkSyntax(ofRule id: String, _ json: [UInt8]) throws(StoreError) {
        guard SearchRule.isIdentifier(id) else {
            throw .invalidRule([
                CatalogDiagnostic(
                    file: "", kind: .sidecarWrongType(member: "rules", expected: .identifier))
            ])
        }
        // Only valid JSON may be inserted into other JSON.
        let broken = CatalogSettings(catalog: "catalog", json: json).diagnostics.filter {
            $0.kind.code == .sidecarInvalid
        }
        guard broken.isEmpty else { throw .invalidRule(broken) }
    }

    /// Checks a rule against the attributes of this catalog, as if there were no other rule.
    ///
    /// - Throws: `StoreError.invalidRule`.
    private func check(_ id: String, _ rule: [UInt8]) throws(StoreError) {
        let alone = CatalogSettings(
            catalog: description.id,
            json: Self.adding(
                Self.object(id, rule), as: Self.rulesMember, to: Self.withoutKeptMembers(json)))
        if alone.hasErrors, !hasErrors {
            throw .invalidRule(alone.diagnostics.filter { $0.severity == .error })
        }
    }

    /// Warnings about a rule: conflicts with other rules.
    func warnings(ofRule id: String) -> [CatalogDiagnostic] {
        diagnostics.filter { diagnostic in
            switch diagnostic.kind.code {
            case .sidecarRuleOverruled, .sidecarRuleReplacesInCircle: diagnostic.arguments[0] == .text(id)
            default: false
            }
        }
    }

    /// These settings with the rules and the learned popularity of an old description, unless they have their
    /// own.
    func keepingMembers(of old: [UInt8]) -> CatalogSettings {
        guard let members = JSONShape.document(json).members else { return self }
        let added = (JSONShape.document(old).members ?? []).filter { member in
            Self.keptMembers.contains(member.name) && !members.contains { $0.name == member.name }
        }
        guard !added.isEmpty else { return self }
        return CatalogSettings(
            catalog: description.id,
            json: added.reduce(json) { Self.adding(Array($1.value.text), as: $1.name, to: $0) })
    }

    /// These settings with the rule of an id replaced, or removed.
    ///
    /// - Throws: `StoreError.invalidRule`, also if there are too many rules; `.tooLarge`.
    func replacingRule(_ id: String, _ rule: [UInt8]?) throws(StoreError) -> CatalogSettings {
        if let rule { try check(id, rule) }
        var rules = Self.rules(in: json).filter { $0.id != id }
        if let rule { rules.append(StoredRule(id: id, json: rule)) }
        rules.sort { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
        var json = Self.without(Self.rulesMember, json)
        if !rules.isEmpty {
            let members = rules.map { Array("\"\($0.id)\":".utf8) + $0.json }.joined(separator: [
                UInt8(ascii: ",")
            ])
            json = Self.adding(
                [UInt8(ascii: "{")] + Array(members) + [UInt8(ascii: "}")], as: Self.rulesMember, to: json)
        }
        try Self.checkSize(json)
        let settings = CatalogSettings(catalog: description.id, json: json)
        if settings.hasErrors, !hasErrors { throw .invalidRule(settings.diagnostics) }
        return settings
    }

    /// - Throws: `StoreError.tooLarge`.
    static func checkSize(_ json: [UInt8]) throws(StoreError) {
        let limit = StoreLimits.descriptionSize
        guard json.count <= limit else { throw .tooLarge(.description, bytes: json.count, limit: limit) }
    }

    /// - Parameter name: a name that needs no escapes.
    private static func object(_ name: String, _ value: [UInt8]) -> [UInt8] {
        Array("{\"\(name)\":".utf8) + value + [UInt8(ascii: "}")]
    }
}
