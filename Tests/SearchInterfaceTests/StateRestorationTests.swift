// A search continues where it was left; an unusable stored state is reported.

import CatalogSearch
import SearchInterface
import TestSupport
import Testing

@Suite struct StateRestorationTests {
    private static let state = SearchController.State(
        isActive: true, isFirstResponder: true, text: "rosen \"zum\" fest", tokens: [yearToken("2001..2005")],
        scope: "weddings", selection: RecordReference(catalog: "shop", id: "4"), scrollPosition: 7,
        locale: LocaleIdentifier("de-u-co-phonebk"))

    private static func json(_ state: SearchController.State = state) throws -> [String: JSONTree] {
        guard case .object(let members) = try JSONTree(encoding: state) else { return [:] }
        return members
    }

    /// Restores members, and checks that a search that is not restored is reset.
    private func restore(_ members: [String: JSONTree]) -> StateRestoration {
        let search = SearchInterfaceTests.search()
        search.searchBar.insertText("before")
        search.searchBar.selectedScopeButtonIndex = 1
        let text = JSONTree.object(members).text
        let restoration = search.restore { try JSONTree(parsing: text).decode() }
        if case .fresh = restoration {
            #expect(search.state == SearchInterfaceTests.search().state)
            #expect(!search.isActive && search.searchBar.isEmpty)
        }
        return restoration
    }

    @Test func aSearchGoesOnWhereItWasLeft() throws {
        let search = SearchInterfaceTests.search()
        search.restore(Self.state)
        #expect(search.state == Self.state)
        #expect(search.isActive && search.searchBar.isFirstResponder)
        #expect(search.searchBar.tokens == Self.state.tokens)
        #expect(search.searchBar.selectedScopeButtonIndex == 2)
        // The locale's collation is stored, too.
        #expect(search.locale == LocaleIdentifier("de@collation=phonebook"))
        #expect(search.searchBar.selectedTextRange == 17..<17)
    }

