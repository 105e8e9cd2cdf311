// The preferences that sidecars and requests declare in JSON, and which records can be bought.

package import CatalogSearch
package import JSON
internal import Support

extension Preference {
    /// A problem of a declaration.
    package enum Problem: Error {
        /// A member is missing, or is not of this type.
        case wrongType(member: String, CatalogDiagnostic.ExpectedType)
        /// A member does not exist.
        case unknownMember(member: String, name: String)
        case filter(member: String, FilterError)
        /// More preferences than ``Preference/maximumCount``; none is used.
        case tooMany(Int)
    }

    /// The names of a declaration's members.
    package static let members = ["filter", "attribute", "from", "to", "halfLife", "factor"]

    /// Reads a list of preferences; one with a mistake is left out.
    ///
    ///     [{"filter": "stock = 0", "factor": 0.3},
    ///      {"attribute": "rating", "from": 1, "to": 5, "factor": 1.4},
    ///      {"attribute": "added", "halfLife": "90d", "factor": 1.5}]
    ///
    /// - Parameters:
    ///   - member: the name of the list, for the problems.
    ///   - report: receives the problems, with the index in the list; `nil` for the list itself.
    package static func list<Failure>(
        json value: JSONValue, _ member: String, _ report: (Int?, Problem) throws(Failure) -> Void
    ) throws(Failure) -> [Preference] {
        guard value.kind == .list else {
            try report(nil, .wrongType(member: member, .list))
            return []
        }
        let elements = Array(value.elements)
        guard elements.count <= maximumCount else {
            try report(nil, .tooMany(elements.count))
            return []
        }
        var found: [Preference] = []
        for (number, element) in elements.enumerated() {
            let preference: Preference
            do throws(Problem) {
                preference = try Preference(json: element, "\(member)[\(number)]")
            } catch {
                try report(number, error)
                continue
            }
            found.append(preference)
        }
        return found
    }

    private init(json value: JSONValue, _ member: String) throws(Problem) {
        guard value.kind == .object else { throw .wrongType(member: member, .preference) }
        for (name, _) in value.members {
            let name = String(wellFormed: name.utf8)
            guard Self.members.contains(name) else { throw .unknownMember(member: member, name: name) }
        }
        guard let factor = value.member("factor")?.decimal, Self.factors.contains(factor) else {
            throw .wrongType(member: member + ".factor", .factor)
        }
        let condition = try Self.condition(value, member)
        // The code above checked everything that the initializer checks.
        guard let preference = Preference(condition, factor: factor) else {
            throw .wrongType(member: member, .preference)
        }
        self = preference
    }

    private static func condition(_ value: JSONValue, _ member: String) throws(Problem) -> Condition {
        let isByAge = value.member("halfLife") != nil
        let isByNumber = value.member("from") != nil || value.member("to") != nil
        if let filter = value.member("filter") {
            guard value.member("attribute") == nil, !isByAge, !isByNumber else {
                throw .wrongType(member: member, .preference)
            }
            guard let text = filter.string else { throw .wrongType(member: member + ".filter", .filter) }
            do throws(FilterError) {
                return .filter(try Filter(text))
            } catch {
                throw .filter(member: member + ".filter", error)
            }
        }
        guard isByAge != isByNumber, let text = value.member("attribute") else {
            throw .wrongType(member: member, .preference)
        }
        guard let name = text.string, !name.isEmpty else {
            throw .wrongType(member: member + ".attribute", .text)
        }
        if isByAge {
            guard let seconds = value.member("halfLife")?.string.flatMap({ Condition.seconds($0) }),
                seconds > 0
            else { throw .wrongType(member: member + ".halfLife", .halfLife) }
            return .age(AttributeName(name), halfLife: seconds)
        }
        guard let from = value.member("from")?.decimal else {
            throw .wrongType(member: member + ".from", .preferenceBound)
        }
        guard let to = value.member("to")?.decimal, to != from else {
            throw .wrongType(member: member + ".to", .preferenceBound)
        }
        return .number(AttributeName(name), from: from, to: to)
    }
}

extension JSONValue {
    fileprivate var decimal: DecimalNumber? { decimalSpelling.flatMap { DecimalNumber($0) } }
}

extension SidecarSettings {
    /// Reads the preferences; the attributes must have been read.
    mutating func readPreferences(_ value: JSONValue) {
        var places: [Int] = []
        let found = Preference.list(json: value, "prefer") { place, problem in
            if let place { places.append(place) }
            report(problem, "prefer", at: [.member("prefer")] + (place.map { [.element($0)] } ?? []))
        }
        // The indices in the list of the preferences that were read.
        let kept = value.elements.enumerated().map(\.offset).filter { !places.contains($0) }
        sidecar.description.preferences = zip(kept, found).compactMap { place, preference in
            isUsable(preference, "prefer[\(place)]", at: [.member("prefer"), .element(place)])
                ? preference : nil
        }
    }

