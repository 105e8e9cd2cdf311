// An index file that somebody broke on purpose: its checksums are right, nothing else needs to be.

import CatalogSearch
import Storage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Opens and searches one index file, changed as the input says.
///
/// Bytes put in or left out anywhere would only show that checksums work. So an input is a list of changes of ten
/// bytes each: which section, where in it, how many bytes of the value, the value. The checksums are made right
/// afterwards. The test is that no access is out of bounds and memory stays bounded.
enum IndexTarget {
    private static let locale = LocaleIdentifier("de")!
    private static let texts = [
        "Märchenbuch für Große", "Straße nach Köln", "STRASSENKREUZER", "rot 2001", "東京タワー 今日、明日",
        "C++-Compiler",
        "", " a  b ", "Öl & Essig \u{A8} x", "e\u{301}te\u{301}", "😀 👩‍👩‍👧",
    ]
    private static let queries = [
        "", "stras", "a", "ma", "rot 2001", "東京", "、", "o e", "maerchen buch", "c++",
    ]

    /// Builds an index.
    ///
    /// - Parameter folder: takes the catalog and its index.
    static func make(in folder: String) async throws -> Target {
        let path = folder + "/index-catalog.jsonl"
        try write((0..<150).map(record).joined(separator: "\n").utf8, to: path)
        let cache = IndexCache(folder: folder + "/index-cache")
        let catalog = CatalogFile(path: path)!
        guard case .done = try await cache.build(catalog, because: .missing, isForced: true),
            let file = largestFile(in: cache.folder), let original = Targets.contents(of: file)
        else { throw CannotBuild() }
        // Foldings are kept for the whole process: those of a broken file would be met by all that follow.
        _ = try Analyzer(locale)
        let seeds: [[UInt8]] = [
            [10, 0, 0, 0, 0, 4, 0xFF, 0xFF, 0xFF, 0x7F], Array(repeating: 0, count: 20),
            (0..<60).map { UInt8($0 * 37 & 0xFF) },
        ]
        return Target(
            name: "index",
            run: { changes in
                let bytes = changed(original, by: changes)
                guard (try? write(bytes, to: file)) != nil, let opened = try? cache.open(catalog) else {
                    return
                }
                search(opened.index, seed: changes.count)
            }, seeds: seeds)
    }

    private struct CannotBuild: Error {}

    private static func record(_ number: Int) -> String {
        func text(_ step: Int) -> String { "{\"de\": \"\(texts[number * step % texts.count])\"}" }
        var members = ["\"id\": \"r\(number)\"", "\"popularity\": \(number % 4)", "\"unit\": [1]"]
        if number % 3 > 0 { members.append("\"type\": \"s\(number % 3)\"") }
        if number % 2 == 0 { members.append("\"year\": \(1990 + number)") }
        if number % 5 > 0 {
            members.append("\"price\": {\"amount\": \"\(number).50\", \"currency\": \"EUR\"}")
        }
        if number % 7 > 0 {
            members += ["\"title\": \(text(3))", "\"summary\": \(text(4))", "\"notes\": \(text(5))"]
            members.append("\"keywords\": {\"de\": [\"rot\", \"\(texts[number % texts.count])\"]}")
        }
        return "{" + members.joined(separator: ", ") + "}"
    }

