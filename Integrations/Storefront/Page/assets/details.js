// The details of a record, in all its languages.

import { byId, element, root, spaced } from "./elements.js";
import { adoptTexts, textsOf } from "./language.js";
import { scopeLabel } from "./links.js";
import { showProblem } from "./problem.js";
import { Newest, ask } from "./server.js";
import { languageOf, languageTag } from "./texts.js";

const details = byId("details");
const records = new Newest();

export async function openDetails({ catalog, record }) {
  try {
    const path = `/v1/records/${encodeURIComponent(catalog)}/${encodeURIComponent(record)}`;
    const { locale } = root.dataset;
    const answers = await records.run((signal) => Promise.all([textsOf(locale), ask(path, { locale }, signal)]));
    if (!answers) return;
    render(answers[1], adoptTexts(answers[0]));
    details.showModal();
    details.scrollTop = 0;
  } catch (error) {
    showProblem(error);
  }
}

export function closeDetails() {
  if (details.open) details.close();
}

// A click on the backdrop closes the sheet.
details.addEventListener("click", (event) => {
  if (event.target === details) closeDetails();
});

function render(record, texts) {
  const fields = Object.entries(record.texts ?? {});
  const locales = orderedLocales(fields, texts);
  renderHeading(record, fields, locales);
  renderFacts(record, texts);
  byId("details-texts").replaceChildren(...locales.map((locale) => languageSection(locale, fields, texts)));
}

/** The reader's own language, then the others by name. */
function orderedLocales(fields, texts) {
  const locales = [...new Set(fields.flatMap(([, byLocale]) => Object.keys(byLocale)))];
  const names = new Intl.Collator(texts.tag);
  const isOwn = (locale) => Number(languageOf(locale) === languageOf(texts.locale));
  return locales.sort(
    (one, other) =>
      isOwn(other) - isOwn(one) || names.compare(texts.languageName(one), texts.languageName(other)),
  );
}

function renderHeading(record, fields, locales) {
  const titles = record.texts?.title ?? record.texts?.content ?? fields[0]?.[1] ?? {};
  const locale = locales.find((one) => titles[one] !== undefined);
  const heading = byId("details-title");
  heading.textContent = locale === undefined ? record.id : asList(titles[locale])[0];
  heading.lang = locale === undefined ? "" : languageTag(locale);
}

function renderFacts(record, texts) {
  const facts = [];
  const label = scopeLabel(record.scope);
  if (label !== undefined) facts.push(element("span", { class: "tag", dir: "auto" }, label));
  if (record.year !== undefined && record.year !== null) {
    facts.push(element("bdi", { class: "year" }, texts.year(record.year)));
  }
  if (record.price) facts.push(element("bdi", { class: "price" }, record.price.text));
  byId("details-facts").replaceChildren(...spaced(facts));
}

function languageSection(locale, fields, texts) {
  const list = element("dl", {});
  for (const [field, byLocale] of fields) {
    if (byLocale[locale] === undefined) continue;
    list.append(element("dt", {}, texts.fieldName(field)));
    for (const value of asList(byLocale[locale])) {
      list.append(element("dd", { lang: languageTag(locale), dir: "auto" }, String(value)));
    }
  }
  return element("section", {}, element("h3", {}, texts.languageName(locale)), list);
}

const asList = (value) => (Array.isArray(value) ? value : [value]);
