// The views of rules: list, add, edit, delete.

internal import CatalogSearch
internal import FoundationEssentials
internal import HTTPTypes
internal import JSON
internal import Localization
internal import NIOCore
internal import ProductStore
internal import SearchService
internal import StorefrontPage

extension AdministrationPages {
    // MARK: The list

    func ruleList(_ reader: Reader) async throws -> EndpointResponse {
        let stored = try await stored(reader) { () async throws(StoreError) in try await store.allCatalogs() }
        let chosen = reader["catalog"].isEmpty ? stored.first?.id : reader["catalog"]
        let title = word("Admin.Rules", reader)
        guard let chosen else {
            return html(
                reader, title: title, view: "rules", ["notice": .text(word("Admin.NoCatalogs", reader))])
        }
        guard let catalog = stored.first(where: { $0.id == chosen }) else {
            throw Problem(.notFound, "CatalogNotFound: %@", .text(chosen))
        }
        let rules = catalog.description.rules
        let engine = catalogs.service.engine
        // The page shows only the first rules; programs read all of them as JSON.
        let list = rules.prefix(Self.shownRules).enumerated().map { place, rule -> AdministrationValue in
            .object([
                "id": .text(rule.id),
                "href": .text(reader.address("/admin/rule", [("catalog", chosen), ("id", rule.id)])),
                "condition": .text(condition(rule, reader)),
                "actions": .list(actions(rule, reader).map { .text($0) }),
                "conflicts": .list(
                    (conflicts(rule, before: rules[..<place], of: catalog.description, reader)
                        + missingRecords(rule, of: chosen, engine, reader)).map { .text($0) }),
                "deleteLabel": .text(word("Admin.DeleteRule: %@", reader, .text(rule.id))),
            ])
        }
        return html(
            reader, title: title, view: "rules",
            [
                "rules": .object([
                    "catalogList": .list(
                        stored.map {
                            .object([
                                "id": .text($0.id), "current": .flag($0.id == chosen),
                                "href": .text(reader.address("/admin/rules", [("catalog", $0.id)])),
                            ])
                        }),
                    "chosen": .object([
                        "catalog": .text(chosen), "list": .list(list), "hasList": .flag(!list.isEmpty),
                        "newHref": .text(reader.address("/admin/rule", [("catalog", chosen)])),
                    ]),
                ])
            ])
    }

    /// The most rules that a page lists.
    private static let shownRules = 1_000

    private func condition(_ rule: SearchRule, _ reader: Reader) -> String {
        var parts = [
            rule.query.map { query in
                switch rule.match {
                case .exact: word("Admin.WhenExact: %@", reader, .text(query))
                case .prefix: word("Admin.WhenBegins: %@", reader, .text(query))
                case .contains: word("Admin.WhenContains: %@", reader, .text(query))
                }
            } ?? word("Admin.WhenAny", reader)
        ]
        parts += rule.contexts.map(isolated)
        if let filter = rule.filter { parts.append(isolated(filter.description)) }
        if !rule.locales.isEmpty {
            parts.append(isolated(rule.locales.map(\.identifier).joined(separator: ", ")))
        }
        if let from = rule.from {
            parts.append(word("Admin.From: %@", reader, .text(isolated(from.description))))
        }
        if let until = rule.until {
            parts.append(word("Admin.Until: %@", reader, .text(isolated(until.description))))
        }
        return parts.joined(separator: " · ")
    }

    /// What is written for programs, with a direction of its own: in a sentence from right to left, its parts
    /// would change places (Unicode's UAX #9, first strong isolate).
    private func isolated(_ text: String) -> String { "\u{2068}\(text)\u{2069}" }

    private func actions(_ rule: SearchRule, _ reader: Reader) -> [String] {
        var actions = rule.pinned.map { pin in
            word(
                "Admin.Pins: %1$@ %2$ld", reader, .text(isolated(RuleLine.text(pin.target))),
                .init(pin.position))
        }
        for (key, targets) in [
            ("Admin.Hides: %@", rule.hidden), ("Admin.Raises: %@", rule.raised),
            ("Admin.Buries: %@", rule.buried),
        ] where !targets.isEmpty {
            let named = targets.map { isolated(RuleLine.text($0)) }
            actions.append(word(key, reader, .text(named.joined(separator: ", "))))
        }
        for (key, texts) in [
            ("Admin.Replaces: %@", rule.replacementLines), ("Admin.Removes: %@", rule.removedWords),
            ("Admin.Restricts: %@", rule.addedFilter.map { [$0.description] } ?? []),
            ("Admin.Prefers: %@", rule.preferences.map(\.description)),
        ] where !texts.isEmpty {
            actions.append(word(key, reader, .text(texts.map(isolated).joined(separator: "; "))))
        }
        if rule.data != nil { actions.append(word("Admin.GivesData", reader)) }
        return actions
    }

