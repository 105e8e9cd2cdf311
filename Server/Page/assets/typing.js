// Input in the search field.

import { currentState, endTyping } from "./address.js";
import { showsAnswers } from "./answer.js";
import { byId } from "./elements.js";
import { search } from "./search.js";
import {
  areSuggestionsOpen,
  chooseNext,
  choosePrevious,
  chosenAddress,
  chosenQuery,
  closeSuggestions,
  suggest,
} from "./suggestions.js";

const typingPause = 80; // milliseconds without a key before a search begins

const queryField = byId("query");
let typing;

/** Replaces the text in the field by a query. */
export function showQuery(query) {
  clearTimeout(typing);
  closeSuggestions();
  endTyping();
  queryField.value = query;
}

/** Searches at once for the text in the field, as a step of the history, and goes where a rule of the shop leads. */
async function commit() {
  clearTimeout(typing);
  closeSuggestions();
  const { q, offset } = currentState();
  const isShown = await search({ q: queryField.value, offset: queryField.value === q ? offset : 0 }, "commit");
  // The way back leads to the search before.
  const target = isShown ? byId("redirect")?.href : undefined;
  if (target) location.replace(target);
}

function take(query) {
  queryField.value = query;
  if (showsAnswers) commit();
  else byId("search-form").submit();
}

function searchSoon() {
  clearTimeout(typing);
  typing = setTimeout(() => {
    if (showsAnswers && queryField.value !== currentState().q) search({ q: queryField.value, offset: 0 }, "typing");
    suggest();
  }, typingPause);
}

queryField.addEventListener("input", searchSoon);

queryField.addEventListener("keydown", (event) => {
  // Keys of an input method choose among its candidates, not among suggestions.
  if (event.isComposing || event.keyCode === 229) return;
  const isOpen = areSuggestionsOpen();
  const plain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (event.key === "ArrowDown" && plain) {
    event.preventDefault();
    if (!isOpen) suggest({ isWanted: true });
    else if (!event.altKey) chooseNext();
  } else if (event.key === "ArrowUp" && plain) {
    event.preventDefault();
    if (isOpen && event.altKey) closeSuggestions();
    else if (isOpen) choosePrevious();
  } else if (event.key === "Enter" && chosenAddress() !== undefined) {
    event.preventDefault();
    location.assign(chosenAddress());
  } else if (event.key === "Enter" && chosenQuery() !== undefined) {
    event.preventDefault();
    take(chosenQuery());
  } else if (event.key === "Escape") {
    if (isOpen) {
      event.preventDefault();
      closeSuggestions();
    } else if (showsAnswers && queryField.value !== "") {
      event.preventDefault();
      take("");
    }
  }
});

queryField.addEventListener("blur", () => {
  closeSuggestions();
  endTyping();
});

byId("suggestions").addEventListener("click", (event) => {
  const option = event.target.closest("[role=option]");
  if (option?.dataset.href) location.assign(option.dataset.href);
  else if (option) take(option.dataset.query);
});

byId("search-form").addEventListener("submit", (event) => {
  if (!showsAnswers) return;
  event.preventDefault();
  commit();
});

// Text typed before the script ran, or kept by the browser over a reload.
if (showsAnswers && queryField.value !== currentState().q) searchSoon();
