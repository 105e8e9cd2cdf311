// The learned popularity of a catalog's records: the member `learned` of its sidecar.

public import CatalogSearch
internal import JSON
internal import Support

/// The popularities that several servers have learned, each from the choices that it counted.
///
/// A sidecar spells it `"learned": {"a7": {"through": "2026-06-01", "records": {"t-1": 12.5}}}`: by the name
/// of a server, the day up to which its choices are counted, and popularities by the records' ids.
public struct LearnedSources: Hashable, Sendable {
    /// The popularities that one server has learned.
    public struct Source: Hashable, Sendable {
        /// The day to which the popularities apply. They halve with each half-life from then on.
        public var through: Instant
        /// The popularities by the records' ids.
        public var records: [String: Double]

        /// The popularities that one server has learned up to a day.
        public init(through: Instant, records: [String: Double]) {
            self.through = through
            self.records = records
        }
    }

    /// The popularities of each server, by its name.
    public var sources: [String: Source] = [:]

    /// The most servers.
    public static let maximumCount = 64
    /// The number of days after which a choice counts half as much.
    public static let halfLife = 30.0

    public init() {}

    /// The sums of all servers' popularities, for the last day of any server.
    public var popularity: LearnedPopularity {
        guard let last = sources.values.map(\.through).max() else { return LearnedPopularity() }
        var sums: [String: Double] = [:]
        // Added in a fixed order, so that the sums are the same on every machine.
        for (_, source) in sources.sorted(by: { $0.key < $1.key }) {
            let days = Double(last.microseconds - source.through.microseconds) / 86_400_000_000
            let share = Self.share(ofAge: days, halfLife: Self.halfLife)
            for (id, popularity) in source.records { sums[id, default: 0] += popularity * share }
        }
        return LearnedPopularity(sums)
    }

    /// The remaining share of a choice after some days: a half after each half-life, the same on every
    /// machine.
    public static func share(ofAge days: Double, halfLife: Double = halfLife) -> Double {
        Preference.share(ofAge: days, halfLife: halfLife)
    }

    /// The value of the member in JSON, in three decimals.
    public var json: String {
        var object = JSONObject()
        for (name, source) in sources.sorted(by: { $0.key < $1.key }) {
            object.set(name) { object in
                object.set("through", source.through.description)
                object.set("records") { object in
                    for (id, popularity) in source.records.sorted(by: { $0.key < $1.key }) {
                        let rounded = (popularity * 1_000).rounded() / 1_000
                        object.set(id, json: JSONValue.decimalSpelling(rounded))
                    }
                }
            }
        }
        return object.text
    }
}

extension SidecarSettings {
    /// Reads `"learned": {"a7": {"through": "2026-06-01", "records": {"t-1": 12.5}}}`. Entries with mistakes
    /// are left out.
    mutating func readLearned(_ value: JSONValue) {
        guard value.kind == .object else {
            return report(.sidecarWrongType(member: "learned", expected: .object))
        }
        let sources = JSONText.uniqueMembers(of: value)
        guard check(sources.count, of: "learned", limit: LearnedSources.maximumCount) else { return }
        for (name, value) in sources {
            let name = String(wellFormed: name.utf8)
            sidecar.learned.sources[name] = learnedSource(value, "learned.\(name.excerpt)", at: name)
        }
        sidecar.description.learned = sidecar.learned.popularity
    }

    private mutating func learnedSource(
        _ value: JSONValue, _ member: String, at name: String
    ) -> LearnedSources.Source? {
        let path: [JSONStep] = [.member("learned"), .member(name)]
        guard value.kind == .object else {
            report(.sidecarWrongType(member: member, expected: .object), at: path)
            return nil
        }
        checkMembers(of: value, known: ["through", "records"], at: path, in: member)
        guard let through = value.member("through")?.string.flatMap({ Instant($0) }), through.isDay else {
            report(.sidecarWrongType(member: member + ".through", expected: .date), at: path)
            return nil
        }
        guard let list = value.member("records"), list.kind == .object else {
            report(.sidecarWrongType(member: member + ".records", expected: .object), at: path)
            return nil
        }
        let members = JSONText.uniqueMembers(of: list)
        guard check(members.count, of: member + ".records", limit: LearnedPopularity.maximumCount) else {
            return nil
        }
        var records: [String: Double] = [:]
        for (id, value) in members {
            let id = String(wellFormed: id.utf8)
            guard let popularity = value.double, (0...LearnedPopularity.maximum).contains(popularity) else {
                report(
                    .sidecarWrongType(member: "\(member).records.\(id.excerpt)", expected: .popularity),
                    at: path + [.member("records"), .member(id)])
                continue
            }
            records[id] = popularity
        }
        return LearnedSources.Source(through: through, records: records)
    }
}
