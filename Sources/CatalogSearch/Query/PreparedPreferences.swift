// The preferences of catalogs and of a request, as segments evaluate them.

internal import ICU

/// A preference with its filter prepared for a request.
struct PreparedPreference: Sendable {
    enum Condition: Sendable {
        case filter(PreparedFilter.Node)
        case number(AttributeName, from: Double, to: Double)
        /// The half-life in microseconds.
        case age(AttributeName, halfLife: Double)
        /// By learned popularity.
        case learned
        /// For records for which a filter holds, and those that say that they are what a word names.
        case kind(PreparedFilter.Node, PreparedQuery.Word)
    }

    let condition: Condition
    let factor: Double

    /// Learned popularity multiplies like popularity, within the same bounds.
    static let learned = PreparedPreference(
        condition: .learned, factor: Double(Score.greatestPopularityFactor) / 1_000)
}

/// The preferences that hold for the records of one catalog.
struct CatalogPreferences: Sendable {
    let list: [PreparedPreference]
    /// The declared preferences of `list`, without the last one if it is for learned popularity; empty in a
    /// shard, which explains nothing.
    let declared: [Preference]
    /// The instant from which ages are counted.
    let moment: Instant
    /// The learned popularity of the catalog that the preferences are adapted to.
    private(set) var learned = LearnedPopularity()
    /// Identifies everything that determines the factors of a segment's records.
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

    /// These preferences with one for the kind of thing that the query names, before learned popularity.
    func adding(
        _ kind: PreparedPreference, declared preference: Preference, _ request: SearchRequest
    ) -> Self {
        var list = list
        list.insert(kind, at: declared.count)
        return Self(list, declared: declared + [preference], moment: moment, request)
    }

    /// The word of the preference for a kind.
    var kindWord: PreparedQuery.Word? { list.lazy.compactMap(\.kindWord).first }

    /// Whether learned popularity is among them.
    var includesLearned: Bool { list.last?.isLearned ?? false }

    /// The preferences with a catalog's learned popularity. Each shard reads it from its own description.
    func adapted(to catalog: CatalogDescription) -> CatalogPreferences {
        guard includesLearned else { return self }
        var adapted = self
        adapted.learned = catalog.learned
        withUnsafeBytes(of: catalog.learned.fingerprint) { adapted.key.append(contentsOf: $0) }
        return adapted
    }
}

extension SearchRequest {
    /// The instant from which preferences count ages.
    var momentOfAges: Instant { moment ?? (time ?? .now).startOfDay }
}

extension PreparedQuery {
    /// The instant from which ages are counted; `nil` if no preference depends on ages.
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

    /// The word that names the kind of thing that is preferred; `nil` for other preferences.
    var kindWord: PreparedQuery.Word? {
        if case .kind(_, let word) = condition { word } else { nil }
    }
}
