// Shows the answer to a search: the same part of the page that the server renders for the search's address.

import { byId } from "./elements.js";
import { shownTexts } from "./language.js";

let answeredLabel = byId("label")?.textContent ?? "";

/** Whether this page shows answers; that of a record does not. */
export const showsAnswers = byId("answer") !== null;

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

/** Whether the answer is being replaced: browsers report a field that is removed while the reader types as changed. */
let isReplacing = false;
export const isAnswerReplaced = () => isReplacing;

/** Replaces the answer and the title by those of another page of the server. */
export function showAnswer(page) {
  const focused = keyOf(document.activeElement);
  const { dataset, value, selectionStart, selectionEnd } = document.activeElement ?? {};
  const panel = byId("filters");
  const isSheetOpen = panel?.matches(":popover-open") ?? false;
  const sheetScroll = panel?.querySelector(".choices").scrollTop ?? 0;
  const open = new Set([...document.querySelectorAll("#answer details[open]")].map(keyOf));
  const fresh = document.adoptNode(page.getElementById("answer"));
  // Screen readers announce changes of the element that they know.
  const label = byId("label");
  const freshLabel = fresh.querySelector("#label");
  answeredLabel = freshLabel.textContent;
  freshLabel.replaceWith(label);
  label.textContent = answeredLabel;
  for (const one of fresh.querySelectorAll("details")) if (open.has(keyOf(one))) one.open = true;
  isReplacing = true;
  byId("answer").replaceWith(fresh);
  isReplacing = false;
  document.title = page.title;
  const freshPanel = byId("filters");
  if (isSheetOpen) freshPanel?.showPopover();
  if (freshPanel) freshPanel.querySelector(".choices").scrollTop = sheetScroll;
  if (!focused) return;
  const place = [...fresh.querySelectorAll("a, select, button, summary, input")].find((one) => keyOf(one) === focused);
  (place ?? byId("results")).focus({ preventScroll: place !== undefined });
  // What the reader types meanwhile is part of the next search.
  if (place && dataset.typed !== undefined) {
    place.value = value;
    place.dataset.typed = "";
    if (typeof selectionStart === "number") place.setSelectionRange(selectionStart, selectionEnd);
  }
}

/** Identifies an element of the answer that may be in the next one, too; nothing for elements elsewhere. */
function keyOf(element) {
  if (!element?.closest("#answer")) return undefined;
  const item = element.closest("[data-record]");
  if (item) return `${item.dataset.catalog} ${item.dataset.record}`;
  const facet = element.closest("[data-facet]")?.dataset.facet;
  if (facet !== undefined) return JSON.stringify([facet, element.localName, element.name, element.dataset.end, element.type === "checkbox" && element.value]);
  return element.dataset.scope ?? element.id;
}
