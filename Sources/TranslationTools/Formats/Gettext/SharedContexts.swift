// Contexts that tell texts apart, and are no keys.

internal import Localization

/// Finds the contexts (`msgctxt`) that several texts of a PO file share.
///
/// A file that was made of a table with keys has each key as the context of one message. In other
/// programs a context only says what a text is about, such as "menu"; there context and text
/// together are the key of a message. Such a context may be the text of a message that has none, or
/// be shared with obsolete entries alone.
public enum SharedContexts {
    /// The contexts of a file that more than one `msgid` has, or that are the
    /// `msgid` of a message without context.
    ///
    /// Texts are compared as they are written, so that a file without such contexts costs one pass over its
    /// bytes.
    public static func find(in bytes: [UInt8]) -> Set<String> {
        bytes.withUnsafeBufferPointer { bytes in
            var scan = ContextScan(bytes)
            return scan.find()
        }
    }

    /// The key of a message whose context others share.
    static func key(_ context: String, _ identifier: String) -> String { context + "|" + identifier }
}

private struct ContextScan {
    private let bytes: UnsafeBufferPointer<UInt8>
    /// The first `msgid` of each context, both as they are written.
    private var identifiers: [UTF8Key: Range<Int>] = [:]
    private var shared: Set<String> = []

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    mutating func find() -> Set<String> {
        forEachEntry { scan, context, identifier in
            if let context { scan.note(context, identifier) }
        }
        // Most files have no contexts, and are read once.
        guard !identifiers.isEmpty else { return [] }
        forEachEntry { scan, context, identifier in
            guard context == nil, scan.identifiers[UTF8Key(scan.written(identifier))] != nil else { return }
            scan.share(scan.written(identifier))
        }
        return shared
    }

    /// Finds the context and the `msgid` of each entry, obsolete ones included: what
    /// is written behind the keywords.
    private mutating func forEachEntry(_ body: (inout ContextScan, Range<Int>?, Range<Int>) -> Void) {
        var (context, identifier): (Range<Int>?, Int?)
        var contextStart: Int?
        var start = 0
        while start < bytes.count {
            // The keywords of obsolete entries follow this mark.
            let line = begins("#~ ", at: start) ? start + 3 : start
            if begins("msgctxt ", at: line) {
                (context, contextStart, identifier) = (nil, line + 8, nil)
            } else if begins("msgid ", at: line) {
                context = contextStart.map { $0..<start }
                (contextStart, identifier) = (nil, line + 6)
            } else if let from = identifier, begins("msgstr", at: line) || begins("msgid_plural ", at: line) {
                body(&self, context, from..<start)
                (context, contextStart, identifier) = (nil, nil, nil)
            }
            start = endOfLine(from: start)
        }
    }

    /// The offset behind the next line break. Loops over bytes cost a fraction of what slices and closures do
    /// in builds that do not specialize these.
    private func endOfLine(from start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end] != 0x0A { end += 1 }
        return end + 1
    }

    /// Notes the identifier of a context, which is shared if it had another one before.
    private mutating func note(_ context: Range<Int>, _ identifier: Range<Int>) {
        let written = written(context)
        guard let first = identifiers[UTF8Key(written)] else {
            identifiers[UTF8Key(written)] = identifier
            return
        }
        if !self.written(first).utf8.elementsEqual(self.written(identifier).utf8) { share(written) }
    }

    private mutating func share(_ written: String) {
        if let name = Self.text(of: written) { shared.insert(name) }
    }

    /// A text as it is written, without the marks of obsolete lines.
    private func written(_ range: Range<Int>) -> String {
        let text = String(decoding: bytes[range], as: UTF8.self)
        // To search a text takes much longer than to look at its bytes.
        return bytes[range].contains(UInt8(ascii: "~")) ? text.replacing("\n#~ ", with: "\n") : text
    }

    private func begins(_ keyword: StaticString, at start: Int) -> Bool {
        let count = keyword.utf8CodeUnitCount
        guard bytes.count - start >= count else { return false }
        var offset = 0
        while offset < count, bytes[start + offset] == keyword.utf8Start[offset] { offset += 1 }
        return offset == count
    }

    /// The text of a context that is written over one or more lines.
    private static func text(of written: String) -> String? {
        POFile(Array(("msgctxt " + written + "msgid \"-\"\nmsgstr \"\"\n").utf8)).entries.first?.context
    }
}
