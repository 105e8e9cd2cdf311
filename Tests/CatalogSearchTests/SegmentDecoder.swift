// A second reader of segment files, written from IndexFormat.md alone: slow, without checks, and without code
// of lsearch except the checksum, which has its own test with published values.

@testable import CatalogSearch

/// Collects a file in memory.
struct MemoryOutput: SegmentOutput {
    var bytes: [UInt8] = []
    mutating func write(_ added: UnsafeRawBufferPointer) { bytes.append(contentsOf: added) }
}

/// The content of a segment's file.
struct SegmentDecoder {
    struct Name: Hashable {
        let kind: Int
        var locale = 0
        var field = 0
    }

    /// A term as stored.
    struct Term: Equatable {
        var text: [UInt8] = []
        var standard: [UInt8] = []
        var search: [UInt8] = []
        var standardBounds: [Int] = []
        var searchBounds: [Int] = []
        var isAligned = false
        var listsBounds = false

        /// The length of the shortest word of both foldings, at most 7; 0 if the term does not tell.
        var shortestWord: Int {
            if listsBounds, !isAligned { return 0 }
            let words = [(standardBounds, standard), (searchBounds, search)].flatMap { bounds, folding in
                zip(bounds, bounds.dropFirst()).map { $1 - $0 } + [folding.count]
            }
            return min(7, words.min()!)
        }
    }

