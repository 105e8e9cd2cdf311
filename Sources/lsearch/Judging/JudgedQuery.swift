// A query with the grades that people gave to records.

internal import JSON

/// A query, and how relevant people consider records for it.
struct JudgedQuery {
    let query: String
    /// The locale of the request; that of the command line if `nil`.
    let locale: String?
    /// The other members of the request, with their values in JSON.
    let members: [(name: String, json: String)]
    /// The kind of the query, such as `exact` or `theme`, by which reports group queries; `nil` for none.
    let kind: String?
    /// The line of the file with the first judgment.
    let line: Int
    /// The grade of each id: greater is better; 0 for records that are not relevant.
    private(set) var grades: [String: Double] = [:]

    init(
        _ query: String, locale: String?, members: [(name: String, json: String)], kind: String? = nil,
        line: Int
    ) {
        self.query = query
        self.locale = locale
        self.members = members
        self.kind = kind
        self.line = line
    }

    /// The range of grades. Grades below 0, which TREC gives to spam, count as 0.
    static let gradeRange = -10.0...10.0

    /// Whether any record is relevant.
    var hasRelevant: Bool { grades.values.contains { $0 > 0 } }

    /// Adds the grade of a record.
    ///
    /// - Returns: `false` if the record has one already, which remains.
    mutating func add(_ id: String, grade: Double) -> Bool {
        guard grades[id] == nil else { return false }
        grades[id] = max(0, grade)
        return true
    }

    /// The request in JSON. It identifies the query in reports of several runs.
    var request: JSONObject {
        var object = JSONObject()
        object.set("q", query)
        if let locale { object.set("locale", locale) }
        for (name, json) in members { object.set(name, json: json) }
        return object
    }
}
