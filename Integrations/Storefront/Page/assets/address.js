// The state of the search in the address and the history.

import { root } from "./elements.js";
import { withParameters } from "./server.js";

const firstLocale = root.dataset.locale;

/** The search in an address: `q`, `scope`, `locale`, `sort` and `offset`. Missing parameters have the server's choice. */
export function stateOf(address) {
  const parameters = new URL(address, location).searchParams;
  return {
    q: parameters.get("q") ?? "",
    scope: parameters.get("scope") || "all",
    locale: parameters.get("locale") || firstLocale,
    sort: parameters.get("sort") || "relevance",
    offset: Math.max(0, Number.parseInt(parameters.get("offset"), 10) || 0),
  };
}

let state = stateOf(location);

/** The current search. */
export const currentState = () => state;

/** A page's address, without defaults. */
export function pageAddress(changes = {}) {
  const { q, scope, locale, sort, offset } = { ...state, ...changes };
  return withParameters("/", {
    q,
    scope: scope === "all" ? "" : scope,
    locale,
    sort: sort === "relevance" ? "" : sort,
    offset: offset || "",
  });
}

/**
 * Changes the search, and the history by `kind`:
 * - "typing": one entry for all letters typed without a pause;
 * - "commit": turns the entry of typing into a step; without one it adds an entry;
 * - "step": adds an entry;
 * - "history": the entry exists already.
 */
export function changeState(changes, kind) {
  state = { ...state, ...changes };
  if (kind !== "history") keepInHistory(kind);
  return state;
}

/** Whether the newest entry of the history is of typing that continues. */
let isTyping = false;

/** The next letter typed adds an entry. */
export function endTyping() {
  isTyping = false;
}

function keepInHistory(kind) {
  const address = pageAddress();
  if (isTyping && kind !== "step") history.replaceState(null, "", address);
  else if (kind === "typing" || address !== location.pathname + location.search) history.pushState(null, "", address);
  isTyping = kind === "typing";
}
