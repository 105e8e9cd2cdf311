// Runs a search and shows its answer.

import { adoptAddress, changeState, pageAddress } from "./address.js";
import { endWaiting, showAnswer, showWaiting } from "./answer.js";
import { hideProblem, showProblem } from "./problem.js";
import { Newest, askPage } from "./server.js";

const patience = 300; // milliseconds without an answer before the page announces the search

const searches = new Newest();
let waiting;

/**
 * Changes the search, and shows its answer; returns whether it succeeded. `kind` says how the history changes, see
 * `changeState`.
 */
export async function search(changes, kind) {
  changeState(changes, kind);
  // One timer for all searches: one that was replaced announces nothing, however late it ends.
  clearTimeout(waiting);
  waiting = setTimeout(showWaiting, patience);
  try {
    let address;
    const page = await searches.run((signal) => askPage(pageAddress(), signal, (moved) => (address = moved)));
    if (!page) return false;
    clearTimeout(waiting);
    hideProblem();
    if (address) adoptAddress(address);
    showAnswer(page);
    return true;
  } catch (error) {
    clearTimeout(waiting);
    endWaiting();
    showProblem(error);
    return false;
  }
}