    let bytes: [UInt8]
    private(set) var sections: [Name: [UInt8]] = [:]
    private(set) var names: [Name] = []
    let recordCount: Int
    /// The errors in the frame.
    private(set) var faults: [String] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        let footer = Array(bytes[(bytes.count - 72)...])
        recordCount = Int(Self.number(footer, 44, 4))
        func check(_ holds: Bool, _ fault: String) { if !holds { faults.append(fault) } }
        func checksum(_ part: ArraySlice<UInt8>) -> UInt64 {
            Array(part).withUnsafeBytes { Checksum.of($0) }
        }
        check(Array(bytes[..<8]) == Array("LSEARCHX".utf8), "no magic in front")
        check(Array(footer[64...]) == Array("LSEARCHX".utf8), "no magic at the end")
        check(Self.number(footer, 24, 8) == bytes.count, "length")
        check(UInt64(bitPattern: Int64(Self.number(footer, 56, 8))) == checksum(footer[..<56]), "footer")
        let table = Self.number(footer, 0, 8)
        let sums = Self.number(footer, 16, 8)
        let pages = (sums + 4095) / 4096
        check(sums + pages * 8 + 72 == bytes.count, "number of pages")
        check(
            UInt64(bitPattern: Int64(Self.number(footer, 48, 8))) == checksum(bytes[sums..<sums + pages * 8]),
            "checksum of checksums")
        for page in 0..<pages {
            let sum = checksum(bytes[page * 4096..<min(sums, page * 4096 + 4096)])
            check(UInt64(bitPattern: Int64(Self.number(bytes, sums + page * 8, 8))) == sum, "page \(page)")
        }
        var end = 8
        for entry in 0..<Self.number(footer, 8, 8) {
            let at = table + entry * 32
            let name = Name(
                kind: Self.number(bytes, at, 4), locale: Self.number(bytes, at + 4, 4),
                field: Self.number(bytes, at + 8, 4))
            let offset = Self.number(bytes, at + 16, 8)
            let length = Self.number(bytes, at + 24, 8)
            check(offset % 8 == 0 && length > 0 && offset + length <= table, "place of \(name)")
            if let last = names.last {
                check(
                    (last.kind, last.locale, last.field) < (name.kind, name.locale, name.field),
                    "order of table")
            }
            end += (length + 7) / 8 * 8
            names.append(name)
            sections[name] = Array(bytes[offset..<offset + length])
        }
        check(end == table, "sections that overlap or leave gaps")
    }

    private static func number(_ bytes: [UInt8], _ offset: Int, _ size: Int) -> Int {
        var value: UInt64 = 0
        for index in (0..<size).reversed() { value = value << 8 | UInt64(bytes[offset + index]) }
        return Int(truncatingIfNeeded: value)
    }

    func numbers(_ kind: Int, locale: Int = 0, field: Int = 0, size: Int) -> [Int]? {
        sections[Name(kind: kind, locale: locale, field: field)].map { section in
            (0..<section.count / size).map { Self.number(section, $0 * size, size) }
        }
    }

    /// Ascending numbers, of which there are `count`.
    func ascending(_ kind: Int, locale: Int = 0, field: Int = 0, count: Int) -> [Int]? {
        guard let section = sections[Name(kind: kind, locale: locale, field: field)] else { return nil }
        guard section.count != 4 * count else { return numbers(kind, locale: locale, field: field, size: 4) }
        let blocks = (count + 31) / 32
        let width = (section.count - 4 * blocks) / count
        precondition(section.count == width * count + 4 * blocks && [1, 2].contains(width), "size of a list")
        return (0..<count).map { index in
            let block = index / 32 * (4 + 32 * width)
            return Self.number(section, block, 4)
                + Self.number(section, block + 4 + index % 32 * width, width)
        }
    }

    /// A code for each record, of a list of strings.
    func codes(_ kind: Int, of strings: Int) -> [Int]? {
        numbers(kind, size: strings < 256 ? 1 : strings < 65_536 ? 2 : 4)
    }

    /// The class of the length of each text of a locale.
    func lengthClasses(locale: Int) -> [Int] {
        (numbers(46, locale: locale, size: 1) ?? []).flatMap { [$0 & 15, $0 >> 4] }
    }

    func strings(_ kind: Int, locale: Int = 0, at start: Int = 0) -> [[UInt8]] {
        guard let section = sections[Name(kind: kind, locale: locale)] else { return [] }
        return strings(in: section, at: start)
    }

    func strings(in section: [UInt8], at start: Int) -> [[UInt8]] {
        let count = Self.number(section, start, 4)
        let bounds = (0...count).map { Self.number(section, start + 4 + 4 * $0, 4) }
        let first = start + 8 + 4 * count
        return (0..<count).map { Array(section[first + bounds[$0]..<first + bounds[$0 + 1]]) }
    }

    func texts(_ kind: Int, locale: Int = 0) -> [String] {
        strings(kind, locale: locale).map { String(decoding: $0, as: UTF8.self) }
    }

    /// All varints of some bytes.
    static func varints(_ bytes: some Sequence<UInt8>) -> [Int] {
        var numbers: [Int] = []
        var (value, shift) = (0, 0)
        for byte in bytes {
            value |= Int(byte & 0x7F) << shift
            shift += 7
            if byte < 0x80 {
                numbers.append(value)
                (value, shift) = (0, 0)
            }
        }
        return numbers
    }

    /// Names and values of members; or fields, locales and texts.
    static func counted(_ bytes: [UInt8]) -> [String] {
        var position = 0
        var found: [String] = []
        while position < bytes.count {
            let part = counted(bytes, &position)
            found.append(String(decoding: part, as: UTF8.self))
        }
        return found
    }

    private static func varint(_ bytes: [UInt8], _ position: inout Int) -> Int {
        var (value, shift) = (0, 0)
        while true {
            let byte = bytes[position]
            position += 1
            value |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
    }

    private static func counted(_ bytes: [UInt8], _ position: inout Int) -> [UInt8] {
        let length = varint(bytes, &position)
        defer { position += length }
        return Array(bytes[position..<position + length])
    }

    func terms(locale: Int) -> [Term] {
        let count = numbers(32, locale: locale, size: 4)?[3] ?? 0
        guard let offsets = ascending(34, locale: locale, count: count + 1) else { return [] }
        let section = sections[Name(kind: 35, locale: locale)] ?? []
        return zip(offsets, offsets.dropFirst()).map { start, end in
            let bytes = Array(section[start..<end])
            var term = Term()
            var position = 1
            let flags = Int(bytes[0])
            func bounds(_ length: Int, _ isListed: Bool) -> [Int] {
                guard isListed else { return length == 0 ? [0] : [0, length] }
                var bounds: [Int] = []
                for _ in 0..<Self.varint(bytes, &position) {
                    bounds.append((bounds.last ?? 0) + Self.varint(bytes, &position))
                }
                return bounds
            }
            term.standard = Self.counted(bytes, &position)
            term.search = flags & 1 != 0 ? Self.counted(bytes, &position) : term.standard
            term.standardBounds = bounds(term.standard.count, flags & 2 != 0)
            term.searchBounds =
                flags & 1 != 0 ? bounds(term.search.count, flags & 16 != 0) : term.standardBounds
            switch flags / 4 % 4 {
            case 0: term.text = term.standard
            case 1: term.text = [term.standard[0] - 32] + term.standard.dropFirst()
            case 2: term.text = Self.counted(bytes, &position)
            default: term.text = term.standard.map { 97...122 ~= $0 ? $0 - 32 : $0 }
            }
            term.isAligned = flags & 32 != 0
            term.listsBounds = flags & 18 != 0
            precondition(position == bytes.count, "bytes behind a term")
            return term
        }
    }

    /// The texts of a locale as numbers: 0 and a run, or 1 + a term.
    func codes(locale: Int) -> [[Int]] {
        let bounds = texts(3).indices.flatMap { field in
            let count = numbers(48, locale: locale, field: field, size: 4)![1]
            guard count > 0 else { return [(Int, Int)]() }
            let offsets = ascending(42, locale: locale, field: field, count: count + 1)!
            return Array(zip(offsets, offsets.dropFirst()))
        }
        let section = sections[Name(kind: 43, locale: locale)] ?? []
        let frequent = numbers(40, locale: locale, size: 4) ?? []
        return bounds.map { start, end in
            var isRun = false
            return Self.varints(section[start..<end]).map { code in
                defer { isRun = code == 0 && !isRun }
                if isRun || code == 0 { return code }
                return code <= frequent.count ? 1 + frequent[code - 1] : code - frequent.count
            }
        }
    }

    /// The texts of a locale.
    func texts(locale: Int, _ terms: [Term]) -> [String] {
        let runs = strings(33, locale: locale)
        return codes(locale: locale).map { codes in
            var text: [UInt8] = []
            var index = 0
            var isBehindTerm = false
            while index < codes.count {
                if codes[index] == 0 {
                    text += runs[codes[index + 1]]
                    index += 2
                    isBehindTerm = false
                } else {
                    if isBehindTerm { text.append(0x20) }
                    text += terms[codes[index] - 1].text
                    index += 1
                    isBehindTerm = true
                }
            }
            return String(decoding: text, as: UTF8.self)
        }
    }

    /// The texts that contain each term, with the kinds of these postings.
    func postings(locale: Int) -> [[Int: Int]] {
        let section = sections[Name(kind: 38, locale: locale)] ?? []
        return (numbers(37, locale: locale, size: 4) ?? []).map { reference in
            if reference >= 1 << 31 {
                let posting = reference - (1 << 31)
                return [posting / 16: posting % 16]
            }
            var position = reference
            let count = Self.varint(section, &position)
            let length = Self.varint(section, &position)
            var list: [Int: Int] = [:]
            if count < 64 {
                var previous = -1
                for number in Self.varints(section[position..<position + length]) {
                    previous += number / 16 + 1
                    list[previous] = number % 16
                }
            } else {
                let end = position + length
                while position < end {
                    let head = Self.varint(section, &position)
                    let count = Self.varint(section, &position)
                    let size = Self.varint(section, &position)
                    let numbers = Self.varints(section[position..<position + size])
                    position += size
                    precondition(numbers.count == count, "number of postings in a group")
                    var previous = (self.numbers(48, locale: locale, field: head / 16, size: 4)?[0] ?? 0) - 1
                    for number in numbers {
                        previous += number + 1
                        list[previous] = head % 16
                    }
                }
            }
            precondition(list.count == count, "number of postings")
            return list
        }
    }

    /// The terms with so many texts that their postings are in groups.
    func groupedTerms(locale: Int) -> Int { postings(locale: locale).count { $0.count >= 64 } }

    /// For each term the class of the shortest text in each of the first three fields, and in all others, 7
    /// for none; the length of its shortest word; and whether it is plain.
    func impacts(locale: Int) -> [(shortest: [Int], word: Int, isPlain: Bool)] {
        (numbers(36, locale: locale, size: 2) ?? []).map { bits in
            ((0..<4).map { bits >> (3 * $0) & 7 }, bits >> 12 & 7, bits >> 15 == 1)
        }
    }

    /// The terms of each bucket of stems, and the number of bits that choose one; `nil` without stems.
    func stems(locale: Int) -> (bits: Int, buckets: [[Int]])? {
        guard let section = sections[Name(kind: 51, locale: locale)] else { return nil }
        let bits = Self.number(section, 0, 4)
        let offsets = (0...1 << bits).map { Self.number(section, 4 + 4 * $0, 4) }
        let lists = 4 + 4 * offsets.count
        precondition(lists + offsets[1 << bits] == section.count, "bytes behind the stems")
        let buckets = zip(offsets, offsets.dropFirst()).map { start, end in
            var previous = -1
            return Self.varints(section[lists + start..<lists + end]).map {
                previous += $0 + 1
                return previous
            }
        }
        return (bits, buckets)
    }

    /// A piece of the sorted suffixes.
    struct Leaf: Equatable {
        /// The first eight bytes of the first suffix.
        let key: UInt64
        /// The term and the offset of the first suffix.
        let beginning: [Int]
        let terms: [Int]
    }

    /// The leaves of a set.
    func leaves(locale: Int, set: Int) -> [Leaf] {
        guard let section = sections[Name(kind: 39, locale: locale, field: set)] else { return [] }
        let count = Self.number(section, 0, 4)
        let offsets = (0...count).map { Self.number(section, 8 + 16 * count + 4 * $0, 4) }
        let lists = 8 + 16 * count + 4 * (count + 1)
        precondition(lists + offsets[count] == section.count, "bytes behind the leaves")
        return (0..<count).map { leaf in
            var previous = -1
            let terms = Self.varints(section[lists + offsets[leaf]..<lists + offsets[leaf + 1]]).map {
                previous += $0 + 1
                return previous
            }
            return Leaf(
                key: UInt64(bitPattern: Int64(Self.number(section, 8 + 8 * leaf, 8))),
                beginning: [0, 4].map { Self.number(section, 8 + 8 * count + 8 * leaf + $0, 4) },
                terms: terms)
        }
    }
}
