// Which lines of two texts belong together: fast also where texts of many thousand lines share few of them.

internal import Support

/// Compares two lists of lines.
///
/// Lines that occur once in either list anchor the comparison (Bram Cohen's patience diff): nearly all lines
/// of a `.strings` file do. Myers's algorithm compares the lines between them, whose time grows with the
/// square of the differences, where it is short, and taken for replaced where it is long.
package struct LineComparison {
    /// For each line of the old list, whether it was removed.
    package private(set) var isRemoved: [Bool]
    /// For each line of the new list, whether it has come.
    package private(set) var isInserted: [Bool]

    private let old: [Int]
    private let new: [Int]

    /// Half-open ranges of lines of either list that are still to be compared.
    private struct Section {
        var old: Range<Int>
        var new: Range<Int>
    }

    /// How many lines may still be compared; what is left then is taken for replaced.
    private var remaining: Int
    /// How many lines were compared, in all sections that had them.
    package private(set) var comparedCount = 0

    /// Sections with more lines are not compared by Myers's algorithm.
    private static let longest = 500
    /// How often a line is compared at most: in a section, in a section of this one, and so on.
    private static let deepest = 64

    /// Compares lists of lines.
    package init(_ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]) {
        // Numbers in place of lines, so that one comparison finds equal ones.
        var numbers: [ArraySlice<UInt8>: Int] = [:]
        func number(_ line: ArraySlice<UInt8>) -> Int {
            if let known = numbers[line] { return known }
            numbers[line] = numbers.count
            return numbers.count - 1
        }
        self.old = old.map(number)
        self.new = new.map(number)
        remaining = Self.deepest * (old.count + new.count)
        isRemoved = Array(repeating: false, count: old.count)
        isInserted = Array(repeating: false, count: new.count)
        var sections = [Section(old: old.indices, new: new.indices)]
        while let section = sections.popLast() { sections += compare(section) }
    }

    /// Compares a section as far as it can be done at once; the rest is returned.
    private mutating func compare(_ section: Section) -> [Section] {
        comparedCount += section.old.count + section.new.count
        remaining -= section.old.count + section.new.count
        let section = trimmed(section)
        guard !section.old.isEmpty, !section.new.isEmpty, remaining > 0 else {
            for line in section.old { isRemoved[line] = true }
            for line in section.new { isInserted[line] = true }
            return []
        }
        let anchors = anchors(in: section)
        if !anchors.isEmpty {
            var rest: [Section] = []
            var (i, j) = (section.old.lowerBound, section.new.lowerBound)
            for anchor in anchors {
                rest.append(Section(old: i..<anchor.old, new: j..<anchor.new))
                (i, j) = (anchor.old + 1, anchor.new + 1)
            }
            rest.append(Section(old: i..<section.old.upperBound, new: j..<section.new.upperBound))
            return rest
        }
        guard section.old.count + section.new.count <= Self.longest else {
            for line in section.old { isRemoved[line] = true }
            for line in section.new { isInserted[line] = true }
            return []
        }
        for change in new[section.new].difference(from: old[section.old]) {
            switch change {
            case .remove(let offset, _, _): isRemoved[section.old.lowerBound + offset] = true
            case .insert(let offset, _, _): isInserted[section.new.lowerBound + offset] = true
            }
        }
        return []
    }

    /// Without the lines that both begin and end with.
    private func trimmed(_ section: Section) -> Section {
        var section = section
        while let i = section.old.first, let j = section.new.first, old[i] == new[j] {
            section = Section(old: section.old.dropFirst(), new: section.new.dropFirst())
        }
        while let i = section.old.last, let j = section.new.last, old[i] == new[j] {
            section = Section(old: section.old.dropLast(), new: section.new.dropLast())
        }
        return section
    }

    /// The longest sequence of lines that occur once in either list and have the same order in both.
    private func anchors(in section: Section) -> [(old: Int, new: Int)] {
        var counts: [Int: (old: Int, new: Int, place: Int)] = [:]
        for line in section.old { counts[old[line], default: (0, 0, 0)].old += 1 }
        for line in section.new {
            counts[new[line], default: (0, 0, 0)].new += 1
            counts[new[line]]?.place = line
        }
        let pairs = section.old.compactMap { line -> (old: Int, new: Int)? in
            guard let count = counts[old[line]], count.old == 1, count.new == 1 else { return nil }
            return (line, count.place)
        }
        // Patience sorting: piles by the new places, each card with the top of the pile before it.
        var tops: [Int] = []
        var previous: [Int?] = []
        for (index, pair) in pairs.enumerated() {
            let pile = tops.partitioningIndex { pairs[$0].new >= pair.new }
            previous.append(pile == 0 ? nil : tops[pile - 1])
            if pile == tops.count { tops.append(index) } else { tops[pile] = index }
        }
        var anchors: [(old: Int, new: Int)] = []
        var next = tops.last
        while let index = next {
            anchors.append(pairs[index])
            next = previous[index]
        }
        return anchors.reversed()
    }
}