    @Test func whatIsStoredIsReadBack() throws {
        let text = JSONTree.object(try Self.json()).text
        #expect(try JSONTree(parsing: text).decode(SearchController.State.self) == Self.state)
        #expect(
            text
                == #"{"isActive":true,"isFirstResponder":true,"locale":"de@collation=phonebook","scope":"weddings","#
                + #""scrollPosition":7,"selection":{"catalog":"shop","id":"4"},"text":"rosen \"zum\" fest","#
                + #""tokens":[{"kind":"year","lower":"2001","text":"year:2001..2005","upper":"2005"}],"version":1}"#
        )
    }

    /// Invariant: any state that a search can have is restored unchanged.
    @Test(arguments: 0..<50 as Range<UInt64>) func anyStateIsRestored(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let search = SearchInterfaceTests.search()
        for _ in 0..<Int.random(in: 0..<8, using: &random) {
            switch Int.random(in: 0..<6, using: &random) {
            case 0: search.searchBar.insertText(["rosen ", "é\u{0}", "🌹"].randomElement(using: &random)!)
            case 1:
                search.searchBar.insertToken(yearToken("..\(Int.random(in: 1..<9, using: &random))"), at: 0)
            case 2: search.searchBar.selectedScopeButtonIndex = Int.random(in: 0..<3, using: &random)
            case 3: search.isActive = true
            case 4: search.selection = RecordReference(catalog: "c", id: "i")
            default: search.searchBar.resignFirstResponder()
            }
        }
        // A selection exists only in an active search.
        if !search.isActive { search.selection = nil }
        let text = try JSONTree(encoding: search.state).text
        let other = SearchInterfaceTests.search()
        let restoration = other.restore { try JSONTree(parsing: text).decode() }
        #expect(restoration == .restored(dropped: []))
        #expect(other.state == search.state)
    }

    @Test(arguments: [0, 2, -1, 99]) func unknownVersionsAreNamed(version: Int) throws {
        // Other members are ignored.
        #expect(restore(["version": .integer(version)]) == .fresh(.unknownVersion(version)))
    }

    @Test func eachMissingMemberIsNamed() throws {
        let optional: Set = ["scope", "selection", "locale"]
        for name in try Self.json().keys {
            var members = try Self.json()
            members[name] = nil
            let expected: StateRestoration =
                optional.contains(name) ? .restored(dropped: []) : .fresh(.damaged(path: [name]))
            #expect(restore(members) == expected, "\(name)")
        }
    }

    @Test func eachMemberOfAnotherTypeIsNamed() throws {
        for name in try Self.json().keys {
            var members = try Self.json()
            members[name] = .list([.boolean(true)])
            let path = name == "tokens" ? ["tokens", "0"] : [name]
            #expect(restore(members) == .fresh(.damaged(path: path)), "\(name)")
        }
    }

    @Test(arguments: [
        ("scrollPosition", JSONTree.integer(-1), ["scrollPosition"]), ("locale", .string("!"), ["locale"]),
        ("text", .string(String(repeating: "a", count: 2_001)), ["text"]),
        ("selection", .object(["id": .string("4")]), ["selection", "catalog"]),
        (
            "tokens",
            .list([.object(["text": .string("a"), "kind": .string("year"), "lower": .string("MM")])]),
            ["tokens", "0", "lower"]
        ),
        (
            "tokens", .list([.object(["text": .string("a"), "kind": .string("colour")])]),
            ["tokens", "0", "kind"]
        ),
    ])
    func valuesThatCannotBeAreNamed(name: String, value: JSONTree, path: [String]) throws {
        var members = try Self.json()
        members[name] = value
        #expect(restore(members) == .fresh(.damaged(path: path)))
    }

    @Test(arguments: ["", "{", "[]", "null", "\"a\"", "{\"version\":1", "\u{0}"])
    func whatIsNoStateIsUnreadable(text: String) {
        let search = SearchInterfaceTests.search()
        search.searchBar.insertText("before")
        let restoration = search.restore { try JSONTree(parsing: text).decode() }
        #expect(restoration == .fresh(.unreadable))
        #expect(search.state == SearchInterfaceTests.search().state)
    }

    /// Whatever bytes of a stored state are lost or changed, restoring ends
    /// with a restored or a fresh search.
    @Test(arguments: 0..<40 as Range<UInt64>) func damageNeverDoesHarm(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let stored = Array(JSONTree.object(try Self.json()).text.utf8)
        for _ in 0..<20 {
            var bytes = stored
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = bytes.indices.randomElement(using: &random)!
                if Bool.random(using: &random) {
                    bytes.remove(at: place)
                } else {
                    bytes[place] = UInt8.random(in: 0x20..<0x7F, using: &random)
                }
            }
            let search = SearchInterfaceTests.search()
            let text = String(decoding: bytes, as: UTF8.self)
            switch search.restore(from: { try JSONTree(parsing: text).decode() }) {
            case .restored:
                #expect(search.state == (try? JSONTree(encoding: search.state).decode()), "\(text)")
            case .fresh: #expect(search.state == SearchInterfaceTests.search().state)
            }
        }
    }

    @Test func whatThereIsNoLongerIsDroppedAndNamed() {
        let search = SearchInterfaceTests.search()
        let gone = SearchToken("scope:gone", representing: .scope("gone"))
        let kept = SearchToken("scope:weddings", representing: .scope("weddings"))
        let state = SearchController.State(
            isActive: true, text: "rosen", tokens: [gone, kept], scope: "lost")
        #expect(search.restore { state } == .restored(dropped: [.scope("lost"), .token(gone)]))
        #expect(search.searchBar.tokens == [kept] && search.searchBar.selectedScope?.id == "all")
        #expect(search.searchBar.text == "rosen")
    }

    @Test func theProgramNegotiatesTheChainOfARestoredLocale() {
        let search = SearchInterfaceTests.search()
        search.chainNegotiation = { [$0.base, english] }
        search.restore(.init(locale: LocaleIdentifier("ja")))
        #expect(search.request.chain == [LocaleIdentifier("ja")!, english])
        search.restore(.init())
        #expect(search.locale == LocaleIdentifier("ja"))
    }
}
