// A document that is open in an editor: its text, and the bytes that saving it would write.

internal import JSON
internal import Localization

struct OpenDocument: Sendable {
    /// The address, as the client writes it.
    let uri: String
    let path: String
    private(set) var version: Int
    private(set) var text: LineText
    private let encoding: FileEncoding
    /// The bytes of the file, while the document is unchanged since the editor read the file.
    private var stored: [UInt8]?

    /// Creates a document that was just opened.
    ///
    /// - Parameter stored: the bytes of its file; `nil` if there is none.
    init(uri: String, path: String, version: Int, text: String, stored: [UInt8]?) {
        (self.uri, self.path, self.version, self.text) = (uri, path, version, LineText(text))
        encoding = FileEncoding(of: stored, readAs: text)
        self.stored = stored.flatMap { String(decoding: $0, as: UTF8.self) == text ? $0 : nil }
    }

    /// Applies the changes of a notification, one after the other.
    ///
    /// - Returns: whether all changes were valid; invalid ones are skipped.
    mutating func change(_ changes: [JSON], version: Int?, _ encoding: PositionEncoding) -> Bool {
        self.version = version ?? self.version + 1
        stored = nil
        var isUnderstood = true
        for change in changes {
            guard let new = change["text"]?.string else {
                isUnderstood = false
                continue
            }
            guard let range = change["range"], !range.isNull else {
                text = LineText(new)
                continue
            }
            guard let range = TextRange(range) else {
                isUnderstood = false
                continue
            }
            let (start, end) = (text.offset(of: range.start, encoding), text.offset(of: range.end, encoding))
            text.replace(min(start, end)..<max(start, end), with: new)
        }
        return isUnderstood
    }

    /// The bytes of the file if the document were saved.
    var bytes: [UInt8] { stored ?? encoding.encoded(text) }
}

/// A range of a text, in the client's units.
struct TextRange: Sendable, Hashable {
    var start: TextPosition
    var end: TextPosition

    init(start: TextPosition, end: TextPosition) {
        self.start = start
        self.end = end
    }

    /// Reads a range; `nil` if the JSON is not a range.
    init?(_ json: JSON) {
        guard let start = TextPosition(json["start"]), let end = TextPosition(json["end"]) else { return nil }
        self.init(start: start, end: end)
    }

    var json: JSON { ["start": start.json, "end": end.json] }

    /// Whether two ranges touch.
    func touches(_ other: TextRange) -> Bool { start <= other.end && other.start <= end }
}

extension TextPosition {
    /// Reads a position; `nil` if the JSON is not a position.
    init?(_ json: JSON?) {
        guard let line = json?["line"]?.integer, let character = json?["character"]?.integer else {
            return nil
        }
        self.init(line: line, character: character)
    }

    var json: JSON { ["line": .number(line), "character": .number(character)] }
}

/// The encoding in which an editor stores a document. Clients only send text.
private enum FileEncoding: Sendable {
    case unicode(TextEncoding, hasMark: Bool)
    case latin1

    /// Determines the encoding in which a file contains a text; UTF-8 if none fits.
    init(of stored: [UInt8]?, readAs text: String) {
        guard let stored else {
            self = .unicode(.utf8, hasMark: false)
            return
        }
        for encoding in TextEncoding.allCases {
            for hasMark in [false, true] {
                let candidate = FileEncoding.unicode(encoding, hasMark: hasMark)
                // UTF-32 would have zero bytes, which no text has.
                if hasMark || encoding != .utf8 || stored.count == text.utf8.count,
                    candidate.encoded(LineText(text)) == stored
                {
                    self = candidate
                    return
                }
            }
        }
        self =
            FileEncoding.latin1.encoded(LineText(text)) == stored
            ? .latin1 : .unicode(.utf8, hasMark: stored.starts(with: [0xEF, 0xBB, 0xBF]))
    }

    func encoded(_ text: LineText) -> [UInt8] {
        switch self {
        case .unicode(.utf8, hasMark: false): return text.utf8
        case .unicode(let encoding, let hasMark):
            let string = text.string
            let isMarked = string.unicodeScalars.first == "\u{FEFF}"
            return (hasMark && !isMarked ? encoding.byteOrderMark : []) + encoding.encoded(string)
        case .latin1:
            let scalars = text.string.unicodeScalars
            guard scalars.allSatisfy({ $0.value < 256 }) else { return text.utf8 }
            return scalars.map { UInt8($0.value) }
        }
    }
}
