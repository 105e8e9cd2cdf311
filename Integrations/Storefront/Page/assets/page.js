// How does the page search as its reader types? The template has made a page that works without this.

import { changeState, currentState, stateOfAddress } from "./address.js";
import { closeDetails, openDetails } from "./details.js";
import { byId, root } from "./elements.js";
import { addDetailsButton } from "./hits.js";
import { adoptTexts, textsOf } from "./language.js";
import { hasProblem, showProblem } from "./problem.js";
import { search } from "./search.js";
import { showQuery } from "./typing.js";

// ---------------------------------------------------------------------------------------------------------------
// Links, buttons and forms: what they would load is shown in place

/** Whether a click follows the link here, and not into another tab or window. */
const isPlainClick = (event) =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

/** Does with the links in a container as `change` says, in place of following them. */
function follow(container, change) {
  container.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (!link || !isPlainClick(event)) return;
    event.preventDefault();
    change(link);
  });
}

follow(byId("scopes"), (link) => search({ scope: link.dataset.scope, offset: 0 }, "step"));
follow(byId("orders"), (link) => search({ sort: link.dataset.sort, offset: 0 }, "step"));
follow(byId("pages"), async (link) => {
  const offset = Number(new URL(link.href).searchParams.get("offset")) || 0;
  if (await search({ offset }, "step")) {
    byId("results").focus({ preventScroll: true });
    byId("results").parentElement.scrollIntoView({ block: "start" });
  }
});

byId("language-form").addEventListener("submit", (event) => event.preventDefault());
byId("language").addEventListener("change", (event) => search({ locale: event.target.value, offset: 0 }, "step"));

byId("hits").addEventListener("click", (event) => {
  const button = event.target.closest("h3 button");
  if (button) openDetails(button.closest("[data-record]").dataset);
});

byId("problem").addEventListener("click", (event) => {
  if (!event.target.closest("button")) return;
  byId("query").focus();
  search({}, "history");
});

// ---------------------------------------------------------------------------------------------------------------
// The back button, and the network

addEventListener("popstate", () => {
  const earlier = stateOfAddress();
  if (JSON.stringify(earlier) === JSON.stringify(currentState())) return; // A link within the page was followed.
  showQuery(earlier.q);
  closeDetails();
  search(earlier, "history");
});

addEventListener("offline", () => showProblem(new TypeError("offline")));
addEventListener("online", () => {
  if (hasProblem()) search({}, "history");
});

// ---------------------------------------------------------------------------------------------------------------
// The beginning: the template has shown the first answer

root.classList.add("scripted");
for (const item of byId("hits").children) addDetailsButton(item);
// An address that cannot be answered, such as one of a scope that is gone, does not spoil what is asked next.
if (hasProblem()) changeState({ scope: "all", sort: "relevance", offset: 0 }, "history");
textsOf(root.dataset.locale).then(
  (texts) => adoptTexts(texts).useDigits(byId("label").textContent + byId("scopes").textContent),
  () => {}, // The next search asks again.
);
