// The formats that translations are exchanged in, and how a file tells its own.

internal import ProgramSupport
internal import Storage

/// A format of files for translators and other programs.
enum ExchangeFormat: String, CaseIterable {
    case po, pot, mo, xliff, stringsdict, xcstrings

    /// The format that a file's name tells.
    init?(path: String) {
        let name = PathName.split(path).name.lowercased()
        guard let dot = name.lastIndex(of: ".") else { return nil }
        switch name[name.index(after: dot)...] {
        case "po": self = .po
        case "pot": self = .pot
        case "mo", "gmo": self = .mo
        case "xliff", "xlf": self = .xliff
        case "stringsdict": self = .stringsdict
        case "xcstrings": self = .xcstrings
        default: return nil
        }
    }

    /// Whether it is one of gettext's.
    var isGettext: Bool { self == .po || self == .pot || self == .mo }

    /// Whether it says how far translations are.
    var knowsStates: Bool { self != .mo && self != .stringsdict }
}