    /// The ids of records that a rule names and its catalog lacks.
    private func missingRecords(
        _ rule: SearchRule, of catalog: String, _ engine: SearchEngine, _ reader: Reader
    ) -> [String] {
        // If records cannot be read, none is reported as missing.
        let missing = rule.records.prefix(Self.shownRules).filter { id in
            (try? engine.record(id, in: catalog)) == .some(.none)
        }
        guard !missing.isEmpty else { return [] }
        return [word("Admin.NoRecords: %@", reader, .text(missing.joined(separator: ", ")))]
    }

    /// Messages about earlier rules that place the same records, or that leave no record if both rules apply.
    private func conflicts(
        _ rule: SearchRule, before: ArraySlice<SearchRule>, of catalog: CatalogDescription, _ reader: Reader
    ) -> [String] {
        let own = Set(rule.records)
        return before.flatMap { earlier -> [String] in
            var conflicts: [String] = []
            if rule.findsNothing(beside: earlier, in: catalog) {
                conflicts.append(word("Admin.FiltersExclude: %@", reader, .text(earlier.id)))
            }
            let shared = earlier.records.filter(own.contains)
            guard !shared.isEmpty else { return conflicts }
            conflicts.append(
                word(
                    "Admin.Conflict: %1$@ %2$@", reader, .text(earlier.id),
                    .text(shared.joined(separator: ", "))))
            return conflicts
        }
    }

    // MARK: The form

    /// The fields of the form.
    private struct Fields {
        var catalog = ""
        var id = ""
        var match = "exact"
        var query = ""
        var locales = ""
        var from = ""
        var until = ""
        var pin = ""
        var hide = ""
        var raise = ""
        var bury = ""
        var contexts = ""
        var filter = ""
        var replace = ""
        var remove = ""
        var addFilter = ""
        var prefer = ""
        /// The rule's data, as JSON.
        var data = ""
        var isKnown = false
    }

    func ruleForm(_ reader: Reader) async throws -> EndpointResponse {
        var fields = Fields()
        fields.catalog = reader["catalog"]
        fields.id = reader["id"]
        let catalog = try await stored(reader) { [fields] () async throws(StoreError) in
            try await store.catalog(fields.catalog)
        }
        if !fields.id.isEmpty {
            guard let rule = catalog.description.rules.first(where: { $0.id == fields.id }) else {
                throw Problem(.notFound, "RuleNotFound: %1$@ %2$@", .text(fields.id), .text(fields.catalog))
            }
            fields.isKnown = true
            fields.match = rule.query == nil ? "any" : rule.match.rawValue
            fields.query = rule.query ?? ""
            fields.locales = rule.locales.map(\.identifier).joined(separator: ", ")
            fields.from = rule.from?.description ?? ""
            fields.until = rule.until?.description ?? ""
            fields.pin = rule.pinned.map { "\($0.position) \(RuleLine.text($0.target))" }.joined(
                separator: "\n")
            fields.hide = rule.hidden.map(RuleLine.text).joined(separator: "\n")
            fields.raise = rule.raised.map(RuleLine.text).joined(separator: "\n")
            fields.bury = rule.buried.map(RuleLine.text).joined(separator: "\n")
            fields.contexts = rule.contexts.joined(separator: ", ")
            fields.filter = rule.filter?.description ?? ""
            fields.replace = rule.replacementLines.joined(separator: "\n")
            fields.remove = rule.removedWords.joined(separator: "\n")
            fields.addFilter = rule.addedFilter?.description ?? ""
            fields.prefer = rule.preferences.map(\.description).joined(separator: "\n")
            fields.data = try await storedData(fields, reader)
        } else {
            fields.query = reader["query"]
            if !reader["pin"].isEmpty { fields.pin = "1 " + reader["pin"] }
        }
        return html(
            reader,
            title: fields.isKnown ? fields.id : word("Admin.NewRule", reader), view: "rules",
            ["rule": values(fields, reader)])
    }

    private func values(_ fields: Fields, _ reader: Reader) -> AdministrationValue {
        .object([
            "catalog": .text(fields.catalog), "id": .text(fields.id), "isKnown": .flag(fields.isKnown),
            "matches": .list(
                [
                    ("exact", word("Admin.MatchExact", reader)),
                    ("prefix", word("Admin.MatchBegins", reader)),
                    ("contains", word("Admin.MatchContains", reader)),
                    ("any", word("Admin.MatchAny", reader)),
                ].map { value, label in
                    .object([
                        "value": .text(value), "label": .text(label),
                        "selected": .flag(value == fields.match),
                    ])
                }),
            "query": .text(fields.query), "locales": .text(fields.locales), "from": .text(fields.from),
            "until": .text(fields.until), "pin": .text(fields.pin), "hide": .text(fields.hide),
            "raise": .text(fields.raise), "bury": .text(fields.bury), "contexts": .text(fields.contexts),
            "filter": .text(fields.filter),
            "replace": .text(fields.replace), "remove": .text(fields.remove),
            "addFilter": .text(fields.addFilter), "prefer": .text(fields.prefer), "data": .text(fields.data),
            "backHref": .text(reader.address("/admin/rules", [("catalog", fields.catalog)])),
        ])
    }

