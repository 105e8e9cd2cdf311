// What is searched for, and how do the address and the history say so?

import { root } from "./elements.js";
import { withParameters } from "./server.js";

/** How many results are on a page. */
export const limit = Number(root.dataset.limit) || 20;

const orders = ["relevance", "title", "price", "year"];
const firstLocale = root.dataset.locale;

let state = stateOfAddress();

/** What is searched for: `q`, `scope`, `locale`, `sort` and `offset`. */
export const currentState = () => state;

/** What the page's address asks for. What it leaves out is as the server decided, or as usual. */
export function stateOfAddress() {
  const parameters = new URLSearchParams(location.search);
  const sort = parameters.get("sort");
  return {
    q: parameters.get("q") ?? "",
    scope: parameters.get("scope") || "all",
    locale: parameters.get("locale") || firstLocale,
    sort: orders.includes(sort) ? sort : "relevance",
    offset: Math.max(0, Number.parseInt(parameters.get("offset"), 10) || 0),
  };
}

/** A page's address, without what is as usual. */
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
 * Changes what is searched for, and tells the history, as `kind` says:
 * - "typing": one entry holds all that is typed in one go;
 * - "commit": what was typed so far has an entry already, which becomes a step; else this is one;
 * - "step": an entry of its own;
 * - "history": the entry is there already.
 */
export function changeState(changes, kind) {
  state = { ...state, ...changes };
  if (kind !== "history") keepInHistory(kind);
  return state;
}

/** Whether the newest entry of the history is one of typing that goes on. */
let isTyping = false;

/** What is typed from now on gets another entry. */
export function endTyping() {
  isTyping = false;
}

function keepInHistory(kind) {
  const address = pageAddress();
  if (isTyping && kind !== "step") history.replaceState(null, "", address);
  else if (kind === "typing" || address !== location.pathname + location.search) history.pushState(null, "", address);
  isTyping = kind === "typing";
}
