// Which language is the page in, and where do its texts come from?

import { byId, root } from "./elements.js";
import { ask } from "./server.js";
import { Texts, languageOf } from "./texts.js";

const knownTexts = new Map(); // by the locale that they were asked for

/** The texts that are shown; none before the server has given them. */
let shown = null;
export const shownTexts = () => shown;

/** The texts for a locale, which are asked for once. */
export async function textsOf(locale) {
  const known = knownTexts.get(locale);
  if (known) return known;
  const made = new Texts(await ask("/v1/strings/Page", { locale }));
  knownTexts.set(locale, made);
  return made;
}

/** The texts that are shown: these, where the page still has those of the template, which say the same. */
export function adoptTexts(texts) {
  shown ??= texts;
  return shown;
}

/** Turns the page into a language, unless it is in it. */
export function showTexts(texts) {
  if (texts !== shown || root.dataset.locale !== texts.locale) replaceTexts(texts);
  chooseLanguage(texts.locale);
}

/** Puts all texts of a language into the page, and turns the page into its direction. */
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

/** Shows which language on offer the page is in; a reader of de_AT reads de. */
function chooseLanguage(locale) {
  const options = [...byId("language").options];
  const chosen =
    options.find((option) => option.value === locale) ??
    options.find((option) => languageOf(option.value) === languageOf(locale));
  if (chosen) chosen.selected = true;
}
