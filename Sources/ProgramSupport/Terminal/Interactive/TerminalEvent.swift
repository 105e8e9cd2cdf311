// What a terminal tells a program that has it for itself: text, keys, the mouse.

/// Something that the user did.
package enum TerminalEvent: Hashable, Sendable {
    /// Printable characters, in the order in which they were typed.
    case text(String)
    /// What was pasted, as one text: lines end with a line feed, tabs are kept, other controls are left out.
    case paste(String)
    case key(Key, KeyModifiers = [])
    case mouse(MouseEvent)
}

/// A key that is not text by itself.
package enum Key: Hashable, Sendable {
    case enter, tab, backTab, backspace, delete, escape
    case up, down, left, right, home, end, pageUp, pageDown, insert
    /// F1 and so on.
    case function(Int)
    /// A character together with control or alt; with control, letters are small.
    case character(Character)
}

/// Keys that are held down while another is pressed.
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
