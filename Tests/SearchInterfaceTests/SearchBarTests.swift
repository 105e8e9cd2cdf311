// The input of the bar, and editing by keys.

import CatalogSearch
import SearchInterface
import TestSupport
import Testing

@Suite struct SearchBarTests {
    let search = SearchInterfaceTests.search()
    var bar: SearchBar { search.searchBar }

    @Test func showsTextsOfTheProgram() {
        bar.placeholder = "Suchen"
        bar.prompt = "Im Laden"
        #expect(bar.placeholder == "Suchen" && bar.prompt == "Im Laden")
        #expect(bar.isEmpty && bar.text == "")
    }

    @Test func settingTheTextPlacesTheCursorBehindIt() {
        bar.tokens = [yearToken("2001"), yearToken("2002")]
        bar.text = "täg"
        #expect(bar.textualRange == 2..<5)
        #expect(bar.selectedTextRange == 5..<5)
        bar.selectedTextRange = 3..<99
        #expect(bar.selectedTextRange == 3..<5)
        #expect(!bar.isEmpty)
    }

    @Test func typingReplacesWhatIsSelected() {
        bar.text = "gartentag"
        bar.selectedTextRange = 1..<6
        bar.insertText("eburts")
        #expect(bar.text == "geburtstag")
        #expect(bar.selectedTextRange == 7..<7)
        bar.deleteBackward()
        #expect(bar.text == "geburttag")
        bar.selectedTextRange = 0..<5
        bar.deleteBackward()
        #expect(bar.text == "ttag")
        #expect(bar.selectedTextRange == 0..<0)
        bar.clear()
        #expect(bar.isEmpty)
    }

    @Test func marksJoinTheCharacterBeforeThem() {
        bar.insertText("e")
        bar.insertText("\u{301}")
        #expect(bar.text == "é")
        #expect(bar.selectedTextRange == 1..<1)
        // One character of several scalars.
        bar.insertText("👩‍👩‍👧")
        bar.deleteBackward()
        bar.deleteBackward()
        #expect(bar.isEmpty)
    }

    @Test func anotherSpellingOfTheSameCharactersIsAChange() {
        let recorder = Recorder(search)
        bar.text = "e\u{301}"
        search.isActive = true
        recorder.events = []
        bar.text = "\u{E9}"
        #expect(recorder.events == ["update true é"])
    }

    @Test func pastedLinesBecomeOne() {
        bar.insertText("rosen\r\nzum\u{2028}geburtstag")
        #expect(bar.text == "rosen zum geburtstag")
    }

    @Test func deletingTakesTokensAsWholes() {
        bar.tokens = [yearToken("2001"), yearToken("2002")]
        bar.text = "a"
        bar.deleteBackward()
        bar.deleteBackward()
        #expect(bar.tokens == [yearToken("2001")])
        // The selection may include tokens and text.
        bar.text = "abc"
        bar.selectedTextRange = 0..<3
        bar.deleteBackward()
        #expect(bar.tokens == [] && bar.text == "c")
    }

    @Test func tokensThatMayNotBeDeletedStay() {
        bar.tokens = [yearToken("2001")]
        bar.allowsDeletingTokens = false
        #expect(!bar.deleteBackward())
        bar.clear()
        #expect(bar.tokens == [yearToken("2001")])
        // Typing also works if the cursor is before the tokens.
        bar.selectedTextRange = 0..<0
        #expect(bar.insertText("a"))
        #expect(bar.text == "a")
    }

    @Test func scopesKeepTheSelectedOneById() {
        bar.selectedScopeButtonIndex = 2
        bar.scopes = [Shop.scopes[0], Shop.scopes[2]]
        #expect(bar.selectedScopeButtonIndex == 1)
        #expect(bar.selectedScope?.id == "weddings")
        bar.scopes = Array(Shop.scopes[..<2])
        #expect(bar.selectedScope?.id == "all")
        bar.scopes = []
        #expect(bar.selectedScope == nil && bar.selectedScopeButtonIndex == 0)
    }

