// Where new entries of a file go: each behind the one that precedes it in the source file.

internal import JSON
internal import Localization

/// The order of a file's entries beside that of its source file.
struct EntryOrder {
    /// The numbers of keys in the source file.
    private let ranks: [ByteString: Int]
    /// The entries that the source file has, by their numbers there.
    private let known: [(rank: Int, entry: Int)]
    private let count: Int

    /// - Parameters:
    ///   - entries: the keys of the file.
    ///   - keys: the keys of the source file.
    init(_ entries: [String], following keys: [String]) {
        let ranks = Dictionary(keys.enumerated().map { (ByteString($1), $0) }) { first, _ in first }
        self.ranks = ranks
        count = entries.count
        known = entries.enumerated().compactMap { index, key in ranks[ByteString(key)].map { ($0, index) } }
            .sorted { $0.rank < $1.rank }
    }

    /// The number of the entry that a new one follows, -1 for the beginning, and its number
    /// among those that follow it, too.
    func place(of key: String) -> (entry: Int, rank: Int) {
        guard let rank = ranks[ByteString(key)], !known.isEmpty else { return (count - 1, .max) }
        var (low, high) = (0, known.count)
        while low < high {
            let middle = (low + high) / 2
            if known[middle].rank < rank { low = middle + 1 } else { high = middle }
        }
        return (low == 0 ? -1 : known[low - 1].entry, rank)
    }
}
