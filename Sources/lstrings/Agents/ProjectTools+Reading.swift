// Tools of agents that read: findings, messages, and missing translations.

internal import JSON
internal import Localization
internal import ProgramSupport
internal import Support
internal import TranslationTools

extension ProjectTools {
    /// `{"errors","warnings","notes","findings":[…],"more"}`, with findings as in `lstrings check --format
    /// json`.
    nonisolated(nonsending) func check(
        _ call: ProjectCall, _ context: ToolContext
    ) async throws(UsageError) -> JSONObject {
        var findings: [Finding] = []
        let projects = try await load(context).projects
        for loaded in projects {
            var options = checks
            options.glossary = GlossaryLoader(context: context).glossary(
                requestOptions.glossary, of: loaded.project)
            findings += await loaded.findings(options, among: projects, in: call.locale)
        }
        if let key = call.text("key") { findings.removeAll { $0.key != key } }
        var response = JSONObject()
        for (name, severity) in [("errors", Severity.error), ("warnings", .warning), ("notes", .note)] {
            response.set(name, findings.reduce(0) { $0 + ($1.severity == severity ? $1.count : 0) })
        }
        let least = call.text("severity").flatMap(Severity.init) ?? .note
        var list = BoundedList(limit: call.limit)
        let tool = CheckReport(context: context, form: .json).tool
        for severity in Severity.allCases.sorted(by: >) where severity >= least {
            for finding in findings where finding.severity == severity {
                list.append(JSONReport.object(finding, tool))
            }
        }
        list.set("findings", in: &response)
        return response
    }

    /// `{"messages":[{"key","table","comment","source","translations":{locale:{"state","text"}}}],"more"}`; a
    /// message with plural forms has an object of texts instead of a text.
    nonisolated(nonsending) func lookup(
        _ call: ProjectCall, _ context: ToolContext
    ) async throws(UsageError) -> JSONObject {
        let (key, part) = (call.text("key"), call.text("text")?.lowercased())
        var list = BoundedList(limit: call.limit)
        for loaded in try await load(context).projects {
            let project = loaded.project
            for name in loaded.tables where call.text("table").map({ $0 == name }) ?? true {
                let locales = loaded.locales.filter { $0 != project.sourceLocale }
                var found: [String] = []
                var units: [String: [(LocaleIdentifier, TranslationUnit)]] = [:]
                for locale in locales where call.locale.map({ $0 == locale }) ?? true {
                    guard let table = project.translationTable(name, locale) else { continue }
                    for unit in table.units where key.map({ $0 == unit.key }) ?? true {
                        if units[unit.key] == nil { found.append(unit.key) }
                        units[unit.key, default: []].append((locale, unit))
                    }
                }
                for key in found {
                    guard let units = units[key], part.map({ units.contains($0) }) ?? true else { continue }
                    list.append(Self.described(units, table: name))
                }
            }
        }
        var response = JSONObject()
        list.set("messages", in: &response)
        return response
    }

    private static func described(
        _ units: [(locale: LocaleIdentifier, unit: TranslationUnit)], table: String
    ) -> JSONObject {
        var object = JSONObject()
        let first = units[0].unit
        object.set("key", first.key)
        object.set("table", table)
        if let comment = first.comment { object.set("comment", comment) }
        object.set("source", json: text(of: first.source))
        var translations = JSONObject()
        for (locale, unit) in units {
            var translation = JSONObject()
            translation.set("state", unit.state.rawValue)
            translation.set("text", json: text(of: unit.translation))
            translations.set(locale.identifier, translation)
        }
        object.set("translations", translations)
        return object
    }

    /// The text of a message, an object of the texts of its forms, or null.
    private static func text(of message: Message?) -> String {
        guard let message else { return "null" }
        if message.forms.count == 1, let only = message.text { return JSONText.string(only.source) }
        var forms = JSONObject()
        for (variation, text) in message.forms {
            let name =
                switch variation {
                case nil: "text"
                // The name in requests and in "fill".
                case .plural(let category): category.rawValue
                case let other?: other.suffix
                }
            forms.set(name, text)
        }
        return forms.text
    }

    /// `{"messages":[{"key","table","from","to","source","forms","comment",…,"state","translation"}],"more"}`: the
    /// members of a request of `lstrings translate`, with the state and the existing forms.
    nonisolated(nonsending) func missing(
        _ call: ProjectCall, _ context: ToolContext
    ) async throws(UsageError) -> JSONObject {
        let (projects, folders) = try await load(context, translates: true)
        var report = ChangeReport(context, isDryRun: true, below: folders)
        let includesReview = call.arguments["review"]?.bool ?? false
        var contexts = try await RequestContextLoader(requestOptions, of: projects, in: context)
        var list = BoundedList(limit: call.limit)
        for loaded in projects {
            for target in loaded.translationTargets(call.locale.map { [$0] } ?? [], &report, marksAll: false)
                ?? []
            where call.text("table").map({ $0 == target.source.table }) ?? true {
                let table = target.table
                // A memory is made for each language, which takes longest.
                let requestContext = list.isFull ? nil : try contexts.context(of: target, in: loaded)
                for unit in table.units where unit.isTranslatable && unit.state != .obsolete {
                    guard
                        let request = TranslationRequest(
                            unit, table: table, number: 0, context: requestContext),
                        unit.state == .new || (includesReview && unit.state == .needsReview)
                            || request.lacksForms
                    else { continue }
                    list.append(Self.described(request))
                }
            }
        }
        var response = JSONObject()
        list.set("messages", in: &response)
        return response
    }

    private static func described(_ request: TranslationRequest) -> JSONObject {
        var object = JSONObject()
        request.describe(in: &object)
        object.set("state", request.unit.state.rawValue)
        object.set("translation", json: text(of: request.unit.translation))
        return object
    }
}

extension [(LocaleIdentifier, TranslationUnit)] {
    /// Whether a text of the message in any language contains `part`, which is in lower case.
    fileprivate func contains(_ part: String) -> Bool {
        func has(_ message: Message?) -> Bool {
            message?.forms.contains { form in
                let text = form.text.lowercased()
                // Preparing a long pattern costs more than all texts that it cannot be in.
                return text.utf8.count >= part.utf8.count && text.contains(part)
            } == true
        }
        return has(first?.1.source) || contains { has($0.1.translation) }
    }
}

extension TranslationRequest {
    /// Whether the translation lacks a plural form for whole numbers below a million.
    var lacksForms: Bool {
        guard !categories.isEmpty else { return false }
        let integers = PluralCoverage.of(locale).integers
        return categories.contains { category in
            let isNeeded = category == .other || integers[category]?.contains { $0 < 1_000_000 } == true
            return isNeeded && unit.translation?.plural[category]?.source.isEmpty ?? true
        }
    }
}
