// Shows the answer to a search, and progress until it arrives.

import { currentState } from "./address.js";
import { byId } from "./elements.js";
import { hitItem } from "./hits.js";
import { shownTexts } from "./language.js";
import { renderOrders, renderPages, renderScopes } from "./links.js";

let answeredLabel = byId("label").textContent;

/** Announces that the page searches. */
export function showWaiting() {
  const texts = shownTexts();
  byId("hits").setAttribute("aria-busy", "true");
  if (texts) byId("label").textContent = texts.get("Searching");
}

/** Announces the number of results again. */
export function endWaiting() {
  byId("hits").removeAttribute("aria-busy");
  byId("label").textContent = answeredLabel;
}

export function render(answer, texts) {
  const focused = focusKey(document.activeElement);
  texts.useDigits([answer.label, ...answer.hits.map((hit) => hit.price?.text ?? "")].join(" "));
  answeredLabel = answer.label;
  endWaiting();
  // Hits take the labels of their scopes from the links.
  renderScopes(answer, texts);
  renderOrders();
  renderHits(answer.hits, texts);
  renderRelaxed(answer.relaxed, texts);
  byId("partial").hidden = !answer.partial;
  byId("hint").hidden = answer.total > 0;
  renderPages(answer, texts);
  updateTitle(texts);
  restoreFocus(focused);
}

function renderHits(hits, texts) {
  const list = byId("hits");
  list.start = currentState().offset + 1;
  list.replaceChildren(...hits.map((hit) => hitItem(hit, texts)));
}

/** Shows which words replaced those that were not found, and which were left out. */
function renderRelaxed(relaxed, texts) {
  const line = byId("relaxed");
  line.hidden = !relaxed;
  if (!relaxed) return line.replaceChildren();
  const list = (items) => items.flatMap((item, index) => (index === 0 ? item : [texts.get("ListSeparator"), ...item]));
  const words = relaxed.words.map(({ word, found }) =>
    texts.nodes("RelaxedWord: %1$@ %2$@", list(found.map((one) => texts.quoted(one))), texts.quoted(word)),
  );
  const sentences = [];
  if (words.length > 0) sentences.push(texts.nodes(relaxed.also ? "RelaxedAlso: %@" : "RelaxedOnly: %@", list(words)));
  const omitted = relaxed.omitted ?? [];
  if (omitted.length > 0) sentences.push(texts.nodes("RelaxedWithout: %@", list(omitted.map((one) => texts.quoted(one)))));
  line.replaceChildren(...sentences.flatMap((nodes, index) => (index === 0 ? nodes : [" ", ...nodes])));
}

function updateTitle(texts) {
  const name = texts.get("PageTitle");
  const query = currentState().q.trim();
  document.title = query === "" ? name : `${query} · ${name}`;
}

/** Replaces scopes and results; the focus stays on the same item. */
function focusKey(focused) {
  const scope = focused?.closest("[data-scope]");
  if (scope) return (link) => link.matches("[data-scope]") && link.dataset.scope === scope.dataset.scope;
  const item = focused?.closest("[data-record]");
  if (!item) return null;
  const { catalog, record } = item.dataset;
  return (other) =>
    other.matches("h3 button") &&
    other.closest("li").dataset.catalog === catalog &&
    other.closest("li").dataset.record === record;
}

function restoreFocus(isSame) {
  if (!isSame) return;
  const again = [...document.querySelectorAll("#scopes a, #hits button")].find(isSame);
  (again ?? byId("results")).focus();
}
