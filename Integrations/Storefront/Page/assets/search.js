// What happens from a question to its answer?

import { changeState, limit } from "./address.js";
import { showTexts, textsOf } from "./language.js";
import { hideProblem, showProblem } from "./problem.js";
import { endWaiting, render, showWaiting } from "./results.js";
import { Newest, ask } from "./server.js";

const patience = 300; // milliseconds without an answer before the page says that it searches

const searches = new Newest();
let waiting;

/**
 * Changes what is searched for, and shows the answer together with the texts of its language; gives whether it could.
 * `kind` is what the change is to the history, see `changeState`.
 */
export async function search(changes, kind) {
  const asked = changeState(changes, kind);
  // One timer for all: a search that a newer one has overtaken says nothing any more, however late it ends.
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
