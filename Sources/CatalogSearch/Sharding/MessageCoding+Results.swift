// What shards find, in messages.

internal import ICU

extension Rank.SortValue: Transmittable {
    func write(to message: inout MessageWriter) {
        switch self {
        case .none: message.write(byte: 0)
        case .number(let number):
            message.write(byte: 1)
            message.write(number)
        case .real(let number):
            message.write(byte: 2)
            message.write(number)
        case .bytes(let bytes):
            message.write(byte: 3)
            message.write(counted: bytes)
        case .title: message.write(byte: 4)
        case .missing: message.write(byte: 5)
        }
    }

    init(from message: inout MessageReader) throws(MessageError) {
        switch try message.byte() {
        case 0: self = .none
        case 1: self = .number(try message.read())
        case 2: self = .real(try message.read())
        case 3: self = .bytes(Array(try message.counted()))
        case 4: self = .title
        case 5: self = .missing
        default: throw MessageError()
        }
    }
}

extension Rank.SortKey: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(value)
        message.write(isDescending)
    }

    init(from message: inout MessageReader) throws(MessageError) {
        let value = try message.read(Rank.SortValue.self)
        self.init(value: value, isDescending: try message.read())
    }
}

extension Rank.Tier: TransmittedCase {}
extension Nearness: TransmittedCase {}

extension Rank: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(catalog)
        message.write(id)
        message.write(tier)
        message.write(claim)
        message.write(score)
        message.write(wordScores)
        message.write(nearness)
        message.write(popularity)
        message.write(preferenceFactors)
        message.write(mentions)
        message.write(titleLength)
        message.write(isRespelled)
        message.write(relaxation)
        message.write(counted: titleKey)
        message.write(sortKeys)
        message.write(tieKeys)
        message.write(sortValue)
        message.write(isReversed)
    }

    init(from message: inout MessageReader) throws(MessageError) {
        self.init()
        catalog = try message.read()
        id = try message.read()
        tier = try message.read()
        claim = try message.read()
        score = try message.read()
        wordScores = try message.read()
        nearness = try message.read()
        popularity = try message.read()
        let factors = try message.read([Double].self)
        guard factors.allSatisfy({ $0 > 0 && $0.isFinite }) else { throw MessageError() }
        setPreferences(factors)
        mentions = try message.read()
        titleLength = try message.read()
        isRespelled = try message.read()
        relaxation = try message.read()
        titleKey = Array(try message.counted())
        sortKeys = try message.read()
        tieKeys = try message.read()
        sortValue = try message.read()
        isReversed = try message.read()
    }
}

extension FoundWord: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(spelling)
        message.write(distance)
        message.write(Count(uses))
    }

    init(from message: inout MessageReader) throws(MessageError) {
        let spelling = try message.read(String.self)
        let distance = try message.read(Int.self)
        self.init(spelling: spelling, distance: distance, uses: try message.read(Count.self).number)
    }
}

extension WordQuery: Transmittable {
    private static let plain: [WordQuery] = [
        .letters, .stems, .typos, .completions, .joined, .apart, .parts, .inside, .readings,
        .hyphenatedBeginnings,
    ]

    func write(to message: inout MessageWriter) {
        message.write(varint: UInt64(Self.plain.firstIndex(of: self) ?? Self.plain.count))
        if case .partsFrom(let positions) = self { message.write(positions) }
    }

    init(from message: inout MessageReader) throws(MessageError) {
        let number = try message.varint()
        guard number <= UInt64(Self.plain.count) else { throw MessageError() }
        self =
            number < Self.plain.count
            ? Self.plain[Int(number)] : .partsFrom(try message.read(CompoundPlaces.self))
    }
}

extension CompoundPlaces: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(word)
        message.write(starts)
        message.write(lastStarts)
        message.write(wordStarts)
    }

    init(from message: inout MessageReader) throws(MessageError) {
        word = try message.read()
        starts = try message.read()
        lastStarts = try message.read()
        wordStarts = try message.read()
    }
}

extension GreatestClaim: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(Count(claim))
        message.write(words)
    }

    init(from message: inout MessageReader) throws(MessageError) {
        claim = try message.read(Count.self).number
        words = try message.read()
    }
}

