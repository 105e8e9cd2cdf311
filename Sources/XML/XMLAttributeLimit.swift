// Finds elements with very many attributes before libxml2 reads them.

/// The limit of attributes. libxml2 compares each attribute of an element with all others, and looks for the
/// namespace of each name among all that are declared, so their number must be small.
enum XMLAttributeLimit {
    /// The most attributes of an element, and the most namespaces that a document declares.
    static let limit = 256

    /// The offset of the first start tag that exceeds the limit; `nil` if none does.
    ///
    /// Counts what can be attributes: in a document that is not well-formed, the
    /// offset may be that of other text.
    static func firstCrowdedTag(in bytes: ArraySlice<UInt8>) -> Int? {
        bytes.withUnsafeBufferPointer { bytes in
            var scanner = Scanner(bytes: bytes)
            return scanner.firstCrowdedTag()
        }
    }

    private struct Scanner {
        let bytes: UnsafeBufferPointer<UInt8>
        var position = 0
        var namespaceCount = 0

        mutating func firstCrowdedTag() -> Int? {
            while let start = next(UInt8(ascii: "<")) {
                position = start + 1
                guard position < bytes.count else { return nil }
                switch bytes[position] {
                case UInt8(ascii: "!"):
                    if has("!--") {
                        skip(behind: "-->")
                    } else if has("![CDATA[") {
                        skip(behind: "]]>")
                    }
                case UInt8(ascii: "?"): skip(behind: "?>")
                case UInt8(ascii: "/"): break
                default: if isCrowded() { return start }
                }
            }
            return nil
        }

        /// Reads a start tag to its end, or until it exceeds the limit.
        private mutating func isCrowded() -> Bool {
            var count = 0
            while position < bytes.count {
                switch bytes[position] {
                case UInt8(ascii: ">"), UInt8(ascii: "<"): return false
                case UInt8(ascii: "\""), UInt8(ascii: "'"):
                    let quote = bytes[position]
                    position += 1
                    guard let end = next(quote) else {
                        position = bytes.count
                        return false
                    }
                    count += 1
                    position = end
                case UInt8(ascii: "x") where has("xmlns") && isBehindSpace: namespaceCount += 1
                default: break
                }
                if count > limit || namespaceCount > limit { return true }
                position += 1
            }
            return false
        }

        private var isBehindSpace: Bool { bytes[position - 1] <= 0x20 }

        private func has(_ text: StaticString) -> Bool {
            let count = text.utf8CodeUnitCount
            return bytes.count - position >= count
                && UnsafeBufferPointer(rebasing: bytes[position..<position + count])
                    .elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: count))
        }

        private func next(_ byte: UInt8) -> Int? { bytes[position...].firstIndex(of: byte) }

        /// Goes behind a text; to the end if it is not there.
        private mutating func skip(behind text: StaticString) {
            let last = text.utf8Start[text.utf8CodeUnitCount - 1]
            while let end = next(last) {
                let start = end + 1 - text.utf8CodeUnitCount
                position = end + 1
                guard start >= 0 else { continue }
                var other = self
                other.position = start
                if other.has(text) { return }
            }
            position = bytes.count
        }
    }
}
