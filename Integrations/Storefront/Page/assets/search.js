// Runs a search and shows its answer.

import { changeState, limit } from "./address.js";
import { showTexts, textsOf } from "./language.js";
import { hideProblem, showProblem } from "./problem.js";
import { endWaiting, render, showWaiting } from "./results.js";
import { Newest, ask } from "./server.js";

const patience = 300; // milliseconds without an answer before the page announces the search

const searches = new Newest();
let waiting;

/**
 * Changes the search, and shows the answer with the texts of its language; returns whether it succeeded.
 * `kind` says how the history changes, see `changeState`.
 */
export async function search(changes, kind) {
  const asked = changeState(changes, kind);
  // One timer for all searches: one that was replaced announces nothing, however late it ends.
  clearTimeout(waiting);
  waiting = setTimeout(showWaiting, patience);
  try {
    const answers = await searches.run((signal) =>
      Promise.all([
        textsOf(asked.locale),
        ask("/v1/search", { ...asked, limit, relax: "auto" }, signal),
      ]),
    );
    if (!answers) return false;
    clearTimeout(waiting);
    hideProblem();
    const [texts, answer] = answers;
    showTexts(texts);
    render(answer, texts);
    return true;
  } catch (error) {
    clearTimeout(waiting);
    endWaiting();
    showProblem(error);
    return false;
  }
}
