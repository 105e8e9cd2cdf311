// What identifies an entry of a PO file: its context and its original text.

internal import Localization

extension POEntry {
    var key: UTF8Key { UTF8Key(context: context, identifier: identifier) }

    /// The key that the entry has in an MO file.
    var joinedKey: String { context.map { $0 + "\u{4}" + identifier } ?? identifier }
}

extension [POEntry] {
    /// The number of the entry of each message: of several the last, and a living one
    /// before those that are obsolete.
    var numbers: [UTF8Key: Int] {
        var numbers: [UTF8Key: Int] = [:]
        numbers.reserveCapacity(count)
        for index in indices where self[index].isObsolete { numbers[self[index].key] = index }
        for index in indices where !self[index].isObsolete { numbers[self[index].key] = index }
        return numbers
    }
}
