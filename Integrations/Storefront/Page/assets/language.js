// The language of the page, and its texts.

import { byId, root } from "./elements.js";
import { ask } from "./server.js";
import { Texts, languageOf } from "./texts.js";

const knownTexts = new Map(); // by requested locale

/** The current texts; none before the server has sent them. */
let shown = null;
export const shownTexts = () => shown;

/** The texts for a locale, requested once. */
export async function textsOf(locale) {
  const known = knownTexts.get(locale);
  if (known) return known;
  const made = new Texts(await ask("/v1/strings/Page", { locale }));
  knownTexts.set(locale, made);
  return made;
}

/** The current texts: these, if the page still has those of the template, which are the same. */
export function adoptTexts(texts) {
  shown ??= texts;
  return shown;
}

/** Switches the page to a language, unless it has it. */
export function showTexts(texts) {
  if (texts !== shown || root.dataset.locale !== texts.locale) replaceTexts(texts);
  chooseLanguage(texts.locale);
}

/** Replaces all texts of the page, and sets its direction. */
function replaceTexts(texts) {
  shown = texts;
  root.lang = texts.tag;
  root.dir = texts.direction;
  root.dataset.locale = texts.locale;
  for (const element of document.querySelectorAll("[data-text]")) {
    element.textContent = texts.get(element.dataset.text);
  }
  for (const attribute of ["aria-label", "placeholder"]) {
    for (const element of document.querySelectorAll(`[data-text-${attribute}]`)) {
      element.setAttribute(attribute, texts.get(element.getAttribute(`data-text-${attribute}`)));
    }
  }
}

/** Selects the page's language among those to choose; a reader of de_AT reads de. */
function chooseLanguage(locale) {
  const options = [...byId("language").options];
  const chosen =
    options.find((option) => option.value === locale) ??
    options.find((option) => languageOf(option.value) === languageOf(locale));
  if (chosen) chosen.selected = true;
}
