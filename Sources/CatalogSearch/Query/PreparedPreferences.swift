// The preferences of catalogs and of a request, as segments evaluate them.

internal import ICU

/// A preference with its filter prepared for a request.
struct PreparedPreference: Sendable {
    enum Condition: Sendable {
        case filter(PreparedFilter.Node)
        case number(AttributeName, from: Double, to: Double)
        /// The half-life in microseconds.
        case age(AttributeName, halfLife: Double)
        /// By what was learnt of the catalog's records.
        case learned
    }

    let condition: Condition
    let factor: Double

    /// What was learnt multiplies as a popularity does, within the same bounds.
    static let learned = PreparedPreference(
        condition: .learned, factor: Double(Score.greatestPopularityFactor) / 1_000)
}

/// The preferences that hold for the records of one catalog.
struct CatalogPreferences: Sendable {
    let list: [PreparedPreference]
    /// The same as they were declared, without that by what was learnt, which is the last one; empty in
    /// a shard, which explains nothing.
    let declared: [Preference]
    /// The moment that ages are counted from.
    let moment: Instant
    /// What was learnt of the catalog that they are adapted to.
    private(set) var learned = LearnedPopularity()
    /// Identifies all that decides about the factors of a segment's records.
    private(set) var key: [UInt8]

    init(
        _ list: [PreparedPreference], declared: [Preference], moment: Instant, _ request: SearchRequest
    ) {
        self.list = list
        self.declared = declared
        self.moment = moment
        var message = MessageWriter()
        message.write(list)
        message.write(list.contains(where: \.isByAge) ? moment : nil)
        message.write(request.chain)
        message.write(request.labelTexts.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] })
        message.write(request.currency)
        message.write(request.market)
        key = message.bytes
    }

    /// Whether what was learnt is among them.
    var includesLearned: Bool { list.last?.isLearned ?? false }

    /// The preferences with what was learnt of a catalog. Each shard has it from its own description.
    func adapted(to catalog: CatalogDescription) -> CatalogPreferences {
        guard includesLearned else { return self }
        var adapted = self
        adapted.learned = catalog.learned
        withUnsafeBytes(of: catalog.learned.fingerprint) { adapted.key.append(contentsOf: $0) }
        return adapted
    }
}

extension PreparedQuery {
    /// The moment that ages are counted from; `nil` if no preference counts them.
    var momentOfAges: Instant? {
        preferencesOfCatalogs.values.first { $0.list.contains(where: \.isByAge) }?.moment
    }
}

extension PreparedPreference {
    var isByAge: Bool {
        if case .age = condition { true } else { false }
    }

    var isLearned: Bool {
        if case .learned = condition { true } else { false }
    }
}