    /// Reports a problem of a declaration of preferences.
    ///
    /// - Parameters:
    ///   - member: the name of the list.
    ///   - path: its path in the file; `nil` to report no line.
    mutating func report(_ problem: Preference.Problem, _ member: String, at path: [JSONStep]?) {
        let kind: CatalogDiagnostic.Kind =
            switch problem {
            case .wrongType(let member, let type): .sidecarWrongType(member: member, expected: type)
            case .unknownMember(let member, let name):
                .sidecarUnknownChoice(
                    member: member, value: name.excerpt,
                    known: choices(Preference.members, insteadOf: name))
            case .filter(let member, _): .sidecarWrongType(member: member, expected: .filter)
            case .tooMany(let count):
                .sidecarTooMany(member: member, count: count, limit: Preference.maximumCount)
            }
        report(kind, at: path)
    }

    /// Reports a preference for an attribute that the catalog does not have, or that has another type.
    ///
    /// - Parameters:
    ///   - member: the name of the preference.
    ///   - path: its path in the file; `nil` to report no line.
    mutating func isUsable(_ preference: Preference, _ member: String, at path: [JSONStep]?) -> Bool {
        let description = sidecar.description
        let (part, wanted): (String, [(AttributeName, AttributeType?)]) =
            switch preference.condition {
            case .filter(let filter): ("filter", filter.attributes.map { ($0, nil) })
            case .number(let name, _, _): ("attribute", [(name, .number)])
            case .age(let name, _): ("attribute", [(name, .date)])
            }
        for (name, type) in wanted {
            guard isKnown(name, in: "\(member).\(part)", at: path) else { return false }
            let own = description.attribute(name)?.type ?? name.builtInType
            if let type, own != type {
                report(
                    .sidecarWrongType(
                        member: "\(member).\(part)",
                        expected: type == .number ? .numberAttribute : .dateAttribute), at: path)
                return false
            }
        }
        return true
    }

    /// Reads `"available": "stock > 0"`; the attributes must have been read.
    mutating func readAvailable(_ value: JSONValue) {
        guard let text = value.string, let filter = try? Filter(text) else {
            return report(.sidecarWrongType(member: "available", expected: .filter))
        }
        for name in filter.attributes {
            guard isKnown(name, in: "available", at: [.member("available")]) else { return }
        }
        sidecar.description.available = filter
    }

    /// Reads `"spread": "brand", "at most": 2`; the attributes must have been read.
    mutating func readSpread(_ value: JSONValue?, atMost: JSONValue?) {
        var limit = Spread.usualLimit
        if let atMost {
            guard let count = atMost.integer, count > 0 else {
                return report(
                    .sidecarWrongType(member: "at most", expected: .positive), at: [.member("at most")])
            }
            limit = count
        }
        guard let value else {
            if atMost != nil {
                report(
                    .sidecarWrongType(member: "spread", expected: .spreadAttribute), at: [.member("at most")])
            }
            return
        }
        guard let name = value.string.map({ AttributeName($0) }),
            !AttributeName.builtIn.contains(name) || Spread.builtIn.contains(name)
        else {
            return report(
                .sidecarWrongType(member: "spread", expected: .spreadAttribute), at: [.member("spread")])
        }
        guard isKnown(name, in: "spread", at: [.member("spread")]) else { return }
        sidecar.description.spread = Spread(name, atMost: limit)
    }

    /// Reports an attribute that the catalog does not have.
    mutating func isKnown(_ name: AttributeName, in member: String, at path: [JSONStep]?) -> Bool {
        if sidecar.description.attribute(name) != nil || AttributeName.builtIn.contains(name) { return true }
        let known = sidecar.description.attributes.map(\.name) + AttributeName.builtIn
        report(
            .sidecarUnknownChoice(
                member: member, value: name.rawValue.excerpt,
                known: choices(known.map(\.rawValue), insteadOf: name.rawValue)), at: path)
        return false
    }
}

extension AttributeName {
    /// The type of an attribute that every catalog has.
    fileprivate var builtInType: AttributeType {
        [.year, .price, .popularity].contains(self) ? .number : .text
    }
}

extension [Preference] {
    /// The preferences as a sidecar spells them.
    var json: [JSONObject] {
        map { preference in
            var object = JSONObject()
            switch preference.condition {
            case .filter(let filter): object.set("filter", filter.description)
            case .number(let name, let from, let to):
                object.set("attribute", name.rawValue)
                object.set("from", json: from.description)
                object.set("to", json: to.description)
            case .age(let name, let halfLife):
                object.set("attribute", name.rawValue)
                object.set("halfLife", Preference.Condition.time(halfLife))
            }
            object.set("factor", json: preference.factor.description)
            return object
        }
    }
}
