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

/** Replaces the answer and the title by those of another page of the server. */
export function showAnswer(page) {
  const focused = keyOf(document.activeElement);
  const fresh = document.adoptNode(page.getElementById("answer"));
  // Screen readers announce changes of the element that they know.
  const label = byId("label");
  const freshLabel = fresh.querySelector("#label");
  answeredLabel = freshLabel.textContent;
  freshLabel.replaceWith(label);
  label.textContent = answeredLabel;
  byId("answer").replaceWith(fresh);
  document.title = page.title;
  if (focused) ([...fresh.querySelectorAll("a, select, button, summary")].find((one) => keyOf(one) === focused) ?? byId("results")).focus();
}

/** Identifies an element of the answer that may be in the next one, too; nothing for elements elsewhere. */
function keyOf(element) {
  if (!element?.closest("#answer")) return undefined;
  const item = element.closest("[data-record]");
  if (item) return `${item.dataset.catalog} ${item.dataset.record}`;
  return element.dataset.scope ?? element.id;
}
