// Searches while the reader types. The template renders a page that works without this script.

import { changeState, currentState, stateOfAddress } from "./address.js";
import { closeDetails, openDetails } from "./details.js";
import { byId, root } from "./elements.js";
import { addDetailsButton } from "./hits.js";
import { adoptTexts, textsOf } from "./language.js";
import { hasProblem, showProblem } from "./problem.js";
import { search } from "./search.js";
import { showQuery } from "./typing.js";

// ---------------------------------------------------------------------------------------------------------------
// Links, buttons and forms: they show their target in place

/** Whether a click opens the link in this tab. */
const isPlainClick = (event) =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

/** Handles the links in a container by `change` instead of following them. */
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
// The back button and the network

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
// Start: the template has rendered the first answer

root.classList.add("scripted");
for (const item of byId("hits").children) addDetailsButton(item);
// An invalid address, for example with an unknown scope, must not affect the next search.
if (hasProblem()) changeState({ scope: "all", sort: "relevance", offset: 0 }, "history");
textsOf(root.dataset.locale).then(
  (texts) => adoptTexts(texts).useDigits(byId("label").textContent + byId("scopes").textContent),
  () => {}, // The next search requests them again.
);