    @Test func titlesMakeScopes() {
        bar.scopeButtonTitles = ["Alle", "Feste"]
        #expect(
            bar.scopes == [SearchScope(id: "Alle", title: "Alle"), SearchScope(id: "Feste", title: "Feste")])
        #expect(bar.scopeButtonTitles == ["Alle", "Feste"])
    }

    @Test func scopeButtonsAreShownAsTheControllerSays() {
        #expect(!bar.showsScopeBar)
        search.isActive = true
        #expect(bar.showsScopeBar)
        search.scopeBarActivation = .onTextEntry
        #expect(!bar.showsScopeBar)
        bar.text = "a"
        #expect(bar.showsScopeBar)
        search.scopeBarActivation = .onSearchActivation
        search.isActive = false
        #expect(!bar.showsScopeBar)
        bar.showsScopeBar = true
        #expect(search.scopeBarActivation == .manual)
        #expect(bar.showsScopeBar)
    }

    @Test func theCancelButtonIsShownWhileTheSearchGoesOn() {
        #expect(!bar.showsCancelButton)
        search.isActive = true
        #expect(bar.showsCancelButton)
        bar.showsCancelButton = false
        #expect(!search.automaticallyShowsCancelButton)
        #expect(!bar.showsCancelButton)
        search.automaticallyShowsCancelButton = true
        #expect(bar.showsCancelButton)
    }

    @Test func theResultsListButtonMayBePressed() {
        #expect(!bar.isSearchResultsButtonSelected)
        bar.isSearchResultsButtonSelected = true
        #expect(bar.isSearchResultsButtonSelected)
    }

    @Test func aBarWithoutAControllerIsAFieldOfItsOwn() {
        let bar = SearchBar()
        bar.showsCancelButton = true
        bar.showsScopeBar = true
        #expect(bar.becomeFirstResponder() && bar.isFirstResponder)
        bar.insertText("abc")
        bar.clickSearchButton()
        bar.clickCancelButton()
        #expect(bar.text == "abc" && bar.showsCancelButton && bar.showsScopeBar)
        #expect(bar.resignFirstResponder() && !bar.isFirstResponder)
    }

    /// Invariant: after any actions, the selection is within the input, and the text equals that of the same
    /// edits on a list of characters.
    @Test(arguments: 0..<20 as Range<UInt64>) func editingIsThatOfAListOfCharacters(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var model: [String] = []
        var selection = 0..<0
        for _ in 0..<200 {
            switch Int.random(in: 0..<5, using: &random) {
            case 0, 1:
                let typed = ["a", "ß", "日本", "x y", "🌹"].randomElement(using: &random)!
                bar.insertText(typed)
                let pieces = typed.map { String($0) }
                model.replaceSubrange(selection, with: pieces)
                selection = selection.lowerBound + pieces.count..<selection.lowerBound + pieces.count
            case 2:
                bar.deleteBackward()
                if selection.isEmpty, selection.lowerBound > 0 {
                    selection = selection.lowerBound - 1..<selection.lowerBound
                }
                model.removeSubrange(selection)
                selection = selection.lowerBound..<selection.lowerBound
            case 3:
                let token = yearToken("2001")
                bar.insertToken(token, at: 0)
                model.insert("T", at: 0)
                selection = model.count..<model.count
            default:
                let lower = Int.random(in: 0...model.count, using: &random)
                selection = lower..<Int.random(in: lower...model.count, using: &random)
                // Text typed among tokens is inserted after them; another test covers that.
                if selection.lowerBound < bar.tokens.count {
                    selection = model.count..<model.count
                }
                bar.selectedTextRange = selection
            }
            #expect(bar.tokens.map { _ in "T" } + bar.text.map { String($0) } == model)
            #expect(bar.selectedTextRange == selection)
        }
    }
}
