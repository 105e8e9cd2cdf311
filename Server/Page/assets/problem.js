// Problems, in words for the reader.

import { byId, element } from "./elements.js";
import { shownTexts } from "./language.js";
import { Problem } from "./server.js";

/** Shows a problem, and offers to try again. The results stay: they are still valid for the previous search. */
export function showProblem(error) {
  const texts = shownTexts();
  const message = element("p", {});
  for (const word of wordsOf(error, texts)) message.append(element("span", { dir: "auto" }, word), " ");
  // Announced once, however many letters are typed meanwhile.
  if (byId("problem").querySelector("p")?.textContent === message.textContent) return;
  const retry = element("button", { type: "button" }, texts?.get("RetryButton") ?? "↻");
  byId("problem").replaceChildren(message, retry);
}

export function hideProblem() {
  byId("problem").replaceChildren();
}

/** Whether a problem is shown, by the script or the template. */
export const hasProblem = () => byId("problem").hasChildNodes();

function wordsOf(error, texts) {
  const words = [error.title, error.detail].filter(Boolean);
  if (words.length > 0) return words;
  if (!texts) return [String(error.message)];
  const isProblem = error instanceof Problem;
  return [texts.get(navigator.onLine ? (isProblem ? "ServerError" : "UnreachableError") : "OfflineError")];
}
