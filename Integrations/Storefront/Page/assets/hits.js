// Shows a hit and the matches in its texts.

import { element, spaced } from "./elements.js";
import { scopeLabel } from "./links.js";
import { languageOf, languageTag } from "./texts.js";

/** The members of a hit that have a place of their own, or are not texts. */
const shownMembers = new Set(["title", "summary", "description", "year", "price"]);

export function hitItem(hit, texts) {
  // Each text is in the first language that has it. An unknown language is marked as unknown.
  const tagOf = (field) => languageTag(hit.locales?.[field] ?? "");
  // If a field has several texts, matches name one by its index.
  const matchesOf = (field, index = 0) =>
    (hit.matches ?? []).filter((match) => match.field === field && (match.index ?? 0) === index);
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
  for (const field of new Set((hit.matches ?? []).map((match) => match.field))) {
    if (shownMembers.has(field)) continue;
    for (const line of otherLines(hit, field, matchesOf, tagOf(field), texts)) item.append(line);
  }
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
  if (label !== undefined) facts.push(element("span", { class: "tag", dir: "auto" }, label));
  if (hit.year !== undefined && hit.year !== null) {
    facts.push(element("bdi", { class: "year" }, marked(texts.year(hit.year), matchesOf("year"))));
  }
  if (hit.price) facts.push(element("bdi", { class: "price" }, marked(hit.price.text, matchesOf("price"))));
  return facts;
}

/** A match in a text that is not shown otherwise: the field's name and the text. */
function otherLines(hit, field, matchesOf, tag, texts) {
  const values = Array.isArray(hit[field]) ? hit[field] : [hit[field]];
  return values.flatMap((value, index) => {
    const found = matchesOf(field, index);
    if (typeof value !== "string" || found.length === 0) return [];
    return [
      element(
        "p",
        { class: "other" },
        element("span", {}, texts.fieldName(field)),
        " ",
        element("span", { lang: tag, dir: "auto" }, marked(value, found)),
      ),
    ];
  });
}

/** A text with marked matches. Ranges count Unicode scalars, which JavaScript's strings do not. */
function marked(text, matches) {
  const scalars = Array.from(text);
  const nodes = [];
  let end = 0;
  for (const match of [...matches].sort((one, other) => one.start - other.start)) {
    const start = Math.max(match.start, end);
    const stop = Math.min(match.end, scalars.length);
    if (start >= stop) continue;
    if (start > end) nodes.push(scalars.slice(end, start).join(""));
    nodes.push(element("mark", {}, scalars.slice(start, stop).join("")));
    end = stop;
  }
  if (end < scalars.length) nodes.push(scalars.slice(end).join(""));
  return nodes;
}
