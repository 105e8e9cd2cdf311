// The events of a terminal: text, keys, the mouse.

/// An action of the user.
package enum TerminalEvent: Hashable, Sendable {
    /// Printable characters in the order of typing.
    case text(String)
    /// Pasted text. Lines end with a line feed; tabs are kept, other controls are dropped.
    case paste(String)
    case key(Key, KeyModifiers = [])
    case mouse(MouseEvent)
}

/// A key without a text.
package enum Key: Hashable, Sendable {
    case enter, tab, backTab, backspace, delete, escape
    case up, down, left, right, home, end, pageUp, pageDown, insert
    /// F1 and so on.
    case function(Int)
    /// A character with control or alt. With control, letters are in lower case.
    case character(Character)
}

package struct KeyModifiers: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    // The values are those of xterm's sequences, less one.
    package static let shift = KeyModifiers(rawValue: 1)
    package static let alt = KeyModifiers(rawValue: 2)
    package static let control = KeyModifiers(rawValue: 4)
}

/// A button or the wheel of the mouse.
package struct MouseEvent: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case press, release, wheelUp, wheelDown
    }

    package var kind: Kind
    /// 0 is the left button, 1 the middle, 2 the right; 0 for the wheel.
    package var button: Int
    /// The row of the screen, counted from 0 at the top.
    package var row: Int
    /// The column of the screen, counted from 0 at the left.
    package var column: Int
    package var modifiers: KeyModifiers

    package init(kind: Kind, button: Int = 0, row: Int, column: Int, modifiers: KeyModifiers = []) {
        self.kind = kind
        self.button = button
        self.row = row
        self.column = column
        self.modifiers = modifiers
    }
}
