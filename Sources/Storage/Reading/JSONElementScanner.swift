// Where does an element of a JSON list end? Found by brackets and quotation marks alone, so that a broken
// element does not take those behind it along.

/// Finds the end of one element, block by block.
///
/// In well-formed JSON the end is always right. In broken JSON it is where the next element most likely begins:
/// a string ends with its line at the latest, a closing bracket closes what was left open within, and an opening
/// brace where only a name may stand begins a new element.
struct JSONElementScanner {
    /// What was found so far.
    enum Step {
        /// The element goes on behind the bytes there are.
        case more
        /// The element has this many bytes.
        case complete(Int)
        /// The element is broken; the next one begins behind this many bytes.
        case cut(Int)
    }

    /// What the element's first byte announces.
    private enum Shape {
        case unknown, container, string, bare
    }

    /// How many bytes were looked at.
    private(set) var scanned = 0
    /// Where another element may begin if this one turns out never to end.
    private(set) var restart: Int?
    private var shape = Shape.unknown
    /// The brackets that are open; no more than simdjson takes.
    private var open: [UInt8] = []
    /// How many more are open than are noted.
    private var further = 0
    private var isInString = false
    private var isEscaped = false
    /// The last byte that is no white space, and its place; the quotation mark of a string's end.
    private var last: UInt8 = 0
    private var lastPlace = -1
    /// Where the present line begins.
    private var lineStart = Int.min
    /// How far the element's first line is indented; `nil` where something else stands before it.
    private let indentation: Int?

    init(indentation: Int?) { self.indentation = indentation }

    /// Looks at the bytes from the element's beginning, those looked at before included.
    mutating func step(_ bytes: UnsafeBufferPointer<UInt8>) -> Step {
        if shape == .unknown, let first = bytes.first { begin(with: first) }
        switch shape {
        case .unknown, .container: break
        case .string:
            passString(bytes)
            if isInString { return .more }
            // A string that its line cut off has taken the comma behind it along.
            return bytes[scanned - 1] == UInt8(ascii: "\"") && scanned > 1
                ? .complete(scanned) : .cut(scanned)
        case .bare: return passBare(bytes)
        }
        while scanned < bytes.count {
            if isInString {
                passString(bytes)
                continue
            }
            let byte = bytes[scanned]
            scanned += 1
            switch byte {
            case 0x20, 0x0D, 0x09: continue
            case 0x0A:
                lineStart = scanned
                continue
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                let place = scanned - 1
                if byte == UInt8(ascii: "{"), further == 0, let inner = open.last {
                    if inner == UInt8(ascii: "{"), last != UInt8(ascii: ":") { return .cut(place) }
                    noteRestart(place)
                }
                if open.count < 1024 { open.append(byte) } else { further += 1 }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                close(byte == UInt8(ascii: "}") ? UInt8(ascii: "{") : UInt8(ascii: "["))
                if open.isEmpty { return .complete(scanned) }
            default: break
            }
            (last, lastPlace) = (byte, scanned - 1)
        }
        return .more
    }

    /// Tells that this many bytes at the element's beginning were dropped.
    mutating func drop(_ count: Int) {
        scanned -= count
        lastPlace -= count
        if lineStart != .min { lineStart -= count }
        restart = nil
    }

    /// Inside a string: passes to its end, or to the end of the line, which no string may contain.
    private mutating func passString(_ bytes: UnsafeBufferPointer<UInt8>) {
        while scanned < bytes.count {
            let byte = bytes[scanned]
            if byte == 0x0A {
                (isInString, isEscaped) = (false, false)
                return
            }
            scanned += 1
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isInString = false
                return
            }
        }
    }

    /// Closes the innermost bracket of this kind and all within; a bracket that was never opened is passed over.
    private mutating func close(_ opener: UInt8) {
        if further > 0 {
            further -= 1
        } else if let place = open.lastIndex(of: opener) {
            open.removeSubrange(place...)
        }
    }

    /// In a list that was never closed, the elements behind it look like the list's own. One that begins a line,
    /// indented like the present element, is probably a neighbour.
    private mutating func noteRestart(_ place: Int) {
        if restart == nil, let indentation, last == UInt8(ascii: ","), lastPlace < lineStart,
            place - lineStart == indentation
        {
            restart = place
        }
    }

    private mutating func begin(with first: UInt8) {
        switch first {
        case UInt8(ascii: "{"), UInt8(ascii: "["): shape = .container
        case UInt8(ascii: "\""):
            (shape, isInString) = (.string, true)
            scanned = 1
        default:
            shape = .bare
            scanned = 1
        }
    }

    /// An element without brackets or quotation marks, and so no record: it ends before the next separator.
    private mutating func passBare(_ bytes: UnsafeBufferPointer<UInt8>) -> Step {
        while scanned < bytes.count {
            switch bytes[scanned] {
            case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "{"), 0x0A: return .complete(scanned)
            default: scanned += 1
            }
        }
        return .more
    }
}