    private static func write(_ bytes: some Collection<UInt8>, to path: String) throws {
        guard let file = fopen(path, "wb") else { throw CannotBuild() }
        defer { fclose(file) }
        let bytes = Array(bytes)
        guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw CannotBuild() }
    }

    private static func largestFile(in folder: String) -> String? {
        guard let stream = opendir(folder) else { return nil }
        defer { closedir(stream) }
        var largest: (path: String, size: Int)?
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name == "." || name == ".." { continue }
            let path = largestFile(in: folder + "/" + name) ?? folder + "/" + name
            let size = Targets.contents(of: path)?.count ?? 0
            if size > largest?.size ?? 0 { largest = (path, size) }
        }
        return largest?.path
    }

    private static func changed(_ original: [UInt8], by changes: [UInt8]) -> [UInt8] {
        var bytes = original
        var rest = changes[...].prefix(400)
        while rest.count >= 10 {
            change(&bytes, Array(rest.prefix(10)))
            rest = rest.dropFirst(10)
        }
        seal(&bytes)
        return bytes
    }

    private static func search(_ index: CatalogIndex, seed: Int) {
        let engine = SearchEngine([index])
        for (place, query) in queries.enumerated() {
            var request = SearchRequest(query, locale: locale, chain: [locale], limit: 1 + place)
            request.sort = SearchRequest.SortOrder.allCases[(place + seed) % 4]
            request.isReversed = place % 3 == 0
            if place % 4 == 1 { request.year = NumericRange(lower: DecimalNumber(2000)) }
            if place % 4 == 2 { request.price = NumericRange(upper: DecimalNumber(90)) }
            _ = try? engine.search(request)
        }
        _ = try? index.recordCountsByLocale()
    }

    private static func number(_ bytes: [UInt8], _ place: Int) -> Int {
        Int(truncatingIfNeeded: (0..<8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[place + $1]) })
    }

    private static func change(_ bytes: inout [UInt8], _ change: [UInt8]) {
        let footer = bytes.count - 72
        let (table, count) = (number(bytes, footer), number(bytes, footer + 8))
        guard table >= 8, table < footer, count > 0, count <= (footer - table) / 32 else { return }
        // Beside the sections: the table itself, and the footer but for its versions.
        let section = Int(change[0]) % (count + 2)
        let start: Int
        let length: Int
        switch section {
        case count: (start, length) = (table, count * 32)
        case count + 1: (start, length) = (footer, 32)
        default:
            (start, length) = (
                number(bytes, table + section * 32 + 16), number(bytes, table + section * 32 + 24)
            )
        }
        guard start >= 8, start <= footer, length > 0, length <= bytes.count - start else { return }
        let place = change[1...3].reversed().reduce(0) { $0 << 8 | Int($1) } % length
        let size = [1, 4, 8, 4][Int(change[4]) % 4]
        let aligned = place / size * size
        for (index, value) in change[5...].prefix(size).enumerated() where aligned + index < length {
            bytes[start + aligned + index] = value
        }
    }

    // MARK: Checksums, as the description of the format says

    private static func seal(_ bytes: inout [UInt8]) {
        func set(_ value: UInt64, at place: Int) {
            for index in 0..<8 {
                bytes[place + index] = UInt8(truncatingIfNeeded: value >> UInt64(8 * index))
            }
        }
        let footer = bytes.count - 72
        let sums = number(bytes, footer + 16)
        if sums >= 0, sums <= footer, (sums + 4_095) / 4_096 * 8 <= footer - sums {
            let pages = (sums + 4_095) / 4_096
            for page in 0..<pages {
                set(XXH64.hash(bytes[page * 4_096..<min(sums, (page + 1) * 4_096)]), at: sums + page * 8)
            }
            set(XXH64.hash(bytes[sums..<sums + pages * 8]), at: footer + 48)
        }
        set(XXH64.hash(bytes[footer..<footer + 56]), at: footer + 56)
    }
}

/// XXH64 with seed 0 (https://github.com/Cyan4973/xxHash, doc/xxhash_spec.md).
private enum XXH64 {
    private static let primes: (UInt64, UInt64, UInt64, UInt64, UInt64) = (
        0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x85EB_CA77_C2B2_AE63,
        0x27D4_EB2F_1656_67C5
    )

    static func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        var rest = bytes
        func take(_ count: Int) -> UInt64 {
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        func rotated(_ value: UInt64, _ count: UInt64) -> UInt64 { value << count | value >> (64 - count) }
        func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
            rotated(lane &+ word &* primes.1, 31) &* primes.0
        }
        var hash = primes.4
        if rest.count >= 32 {
            var lanes = [primes.0 &+ primes.1, primes.1, 0, 0 &- primes.0]
            while rest.count >= 32 { for lane in 0..<4 { lanes[lane] = round(lanes[lane], take(8)) } }
            hash = 0
            for (lane, count) in zip(lanes, [1, 7, 12, 18] as [UInt64]) { hash &+= rotated(lane, count) }
            for lane in lanes { hash = (hash ^ round(0, lane)) &* primes.0 &+ primes.3 }
        }
        hash &+= UInt64(bytes.count)
        while rest.count >= 8 { hash = rotated(hash ^ round(0, take(8)), 27) &* primes.0 &+ primes.3 }
        if rest.count >= 4 { hash = rotated(hash ^ take(4) &* primes.0, 23) &* primes.1 &+ primes.2 }
        while !rest.isEmpty { hash = rotated(hash ^ take(1) &* primes.4, 11) &* primes.0 }
        hash = (hash ^ hash >> 33) &* primes.1
        hash = (hash ^ hash >> 29) &* primes.2
        return hash ^ hash >> 32
    }
}
