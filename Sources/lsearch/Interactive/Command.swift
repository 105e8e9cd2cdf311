// The commands of the interactive search and their keys.

internal import ProgramSupport

/// A command, triggered by a key or a click.
enum Command: Hashable {
    case quit
    case suspend
    case redraw
    case help
    case back
    case clear
    case languages
    case order
    case reverse
    /// Shows prices in the next of the catalogs' currencies.
    case currency
    case copy
    case open
    case nextScope
    case previousScope
    case selectScope(Int)
    case takeSuggestion(Int)
    /// Moves the selection, or scrolls a page.
    case move(Movement)
    /// Selects a row, by its number in the whole list.
    case choose(Int)
    case nextItem
    case previousItem
    case edit(Edit)

    /// A movement in a list.
    enum Movement: Hashable {
        case up, down, pageUp, pageDown, first, last
    }

    /// An edit in the field.
    enum Edit: Hashable {
        case left, right, wordLeft, wordRight, start, end
        case deleteBackward, deleteForward, deleteWordBackward, deleteWordForward, deleteToStart, deleteToEnd
        case place(Int)
    }
}

extension Command {
    /// The command of a key on every page; `nil` for other keys.
    init?(everywhere key: Key, _ modifiers: KeyModifiers) {
        switch (key, modifiers) {
        case (.character("c"), .control), (.character("q"), .control): self = .quit
        case (.character("z"), .control): self = .suspend
        case (.character("l"), .control): self = .redraw
        case (.character("y"), .control): self = .copy
        case (.function(1), []): self = .help
        case (.function(2), []), (.character("g"), .control): self = .languages
        case (.escape, []): self = .back
        case (.up, []), (.character("p"), .control): self = .move(.up)
        case (.down, []), (.character("n"), .control): self = .move(.down)
        case (.pageUp, []): self = .move(.pageUp)
        case (.pageDown, []), (.character("v"), .control): self = .move(.pageDown)
        case (.home, .control): self = .move(.first)
        case (.end, .control): self = .move(.last)
        case (.enter, []), (.character("j"), .control): self = .open
        default: return nil
        }
    }

    /// The command of a key on a page with a field.
    init?(inField key: Key, _ modifiers: KeyModifiers) {
        switch (key, modifiers) {
        case (.left, []), (.character("b"), .control): self = .edit(.left)
        case (.right, []), (.character("f"), .control): self = .edit(.right)
        case (.left, .control), (.left, .alt), (.character("b"), .alt): self = .edit(.wordLeft)
        case (.right, .control), (.right, .alt), (.character("f"), .alt): self = .edit(.wordRight)
        case (.home, []), (.character("a"), .control): self = .edit(.start)
        case (.end, []), (.character("e"), .control): self = .edit(.end)
        case (.backspace, []), (.backspace, .shift): self = .edit(.deleteBackward)
        case (.delete, []): self = .edit(.deleteForward)
        case (.character("w"), .control), (.backspace, .alt), (.backspace, .control):
            self = .edit(.deleteWordBackward)
        case (.character("d"), .alt): self = .edit(.deleteWordForward)
        case (.character("u"), .control): self = .edit(.deleteToStart)
        case (.character("k"), .control): self = .edit(.deleteToEnd)
        default: return nil
        }
    }

    /// The command of a key on the page of results only.
    init?(amongResults key: Key, _ modifiers: KeyModifiers) {
        switch (key, modifiers) {
        case (.tab, []): self = .nextScope
        case (.backTab, _), (.tab, .shift): self = .previousScope
        case (.function(3), []), (.character("s"), .control): self = .order
        case (.function(4), []), (.character("r"), .control): self = .reverse
        case (.function(5), []): self = .nextScope
        case (.function(5), .shift): self = .previousScope
        case (.function(6), []): self = .currency
        case (.character(let digit), .alt):
            guard let number = digit.wholeNumberValue, (1...9).contains(number) else { return nil }
            self = .takeSuggestion(number - 1)
        default: return nil
        }
    }

    /// The command of a key on the page of a record.
    init?(inRecord key: Key, _ modifiers: KeyModifiers) {
        switch (key, modifiers) {
        case (.right, []), (.character("n"), []), (.tab, []): self = .nextItem
        case (.left, []), (.character("p"), []), (.backTab, _): self = .previousItem
        case (.home, []): self = .move(.first)
        case (.end, []): self = .move(.last)
        case (.backspace, []): self = .back
        default: return nil
        }
    }
}
