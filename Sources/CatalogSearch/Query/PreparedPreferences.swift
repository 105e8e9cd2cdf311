// The preferences of catalogs and of a request, as segments evaluate them.

internal import ICU

/// A preference with its filter prepared for a request.
struct PreparedPreference: Sendable {
    enum Condition: Sendable {
        case filter(PreparedFilter.Node)
        case number(AttributeName, from: Double, to: Double)
        /// The half-life in microseconds.
        case age(AttributeName, halfLife: Double)
    }

    let condition: Condition
    let factor: Double
}

/// The preferences that hold for the records of one catalog.
struct CatalogPreferences: Sendable {
    let list: [PreparedPreference]
    /// The same as they were declared; empty in a shard, which explains nothing.
    let declared: [Preference]
    /// The moment that ages are counted from.
    let moment: Instant
    /// Identifies all that decides about the factors of a segment's records.
    let key: [UInt8]

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
}
