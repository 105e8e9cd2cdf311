// Shows a hit and the matches in its texts.

import { element, spaced } from "./elements.js";
import { scopeLabel } from "./links.js";
import { languageOf, languageTag } from "./texts.js";

/** The most scalars of a text that are shown, a few lines, and how many of them are before the first match. */
const textLimit = 500;
const textLead = 100;
/** The most texts of a hit that are shown besides title, summary and description. */
const otherLimit = 10;

/** The members of a hit that have a place of their own, or are not texts. */
const shownMembers = new Set(["title", "summary", "description", "year", "price", "scope", "catalog"]);

export function hitItem(hit, texts) {
  // Each text is in the first language that has it. An unknown language is marked as unknown.
  const tagOf = (field) => languageTag(hit.locales?.[field] ?? "");
  // If a field has several texts, matches name one by its index.
  const byText = new Map();
  for (const match of hit.matches ?? []) {
    const name = `${match.index ?? 0} ${match.field}`;
    if (!byText.has(name)) byText.set(name, []);
    byText.get(name).push(match);
  }
  const matchesOf = (field, index = 0) => byText.get(`${index} ${field}`) ?? [];
  const item = element("li", { "data-catalog": hit.catalog, "data-record": hit.id });
  const title = element("h3", { lang: tagOf("title"), dir: "auto" }, marked(hit.title ?? hit.id, matchesOf("title")));
  item.append(title);
  addDetailsButton(item);

  const facts = factsOf(hit, matchesOf, texts);
  if (facts.length > 0) item.append(element("p", { class: "facts" }, spaced(facts)));

  for (const field of ["summary", "description"]) {
    if (typeof hit[field] === "string" && (field === "summary" || matchesOf(field).length > 0)) {
      item.append(element("p", { lang: tagOf(field), dir: "auto" }, marked(hit[field], matchesOf(field))));
    }
  }
  const others = [];
  for (const field of new Set((hit.matches ?? []).map((match) => match.field))) {
    if (shownMembers.has(field)) continue;
    others.push(...otherLines(hit, field, matchesOf, tagOf(field), texts, otherLimit - others.length));
  }
  item.append(...others);
  return item;
}

/** Turns the title of a result into a button. Without the script there is nothing to open. */
export function addDetailsButton(item) {
  const title = item.querySelector("h3");
  title.replaceChildren(element("button", { type: "button", "aria-haspopup": "dialog" }, ...title.childNodes));
}

function factsOf(hit, matchesOf, texts) {
  const facts = [];
  // Texts for a reader of de_AT may be de: only other languages are named.
  const titleLocale = hit.locales?.title;
  if (titleLocale && languageOf(titleLocale) !== languageOf(texts.locale)) {
    facts.push(element("span", { class: "tag" }, texts.languageName(titleLocale)));
  }
  const label = scopeLabel(hit.scope);
  if (label !== undefined) facts.push(element("span", { class: "tag", dir: "auto" }, marked(label, matchesOf("scope"))));
  if (hit.year !== undefined && hit.year !== null) {
    facts.push(element("bdi", { class: "year" }, marked(texts.year(hit.year), matchesOf("year"))));
  }
  if (hit.price) facts.push(element("bdi", { class: "price" }, marked(hit.price.text, matchesOf("price"))));
  return facts;
}

/** Matches in texts that are not shown otherwise: the field's name and the text. */
function otherLines(hit, field, matchesOf, tag, texts, limit) {
  const lines = [];
  for (const [index, value] of (Array.isArray(hit[field]) ? hit[field] : [hit[field]]).entries()) {
    if (lines.length >= limit) break;
    const found = matchesOf(field, index);
    if (typeof value !== "string" || found.length === 0) continue;
    lines.push(
      element(
        "p",
        { class: "other" },
        element("span", {}, texts.fieldName(field)),
        " ",
        element("span", { lang: tag, dir: "auto" }, marked(value, found)),
      ),
    );
  }
  return lines;
}

/**
 * A text with marked matches; of a long text, some lines around the first match. Ranges count Unicode scalars, which
 * JavaScript's strings do not.
 */
function marked(text, matches) {
  const scalars = Array.from(text);
  const ordered = [...matches].sort((one, other) => one.start - other.start);
  const shown = excerpt(scalars, ordered);
  const nodes = shown.start > 0 ? ["…"] : [];
  let end = shown.start;
  for (const match of ordered) {
    const start = Math.max(match.start, end);
    const stop = Math.min(match.end, shown.end);
    if (start >= stop) continue;
    if (start > end) nodes.push(scalars.slice(end, start).join(""));
    nodes.push(element("mark", {}, scalars.slice(start, stop).join("")));
    end = stop;
  }
  if (end < shown.end) nodes.push(scalars.slice(end, shown.end).join(""));
  if (shown.end < scalars.length) nodes.push("…");
  return nodes;
}

/** The half-open range of a text that is shown, the same as the server's: all of it if it is short. */
function excerpt(scalars, matches) {
  if (scalars.length <= textLimit) return { start: 0, end: scalars.length };
  const first = Math.max(matches.find((match) => match.end > Math.max(match.start, 0))?.start ?? 0, 0);
  let start = 0;
  if (first > textLead && first - textLead < scalars.length) {
    start = first - textLead;
    // A mark without its letter would change the ellipsis.
    while (start < first && start < scalars.length && continues(scalars[start])) start += 1;
  }
  let end = Math.min(start + textLimit, scalars.length);
  for (let marks = 0; marks < 10 && end < scalars.length && continues(scalars[end]); marks += 1) end += 1;
  return { start, end };
}

/** Whether a scalar is shown together with the one before it. */
const continues = (scalar) => /[\p{M}\u{200D}]/u.test(scalar);
