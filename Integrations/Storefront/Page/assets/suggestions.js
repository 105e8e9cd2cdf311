// Suggestions for the text in the search field.
//
// Implements the combobox pattern of the ARIA Authoring Practices: a list box with manual selection.

import { currentState } from "./address.js";
import { byId, element, setOrRemove } from "./elements.js";
import { textsOf } from "./language.js";
import { Newest, ask } from "./server.js";

const suggestionLimit = 6;

const queryField = byId("query");
const list = byId("suggestions");
const requests = new Newest();
let chosen = -1; // the option that Enter takes; none at first

queryField.setAttribute("role", "combobox");
queryField.setAttribute("aria-autocomplete", "list");
queryField.setAttribute("aria-controls", "suggestions");
queryField.setAttribute("aria-expanded", "false");

// The field keeps the focus while an option is pressed, so that the list stays open until the click.
list.addEventListener("pointerdown", (event) => event.preventDefault());

export async function suggest() {
  if (queryField.value.trim() === "") return closeSuggestions();
  try {
    const { scope, locale } = currentState();
    const asked = { q: queryField.value, scope, locale, limit: suggestionLimit };
    const answers = await requests.run((signal) =>
      Promise.all([textsOf(locale), ask("/v1/suggest", asked, signal)]),
    );
    if (answers && document.activeElement === queryField) showSuggestions(answers[1], answers[0]);
  } catch {
    closeSuggestions(); // The search itself shows the problem.
  }
}

export function closeSuggestions() {
  requests.cancel();
  list.hidden = true;
  list.replaceChildren();
  queryField.setAttribute("aria-expanded", "false");
  queryField.removeAttribute("aria-activedescendant");
  byId("suggestion-count").textContent = "";
  chosen = -1;
}

export const areSuggestionsOpen = () => !list.hidden;

/** The query of the chosen option, if there is one. */
export const chosenQuery = () => list.children[chosen]?.dataset.query;

/** Chooses the next option; after the last one, none. */
export function chooseNext() {
  choose(chosen + 1 < list.children.length ? chosen + 1 : -1);
}

/** Chooses the previous option; before the first one, none. */
export function choosePrevious() {
  choose(chosen === -1 ? list.children.length - 1 : chosen - 1);
}

function choose(index) {
  chosen = index;
  for (const [position, option] of [...list.children].entries()) {
    option.setAttribute("aria-selected", String(position === index));
  }
  const option = list.children[index];
  setOrRemove(queryField, "aria-activedescendant", option ? option.id : null);
  option?.scrollIntoView({ block: "nearest" });
}

function showSuggestions({ completions, corrections }, texts) {
  const typed = queryField.value.trim();
  const options = [
    ...corrections.map(({ query, count }) => ({
      query,
      count,
      nodes: texts.nodes("Correction: %@", texts.quoted(query)),
    })),
    ...completions
      .filter(({ query }) => query !== typed)
      .map(({ query, count }) => ({ query, count, nodes: [element("bdi", {}, query)] })),
  ].slice(0, suggestionLimit);
  if (options.length === 0) return closeSuggestions();
  list.replaceChildren(
    ...options.map(({ query, count, nodes }, index) =>
      element(
        "li",
        { id: `suggestion-${index}`, role: "option", "aria-selected": "false", "data-query": query },
        element("span", {}, nodes),
        " ",
        element("span", {}, texts.count("Items: %ld", count)),
      ),
    ),
  );
  choose(-1);
  list.hidden = false;
  queryField.setAttribute("aria-expanded", "true");
  byId("suggestion-count").textContent = texts.count("Suggestions: %ld", options.length);
}
