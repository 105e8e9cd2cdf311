// The order of the children that two versions of a list have together.

/// The children of all versions of a list by their names, and the order of the names.
struct MergeOrder {
    let ours: [MergeName: MergeNode]
    let theirs: [MergeName: MergeNode]
    let base: [MergeName: MergeNode]
    /// All names that either version has.
    private(set) var names: [MergeName]
    private let lastNames: Set<MergeName>

    /// Takes our order, or theirs if they alone changed it. What only the other version has follows
    /// the name that it follows there.
    init(_ ours: MergeList, _ theirs: MergeList, base: MergeList?) {
        func index(_ list: MergeList?) -> [MergeName: MergeNode] {
            Dictionary((list?.children ?? []).map { ($0.name, $0) }) { first, _ in first }
        }
        let (own, other, old) = (index(ours), index(theirs), index(base))
        let (ownNames, otherNames) = (ours.children.map(\.name), theirs.children.map(\.name))
        let isCommon = { (name: MergeName) in own[name] != nil && other[name] != nil && old[name] != nil }
        let oldOrder = (base?.children ?? []).map(\.name).filter(isCommon)
        let haveTheyReordered =
            ownNames.filter(isCommon) == oldOrder && otherNames.filter(isCommon) != oldOrder
        names =
            haveTheyReordered
            ? Self.joined(otherNames, ownNames) : Self.joined(ownNames, otherNames)
        lastNames = Set([ownNames.last, otherNames.last].compactMap { $0 })
        (self.ours, self.theirs, self.base) = (own, other, old)
        let isNews = { (name: MergeName) in old[name] == nil }
        if let order = ours.order, theirs.order != nil, ownNames.contains(where: isNews),
            otherNames.contains(where: isNews)
        {
            names = order(names.map(\.text)).map { names[$0] }
        }
    }

    /// Whether a child was at the end of its list.
    func isLast(_ name: MergeName) -> Bool { lastNames.contains(name) }

    private static func joined(_ first: [MergeName], _ second: [MergeName]) -> [MergeName] {
        let known = Set(first)
        var followers: [MergeName?: [MergeName]] = [:]
        var anchor: MergeName?
        for name in second {
            if known.contains(name) { anchor = name } else { followers[anchor, default: []].append(name) }
        }
        // What both have at one place comes in the order of the versions.
        let others = Set(second)
        var names: [MergeName] = []
        var pending = followers[nil] ?? []
        for name in first {
            if others.contains(name) {
                names += pending
                pending = followers[name] ?? []
            }
            names.append(name)
        }
        return names + pending
    }
}
