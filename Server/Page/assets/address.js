// The state of the search in the address and the history.

import { root } from "./elements.js";
import { withParameters } from "./server.js";

const firstLocale = root.dataset.locale;

/** The parameters of filters: those of the address, and those of fields that the server turns into them. */
const isFilter = ([name, value]) => /^(f\.|from\.|to\.)/.test(name) && (value !== "" || !name.startsWith("f."));

/**
 * The search in an address: `q`, `scope`, `filters` (a list of names and values), `locale`, `currency`, `market`, `group`, `view`,
 * `sort` and `offset`. Missing parameters have the server's choice.
 */
export function stateOf(address) {
  const parameters = new URL(address, location).searchParams;
  return {
    q: parameters.get("q") ?? "",
    scope: parameters.get("scope") || "all",
    filters: [...parameters].filter(isFilter),
    locale: parameters.get("locale") || firstLocale,
    currency: parameters.get("currency") ?? "",
    market: parameters.get("market") ?? "",
    group: parameters.get("group") ?? "",
    view: parameters.get("view") ?? "",
    sort: parameters.get("sort") || "relevance",
    offset: Math.max(0, Number.parseInt(parameters.get("offset"), 10) || 0),
  };
}

let state = stateOf(location);

/** The current search. */
export const currentState = () => state;

/** What the reader chose for all pages, as parameters. */
export const readerParameters = ({ locale, currency, market, group, view } = state) => [
  ["locale", locale],
  ["currency", currency],
  ["market", market],
  ["group", group],
  ["view", view === "list" ? "" : view],
];

/** A page's address, without defaults. */
export function pageAddress(changes = {}) {
  const { q, scope, filters, sort, offset, ...reader } = { ...state, ...changes };
  const list = [
    ["q", q],
    ["scope", scope === "all" ? "" : scope],
    ...filters,
    ...readerParameters(reader),
    ["sort", sort === "relevance" ? "" : sort],
    ["offset", offset || ""],
  ];
  // An empty end of a range says that the range has no such end.
  return withParameters("/", list, ([name]) => /^(from|to)\./.test(name));
}

/**
 * Changes the search, and the history by `kind`:
 * - "typing": one entry for all letters typed without a pause;
 * - "commit": turns the entry of typing into a step; without one it adds an entry;
 * - "step": adds an entry;
 * - "history": the entry exists already.
 */
export function changeState(changes, kind) {
  // What the server could not read must not affect the next search.
  const filters = state.filters.filter(([name]) => name.startsWith("f."));
  state = { ...state, filters, ...changes };
  if (kind !== "history") keepInHistory(kind);
  return state;
}

/** Adopts the address that the server gave an answer: ranges as it read them. */
export function adoptAddress(address) {
  const { pathname, search, origin } = new URL(address, location);
  if (origin !== location.origin || pathname !== "/" || pathname + search === pageAddress()) return;
  state = stateOf(address);
  history.replaceState(null, "", pageAddress());
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
