// Texts, numbers and names in one language.

/** A locale's identifier as a tag of HTML and Intl: zh_Hans is zh-Hans. */
export const languageTag = (locale) => locale.replace(/_+/g, "-");

const rightToLeft = new Set(["Arab", "Hebr", "Syrc", "Thaa", "Nkoo", "Adlm", "Rohg"]);

/** The direction of a text in a locale; that of its first strong letter where the locale is not known. */
export function directionOf(locale) {
  try {
    return rightToLeft.has(new Intl.Locale(languageTag(locale)).maximize().script) ? "rtl" : "ltr";
  } catch {
    return "auto";
  }
}

const numberingSystems = ["latn", "arab", "arabext", "deva", "beng", "thai"];
const digitsOf = (system) =>
  new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(1234567890);

/** The texts of one language: `strings` as the server returns them, each a text or its plural forms. */
export class Texts {
  constructor({ locale, direction, strings }) {
    this.locale = locale;
    this.direction = direction;
    this.strings = strings;
    this.tag = languageTag(locale);
    this.plurals = new Intl.PluralRules(this.tag);
    this.useDigits("");
  }

  has(key) {
    return typeof this.strings[key] === "string";
  }

  /** The text of a key; the key itself if there is no text. */
  get(key) {
    return this.has(key) ? this.strings[key] : key;
  }

  /** The plural form of a text for a number, with the number inserted. */
  count(key, number) {
    const forms = this.strings[key] ?? {};
    const form = forms[this.plurals.select(number)] ?? forms.other ?? key;
    return fill(form, [this.number(number)]).join("");
  }

  /** The nodes of a text with its placeholders replaced by nodes. */
  nodes(key, ...values) {
    return fill(this.get(key), values).flat();
  }

  /** A word of a reader or a catalog, in quotes, isolated from the direction of the sentence. */
  quoted(word) {
    const isolated = document.createElement("bdi");
    isolated.textContent = word;
    return this.nodes("Quoted: %@", isolated);
  }

  number(value) {
    return this.numbers.format(value);
  }

  /** A number without grouping of its digits, as readers type it; a year, too. */
  plainNumber(value) {
    return this.plainNumbers.format(value);
  }

  /** Writes numbers in the digits of the server's texts: browsers and servers differ on those of Arabic. */
  useDigits(sample) {
    const digit = /\p{Nd}/u.exec(sample)?.[0];
    const system = digit && numberingSystems.find((name) => digitsOf(name).includes(digit));
    if (this.numbers && !system) return;
    const tag = system ? `${this.tag}-u-nu-${system}` : this.tag;
    this.numbers = new Intl.NumberFormat(tag);
    this.plainNumbers = new Intl.NumberFormat(tag, { useGrouping: false, maximumFractionDigits: 9 });
  }
}

/** The pieces of a format with `%@`, `%ld`, `%1$@` replaced by values; `%%` is a percent sign. */
function fill(text, values) {
  const pieces = [];
  let end = 0;
  let next = 0;
  for (const found of text.matchAll(/%%|%(?:(\d+)\$)?(?:@|ld)/g)) {
    pieces.push(text.slice(end, found.index));
    if (found[0] === "%%") pieces.push("%");
    else pieces.push(values[found[1] ? found[1] - 1 : next++] ?? "");
    end = found.index + found[0].length;
  }
  pieces.push(text.slice(end));
  return pieces;
}
