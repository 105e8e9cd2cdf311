// The port behaves like Apple's sample.

import CatalogSearch
import SearchInterface
import Testing

@testable import ProductSearch

@MainActor @Suite struct MainTableTests {
    private let table: MainTable
    private var search: SearchController { table.searchController }
    private var bar: SearchBar { table.searchController.searchBar }

    init() throws { table = try MainTable() }

    /// Types a text into an empty bar, and waits for the results.
    private func type(_ text: String) async {
        bar.clear()
        bar.insertText(text)
        await table.resultsTable.results.waitForResults()
    }

    @Test func allProductsAreListedBeforeTheSearch() async {
        #expect(table.rows.count == 11 && table.rows.first == "Ginger")
        #expect(table.resultsTable.resultsLabel == "")
        #expect(bar.placeholder == "Search products")
        bar.becomeFirstResponder()
        #expect(table.rows.count == 11)
    }

    @Test(arguments: [
        ("rose", ["Green Rose", "Red Rose"], "2 items found"), ("red rose", ["Red Rose"], "1 item found"),
        ("2007", ["Ginger", "Orchid", "White Carnation"], "3 items found"),
        ("51.99", ["Gladiolus"], "1 item found"), ("gladiolus 51.99 2001", ["Gladiolus"], "1 item found"),
        ("GÄRDENIA", ["Gardenia"], "1 item found"), ("oak", [], "No items found"),
        ("year:2006 ca", ["Red Carnation"], "1 item found"),
    ])
    func wordsYearsAndPricesAreFound(text: String, rows: [String], label: String) async {
        await type(text)
        #expect(table.rows == rows)
        #expect(table.resultsTable.resultsLabel == label)
    }

    @Test func scopesNarrowAndCount() async {
        await type("ca")
        #expect(bar.showsScopeBar)
        #expect(bar.scopeButtonTitles == ["All", "Birthdays", "Weddings", "Funerals"])
        #expect(bar.scopes.map(\.count) == [2, 1, 1, 0])
        #expect(search.searchSuggestions.map(\.localizedSuggestion) == ["Birthdays", "Weddings"])
        bar.selectScope(at: 2)
        await table.resultsTable.results.waitForResults()
        #expect(table.rows == ["Red Carnation"])
        search.select(search.searchSuggestions[0])
        await table.resultsTable.results.waitForResults()
        #expect(table.rows == ["White Carnation"])
        #expect(table.log == ["willPresent", "didPresent", "scope Weddings"])
    }

    @Test func suggestedSearchesInsertTokens() async {
        #expect(table.suggestedSearches.map(\.text) == ["Red Flowers", "Green Flowers", "Blue Flowers"])
        table.select(suggestedSearch: table.suggestedSearches[0])
        await table.resultsTable.results.waitForResults()
        #expect(table.rows == ["Poinsettia", "Red Carnation", "Red Rose"])
        #expect(bar.tokens.map(\.text) == ["Red Flowers"] && table.suggestedSearches.isEmpty)
        bar.insertText("ca")
        await table.resultsTable.results.waitForResults()
        #expect(table.rows == ["Red Carnation"])
        bar.clear()
        #expect(table.suggestedSearches.count == 3)
    }

    @Test func colorsAreCompletedAndDeletedAsTokens() async {
        await type("rose color:")
        #expect(table.rows == ["Green Rose", "Red Rose"])
        #expect(
            search.searchSuggestions.map(\.localizedSuggestion).prefix(2) == ["Color: Green", "Color: Red"])
        // The beginning of a value does not hide what is found.
        bar.insertText("gr")
        await table.resultsTable.results.waitForResults()
        #expect(table.rows == ["Green Rose", "Red Rose"])
        #expect(search.searchSuggestions.first?.localizedSuggestion == "Color: Green")
        search.select(search.searchSuggestions[0])
        await table.resultsTable.results.waitForResults()
        #expect(table.rows == ["Green Rose"])
        #expect(bar.tokens.map(\.text) == ["Color: Green"] && bar.text == "rose ")
        bar.selectedTextRange = 1..<1
        bar.deleteBackward()
        await table.resultsTable.results.waitForResults()
        #expect(bar.tokens.isEmpty && table.rows == ["Green Rose", "Red Rose"])
        await type("color:RED ")
        #expect(bar.tokens.map(\.text) == ["color:RED"] && table.rows.count == 3)
    }

    @Test func cancellingListsAllProductsAgain() async {
        await type("rose")
        bar.clickCancelButton()
        #expect(table.rows.count == 11 && table.resultsTable.resultsLabel == "")
        #expect(table.log == ["willPresent", "didPresent", "willDismiss", "didDismiss"])
    }

    @Test func theSearchButtonEndsEditingAndKeepsTheSearch() async {
        await type("year:2010")
        bar.clickSearchButton()
        #expect(!bar.isFirstResponder && bar.tokens.map(\.text) == ["year:2010"] && bar.text == "")
        await table.resultsTable.results.waitForResults()
        #expect(table.rows == ["Poinsettia", "Red Rose"])
        bar.clickCancelButton()
        bar.becomeFirstResponder()
        await table.resultsTable.results.waitForResults()
        #expect(search.searchSuggestions.map(\.localizedSuggestion) == ["year:2010"])
    }

    @Test func theSearchIsRestored() async throws {
        await type("rose")
        bar.selectScope(at: 1)
        await table.resultsTable.results.waitForResults()
        table.resultsTable.results.selectedRow = 0
        let next = try MainTable()
        #expect(next.searchController.restore(search.state).isEmpty)
        await next.resultsTable.results.waitForResults()
        #expect(next.rows == ["Red Rose"] && next.resultsTable.results.selectedHit?.id == "Red Rose")
        #expect(next.searchController.searchBar.isFirstResponder)
    }

    @Test func resultsComeByThemselves() async {
        let following = Task { await table.resultsTable.results.follow() }
        bar.insertText("tulip")
        while table.resultsTable.resultsLabel.isEmpty { await Task.yield() }
        #expect(table.rows == ["Tulip"])
        table.resultsTable.results.session.finish()
        await following.value
    }
}
