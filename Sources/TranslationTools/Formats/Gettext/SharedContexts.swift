// Contexts that tell texts apart, and are no keys.

internal import Localization

/// Finds the contexts (`msgctxt`) that several texts of a PO file share.
///
/// A file that was made of a table with keys has each key as the context of one message. In other programs a context only
/// says what a text is about, such as "menu"; there context and text together are the key of a message.
public enum SharedContexts {
    /// The contexts of a file that more than one `msgid` has.
    ///
    /// Texts are compared as they are written, so that a file without such contexts costs one pass over its bytes.
    public static func find(in bytes: [UInt8]) -> Set<String> {
        bytes.withUnsafeBufferPointer { bytes in
            var scan = ContextScan(bytes)
            return scan.shared()
        }
    }

    /// The key of a message whose context others share.
    static func key(_ context: String, _ identifier: String) -> String { context + "|" + identifier }
}

private struct ContextScan {
    private let bytes: UnsafeBufferPointer<UInt8>
    /// The first `msgid` of each context.
    private var identifiers: [UTF8Key: Range<Int>] = [:]

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    mutating func shared() -> Set<String> {
        var shared: Set<String> = []
        var (context, identifier): (Int?, Int?)
        var start = 0
        while start < bytes.count {
            if begins("msgctxt ", at: start) {
                (context, identifier) = (start, nil)
            } else if context != nil, begins("msgid ", at: start) {
                identifier = start
            } else if let from = context, let middle = identifier,
                begins("msgstr", at: start) || begins("msgid_plural ", at: start)
            {
                let written = String(decoding: bytes[from..<middle], as: UTF8.self)
                if isShared(written, middle..<start), let name = Self.text(of: written) {
                    shared.insert(name)
                }
                (context, identifier) = (nil, nil)
            }
            guard let end = bytes[start...].firstIndex(of: 0x0A) else { break }
            start = end + 1
        }
        return shared
    }

    /// Whether a context had another identifier before.
    private mutating func isShared(_ context: String, _ identifier: Range<Int>) -> Bool {
        let key = UTF8Key(context)
        guard let first = identifiers[key] else {
            identifiers[key] = identifier
            return false
        }
        return !bytes[first].elementsEqual(bytes[identifier])
    }

    private func begins(_ keyword: StaticString, at start: Int) -> Bool {
        let count = keyword.utf8CodeUnitCount
        guard bytes.count - start >= count else { return false }
        return (0..<count).allSatisfy { bytes[start + $0] == keyword.utf8Start[$0] }
    }

    /// The text of a context that is written over one or more lines.
    private static func text(of written: String) -> String? {
        POFile(Array((written + "msgid \"-\"\nmsgstr \"\"\n").utf8)).entries.first?.context
    }
}
