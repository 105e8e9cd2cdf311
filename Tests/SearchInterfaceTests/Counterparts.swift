// Generated from Counterparts.md, see `CounterpartsTests`; not to be edited.
// swift-format-ignore-file

import SearchInterface

private func counterpart<Member, Test>(_ member: Member, test: Test) {}

private func counterparts<
    ConformingSearchBarDelegate: SearchBarDelegate & SendableMetatype,
    ConformingSearchControllerDelegate: SearchControllerDelegate & SendableMetatype,
    ConformingSearchDisplayDelegate: SearchDisplayDelegate & SendableMetatype,
    ConformingSearchResultsUpdating: SearchResultsUpdating & SendableMetatype
>(
    _: ConformingSearchBarDelegate.Type,
    _: ConformingSearchControllerDelegate.Type,
    _: ConformingSearchDisplayDelegate.Type,
    _: ConformingSearchResultsUpdating.Type
) {
    // UISearchController
    counterpart(SearchController.init(locale:searchBar:searchResultsController:), test: SearchControllerTests.aNewSearchIsNotActive)
    counterpart(\SearchController.searchBar, test: SearchControllerTests.aNewSearchIsNotActive)
    counterpart(\SearchController.searchResultsController, test: SearchControllerTests.aNewSearchIsNotActive)
    counterpart(\SearchController.searchResultsUpdater, test: SearchEventsTests.typingTellsTheTextAndUpdatesOnce)
    counterpart(\SearchController.delegate, test: SearchEventsTests.theProgramPresentsAndDismisses)
    counterpart(\SearchController.isActive, test: SearchEventsTests.theProgramPresentsAndDismisses)
    counterpart(\SearchController.obscuresBackgroundDuringPresentation, test: SearchControllerTests.theSearchCoversWhatIsBehindIt)
    counterpart(\SearchController.coversContent, test: SearchControllerTests.theSearchCoversWhatIsBehindIt)
    counterpart(\SearchController.automaticallyShowsSearchResultsController, test: SearchControllerTests.resultsAreShownOnceSomethingWasPutIn)
    counterpart(\SearchController.showsSearchResultsController, test: SearchControllerTests.theProgramMayShowResultsItself)
    counterpart(\SearchController.automaticallyShowsCancelButton, test: SearchBarTests.theCancelButtonIsShownWhileTheSearchGoesOn)
    counterpart(\SearchController.scopeBarActivation, test: SearchBarTests.scopeButtonsAreShownAsTheControllerSays)
    counterpart(\SearchController.scopeBarActivation, test: SearchBarTests.scopeButtonsAreShownAsTheControllerSays)
    counterpart(\SearchController.searchSuggestions, test: SearchResultsControllerTests.suggestionsComeFromAllSources)
    counterpart(\SearchController.state, test: StateRestorationTests.whatIsStoredIsReadBack)
    counterpart(SearchController.restore(from:), test: StateRestorationTests.aSearchGoesOnWhereItWasLeft)
    // UISearchControllerDelegate
    counterpart(ConformingSearchControllerDelegate.presentSearchController(_:), test: SearchEventsTests.aDelegateThatPresentsItselfIsNotToldOfIt)
    counterpart(ConformingSearchControllerDelegate.willPresentSearchController(_:), test: SearchEventsTests.editingBeginsTheSearch)
    counterpart(ConformingSearchControllerDelegate.didPresentSearchController(_:), test: SearchEventsTests.editingBeginsTheSearch)
    counterpart(ConformingSearchControllerDelegate.willDismissSearchController(_:), test: SearchEventsTests.cancellingDismissesAndEmpties)
    counterpart(ConformingSearchControllerDelegate.didDismissSearchController(_:), test: SearchEventsTests.cancellingDismissesAndEmpties)
    // UISearchResultsUpdating
    counterpart(ConformingSearchResultsUpdating.updateSearchResults(for:), test: SearchEventsTests.typingTellsTheTextAndUpdatesOnce)
    counterpart(ConformingSearchResultsUpdating.updateSearchResults(for:selecting:), test: SearchEventsTests.choosingASuggestionUpdatesOnceAndNamesIt)
    // UISearchBar
    counterpart(\SearchBar.delegate, test: SearchEventsTests.typingTellsTheTextAndUpdatesOnce)
    counterpart(\SearchBar.text, test: SearchBarTests.settingTheTextPlacesTheCursorBehindIt)
    counterpart(\SearchBar.placeholder, test: SearchBarTests.showsTextsOfTheProgram)
    counterpart(\SearchBar.prompt, test: SearchBarTests.showsTextsOfTheProgram)
    counterpart(\SearchBar.isEnabled, test: SearchEventsTests.aBarThatIsDisabledTellsNothing)
    counterpart(\SearchBar.scopeButtonTitles, test: SearchBarTests.titlesMakeScopes)
    counterpart(\SearchBar.scopes, test: SearchBarTests.titlesMakeScopes)
    counterpart(\SearchBar.selectedScopeButtonIndex, test: SearchBarTests.scopesKeepTheSelectedOneById)
    counterpart(\SearchBar.showsScopeBar, test: SearchBarTests.scopeButtonsAreShownAsTheControllerSays)
    counterpart(\SearchBar.showsCancelButton, test: SearchBarTests.theCancelButtonIsShownWhileTheSearchGoesOn)
    counterpart(\SearchBar.showsBookmarkButton, test: SearchEventsTests.buttonsAreToldWhereTheyAreShown)
    counterpart(\SearchBar.showsSearchResultsButton, test: SearchEventsTests.buttonsAreToldWhereTheyAreShown)
    counterpart(\SearchBar.isSearchResultsButtonSelected, test: SearchBarTests.theResultsListButtonMayBePressed)
    counterpart(SearchBar.becomeFirstResponder, test: SearchEventsTests.editingBeginsTheSearch)
    counterpart(SearchBar.resignFirstResponder, test: SearchEventsTests.editingEndsWhileTheSearchGoesOn)
    counterpart(\SearchBar.isFirstResponder, test: SearchBarTests.aBarWithoutAControllerIsAFieldOfItsOwn)
    // UISearchBarDelegate
    counterpart(ConformingSearchBarDelegate.searchBarShouldBeginEditing(_:), test: SearchEventsTests.editingThatIsForbiddenBeginsNothing)
    counterpart(ConformingSearchBarDelegate.searchBarTextDidBeginEditing(_:), test: SearchEventsTests.editingBeginsTheSearch)
    counterpart(ConformingSearchBarDelegate.searchBarShouldEndEditing(_:), test: SearchEventsTests.editingEndsWhileTheSearchGoesOn)
    counterpart(ConformingSearchBarDelegate.searchBarTextDidEndEditing(_:), test: SearchEventsTests.editingEndsWhileTheSearchGoesOn)
    counterpart(ConformingSearchBarDelegate.searchBar(_:shouldChangeTextIn:replacementText:), test: SearchEventsTests.changesThatAreForbiddenAreNotMade)
    counterpart(ConformingSearchBarDelegate.searchBar(_:textDidChange:), test: SearchEventsTests.wordsThatAreTokensAreReportedAsSuch)
    counterpart(ConformingSearchBarDelegate.searchBarTokensDidChange(_:), test: SearchEventsTests.wordsThatAreTokensAreReportedAsSuch)
    counterpart(ConformingSearchBarDelegate.searchBar(_:selectedScopeButtonIndexDidChange:), test: SearchEventsTests.choosingAScopeTellsItAndUpdates)
    counterpart(ConformingSearchBarDelegate.searchBarSearchButtonClicked(_:), test: SearchEventsTests.theSearchButtonAloneChangesNothing)
    counterpart(ConformingSearchBarDelegate.searchBarCancelButtonClicked(_:), test: SearchEventsTests.cancellingDismissesAndEmpties)
    counterpart(ConformingSearchBarDelegate.searchBarBookmarkButtonClicked(_:), test: SearchEventsTests.buttonsAreToldWhereTheyAreShown)
    counterpart(ConformingSearchBarDelegate.searchBarResultsListButtonClicked(_:), test: SearchEventsTests.buttonsAreToldWhereTheyAreShown)
    // UISearchTextField and what it inherits
    counterpart(\SearchBar.tokens, test: SearchTokenTests.tokensAreInsertedAndRemoved)
    counterpart(SearchBar.insertToken(_:at:), test: SearchTokenTests.tokensAreInsertedAndRemoved)
    counterpart(SearchBar.removeToken(at:), test: SearchTokenTests.tokensAreInsertedAndRemoved)
    counterpart(SearchBar.positionOfToken(at:), test: SearchTokenTests.tokensHavePositionsBeforeTheText)
    counterpart(SearchBar.tokens(in:), test: SearchTokenTests.tokensHavePositionsBeforeTheText)
    counterpart(\SearchBar.textualRange, test: SearchTokenTests.tokensHavePositionsBeforeTheText)
    counterpart(SearchBar.replaceTextualPortion(of:with:at:), test: SearchTokenTests.aTokenTakesThePlaceOfText)
    counterpart(\SearchBar.allowsDeletingTokens, test: SearchBarTests.tokensThatMayNotBeDeletedStay)
    counterpart(\SearchController.searchSuggestions, test: SearchResultsControllerTests.suggestionsComeFromAllSources)
    counterpart(\SearchBar.selectedTextRange, test: SearchBarTests.settingTheTextPlacesTheCursorBehindIt)
    counterpart(\SearchBar.isEmpty, test: SearchBarTests.settingTheTextPlacesTheCursorBehindIt)
    counterpart(SearchBar.insertText(_:), test: SearchBarTests.typingReplacesWhatIsSelected)
    counterpart(SearchBar.deleteBackward, test: SearchBarTests.deletingTakesTokensAsWholes)
    counterpart(SearchBar.replace(_:with:), test: SearchBarTests.editingIsThatOfAListOfCharacters)
    counterpart(SearchBar.clear, test: SearchBarTests.typingReplacesWhatIsSelected)
    // UISearchToken
    counterpart(SearchToken.init(_:icon:representing:), test: SearchTokenTests.aTokenHasTextPictureAndValue)
    counterpart(\SearchToken.representedValue, test: SearchTokenTests.aTokenHasTextPictureAndValue)
    // UISearchSuggestion, UISearchSuggestionItem
    counterpart(SearchSuggestion.init(_:_:localizedDescription:icon:emphasizedRanges:count:effect:representedValue:), test: SearchControllerTests.aSuggestionHasMoreThanText)
    counterpart(\SearchSuggestion.localizedSuggestion, test: SearchControllerTests.aSuggestionHasMoreThanText)
    counterpart(\SearchSuggestion.emphasizedRanges, test: SearchControllerTests.aSuggestionHasMoreThanText)
    counterpart(\SearchSuggestion.localizedDescription, test: SearchControllerTests.aSuggestionHasMoreThanText)
    counterpart(\SearchSuggestion.icon, test: SearchControllerTests.aSuggestionHasMoreThanText)
    counterpart(\SearchSuggestion.representedValue, test: SearchControllerTests.aSuggestionHasMoreThanText)
    counterpart(\SearchSuggestion.effect, test: SearchControllerTests.aSuggestionHasMoreThanText)
    counterpart(SearchController.select(_:), test: SearchControllerTests.suggestionsDoWhatTheySay)
    // UISearchContainerViewController
    counterpart(SearchContainer.init(searchController:), test: SearchContainerTests.aContainerShowsOneSearchAndKeepsItActive)
    counterpart(\SearchContainer.searchController, test: SearchContainerTests.aContainerShowsOneSearchAndKeepsItActive)
    counterpart(SearchContainer.show, test: SearchContainerTests.aContainerShowsOneSearchAndKeepsItActive)
    counterpart(SearchContainer.hide, test: SearchContainerTests.aContainerShowsOneSearchAndKeepsItActive)
    // UISearchDisplayController
    counterpart(SearchDisplayController.init(searchBar:locale:searchResultsController:), test: SearchDisplayControllerTests.aSearchBeginsAndEnds)
    counterpart(\SearchDisplayController.delegate, test: SearchDisplayControllerTests.aSearchBeginsAndEnds)
    counterpart(\SearchDisplayController.isActive, test: SearchDisplayControllerTests.theProgramBeginsAndEndsIt)
    counterpart(\SearchDisplayController.searchBar, test: SearchDisplayControllerTests.aSearchBeginsAndEnds)
    counterpart(\SearchDisplayController.searchResultsController, test: SearchDisplayControllerTests.resultsAreLoadedWhereTheDelegateSaysSo)
    counterpart(\SearchDisplayController.searchResultsTitle, test: SearchDisplayControllerTests.itHasATitle)
    counterpart(ConformingSearchDisplayDelegate.searchDisplayControllerWillBeginSearch(_:), test: SearchDisplayControllerTests.aSearchBeginsAndEnds)
    counterpart(ConformingSearchDisplayDelegate.searchDisplayControllerDidBeginSearch(_:), test: SearchDisplayControllerTests.aSearchBeginsAndEnds)
    counterpart(ConformingSearchDisplayDelegate.searchDisplayControllerWillEndSearch(_:), test: SearchDisplayControllerTests.aSearchBeginsAndEnds)
    counterpart(ConformingSearchDisplayDelegate.searchDisplayControllerDidEndSearch(_:), test: SearchDisplayControllerTests.aSearchBeginsAndEnds)
    counterpart(ConformingSearchDisplayDelegate.searchDisplayControllerWillShowResults(_:), test: SearchDisplayControllerTests.aSearchBeginsAndEnds)
    counterpart(ConformingSearchDisplayDelegate.searchDisplayControllerDidShowResults(_:), test: SearchDisplayControllerTests.aSearchBeginsAndEnds)
    counterpart(ConformingSearchDisplayDelegate.searchDisplayControllerWillHideResults(_:), test: SearchDisplayControllerTests.aSearchBeginsAndEnds)
    counterpart(ConformingSearchDisplayDelegate.searchDisplayControllerDidHideResults(_:), test: SearchDisplayControllerTests.aSearchBeginsAndEnds)
    counterpart(ConformingSearchDisplayDelegate.searchDisplayController(_:shouldReloadForSearchString:), test: SearchDisplayControllerTests.resultsAreLoadedWhereTheDelegateSaysSo)
    counterpart(ConformingSearchDisplayDelegate.searchDisplayController(_:shouldReloadForSearchScope:), test: SearchDisplayControllerTests.resultsAreLoadedWhereTheDelegateSaysSo)
}
