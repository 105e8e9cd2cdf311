// Finds calls whose arguments do not fit the specifiers of their text.

internal import Localization

/// Too few arguments, too many, or one of another type: users see nonsense, and C reads
/// memory that is not the argument's.
///
/// Only what is evident counts: literals, conversions, and names that a file declares alike wherever it does.
struct CallArgumentTypeCheck: SourceCheck {
    let identifier = "call-argument-type"
    let category = CheckCategory.formats
    let severity = Severity.error
    let example = CheckExample(
        source: "", locale: "en", wrong: "\"Title\" = \"Page %@\";", right: "\"Title\" = \"Page %ld\";",
        program: "let title = String(format: NSLocalizedString(\"Title\", comment: \"\"), 3)")

    func findings(in run: SourceCheckRun) -> [Finding] {
        run.sources.files.flatMap { source in
            source.calls.compactMap { call in finding(call, in: source, run) }
        }
    }

    private func finding(_ call: SourceCall, in source: SourceFile, _ run: SourceCheckRun)
        -> Finding?
    {
        guard let arguments = call.arguments, let messages = run.messages(for: call),
            !messages.isEmpty
        else {
            return nil
        }
        var first: Finding?
        for (file, message) in messages {
            guard let problem = problem(call, arguments, message) else { return nil }
            // Of several texts that the call may show, one that fits is enough.
            first =
                first
                ?? finding(
                    call, in: source, table: file.table, run, variant: problem.variant,
                    facts: problem.facts, related: file.place(of: message.key))
        }
        return first
    }

    private func problem(
        _ call: SourceCall, _ arguments: [FormatSpecifier.ArgumentClass?], _ message: Message
    ) -> (variant: String?, facts: [FormatValue])? {
        let models = message.argumentModels
        let needed = models.keys.max() ?? 0
        if needed > arguments.count, let model = models[needed] {
            return (
                "missing", [.text(model.source), .integer(Int64(needed)), .integer(Int64(arguments.count))]
            )
        }
        // The number that selects a plural form need not be shown.
        if arguments.count > needed, !message.hasVariations, !call.isInterpolated,
            message.isFormat || needed == 0
        {
            return ("extra", [.integer(Int64(arguments.count)), .integer(Int64(needed))])
        }
        for (position, model) in models.sorted(by: { $0.key < $1.key }) where position > 0 {
            guard let passed = arguments[position - 1], !accepts(model, passed, call) else { continue }
            return (nil, [.text(model.source), .integer(Int64(position)), .text(Self.name(passed))])
        }
        return nil
    }

    private func accepts(
        _ model: ArgumentUse, _ passed: FormatSpecifier.ArgumentClass, _ call: SourceCall
    ) -> Bool {
        if model.argumentClass == passed { return true }
        switch model.argumentClass {
        case .object: return call.acceptsAnyObject
        case .floatingPoint: return call.acceptsAnyObject && passed == .integer
        case .character, .pointer: return passed == .integer
        case .integer: return false
        case .string: return call.acceptsAnyObject && passed == .object
        }
    }

    /// A class as programmers call it, the same in all languages.
    private static func name(_ argument: FormatSpecifier.ArgumentClass) -> String {
        switch argument {
        case .integer: "Int"
        case .floatingPoint: "Double"
        case .object: "String"
        case .string: "char *"
        case .character: "char"
        case .pointer: "void *"
        }
    }
}
