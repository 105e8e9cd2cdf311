// The order of events. Each test is one scenario of Events.md, with its whole sequence.

import CatalogSearch
import SearchInterface
import Testing

@Suite struct SearchEventsTests {
    let search = SearchInterfaceTests.search()
    let recorder: Recorder
    var bar: SearchBar { search.searchBar }

    init() { recorder = Recorder(search) }

    /// Begins a search and drops its events.
    private func begin(_ text: String = "") {
        bar.becomeFirstResponder()
        if !text.isEmpty { bar.insertText(text) }
        recorder.events = []
    }

    @Test func editingBeginsTheSearch() {
        #expect(bar.becomeFirstResponder())
        #expect(
            recorder.events == [
                "shouldBeginEditing", "willPresent false", "didBeginEditing", "didPresent true",
                "update true ",
            ])
    }

    @Test func editingThatIsForbiddenBeginsNothing() {
        recorder.returns["shouldBeginEditing"] = false
        #expect(!bar.becomeFirstResponder())
        #expect(!bar.insertText("a"))
        #expect(recorder.events == ["shouldBeginEditing", "shouldBeginEditing"])
        #expect(!search.isActive && bar.isEmpty)
    }

    @Test func aBarThatIsDisabledTellsNothing() {
        bar.isEnabled = false
        bar.showsBookmarkButton = true
        bar.showsSearchResultsButton = true
        #expect(!bar.becomeFirstResponder())
        #expect(!bar.insertText("a"))
        bar.selectScope(at: 1)
        bar.clickSearchButton()
        bar.clickCancelButton()
        bar.clickBookmarkButton()
        bar.clickResultsListButton()
        #expect(recorder.events == [])
    }

    @Test func theProgramPresentsAndDismisses() {
        search.isActive = true
        #expect(recorder.take() == ["willPresent false", "didPresent true", "update true "])
        search.isActive = true
        #expect(recorder.events == [])
        bar.text = "a"
        #expect(recorder.take() == ["update true a"])
        search.isActive = false
        #expect(recorder.take() == ["willDismiss true a", "didDismiss false ", "update false "])
        search.isActive = false
        #expect(recorder.events == [])
    }

    @Test func typingTellsTheTextAndUpdatesOnce() {
        begin()
        #expect(bar.insertText("g"))
        #expect(recorder.take() == ["shouldChange 0..<0 g", "text g", "update true g"])
        #expect(bar.deleteBackward())
        #expect(recorder.take() == ["shouldChange 0..<1 ", "text ", "update true "])
        #expect(!bar.deleteBackward())
        #expect(recorder.events == [])
    }

    @Test func typingBeginsTheSearch() {
        #expect(bar.insertText("g"))
        #expect(
            recorder.events == [
                "shouldBeginEditing", "willPresent false", "didBeginEditing", "didPresent true",
                "shouldChange 0..<0 g", "text g", "update true g",
            ])
    }

    @Test func changesThatAreForbiddenAreNotMade() {
        begin("g")
        recorder.returns["shouldChange 1..<1 e"] = false
        #expect(!bar.insertText("e"))
        #expect(recorder.events == ["shouldChange 1..<1 e"])
        #expect(bar.text == "g")
    }

    @Test func whatTheProgramSetsIsNotToldToTheBarsDelegate() {
        begin()
        bar.text = "rosen"
        bar.tokens = [yearToken("2001")]
        bar.selectedScopeButtonIndex = 2
        #expect(recorder.take() == ["update true rosen", "update true rosen", "update true rosen"])
        // Setting the current value changes nothing.
        bar.text = "rosen"
        bar.selectedScopeButtonIndex = 2
        bar.scopes = Shop.scopes
        #expect(recorder.events == [])
    }

    @Test func whatIsSetBeforeTheSearchIsLookedForWhenItBegins() {
        bar.text = "rosen"
        bar.selectedScopeButtonIndex = 2
        #expect(recorder.events == [])
        search.isActive = true
        #expect(recorder.events.last == "update true rosen")
        #expect(search.request.scope == "weddings")
    }

    @Test func choosingAScopeTellsItAndUpdates() {
        begin()
        bar.selectScope(at: 1)
        #expect(recorder.take() == ["scope 1", "update true "])
        bar.selectScope(at: 1)
        #expect(recorder.events == [])
    }

    @Test func wordsThatAreTokensAreReportedAsSuch() {
        search.tokenParser = SearchTokenParser()
        begin("rosen year:2010")
        bar.insertText(" ")
        #expect(
            recorder.take() == [
                "shouldChange 15..<15  ", "text rosen ", "tokens year:2010", "update true rosen ",
            ])
        bar.insertText("scope:weddings")
        #expect(recorder.take().last == "update true rosen scope:weddings")
        bar.clickSearchButton()
        #expect(
            recorder.take() == [
                "text rosen ", "tokens year:2010 scope:weddings", "search", "update true rosen ",
            ])
    }

    @Test func theSearchButtonAloneChangesNothing() {
        begin("rosen")
        bar.clickSearchButton()
        #expect(recorder.events == ["search"])
        #expect(bar.isFirstResponder)
    }

    @Test func cancellingDismissesAndEmpties() {
        begin("rosen")
        bar.clickCancelButton()
        #expect(
            recorder.events == [
                "cancel", "willDismiss true rosen", "didEndEditing", "didDismiss false ", "update false ",
            ])
        #expect(bar.isEmpty && !bar.isFirstResponder)
    }

    @Test func editingEndsWhileTheSearchGoesOn() {
        begin("rosen")
        #expect(bar.resignFirstResponder())
        #expect(recorder.take() == ["shouldEndEditing", "didEndEditing"])
        #expect(search.isActive && bar.text == "rosen")
        #expect(bar.becomeFirstResponder())
        #expect(recorder.take() == ["shouldBeginEditing", "didBeginEditing", "update true rosen"])
        recorder.returns["shouldEndEditing"] = false
        #expect(!bar.resignFirstResponder())
        #expect(recorder.events == ["shouldEndEditing"])
    }

    @Test func buttonsAreToldWhereTheyAreShown() {
        begin()
        bar.clickBookmarkButton()
        bar.clickResultsListButton()
        #expect(recorder.events == [])
        bar.showsBookmarkButton = true
        bar.showsSearchResultsButton = true
        bar.clickBookmarkButton()
        bar.clickResultsListButton()
        #expect(recorder.events == ["bookmark", "resultsList"])
    }

    @Test func choosingASuggestionUpdatesOnceAndNamesIt() {
        begin("geb")
        search.select(SearchSuggestion(.completion, text: "geburtstag"))
        #expect(recorder.events == ["update geburtstag selecting geburtstag"])
    }

    @Test func choosingASuggestionBeginsTheSearch() {
        search.select(SearchSuggestion(.recent, text: "rosen"))
        #expect(
            recorder.events == ["willPresent false", "didPresent true", "update rosen selecting rosen"])
    }

    @Test func aDelegateThatPresentsItselfIsNotToldOfIt() {
        recorder.returns["present"] = true
        bar.becomeFirstResponder()
        #expect(recorder.take() == ["shouldBeginEditing", "present", "didBeginEditing", "update true "])
        bar.clickCancelButton()
        #expect(recorder.take() == ["cancel", "didEndEditing", "update false "])
        recorder.returns["present"] = false
        search.isActive = true
        #expect(recorder.take() == ["present", "willPresent false", "didPresent true", "update true "])
    }

    @Test func delegatesMayBeginEditingWhenPresentedAndStartAgainWhenDismissed() {
        recorder.reactions["didPresent true"] = { [bar] in bar.becomeFirstResponder() }
        search.isActive = true
        #expect(
            recorder.take() == [
                "willPresent false", "didPresent true", "shouldBeginEditing", "didBeginEditing",
                "update true ",
            ])
        recorder.reactions = ["didDismiss false ": { [search] in search.isActive = true }]
        search.isActive = false
        #expect(search.isActive)
        #expect(
            recorder.take() == [
                "willDismiss true ", "didEndEditing", "didDismiss false ", "willPresent false",
                "didPresent true", "update true ",
            ])
    }

    @Test func presentationIsNotTurnedRoundWhileItIsUnderWay() {
        recorder.reactions["willPresent false"] = { [search] in
            search.isActive = true
            search.isActive = false
        }
        search.isActive = true
        #expect(recorder.take() == ["willPresent false", "didPresent true", "update true "])
        recorder.reactions["willDismiss true "] = { [search] in
            search.isActive = false
            search.isActive = true
        }
        search.isActive = false
        #expect(recorder.take() == ["willDismiss true ", "didDismiss false ", "update false "])
    }

    @Test func whatDelegatesChangeBelongsToTheSameUpdate() {
        begin()
        recorder.reactions["text a"] = { [bar] in bar.text = "b" }
        bar.insertText("a")
        #expect(recorder.take() == ["shouldChange 0..<0 a", "text a", "update true b"])
        // Changes made by the updater cause another update.
        recorder.reactions["update true bc"] = { [bar] in bar.text = "d" }
        bar.insertText("c")
        #expect(recorder.take() == ["shouldChange 1..<1 c", "text bc", "update true bc", "update true d"])
    }

    @Test func batchesUpdateOnce() {
        begin()
        search.performBatchUpdates {
            bar.text = "a"
            bar.tokens = [yearToken("2001")]
            search.setLocale(english)
        }
        #expect(recorder.take() == ["update true a"])
        search.setLocale(english)
        #expect(recorder.events == [])
    }

    @Test func changesUnderneathUpdateWhileTheSearchGoesOn() {
        search.reloadSearchResults()
        #expect(recorder.events == [])
        begin("rosen")
        search.reloadSearchResults()
        #expect(recorder.events == ["update true rosen"])
    }

    @Test func restoringTellsWhatBeginningTells() {
        search.restore(.init(isActive: true, isFirstResponder: true, text: "rosen", scope: "weddings"))
        #expect(
            recorder.events == [
                "willPresent false", "didBeginEditing", "didPresent true", "update true rosen",
            ])
        #expect(search.request.scope == "weddings")
    }

    @Test func restoringEndsTheSearchThatGoesOn() {
        begin("rosen")
        search.restore(.init(isActive: true, text: "karte"))
        #expect(
            recorder.events == [
                "willDismiss true rosen", "didEndEditing", "didDismiss false ", "willPresent false",
                "didPresent true", "update true karte",
            ])
    }
}
