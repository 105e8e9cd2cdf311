// Suggestions for the text in the search field: queries, and the best records with their pictures.
//
// Implements the combobox pattern of the ARIA Authoring Practices: a list box with manual selection.

import { currentState, readerParameters } from "./address.js";
import { byId, element, setOrRemove } from "./elements.js";
import { textsOf } from "./language.js";
import { Newest, ask, withParameters } from "./server.js";
import { directionOf, languageTag } from "./texts.js";

const suggestionLimit = 6;
const recordLimit = 3;
const cropped = 60; // characters of a title

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

/** Suggests queries and records for the text in the field; for an empty field only if the reader asks for them. */
export async function suggest({ isWanted = false } = {}) {
  const isEmpty = queryField.value.trim() === "";
  if (isEmpty && !isWanted) return closeSuggestions();
  try {
    const { scope, locale, currency, market } = currentState();
    const asked = { q: queryField.value, scope, locale, currency, market, limit: suggestionLimit };
    const answers = await requests.run((signal) =>
      Promise.all([
        textsOf(locale),
        ask("/v1/suggest", asked, signal),
        isEmpty ? { hits: [] } : ask("/v1/search", { ...asked, limit: recordLimit, relax: "never", crop: cropped }, signal),
      ]),
    );
    if (answers && document.activeElement === queryField) showSuggestions(...answers);
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

/** The address of the chosen option, if it is a record. */
export const chosenAddress = () => list.children[chosen]?.dataset.href;

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

function showSuggestions(texts, { asked = [], completions, corrections }, { hits }) {
  const typed = queryField.value.trim();
  const others = new Set(asked.map(({ query }) => query));
  const queries = [
    ...corrections.map(({ query, count }) => ({
      query,
      count,
      nodes: texts.nodes("Correction: %@", texts.quoted(query)),
    })),
    // What others asked says more than how a word may end.
    ...[...asked, ...completions.filter(({ query }) => !others.has(query))]
      .filter(({ query }) => query !== typed)
      .map(({ query, count, trending }) => ({
        query,
        count,
        nodes: [element("bdi", {}, query), ...(trending ? [" ", element("span", { class: "tag" }, texts.get("Trending"))] : [])],
      })),
  ]
    .slice(0, suggestionLimit)
    .map(({ query, count, nodes }) => ({
      attributes: { "data-query": query },
      nodes: [element("span", {}, nodes), " ", element("span", {}, texts.count("Items: %ld", count))],
    }));
  const options = [...queries, ...hits.map(recordOption)];
  if (options.length === 0) return closeSuggestions();
  list.replaceChildren(
    ...options.map(({ attributes, nodes }, index) =>
      element("li", { id: `suggestion-${index}`, role: "option", "aria-selected": "false", ...attributes }, nodes),
    ),
  );
  choose(-1);
  list.hidden = false;
  queryField.setAttribute("aria-expanded", "true");
  byId("suggestion-count").textContent = texts.count("Suggestions: %ld", options.length);
}

/** A record as an option: its picture, title and price. */
function recordOption(hit) {
  const path = `/c/${encodeURIComponent(hit.catalog)}/${encodeURIComponent(hit.id)}`;
  const source = pictureOf(hit.image);
  const picture = source
    ? element("img", { src: source, alt: "", width: 40, height: 40 })
    : element("span", { class: "picture" });
  return {
    attributes: { "data-href": withParameters(path, readerParameters()), class: "record" },
    nodes: [
      picture,
      element("span", { lang: languageTag(hit.locales?.title ?? ""), dir: directionOf(hit.locales?.title ?? "") }, hit.title),
      element("bdi", {}, hit.price?.text ?? ""),
    ],
  };
}

/** The address of a record's picture; nothing for other schemes than the web's, as on the server's pages. */
function pictureOf(image) {
  const first = Array.isArray(image) ? image[0] : image;
  const address = typeof first === "object" ? first?.url : first;
  return typeof address === "string" && /^(https?:\/\/[^/]|\/(?![/\\]))/i.test(address) ? address : null;
}
