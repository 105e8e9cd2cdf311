// The names of keys in options, as fzf names them: ctrl-k, alt-enter, f2, pgup.

internal import ProgramSupport

/// A key with its modifiers.
struct KeyStroke: Hashable {
    var key: Key
    var modifiers: KeyModifiers = []
}

/// A named key.
struct KeyName: Hashable {
    let stroke: KeyStroke
    /// The name as given.
    let name: String

    private static let keys: [String: Key] = [
        "enter": .enter, "return": .enter, "tab": .tab, "btab": .backTab, "esc": .escape,
        "bspace": .backspace,
        "bs": .backspace, "del": .delete, "up": .up, "down": .down, "left": .left, "right": .right,
        "home": .home,
        "end": .end, "insert": .insert, "pgup": .pageUp, "page-up": .pageUp, "pgdn": .pageDown,
        "page-down": .pageDown,
    ]

    private static let modifiers: [(String, KeyModifiers)] = [
        ("ctrl-", .control), ("alt-", .alt), ("shift-", .shift),
    ]

    /// The key with a name; `nil` for unknown names.
    init?(_ name: String) {
        self.name = name
        var rest = name.lowercased()
        var modifiers: KeyModifiers = []
        while let (prefix, modifier) = Self.modifiers.first(where: {
            rest.hasPrefix($0.0) && rest.count > $0.0.count
        }) {
            modifiers.insert(modifier)
            rest.removeFirst(prefix.count)
        }
        if let key = Self.keys[rest] {
            // Terminals send shift and tab as a single key.
            let isBackTab = key == .tab && modifiers.contains(.shift)
            stroke =
                isBackTab
                ? KeyStroke(key: .backTab, modifiers: modifiers.subtracting(.shift))
                : KeyStroke(key: key, modifiers: modifiers)
        } else if rest == "space" {
            stroke = KeyStroke(key: .character(" "), modifiers: modifiers)
        } else if rest.hasPrefix("f"), let number = Int(rest.dropFirst()), (1...20).contains(number) {
            stroke = KeyStroke(key: .function(number), modifiers: modifiers)
        } else if rest.count == 1, let letter = rest.first, let typed = name.last {
            stroke = KeyStroke(
                key: .character(modifiers.contains(.control) ? letter : typed), modifiers: modifiers)
        } else {
            return nil
        }
    }
}
