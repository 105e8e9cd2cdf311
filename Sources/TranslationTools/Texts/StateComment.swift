// Writes and removes the comments that say the state of a translation.

internal import Localization

/// What the comments of an entry say to programs about its translation.
struct EntryHistory: Equatable {
    /// How far the translation is.
    var state = TranslationState.translated
    /// The states of forms that are not `state`.
    var formStates: [VariationKey.Variation?: TranslationState] = [:]
    /// The source text that the translation was made for.
    var previousSource: String?
    /// The key that it stood under.
    var previousKey: String?
    /// What the translator says.
    var translatorComment: String?
    var catalogFlags: [String] = []
}

extension EntryAnnotations {
    /// What is said about the translation.
    var history: EntryHistory {
        EntryHistory(
            state: state, formStates: formStates, previousSource: previousSource, previousKey: previousKey,
            translatorComment: translatorComment, catalogFlags: flags.filter(CatalogFlag.isOwn))
    }
}

/// Comments in the grammar of `EntryAnnotations`.
enum StateComment {
    /// The comments that say a history; none for `translated` without more.
    static func lines(_ history: EntryHistory) -> [String] { texts(history).map { "/* \($0) */" } }

    /// The same without the signs of comments.
    static func texts(_ history: EntryHistory) -> [String] {
        var lines: [String] = []
        if let flag = history.state.flag { lines.append("Flag: \(flag)") }
        if !history.formStates.isEmpty {
            // That a form is new is said of it also where the whole message is: its text is not the source's.
            let formStates = history.formStates.filter { $0.value != history.state || $0.value == .new }
            let forms = formStates.map { variation, state in
                "Flag \(variation?.suffix ?? EntryAnnotations.plainText): \(state.annotation)"
            }
            lines += forms.sorted()
        }
        if !history.catalogFlags.isEmpty {
            lines.append("Flag: \(history.catalogFlags.joined(separator: ", "))")
        }
        for note in history.translatorComment?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
        {
            lines.append("Translator: \(escaped(String(note)))")
        }
        if let previousSource = history.previousSource { lines.append(quoted("Previous", previousSource)) }
        if let previousKey = history.previousKey { lines.append(quoted("Previous key", previousKey)) }
        return lines
    }

    private static func quoted(_ name: String, _ text: String) -> String {
        // The added backslash is ignored when the text is read, and keeps the comment open.
        let quoted = StringsFile.quoted(text).split(separator: "*/", omittingEmptySubsequences: false)
        return "\(name): \(quoted.joined(separator: "*\\/"))"
    }

    /// A text that does not end the comment it is put into.
    static func escaped(_ text: String) -> String {
        // To split a text costs much more than to look at its bytes.
        guard text.utf8.contains(UInt8(ascii: "/")) else { return text }
        return text.split(separator: "*/", omittingEmptySubsequences: false).joined(separator: "* /")
    }

    /// A quick test whether a comment may contain a state.
    static func mayBeOne(_ comment: String) -> Bool {
        (["Flag", "Previous", "Translator:"] as [StaticString]).contains { comment.containsASCII($0) }
    }

    /// A comment without the lines that say a state: empty where nothing else is
    /// in it, `nil` where it has none.
    static func removed(from comment: String) -> String? {
        let isBlock = comment.hasPrefix("/*")
        let inner =
            isBlock ? comment.dropFirst(2).dropLast(comment.hasSuffix("*/") ? 2 : 0) : comment.dropFirst(2)
        let lines = inner.split(separator: "\n", omittingEmptySubsequences: false)
        let kept = lines.filter { !saysState($0) }
        guard kept.count < lines.count else { return nil }
        let isEmpty = kept.allSatisfy { $0.allSatisfy { $0.isWhitespace || $0 == "*" } }
        guard !isEmpty else { return "" }
        return isBlock ? "/*" + kept.joined(separator: "\n") + "*/" : "//" + kept.joined(separator: "\n")
    }

    private static func saysState(_ line: Substring) -> Bool {
        let read = EntryAnnotations(String(line.trimmingBlanks))
        return read.comment == nil && read.flags.allSatisfy(CatalogFlag.isOwn)
            && read.history != EntryHistory()
    }
}
