// Where the sources of a program use its messages.

internal import Localization

/// A place in a source that uses a message.
package struct MessageUse: Sendable, Hashable {
    /// The path of the source, as it is shown to people.
    package let path: String
    /// The line, from 1; `nil` where it is not known.
    package let line: Int?

    package init(path: String, line: Int?) { (self.path, self.line) = (path, line) }

    /// Reads a reference such as `Sources/Shop.swift:12`.
    init(reference: String) {
        let colon = reference.lastIndex(of: ":")
        guard let colon, let line = Int(reference[reference.index(after: colon)...]), line > 0 else {
            self.init(path: reference, line: nil)
            return
        }
        self.init(path: String(reference[..<colon]), line: line)
    }
}

/// The places that use the messages of a program.
package struct MessageUses: Sendable {
    private struct Entry: Hashable { let table: String, key: String }

    private var places: [Entry: [MessageUse]] = [:]

    /// No places.
    package init() {}

    /// Finds the calls whose messages are known. Previews and tests do not count.
    package init(_ run: SourceCheckRun) {
        var seen: [Entry: Set<MessageUse>] = [:]
        for source in run.sources.files {
            for call in source.calls where !source.isUnshown(call.position) {
                let use = MessageUse(path: source.path, line: call.position.line)
                for (file, message) in run.messages(for: call) ?? [] {
                    let entry = Entry(table: file.table, key: message.key)
                    guard seen[entry, default: []].insert(use).inserted else { continue }
                    places[entry, default: []].append(use)
                }
            }
        }
    }

    /// All places.
    package var all: Set<MessageUse> { Set(places.values.joined()) }

    /// The places that use a message, by path and line.
    package func uses(of key: String, table: String) -> [MessageUse] {
        places[Entry(table: table, key: key)] ?? []
    }
}