/// A number of records, which sums of a few shards do not overflow.
struct Count: Transmittable {
    let number: Int

    init(_ number: Int) { self.number = number }

    func write(to message: inout MessageWriter) { message.write(varint: UInt64(number)) }

    init(from message: inout MessageReader) throws(MessageError) {
        let number = try message.varint()
        guard number <= 1 << 48 else { throw MessageError() }
        self.number = Int(number)
    }
}

extension MatchCounts: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(Count(all))
        message.write(scopes.mapValues { Count($0) })
    }

    init(from message: inout MessageReader) throws(MessageError) {
        let all = try message.read(Count.self).number
        add((all, try message.read([String?: Count].self).mapValues(\.number)))
    }
}

extension DecimalSum: Transmittable {
    func write(to message: inout MessageWriter) {
        let parts = parts.sorted { $0.key < $1.key }
        message.write(parts.map(\.key))
        message.write(parts.map { Int($0.value >> 64) })
        message.write(parts.map { Int(truncatingIfNeeded: $0.value) })
        message.write(Count(count))
    }

    init(from message: inout MessageReader) throws(MessageError) {
        let scales = try message.read([Int].self)
        let upper = try message.read([Int].self)
        let lower = try message.read([Int].self)
        guard upper.count == scales.count, lower.count == scales.count, Set(scales).count == scales.count
        else { throw MessageError() }
        var parts: [Int: Int128] = [:]
        for position in scales.indices {
            parts[scales[position]] =
                Int128(upper[position]) << 64 | Int128(UInt(bitPattern: lower[position]))
        }
        guard let sum = DecimalSum(parts: parts, count: try message.read(Count.self).number) else {
            throw MessageError()
        }
        self = sum
    }
}

extension FacetPart: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(type)
        message.write(texts)
        message.write(selected)
        message.write(isBoolean)
        message.write(minimum)
        message.write(maximum)
        message.write(minimumPrice)
        message.write(maximumPrice)
        message.write(ranges.map { Count($0) })
        message.write(sums)
        message.write(Count(records))
    }

    init(from message: inout MessageReader) throws(MessageError) {
        type = try message.read()
        texts = try message.read()
        selected = try message.read()
        isBoolean = try message.read()
        minimum = try message.read()
        maximum = try message.read()
        minimumPrice = try message.read()
        maximumPrice = try message.read()
        ranges = try message.read([Count].self).map(\.number)
        sums = try message.read()
        records = try message.read(Count.self).number
    }
}

extension Hit.Variants: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(Count(count))
        message.write(ids)
    }

    init(from message: inout MessageReader) throws(MessageError) {
        count = try message.read(Count.self).number
        ids = try message.read()
    }
}

extension GroupSummary: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(Count(count))
        message.write(lowest)
        message.write(highest)
        message.write(currencies.sorted())
        message.write(labels)
    }

    init(from message: inout MessageReader) throws(MessageError) {
        self.init(
            count: try message.read(Count.self).number, lowest: try message.read(),
            highest: try message.read(),
            currencies: Set(try message.read([String].self)), labels: try message.read())
    }
}

extension FacetPart.Text: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(id)
        message.write(label)
        message.write(Count(count))
    }

    init(from message: inout MessageReader) throws(MessageError) {
        id = try message.read()
        label = try message.read()
        count = try message.read(Count.self).number
    }
}

extension ShardCandidates: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(counts)
        message.write(facets)
        message.write(groups)
        message.write(candidates)
        message.write(pinned)
    }

    init(from message: inout MessageReader) throws(MessageError) {
        counts = try message.read()
        facets = try message.read()
        groups = try message.read()
        candidates = try message.read()
        pinned = try message.read()
    }
}

extension ShardCandidates.Candidate: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(query)
        message.write(rank)
        message.write(group)
        message.write(move)
        message.write(pin)
        message.write(spreadValues)
    }

    init(from message: inout MessageReader) throws(MessageError) {
        query = try message.read()
        rank = try message.read()
        group = try message.read()
        move = try message.read()
        pin = try message.read()
        spreadValues = try message.read()
    }
}
