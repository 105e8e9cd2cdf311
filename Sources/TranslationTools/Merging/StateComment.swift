// Writes and removes the comments that say the state of a translation.

internal import Localization

/// Comments in the grammar of `EntryAnnotations`.
enum StateComment {
    /// The comments that say a state; none for `translated` without a history.
    static func lines(
        _ state: TranslationState, previousSource: String?, previousKey: String?
    ) -> [String] {
        var lines: [String] = []
        if let flag = state.flag { lines.append("/* Flag: \(flag) */") }
        if let previousSource { lines.append(comment("Previous", previousSource)) }
        if let previousKey { lines.append(comment("Previous key", previousKey)) }
        return lines
    }

    private static func comment(_ name: String, _ text: String) -> String {
        // The added backslash is ignored when the text is read, and keeps the comment open.
        let quoted = StringsFile.quoted(text).split(separator: "*/", omittingEmptySubsequences: false)
        return "/* \(name): \(quoted.joined(separator: "*\\/")) */"
    }

    /// A text that does not end the comment it is put into.
    static func escaped(_ text: String) -> String {
        text.split(separator: "*/", omittingEmptySubsequences: false).joined(separator: "* /")
    }

    /// A quick test whether a comment may contain a state.
    static func mayBeOne(_ comment: String) -> Bool {
        ["Flag:", "Previous"].contains { comment.firstRange(of: $0) != nil }
    }

    /// A comment without the lines that say a state: empty where nothing else is in it, `nil` where it has none.
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
        return read.comment == nil && read.flags.isEmpty
            && (read.state != .translated || read.previousSource != nil || read.previousKey != nil)
    }
}
