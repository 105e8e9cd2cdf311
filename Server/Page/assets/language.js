// The texts of the page in its language.

import { ask } from "./server.js";
import { Texts } from "./texts.js";

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

/** Makes texts the current ones. */
export function adoptTexts(texts) {
  shown = texts;
}
