// Finds members of an object by name, by place, and by their numbers in the source file.

internal import JSON
internal import Support

/// The members of an object, for many lookups.
struct JSONMemberIndex {
    private let members: [LocatedJSON.Member]
    private let named: [ByteString: Int]
    /// The last member that says something about the file.
    private let lastMetadata: LocatedJSON.Member?
    /// The numbers of the members' keys in the source file; `nil` until they are known.
    var ranks: [Int?]? { didSet { sortRanks() } }
    /// Ranks in ascending order, each with the last member that has it.
    private var ranked: [(rank: Int, member: Int)] = []

    init(_ members: [LocatedJSON.Member]) {
        self.members = members
        lastMetadata = members.last { $0.name.hasPrefix("@@") }
        named = Dictionary(members.enumerated().map { (ByteString($1.name), $0) }) { $1 }
    }

    /// The last member of a name.
    func member(_ name: String) -> LocatedJSON.Member? { named[ByteString(name)].map { members[$0] } }

    /// The member in whose name or value a byte is, if these are members in the order of the document.
    static func member(at offset: Int, in members: [LocatedJSON.Member]) -> LocatedJSON.Member? {
        let end = members.partitioningIndex { $0.nameRange.lowerBound > offset }
        guard end > 0 else { return nil }
        let member = members[end - 1]
        return member.nameRange.contains(offset) || member.value.range.contains(offset) ? member : nil
    }

    /// The name of the member that one with a rank follows: the nearest before it in the
    /// source file, else the last one.
    func anchor(of rank: Int) -> Range<Int>? {
        let end = ranked.partitioningIndex { $0.rank >= rank }
        if end > 0 { return members[ranked[end - 1].member].nameRange }
        // What the source file has first is first.
        return (ranked.isEmpty ? members.last : lastMetadata)?.nameRange
    }

    private mutating func sortRanks() {
        var last: [Int: Int] = [:]
        for (member, rank) in (ranks ?? []).enumerated() { if let rank { last[rank] = member } }
        ranked = last.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
