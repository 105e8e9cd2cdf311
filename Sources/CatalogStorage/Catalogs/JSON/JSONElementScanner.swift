// Finds the end of an element of a JSON list by brackets and quotation marks alone, so that a broken element
// does not damage the elements after it.

/// Finds the end of one element, block by block.
///
/// In well-formed JSON the end is exact. In broken JSON it is where the next element most likely begins: a
/// string ends at the latest with its line, a closing bracket closes all open brackets inside, and an opening
/// brace instead of a name begins a new element.
struct JSONElementScanner {
    /// The result of a step.
    enum Step {
        /// The element continues after the available bytes.
        case more
        /// The element has this many bytes.
        case complete(Int)
        /// The element is broken; the next one begins after this many bytes.
        case cut(Int)
    }

    /// The kind of element, by its first byte.
    private enum Shape {
        case unknown, container, string, bare
    }

    /// The number of bytes scanned.
    private(set) var scanned = 0
    /// Where another element may begin if this one never ends.
    private(set) var restart: Int?
    private var shape = Shape.unknown
    /// The open brackets; as many as simdjson accepts.
    private var open: [UInt8] = []
    /// The number of open brackets beyond that limit.
    private var further = 0
    private var isInString = false
    private var isEscaped = false
    /// The last byte that is not white space, and its position; for a string, its closing quotation mark.
    private var last: UInt8 = 0
    private var lastPlace = -1
    /// The beginning of the present line.
    private var lineStart = Int.min
    /// The indentation of the element's first line; `nil` if other text precedes the element on it.
    private let indentation: Int?

    init(indentation: Int?) { self.indentation = indentation }

    /// Scans further. The bytes start at the element's beginning and include those scanned before.
    mutating func step(_ bytes: UnsafeBufferPointer<UInt8>) -> Step {
        if shape == .unknown, let first = bytes.first { begin(with: first) }
        switch shape {
        case .unknown, .container: break
        case .string:
            passString(bytes)
            if isInString { return .more }
            // A string without closing quotation mark includes the comma after it.
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

    /// Adjusts the positions after this many bytes at the element's beginning were dropped.
    mutating func drop(_ count: Int) {
        scanned -= count
        lastPlace -= count
        if lineStart != .min { lineStart -= count }
        restart = nil
    }

    /// Skips to the end of a string, or to the end of the line: strings cannot contain line feeds.
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

    /// Closes the innermost bracket of this kind and all inside it; ignores a bracket that was never opened.
    private mutating func close(_ opener: UInt8) {
        if further > 0 {
            further -= 1
        } else if let place = open.lastIndex(of: opener) {
            open.removeSubrange(place...)
        }
    }

    /// If a list is never closed, the following elements look like its own. An element that begins a line
    /// with the indentation of the present element is probably its sibling.
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

    /// Scans an element without brackets or quotation marks, which cannot be a record: it
    /// ends before the next separator.
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
