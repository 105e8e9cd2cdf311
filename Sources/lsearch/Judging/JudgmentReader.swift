// Reads judgments: JSON lines, qrels of TREC, or a table.

internal import CatalogStorage
internal import JSON
internal import ProgramSupport
internal import Support

/// Reads a file of judgments. Lines that cannot be used are reported, and the others are used.
struct JudgmentReader {
    /// A problem in a line.
    struct Problem {
        let line: Int
        let message: ErrorMessage
    }

    /// The queries in the order of their first judgments.
    private(set) var queries: [JudgedQuery] = []
    private(set) var problems: [Problem] = []
    /// The index of each query, by its request.
    private var places: [String: Int] = [:]
    /// The queries that qrels name by their numbers; `nil` if the qrels contain the queries.
    private let topics: [String: Topic]?

    /// A query that qrels name by a number.
    struct Topic: Equatable {
        let query: String
        let locale: String?
    }

    /// - Parameter topics: the queries that qrels name, by their names; `nil` if the qrels contain the
    ///   queries.
    init(_ bytes: [UInt8], topics: [String: Topic]? = nil) {
        self.topics = topics
        let bytes = bytes.withoutByteOrderMark
        let first = bytes.drop { $0.isJSONSpace }.prefix { $0 != 0x0A }
        if first.first == UInt8(ascii: "{") {
            readLines(bytes)
        } else if Self.qrelsFields(first).count == 4, !first.contains(UInt8(ascii: ",")) {
            readQrels(bytes)
        } else {
            readTable(bytes)
        }
        for query in queries where !query.hasRelevant {
            problems.append(
                Problem(
                    line: query.line, message: ErrorMessage("JudgmentNothingRelevant: %@", query.query)))
        }
        problems.sort { $0.line < $1.line }
    }

