// Checks whether shards belong together, and finds the newest revision that all of them can search.

internal import ProductStore

/// Why shards cannot be merged.
public enum ShardProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// A shard does not respond.
    case unreachable(String)
    /// A shard runs another version of the program, of the analysis or of ICU.
    case otherVersion(String)
    /// Shards have different databases.
    case otherStore(String, String)
    /// The server at an address is not a shard.
    case noShard(String)
    /// Shards differ in the total number of shards.
    case otherCount(String, String)
    /// Two addresses belong to the same shard.
    case overlap(String, String)
    /// No address belongs to this shard.
    case gap(shard: Int, of: Int)

    /// The problem in English, for logs.
    public var description: String {
        switch self {
        case .unreachable(let address): "\(address) does not answer"
        case .otherVersion(let address): "\(address) runs another version of lsearchd or of ICU"
        case .otherStore(let one, let other): "\(one) and \(other) have different stores"
        case .noShard(let address): "\(address) is no shard"
        case .otherCount(let one, let other): "\(one) and \(other) are shards of different numbers"
        case .overlap(let one, let other): "\(one) and \(other) are the same shard"
        case .gap(let number, let count): "shard \(number) of \(count) is missing"
        }
    }
}

/// The states of all shards, checked.
struct ShardMap {
    /// In the order of the addresses.
    let states: [ShardState]

    /// - Parameters:
    ///   - states: by address.
    ///   - versions: those of this program.
    init(_ states: [(address: String, state: ShardState)], versions: String) throws(ShardProblem) {
        var owners: [Int: String] = [:]
        var count: (number: Int, address: String)?
        for (address, state) in states {
            guard state.versions == versions else { throw .otherVersion(address) }
            guard let shard = StoreShard(state.shard) else { throw .noShard(address) }
            if let first = states.first, first.state.store != state.store {
                throw .otherStore(first.address, address)
            }
            if let count, count.number != shard.count { throw .otherCount(count.address, address) }
            count = (shard.count, address)
            if let owner = owners.updateValue(address, forKey: shard.number) {
                throw .overlap(owner, address)
            }
        }
        let all = count?.number ?? 1
        for number in 1...all where owners[number] == nil { throw .gap(shard: number, of: all) }
        self.states = states.map(\.state)
    }

    /// The newest revision at which the contents of all shards are known, and the number of each shard's
    /// version.
    ///
    /// - Returns: `nil` if there is none, because each shard has changed since the last revision of another.
    var newest: (revision: Int64, versions: [Int])? {
        // Each is the last revision before a change of one of the shards.
        let candidates = Set(states.flatMap { $0.moments.map(\.until) }).sorted(by: >)
        for revision in candidates {
            let versions = states.compactMap { state in
                state.moments.last { $0.since <= revision && revision <= $0.until }?.number
            }
            if versions.count == states.count { return (revision, versions) }
        }
        return nil
    }
}
