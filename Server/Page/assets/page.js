// Searches while the reader types. The templates render pages that work without this script.

import { changeState, currentState, pageAddress, stateOf } from "./address.js";
import { showsAnswers } from "./answer.js";
import { byId, root } from "./elements.js";
import { filterChanged, filterTyped, filtersSubmitted, isInFilters } from "./filters.js";
import { adoptTexts, shownTexts, textsOf } from "./language.js";
import { hasProblem, showProblem } from "./problem.js";
import { search } from "./search.js";
import { showQuery } from "./typing.js";

// ---------------------------------------------------------------------------------------------------------------
// Links and forms: they show their target in place

/** Whether a click opens the link in this tab. */
const isPlainClick = (event) =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

/** Shows the search of a link in place. */
async function follow(event) {
  const link = event.target.closest("#answer a[href]");
  // Links to records and to pages in other languages lead there.
  if (!link || !isPlainClick(event) || new URL(link.href).pathname !== "/" || link.hash) return;
  const target = stateOf(link.href);
  if (target.locale !== root.dataset.locale) return;
  event.preventDefault();
  const isPage = link.closest("#pages") !== null;
  if (target.q !== currentState().q) showQuery(target.q);
  if ((await search(target, "step")) && isPage) {
    byId("results").focus({ preventScroll: true });
    byId("results").parentElement.scrollIntoView({ block: "start" });
  }
}

byId("language").addEventListener("change", (event) => {
  if (showsAnswers) location.assign(pageAddress({ locale: event.target.value, offset: 0 }));
  else byId("language-form").submit();
});
byId("currency")?.addEventListener("change", (event) => {
  if (!showsAnswers) return byId("currency-form").submit();
  // Amounts are not converted, so that a range of prices means nothing in another currency.
  const filters = currentState().filters.filter(([name]) => !/^(f|from|to)\.price$/.test(name));
  location.assign(pageAddress({ currency: event.target.value, filters, offset: 0 }));
});
// The browser may show this page again as it was left, with the language and the currency that were chosen.
addEventListener("pageshow", () => {
  byId("language-form").reset();
  byId("currency-form")?.reset();
});

/** Asks where the reader is, and orders by the distance: to a hundredth of a degree, which no street address follows from. */
function orderByDistance(place) {
  const degrees = (value) => Number(value.toFixed(2));
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => search({ sort: `near(${place}, ${degrees(coords.latitude)}, ${degrees(coords.longitude)})`, offset: 0 }, "step"),
    () => showProblem({ title: shownTexts()?.get("LocationUnknown") ?? "↻" }),
  );
}

/** Shows the first letter of its title in the place of a picture that cannot be loaded. */
function replacePicture(image) {
  const title = image.alt || image.closest("li")?.querySelector("h3")?.textContent || "";
  // Older browsers cannot cut a text into its letters; a code point will do.
  const letters = Intl.Segmenter ? new Intl.Segmenter(root.lang, { granularity: "grapheme" }).segment(title.trim()) : [];
  const first = [...letters][0]?.segment ?? [...title.trim()][0] ?? "";
  const letter = document.createElement("span");
  letter.setAttribute("aria-hidden", "true");
  letter.textContent = first.toLocaleUpperCase(root.lang);
  image.replaceWith(letter);
}

// Errors of pictures do not bubble. Those of before this script are found by their pictures.
addEventListener("error", ({ target }) => target.matches?.(".picture > img") && replacePicture(target), true);
for (const image of document.querySelectorAll(".picture > img")) {
  // A drawing may have no width of its own, so the browser is asked.
  if (image.complete && image.currentSrc && !image.naturalWidth) image.decode().catch(() => replacePicture(image));
}

if (showsAnswers) {
  document.addEventListener("click", follow);
  document.addEventListener("click", (event) => {
    if (event.target.id === "near") orderByDistance(event.target.dataset.place);
  });
  document.addEventListener("change", (event) => {
    if (event.target.id === "order") search({ sort: event.target.value, offset: 0 }, "step");
    else if (isInFilters(event)) filterChanged(event);
  });
  document.addEventListener("input", (event) => {
    if (isInFilters(event)) filterTyped(event);
  });
  document.addEventListener("submit", (event) => {
    if (isInFilters(event)) filtersSubmitted(event);
  });
  byId("problem").addEventListener("click", (event) => {
    if (!event.target.closest("button")) return;
    byId("query").focus();
    search({}, "history");
  });

  // The back button and the network

  addEventListener("popstate", () => {
    const earlier = stateOf(location);
    if (JSON.stringify(earlier) === JSON.stringify(currentState())) return; // A link within the page was followed.
    showQuery(earlier.q);
    search(earlier, "history");
  });

  addEventListener("offline", () => showProblem(new TypeError("offline")));
  addEventListener("online", () => {
    if (hasProblem()) search({}, "history");
  });

  // An invalid address, for example with an unknown scope, must not affect the next search.
  if (hasProblem()) changeState({ scope: "all", filters: [], currency: "", market: "", group: "", sort: "relevance", offset: 0 }, "history");
}

// ---------------------------------------------------------------------------------------------------------------
// Start

textsOf(root.dataset.locale).then(
  (texts) => {
    texts.useDigits(byId("answer")?.textContent ?? "");
    adoptTexts(texts);
  },
  () => {}, // A failure is tried again where texts are needed.
);