    func saveRule(_ reader: Reader) async throws -> EndpointResponse {
        var fields = Fields()
        fields.catalog = reader["catalog"]
        fields.id = reader["id"]
        fields.match = reader["match"]
        fields.query = reader["query"]
        fields.locales = reader["locales"]
        fields.from = reader["from"]
        fields.until = reader["until"]
        fields.pin = reader.raw("pin")
        fields.hide = reader.raw("hide")
        fields.raise = reader.raw("raise")
        fields.bury = reader.raw("bury")
        fields.contexts = reader["contexts"]
        fields.filter = reader["filter"]
        fields.replace = reader.raw("replace")
        fields.remove = reader.raw("remove")
        fields.addFilter = reader["addFilter"]
        fields.prefer = reader.raw("prefer")
        fields.data = reader.raw("data")
        fields.isKnown = !reader["known"].isEmpty
        do {
            let json = Self.json(fields)
            _ = try await stored(reader) { [fields] () async throws(StoreError) in
                // A rule that was deleted while its form was open stays deleted.
                try await store.putRule(
                    fields.id, json: json, of: fields.catalog, if: fields.isKnown ? .present : .none)
            }
        } catch {
            return problem(error, reader, ["rule": values(fields, reader)])
        }
        return redirect(reader, to: "/admin/rules", [("catalog", fields.catalog)])
    }

    /// The rule that a form describes. The store reports what is wrong with it.
    private static func json(_ fields: Fields) -> [UInt8] {
        func lines(_ text: String) -> [String]? {
            let lines = text.split(whereSeparator: \.isNewline)
                .map { $0.split(separator: " ").joined(separator: " ") }.filter { !$0.isEmpty }
            return lines.isEmpty ? nil : lines
        }
        func list(_ text: String) -> [String] { text.split { $0 == "," || $0 == " " }.map { String($0) } }
        var rule = JSONObject()
        let data = fields.data.allSatisfy(\.isWhitespace) ? nil : Array(fields.data.utf8)
        // Invalid JSON is sent as it is, so that the store refuses it and it adds nothing to the rule.
        if let data, (try? JSONReader.value(of: data)) == nil { return data }
        for (name, text) in [("hide", fields.hide), ("raise", fields.raise), ("bury", fields.bury)] {
            guard let lines = lines(text) else { continue }
            rule.set(name, json: JSONObject.list(lines.map { RuleLine($0).json.text }))
        }
        if !fields.addFilter.isEmpty { rule.set("addFilter", fields.addFilter) }
        if !fields.contexts.isEmpty { rule.set("context", list(fields.contexts)) }
        if !fields.filter.isEmpty { rule.set("filter", fields.filter) }
        if !fields.from.isEmpty { rule.set("from", fields.from) }
        let locales = list(fields.locales)
        if !locales.isEmpty { rule.set("locales", locales) }
        if fields.match != "any" { rule.set("match", fields.match) }
        if let pins = lines(fields.pin) {
            rule.set("pin", count: pins.count) { number, pin in
                let parts = pins[number].split(separator: " ", maxSplits: 1)
                let place = parts.count == 2 ? Int(parts[0]) : nil
                let line = RuleLine(place == nil ? pins[number] : String(parts[1]))
                if let filter = line.filterText { pin.set("filter", filter) } else { pin.set("id", line.id) }
                // Without a valid place, 0 makes the store refuse the rule.
                pin.set("place", place ?? 0)
            }
        }
        if let lines = lines(fields.prefer) {
            // A line that is not a preference is sent as a string, which the store refuses.
            let json = lines.map { Preference($0)?.json ?? .string($0) }
            rule.set("prefer", json: JSON.array(json).text)
        }
        if fields.match != "any" { rule.set("query", fields.query) }
        if let lines = lines(fields.remove) { rule.set("remove", lines) }
        if let lines = lines(fields.replace) {
            rule.set("replace") { object in
                for line in lines {
                    let parts = line.split(
                        separator: "=", maxSplits: 1, omittingEmptySubsequences: false
                    ).map { String($0.trimmingBlanks) }
                    // Without a replacement the store refuses it.
                    object.set(parts[0], parts.count == 2 ? parts[1] : "")
                }
            }
        }
        if !fields.until.isEmpty { rule.set("until", fields.until) }
        if let data { rule.set("data", json: String(decoding: data, as: UTF8.self)) }
        return Array(rule.text.utf8)
    }

    /// The data of a stored rule as JSON; empty if it has none.
    private func storedData(_ fields: Fields, _ reader: Reader) async throws(Problem) -> String {
        let rule = try await stored(reader) { () async throws(StoreError) in
            try await store.rule(fields.id, of: fields.catalog)
        }
        let json = (try? JSONReader.value(of: rule.json)) ?? .null
        return json["data"]?.text ?? ""
    }

    func deleteRule(_ reader: Reader) async throws -> EndpointResponse {
        let (catalog, id) = (reader["catalog"], reader["id"])
        _ = try await stored(reader) { () async throws(StoreError) in
            try await store.deleteRule(id, of: catalog)
        }
        return redirect(reader, to: "/admin/rules", [("catalog", catalog)])
    }
}
