// Finds calls whose keys have no text.

internal import Localization

/// A call for a text that does not exist: users see the key.
///
/// A call that says the text itself (`defaultValue:`) declares it, a key without letters is shown as it is,
/// and previews and tests are for programmers alone.
struct UndeclaredKeyCheck: SourceCheck {
    let identifier = "undeclared-key"
    let category = CheckCategory.keys
    let severity = Severity.error
    let example = CheckExample(
        source: "", locale: "en", wrong: "\"Opne\" = \"Open\"; /* keep */", right: "\"Open\" = \"Open\";",
        program: "let title = NSLocalizedString(\"Open\", comment: \"\")")

    func findings(in run: SourceCheckRun) -> [Finding] {
        run.sources.files.flatMap { source in
            source.calls.compactMap { call -> Finding? in
                guard !call.hasContext, !call.hasValue, !source.isUnshown(call.position),
                    call.hasWords, let files = run.files(for: call),
                    let messages = run.messages(for: call),
                    messages.isEmpty, call.isInterpolated || !files.contains(where: { $0.has(call.key) }),
                    // A text is shown as it is where the source language has no texts of its own.
                    !call.key.utf8.contains(0x20)
                        || files.contains(where: { $0.catalog.list.contains { !$0.key.isEmpty } })
                else { return nil }
                let table = run.tableName(of: call)
                // Where the key may be in any table, to name one would send people to the wrong one.
                if case .named = call.table {
                } else if Set(files.map(\.table)).count > 1 {
                    return finding(
                        call, in: source, table: table, run, variant: "any", facts: [.text(call.shownKey)])
                }
                return finding(
                    call, in: source, table: table, run, facts: [.text(call.shownKey), .text(table)])
            }
        }
    }
}