    /// Reads the queries of qrels: a name, a tab and the query in each line, optionally another tab and a
    /// locale. Of two queries with one name the first counts, and the other is a problem.
    static func topics(_ bytes: [UInt8]) -> (queries: [String: Topic], problems: [Problem]) {
        var topics: [String: Topic] = [:]
        var problems: [Problem] = []
        let lines = bytes.withoutByteOrderMark.split(separator: 0x0A, omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() {
            let fields = line.split(separator: 0x09).map { String(decoding: $0, as: UTF8.self).trimmed }
            guard fields.count > 1 else { continue }
            let topic = Topic(query: fields[1], locale: fields.count > 2 ? fields[2] : nil)
            if let known = topics[fields[0]], known != topic {
                problems.append(
                    Problem(line: number + 1, message: ErrorMessage("JudgedQueryTwice: %@", fields[0])))
            } else {
                topics[fields[0]] = topic
            }
        }
        return (topics, problems)
    }

    // MARK: JSON lines

    private mutating func readLines(_ bytes: [UInt8]) {
        let parser = JSONParser()
        for (number, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            guard !line.allSatisfy(\.isJSONSpace) else { continue }
            let line = Array(line)
            if let wrong = line.span.firstInvalidUTF8 {
                report(number + 1, ErrorMessage("RequestInvalidUTF8: %ld", wrong + 1))
                continue
            }
            do {
                try parser.withValue(of: line) { read($0, line: number + 1) }
            } catch let error as JSONError {
                report(number + 1, ErrorMessage("RequestInvalidJSON: %@", error.message))
            } catch {
                report(number + 1, ErrorMessage("RequestInvalidJSON: %@", "\(error)"))
            }
        }
    }

    /// The members that do not belong to the request, or that the measures determine.
    private static let others: Set<String> = [
        "q", "query", "locale", "ids", "grades", "limit", "offset", "returns", "kind",
    ]

    private mutating func read(_ value: JSONValue, line: Int) {
        guard value.kind == .object, let ids = value.member("ids") ?? value.member("grades"),
            ids.kind == .object || ids.kind == .list
        else { return report(line, ErrorMessage("JudgmentWithoutIDs")) }
        guard let query = (value.member("q") ?? value.member("query"))?.string else {
            return report(line, ErrorMessage("RequestWithoutQuery"))
        }
        let members = JSONText.uniqueMembers(of: value).compactMap { name, value in
            let name = name.string ?? ""
            return Self.others.contains(name) ? nil : (name: name, json: JSONText.value(value))
        }
        let place = place(
            query, value.member("locale")?.string, members, kind: value.member("kind")?.string, line: line)
        if ids.kind == .list {
            for id in ids.elements {
                add(id.string ?? JSONText.value(id), grade: 1, written: "1", to: place, line: line)
            }
        } else {
            for (name, grade) in ids.members {
                let id = name.string ?? ""
                if let number = grade.double {
                    add(id, grade: number, written: JSONText.value(grade), to: place, line: line)
                } else {
                    reportGrade(JSONText.value(grade), of: id, line)
                }
            }
        }
    }

    // MARK: Qrels

    private static func qrelsFields(_ line: some Sequence<UInt8>) -> [String] {
        let line = Array(line)
        let hasTabs = line.contains(0x09)
        return line.split { $0 == 0x09 || !hasTabs && $0 == 0x20 || $0 == 0x0D }.map {
            String(decoding: $0, as: UTF8.self).trimmed
        }
    }

    /// Reads lines of query, an unused number, id and grade, separated by white space, or by tabs if queries
    /// contain spaces.
    private mutating func readQrels(_ bytes: [UInt8]) {
        for (number, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            guard !line.allSatisfy(\.isJSONSpace) else { continue }
            let fields = Self.qrelsFields(line)
            guard fields.count == 4 else {
                report(number + 1, ErrorMessage("JudgmentNotQrels"))
                continue
            }
            var topic = Topic(query: fields[0], locale: nil)
            if let topics {
                guard let known = topics[fields[0]] else {
                    report(number + 1, ErrorMessage("JudgmentUnknownQuery: %@", fields[0]))
                    continue
                }
                topic = known
            }
            let place = place(topic.query, topic.locale, [], line: number + 1)
            add(fields[2], grade: fields[3], to: place, line: number + 1)
        }
    }

    // MARK: Tables

    private mutating func readTable(_ bytes: [UInt8]) {
        let rows = TableRows.rows(bytes)
        guard let heading = rows.first else { return }
        let names = heading.fields.map { $0.lowercased() }
        var columns: [Int] = []
        for alternatives in [["query", "q"], ["id"], ["grade"]] {
            guard let column = names.firstIndex(where: alternatives.contains) else {
                return report(heading.line, ErrorMessage("JudgmentColumns: %@", alternatives[0]))
            }
            columns.append(column)
        }
        let locale = names.firstIndex(of: "locale")
        let kind = names.firstIndex(of: "kind")
        let others = names.indices.filter {
            !columns.contains($0) && $0 != locale && $0 != kind && !names[$0].isEmpty
        }
        for row in rows.dropFirst() {
            let field = { (column: Int) in column < row.fields.count ? row.fields[column] : "" }
            let members = others.filter { !field($0).isEmpty }.map {
                (name: names[$0], json: JSONText.string(field($0)))
            }
            let given = { (column: Int?) in column.map(field).flatMap { $0.isEmpty ? nil : $0 } }
            let place = place(
                field(columns[0]), given(locale), members, kind: given(kind), line: row.line)
            add(field(columns[1]), grade: field(columns[2]), to: place, line: row.line)
        }
    }

    // MARK: Judgments

    /// The index of a query, which is added if it is new.
    private mutating func place(
        _ query: String, _ locale: String?, _ members: [(name: String, json: String)], kind: String? = nil,
        line: Int
    ) -> Int {
        let judged = JudgedQuery(query, locale: locale, members: members, kind: kind, line: line)
        let key = judged.request.text
        if let known = places[key] { return known }
        places[key] = queries.count
        queries.append(judged)
        return queries.count - 1
    }

    private mutating func add(_ id: String, grade: String, to place: Int, line: Int) {
        let isPlain = grade.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E }
        guard isPlain, let number = Double(grade) else { return reportGrade(grade, of: id, line) }
        add(id, grade: number, written: grade, to: place, line: line)
    }

    /// - Parameter text: the grade as the file has it, for messages.
    private mutating func add(_ id: String, grade: Double, written text: String, to place: Int, line: Int) {
        guard JudgedQuery.gradeRange.contains(grade) else { return reportGrade(text, of: id, line) }
        if !queries[place].add(id, grade: grade) { report(line, ErrorMessage("JudgmentTwice: %@", id)) }
    }

    private mutating func reportGrade(_ grade: String, of id: String, _ line: Int) {
        report(line, ErrorMessage("JudgmentInvalidGrade: %1$@ %2$@", grade, id))
    }

    private mutating func report(_ line: Int, _ message: ErrorMessage) {
        problems.append(Problem(line: line, message: message))
    }
}

extension String {
    /// The text without spaces and carriage returns around it.
    fileprivate var trimmed: String { trimmed { $0 == " " || $0 == "\r" } }
}
