// Tools of agents that write: translations, which are checked first and marked for review.

internal import JSON
internal import Localization
internal import ProgramSupport
internal import TranslationTools

extension ProjectTools {
    /// `{"changed","files":[…],"unmarked":[…],"problems":[{"key","message"}],"warnings":[{"key","message"}]}`:
    /// why translations were not written, problems of those that were, and files whose format cannot mark
    /// translations for review.
    ///
    /// A refused translation does not prevent writing the others.
    nonisolated(nonsending) func fill(
        _ call: ProjectCall, _ context: ToolContext
    ) async throws(UsageError) -> JSONObject {
        let (projects, folders) = try await load(context, translates: true)
        var report = ChangeReport(context, isDryRun: false, below: folders)
        let replaces = call.arguments["replace"]?.bool ?? false
        var rest = Array((call.arguments["translations"]?.elements ?? []).enumerated())
        var (problems, warnings): ([JSONObject], [JSONObject]) = ([], [])
        func remark(_ key: String, _ message: String) -> JSONObject {
            var remark = JSONObject()
            remark.set("key", key)
            remark.set("message", message)
            return remark
        }
        var (files, unmarked): ([String], [String]) = ([], [])
        for target in projects.flatMap({ loaded in
            loaded.translationTargets(call.locale.map { [$0] } ?? [], &report, marksAll: false) ?? []
        }) {
            let table = target.table
            let units = Dictionary(table.units.map { ($0.key, $0) }) { first, _ in first }
            var suggestions: [SuggestedTranslation] = []
            rest.removeAll { _, given in
                guard let key = given["key"]?.string, let unit = units[key], unit.source != nil,
                    given["table"]?.string.map({ $0 == target.source.table }) ?? true
                else { return false }
                do throws(UsageError) {
                    suggestions.append(
                        SuggestedTranslation(
                            try Self.message(given["translation"] ?? .null, unit, table, replaces: replaces)))
                } catch {
                    problems.append(remark(key, context.texts.message(for: error.message)))
                }
                return true
            }
            guard !suggestions.isEmpty else { continue }
            let review = SuggestionReview(
                suggestions, of: target.source, locale: target.locale, path: target.path)
            problems += review.refused.map { remark($0.key ?? "", context.texts.message(for: $0)) }
            warnings += review.warnings.map { remark($0.key ?? "", context.texts.message(for: $0)) }
            let count = report.changedFiles
            report.write(review, to: target)
            guard report.changedFiles > count else { continue }
            files.append(target.path)
            if !target.source.format.marksSuggestions { unmarked.append(target.path) }
        }
        for (_, given) in rest {
            let key = given["key"]?.string ?? ""
            problems.append(
                remark(key, context.texts.message(for: ErrorMessage("TranslationOfNothing: %@", key))))
        }
        var response = JSONObject()
        response.set("changed", report.changedMessages)
        response.set("files", files)
        if !unmarked.isEmpty { response.set("unmarked", unmarked) }
        response.set("problems", problems)
        response.set("warnings", warnings)
        return response
    }

    /// The message for an agent's suggestion.
    ///
    /// - Throws: `UsageError` if it must not be written, or its forms are not those of the language.
    private static func message(
        _ translation: JSON, _ unit: TranslationUnit, _ table: TranslationTable, replaces: Bool
    ) throws(UsageError) -> Message {
        guard unit.isTranslatable, let request = TranslationRequest(unit, table: table, number: 0) else {
            throw UsageError("TranslationNotSimple: %@", unit.key)
        }
        guard replaces || unit.state != .translated || request.lacksForms else {
            throw UsageError("TranslationThere: %@", unit.key)
        }
        if let message = request.message(translation) { return message }
        guard request.categories.isEmpty else {
            let forms = request.categories.map(\.rawValue).joined(separator: ", ")
            throw UsageError("TranslationShape: %1$@ %2$@", unit.key, forms)
        }
        throw UsageError(
            ErrorMessage(
                "RequestWrongType: %1$@ %2$@",
                arguments: [.value(.text("translation")), .message("TypeText")]))
    }
}
