// Finds calls whose keys have no text.

internal import Localization

/// A call for a text that does not exist: users see the key.
struct UndeclaredKeyCheck: SourceCheck {
    let identifier = "undeclared-key"
    let category = CheckCategory.keys
    let severity = Severity.error
    let example = CheckExample(
        source: "", locale: "en", wrong: "\"Opne\" = \"Open\"; /* keep */", right: "\"Open\" = \"Open\";",
        program: "let title = NSLocalizedString(\"Open\", comment: \"\")")

    func findings(in examination: SourceExamination) -> [Finding] {
        examination.sources.files.flatMap { source in
            source.calls.compactMap { call -> Finding? in
                guard !call.hasContext, let files = examination.files(for: call),
                    let messages = examination.messages(for: call),
                    messages.isEmpty, call.isInterpolated || !files.contains(where: { $0.has(call.key) })
                else { return nil }
                let table = examination.tableName(of: call)
                return finding(
                    call, in: source, table: table, examination, facts: [.text(call.shownKey), .text(table)])
            }
        }
    }
}
