// Rights: which rule of a token counts for an index, and what a key may give to others.

import Foundation
import JSON
import SearchTesting
import Testing

@testable import MeilisearchProtocol

@Suite struct GrantTests {
    /// The filter of an index by a plain statement: the rule of its uid, else that of the longest beginning.
    private func expected(_ rules: [(name: String, filter: JSON)], of uid: String) -> JSON? {
        if let exact = rules.first(where: { $0.name == uid }) { return exact.filter }
        for length in stride(from: uid.count, through: 0, by: -1) {
            let pattern = uid.prefix(length) + "*"
            if let rule = rules.first(where: { $0.name == pattern }) { return rule.filter }
        }
        return nil
    }

    @Test func theMostSpecificRuleCountsWhateverTheOrder() throws {
        var random = SeededGenerator(seed: 41)
        let uids = ["", "a", "ab", "aba", "abab", "b", "ba", "a-b", "A"]
        let names = uids.dropFirst() + uids.map { $0 + "*" }
        for round in 0..<10_000 {
            let chosen = names.shuffled(using: &random).prefix(Int.random(in: 0...6, using: &random))
            let rules = chosen.enumerated().map { number, name -> (name: String, filter: JSON) in
                (name, Bool.random(using: &random) ? .null : .string("tenant = \(number)"))
            }
            let object = JSON.object(
                rules.map { rule in
                    .init(
                        rule.name,
                        rule.filter.isNull && Bool.random(using: &random) ? .null : ["filter": rule.filter])
                })
            let read = try #require(SearchRules(object))
            let wrong = uids.dropFirst().filter { read.filter(of: $0) != expected(rules, of: $0) }
            #expect(wrong.isEmpty, "round \(round): \(object.text)")
            let list = try #require(SearchRules(.strings(chosen)))
            let named = chosen.map { (name: $0, filter: JSON.null) }
            let wrongInList = uids.dropFirst().filter { list.filter(of: $0) != expected(named, of: $0) }
            #expect(wrongInList.isEmpty, "round \(round): \(chosen)")
        }
    }

    @Test(arguments: [
        "null", "3", #""notes""#, #"[1]"#, #"["no*tes"]"#, #"["*notes"]"#, #"["not es"]"#, #"[""]"#,
        #"["**"]"#,
        #"{"notes": 1}"#, #"{"notes": []}"#, #"{"notes": {"filters": ""}}"#, #"{"": null}"#,
        #"{"n\u00f6te": null}"#,
        // Signs that are canonically equivalent to K.
        #"{"\u212aeys": null}"#,
    ]) func rulesOfAnotherFormAreRefused(rules: String) throws {
        #expect(SearchRules(try JSON(payload: Array(rules.utf8))) == nil)
    }

    @Test func signsThatLookEqualAreNotEqual() throws {
        let grant = try #require(IndexPattern("Keys"))
        #expect(grant.matches("Keys") && !grant.matches("\u{212A}eys"))
    }

    // MARK: What keys may give

    private func key(
        _ actions: String, _ indexes: String, _ end: String = "null"
    ) throws -> AccessKey {
        try AccessKey(
            request: JSON(
                payload: Array(
                    #"{"actions": \#(actions), "indexes": \#(indexes), "expiresAt": \#(end)}"#.utf8)))
    }

    @Test(arguments: [
        (#"["keys.create", "search"]"#, #"["a*"]"#, #""2999-01-01""#, true),
        (#"["search"]"#, #"["a", "ab*"]"#, #""2998-01-01T00:00:00Z""#, true),
        (#"["search"]"#, #"["*"]"#, #""2999-01-01""#, false),
        (#"["search"]"#, #"["b"]"#, #""2999-01-01""#, false),
        (#"["search"]"#, #"["a", "b"]"#, #""2999-01-01""#, false),
        (#"["*"]"#, #"["a"]"#, #""2999-01-01""#, false),
        (#"["documents.*"]"#, #"["a"]"#, #""2999-01-01""#, false),
        (#"["documents.get", "*.get"]"#, #"["a"]"#, #""2999-01-01""#, false),
        (#"["keys.get"]"#, #"["a"]"#, #""2999-01-01""#, false), (#"["search"]"#, #"["a"]"#, "null", false),
        (#"["search"]"#, #"["a"]"#, #""2999-01-02""#, false),
    ]) func noKeyGivesMoreThanItHas(actions: String, indexes: String, end: String, isIncluded: Bool) throws {
        let own = Grant(try key(#"["keys.create", "search", "documents.get"]"#, #"["a*"]"#, #""2999-01-01""#))
        #expect(own.includes(try key(actions, indexes, end)) == isIncluded)
        #expect(Grant.all.includes(try key(actions, indexes, end)))
    }

    @Test(arguments: [
        "2999-02-30", "2999-13-01", "2999-00-10", "2999-01-01T25:00:00Z", "2999-01-01T10:60:00Z",
        "2999-01-01T10:00:61Z", "2999-01-01T10:00:00.Z", "2999-01-01T10:00:00+25:00", "2999-1-1", "29990101",
        "2999-01-01T", "2999-01-01Z", " 2999-01-01", "2999-01-01T10:00:00Zx", "1999-01-01", "", "never",
    ]) func timesThatDoNotExistAreRefused(text: String) {
        #expect(throws: ProtocolError.self) { try key(#"["search"]"#, #"["*"]"#, "\"\(text)\"") }
    }

    @Test func timesAreReadAsClientsWriteThem() throws {
        let day = 32_472_144_000.0
        for (text, time) in [
            ("2999-01-01", day), ("2999-01-01 00:00:01", day + 1), ("2999-01-01T01:00:00+01:00", day),
            ("2999-01-01T00:00:00.123456789Z", day + 0.123456), ("2999-01-01T00:00:00", day),
        ] {
            let end = try #require(try key(#"["search"]"#, #"["*"]"#, "\"\(text)\"").expiresAt)
            #expect(abs(end.timeIntervalSince1970 - time) < 1e-4, "\(text)")
        }
    }
}
