// Editing in the search field.

internal import ProgramSupport
internal import SearchInterface

extension SearchBar {
    /// Performs an edit. Deletions use the bar's own editing, which notifies its observers.
    func perform(_ edit: Command.Edit) {
        let cursor = selectedTextRange.lowerBound
        let end = textualRange.upperBound
        switch edit {
        case .left: place(cursor - 1)
        case .right: place(cursor + 1)
        case .wordLeft: place(wordStart(before: cursor))
        case .wordRight: place(wordEnd(behind: cursor))
        case .start: place(0)
        case .end: place(end)
        case .place(let position): place(position)
        case .deleteBackward: deleteBackward()
        case .deleteForward: if cursor < end { replace(cursor..<cursor + 1, with: "") }
        case .deleteWordBackward: replace(wordStart(before: cursor)..<cursor, with: "")
        case .deleteWordForward: replace(cursor..<wordEnd(behind: cursor), with: "")
        case .deleteToStart: replace(0..<cursor, with: "")
        case .deleteToEnd: replace(cursor..<end, with: "")
        }
    }

    /// Inserts as much of a text as fits into the longest query.
    ///
    /// - Parameter limit: the greatest length, in Unicode scalars.
    func insert(_ text: String, limit: Int) {
        let room = limit - self.text.unicodeScalars.count
        guard room > 0 else { return }
        let scalars = text.unicodeScalars.lazy.map { $0.isControl ? " " : $0 }
        insertText(String(String.UnicodeScalarView(scalars.prefix(room))))
    }

    private func place(_ position: Int) {
        let position = min(max(0, position), textualRange.upperBound)
        selectedTextRange = position..<position
    }

    /// The start of the word before a position. A token is one word.
    private func wordStart(before position: Int) -> Int {
        guard position > textualRange.lowerBound else { return max(0, position - 1) }
        let head = Array(text)[..<(position - textualRange.lowerBound)]
        let word = head.reversed().drop(while: \.isWhitespace).drop { !$0.isWhitespace }
        return textualRange.lowerBound + word.count
    }

    /// The end of the word after a position.
    private func wordEnd(behind position: Int) -> Int {
        guard position >= textualRange.lowerBound else { return position + 1 }
        let tail = Array(text)[(position - textualRange.lowerBound)...]
        let rest = tail.drop(while: \.isWhitespace).drop { !$0.isWhitespace }
        return textualRange.upperBound - rest.count
    }
}
