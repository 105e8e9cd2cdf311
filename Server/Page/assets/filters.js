// The panel of filters: a choice takes effect at once, and values are looked up while the reader types.

import { currentState, pageAddress } from "./address.js";
import { isAnswerReplaced } from "./answer.js";
import { byId } from "./elements.js";
import { shownTexts } from "./language.js";
import { search } from "./search.js";
import { Newest, askPage } from "./server.js";

const typingPause = 150; // milliseconds without a key before values are looked up

const lookUps = new Newest();
let typing;

const isLookUp = (field) => field.matches(".look-up");
const isEnd = (field) => /^(from|to)\./.test(field.name);
const isThumb = (field) => field.type === "range";

/** The choices in the panel, as parameters. Ends of ranges that were typed are for the server to read, which answers with the address. */
function choices(form) {
  const filters = [];
  const fields = [...form.elements].filter((one) => one.name && !isLookUp(one) && one.type !== "hidden");
  const typed = new Set(fields.filter((one) => isEnd(one) && one.value !== one.defaultValue).map(attributeOf));
  for (const field of fields) {
    if (isEnd(field) ? typed.has(attributeOf(field)) : field.checked) filters.push([field.name, field.value]);
  }
  // Ranges that did not change, and what the panel does not show.
  const shown = new Set(fields.filter((one) => !isEnd(one)).map((one) => one.name));
  for (const [name, value] of currentState().filters) {
    if (!shown.has(name) && !typed.has(name.slice("f.".length))) filters.push([name, value]);
  }
  return ordered(filters);
}

/** Filters as the server orders them, so that one choice has one address. */
function ordered(filters) {
  const rank = (one, other) => (one < other ? -1 : one > other ? 1 : 0);
  return filters.sort((one, other) => rank(one[0], other[0]) || rank(one[1], other[1]));
}

const attributeOf = (field) => field.name.slice(field.name.indexOf(".") + 1);

function apply() {
  const form = byId("filter-form");
  for (const field of form.querySelectorAll("[data-typed]")) delete field.dataset.typed;
  search({ filters: choices(form), offset: 0 }, "step");
}

/** The fieldset of a slider's thumb, its two thumbs, and the range between them: an end of the slider is no limit. */
function slider(thumb) {
  const facet = thumb.closest("fieldset");
  const [lower, upper] = facet.querySelectorAll("input[type=range]");
  const from = Number(lower.value) > Number(lower.min) ? lower.value : "";
  const to = Number(upper.value) < Number(upper.max) ? upper.value : "";
  return { facet, lower, upper, from, to };
}

/** A thumb pushes the other one along, and the fields show the range before it takes effect. */
function slide(thumb) {
  const { facet, lower, upper } = slider(thumb);
  if (Number(lower.value) > Number(upper.value)) (thumb === lower ? upper : lower).value = thumb.value;
  const { from, to } = slider(thumb);
  const shown = (value) => (value === "" ? "" : (shownTexts()?.plainNumber(Number(value)) ?? value));
  for (const field of facet.querySelectorAll("input[name]")) field.value = shown(/^from\./.test(field.name) ? from : to);
}

function applySlider(thumb) {
  const { facet, from, to } = slider(thumb);
  const attribute = facet.dataset.facet;
  const filters = choices(byId("filter-form")).filter(([name]) => name.slice(name.indexOf(".") + 1) !== attribute);
  if (from || to) filters.push([`f.${attribute}`, from === to ? from : `${from}..${to}`]);
  search({ filters: ordered(filters), offset: 0 }, "step");
}

/** Lists the values that begin with the text in a field. The field itself stays, with its text. */
async function lookUp(field) {
  try {
    const asked = { filters: [...currentState().filters, [field.name, field.value]], offset: 0 };
    const page = await lookUps.run((signal) => askPage(pageAddress(asked), signal));
    const found = page && valuesBeside([...page.querySelectorAll(".look-up")].find((one) => one.name === field.name));
    if (found && field.isConnected) valuesBeside(field).replaceWith(document.adoptNode(found));
  } catch {
    // The values before stay; the search itself shows problems.
  }
}

const valuesBeside = (field) => field?.closest("fieldset").querySelector(".values");

/** Whether an event was in the panel. Its handlers are those of the page, because each answer replaces the panel. */
export const isInFilters = (event) => event.target.closest?.("#filter-form") != null;

export function filterChanged(event) {
  if (isLookUp(event.target) || isAnswerReplaced()) return;
  if (isThumb(event.target)) applySlider(event.target);
  else apply();
}

/** Enter in a field: ends of ranges count, and values are looked up already. */
export function filtersSubmitted(event) {
  event.preventDefault();
  if (!isLookUp(document.activeElement)) apply();
}

export function filterTyped(event) {
  if (isThumb(event.target)) slide(event.target);
  if (isEnd(event.target)) event.target.dataset.typed = "";
  if (!isLookUp(event.target)) return;
  clearTimeout(typing);
  typing = setTimeout(lookUp, typingPause, event.target);
}
