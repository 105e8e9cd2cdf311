// How does the page search as its reader types? The template has made a page that works without this.
//
// Texts of catalogs, of the server and of the address only ever become text nodes and attributes: nothing here is
// parsed as HTML.

const typingPause = 80; // milliseconds without a key before a search begins
const patience = 300; // milliseconds without an answer before the page says that it searches
const suggestionLimit = 6;

const root = document.documentElement;
const byId = (id) => document.getElementById(id);
const queryField = byId("query");
const suggestionList = byId("suggestions");
const limit = Number(root.dataset.limit) || 20;

// ---------------------------------------------------------------------------------------------------------------
// Texts

/** A locale's identifier as HTML and Intl spell it: zh_Hans is zh-Hans. */
const languageTag = (locale) => locale.replaceAll("_", "-");

const numberingSystems = ["latn", "arab", "arabext", "deva", "beng", "thai"];
const digitsOf = (system) =>
  new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(1234567890);

/** The language of a locale: of zh_Hans and zh_Hant it is zh with the script, which readers tell apart. */
const languageOf = (locale) => {
  const [language, script = ""] = locale.split(/[_-]/);
  return script.length === 4 ? `${language}_${script}` : language;
};

/** The texts of one language: `strings` as the server gives them, each a text or its plural forms. */
class Texts {
  constructor({ locale, direction, strings }) {
    this.locale = locale;
    this.direction = direction;
    this.strings = strings;
    this.tag = languageTag(locale);
    this.plurals = new Intl.PluralRules(this.tag);
    this.useDigits("");
    this.languages = new Intl.DisplayNames([this.tag], { type: "language", fallback: "code" });
  }

  has(key) {
    return typeof this.strings[key] === "string";
  }

  /** The text of a key; the key itself where there is none, so that something can be read. */
  get(key) {
    return this.has(key) ? this.strings[key] : key;
  }

  /** A text with numbers and other plain values in place of its placeholders. */
  format(key, ...values) {
    return fill(this.get(key), values).join("");
  }

  /** The form of a text that goes with a number, with the number in it. */
  count(key, number) {
    const forms = this.strings[key] ?? {};
    const form = forms[this.plurals.select(number)] ?? forms.other ?? key;
    return fill(form, [this.number(number)]).join("");
  }

  /** The nodes of a text with nodes in place of its placeholders. */
  nodes(key, ...values) {
    return fill(this.get(key), values).flat();
  }

  /** A word of a reader or a catalog, in quotes, kept apart from the direction of the sentence around it. */
  quoted(word) {
    const isolated = document.createElement("bdi");
    isolated.textContent = word;
    return this.nodes("Quoted: %@", isolated);
  }

  number(value) {
    return this.numbers.format(value);
  }

  year(value) {
    return this.years.format(value);
  }

  /** Writes numbers in the digits of the server's texts: browsers and servers do not agree on those of Arabic. */
  useDigits(sample) {
    const digit = /\p{Nd}/u.exec(sample)?.[0];
    const system = digit && numberingSystems.find((name) => digitsOf(name).includes(digit));
    if (this.numbers && !system) return;
    const tag = system ? `${this.tag}-u-nu-${system}` : this.tag;
    this.numbers = new Intl.NumberFormat(tag);
    this.years = new Intl.NumberFormat(tag, { useGrouping: false });
  }

  languageName(locale) {
    try {
      return this.languages.of(languageTag(locale));
    } catch {
      return locale; // Not every catalog names its languages as BCP 47 does.
    }
  }

  /** How a field is called: by a text of ours, or as the catalog calls it. */
  fieldName(field) {
    const key = "Field" + field.charAt(0).toUpperCase() + field.slice(1);
    return this.has(key) ? this.get(key) : field;
  }
}

/** The pieces of a format with values in place of `%@`, `%ld`, `%1$@`; `%%` is a percent sign. */
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

/** The texts that are shown; none before the server has given them. */
let texts = null;
const knownTexts = new Map();

async function textsOf(locale) {
  const known = knownTexts.get(locale);
  if (known) return known;
  const made = new Texts(await ask("/v1/strings/Page", { locale }));
  knownTexts.set(locale, made);
  return made;
}

/** Puts all texts of a language into the page, and turns the page into its direction. */
function show(newTexts) {
  texts = newTexts;
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

// ---------------------------------------------------------------------------------------------------------------
// The server

/** What went wrong, in words for the reader where the server gave some. */
class Problem extends Error {
  constructor(title, detail) {
    super(title);
    this.title = title;
    this.detail = detail;
  }
}

async function ask(path, parameters, signal) {
  const response = await fetch(address(path, parameters), { signal, headers: { Accept: "application/json" } });
  if (response.ok) return response.json();
  let problem = {};
  if (/^application\/problem\+json\b/i.test(response.headers.get("Content-Type") ?? "")) {
    problem = await response.json().catch(() => ({}));
  }
  throw new Problem(problem.title, problem.detail);
}

function address(path, parameters) {
  const search = new URLSearchParams(
    Object.entries(parameters).filter(([, value]) => value !== "" && value !== undefined && value !== null),
  );
  return `${search}` === "" ? path : `${path}?${search}`;
}

/** Requests of which only the newest counts: a newer one ends those before it. */
class Newest {
  #controller = null;

  /** What `work` gives, or nothing if something newer began meanwhile. */
  async run(work) {
    this.#controller?.abort();
    const controller = new AbortController();
    this.#controller = controller;
    try {
      const answer = await work(controller.signal);
      return this.#controller === controller ? answer : undefined;
    } catch (error) {
      if (this.#controller !== controller) return undefined;
      throw error;
    }
  }

  cancel() {
    this.#controller?.abort();
    this.#controller = null;
  }
}

// ---------------------------------------------------------------------------------------------------------------
// What is searched for, and the address that says so

const orders = ["relevance", "title", "price", "year"];

/** What the page's address asks for. What it leaves out is as the server decided, or as usual. */
function stateOfAddress() {
  const parameters = new URLSearchParams(location.search);
  const sort = parameters.get("sort");
  return {
    q: parameters.get("q") ?? "",
    scope: parameters.get("scope") || "all",
    locale: parameters.get("locale") || firstLocale,
    sort: orders.includes(sort) ? sort : "relevance",
    offset: Math.max(0, Number.parseInt(parameters.get("offset"), 10) || 0),
  };
}

const firstLocale = root.dataset.locale;
let state = stateOfAddress();

/** A page's address, without what is as usual. */
function pageAddress(changes = {}) {
  const { q, scope, locale, sort, offset } = { ...state, ...changes };
  return address("/", {
    q,
    scope: scope === "all" ? "" : scope,
    locale,
    sort: sort === "relevance" ? "" : sort,
    offset: offset || "",
  });
}

/** One entry in the history holds all that was typed in one go. */
let isTyping = false;

function keepInHistory(kind) {
  if (kind === "typing") {
    if (isTyping) history.replaceState(null, "", pageAddress());
    else history.pushState(null, "", pageAddress());
    isTyping = true;
  } else if (kind === "step") {
    if (pageAddress() !== location.pathname + location.search) history.pushState(null, "", pageAddress());
    isTyping = false;
  }
}

// ---------------------------------------------------------------------------------------------------------------
// Searching

const searches = new Newest();
let waiting;

/**
 * Changes what is searched for, and shows the answer together with the texts of its language.
 * `kind` is "typing", "step" (a history entry of its own) or "history" (the entry is there already).
 */
async function search(changes, kind) {
  state = { ...state, ...changes };
  keepInHistory(kind);
  const asked = state;
  // One timer for all: a search that a newer one has overtaken says nothing any more, however late it ends.
  clearTimeout(waiting);
  waiting = setTimeout(showWaiting, patience);
  try {
    const answers = await searches.run((signal) =>
      Promise.all([
        textsOf(asked.locale),
        ask("/v1/search", { ...asked, limit, relax: "auto" }, signal),
      ]),
    );
    if (!answers) return false;
    clearTimeout(waiting);
    hideProblem();
    const [newTexts, answer] = answers;
    if (newTexts !== texts || root.dataset.locale !== newTexts.locale) show(newTexts);
    chooseLanguage(newTexts.locale);
    render(answer);
    return true;
  } catch (error) {
    clearTimeout(waiting);
    byId("hits").removeAttribute("aria-busy");
    byId("label").textContent = answeredLabel;
    showProblem(error);
    return false;
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

let answeredLabel = byId("label").textContent;

function showWaiting() {
  byId("hits").setAttribute("aria-busy", "true");
  if (texts) byId("label").textContent = texts.get("Searching");
}

/** Says what went wrong, and offers to try again. The results stay: they are still true of what was asked before. */
function showProblem(error) {
  const isProblem = error instanceof Problem;
  let words = [error.title, error.detail].filter(Boolean);
  if (words.length === 0 && texts) {
    words = [texts.get(navigator.onLine ? (isProblem ? "ServerError" : "UnreachableError") : "OfflineError")];
  }
  if (words.length === 0) words = [String(error.message)];
  const message = element("p", {});
  for (const word of words) message.append(element("span", { dir: "auto" }, word), " ");
  const retry = element("button", { type: "button" }, texts?.get("RetryButton") ?? "↻");
  retry.addEventListener("click", () => {
    queryField.focus();
    search({}, "history");
  });
  // Said once, however many letters are typed meanwhile.
  if (byId("problem").querySelector("p")?.textContent === message.textContent) return;
  byId("problem").replaceChildren(message, retry);
}

function hideProblem() {
  byId("problem").replaceChildren();
}

// ---------------------------------------------------------------------------------------------------------------
// Showing results

/** An element with attributes and children, strings among them as text. */
function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null && value !== false) made.setAttribute(key, value);
  }
  made.append(...children.flat());
  return made;
}

/** A text with what was found in it marked. Ranges count Unicode scalars, which JavaScript's strings do not. */
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

function render(answer) {
  const focused = focusKey(document.activeElement);
  texts.useDigits([answer.label, ...answer.hits.map((hit) => hit.price?.text ?? "")].join(" "));
  answeredLabel = answer.label;
  byId("label").textContent = answer.label;
  byId("scopes").replaceChildren(...answer.scopes.map((scope) => scopeItem(scope, answer.scope)));
  for (const link of byId("orders").querySelectorAll("a")) {
    link.href = pageAddress({ sort: link.dataset.sort, offset: 0 });
    setOrRemove(link, "aria-current", link.dataset.sort === state.sort ? "true" : null);
  }
  const labels = new Map(answer.scopes.map((scope) => [scope.id, scope.label]));
  const hits = byId("hits");
  hits.start = state.offset + 1;
  hits.replaceChildren(...answer.hits.map((hit) => hitItem(hit, labels)));
  hits.removeAttribute("aria-busy");
  renderRelaxed(answer.relaxed);
  byId("hint").hidden = answer.total > 0;
  renderPages(answer);
  updateTitle();
  scopeLabels = labels;
  restoreFocus(focused);
}

let scopeLabels = new Map(
  [...document.querySelectorAll("#scopes a")].map((link) => [
    link.dataset.scope,
    link.firstElementChild.textContent,
  ]),
);

function updateTitle() {
  const name = texts.get("PageTitle");
  document.title = state.q.trim() === "" ? name : `${state.q.trim()} · ${name}`;
}

function scopeItem(scope, chosen) {
  const link = element(
    "a",
    {
      href: pageAddress({ scope: scope.id, offset: 0 }),
      "data-scope": scope.id,
      "aria-current": scope.id === chosen ? "true" : null,
    },
    element("span", { dir: "auto" }, scope.label),
    " ",
    element("span", { class: "count" }, texts.number(scope.count)),
  );
  return element("li", {}, link);
}

/** The members of a hit that are shown in places of their own, or are no texts. */
const shownMembers = new Set(["title", "summary", "description", "year", "price"]);

function hitItem(hit, labels) {
  // Each field is shown in the first language that has it. An unknown one is said to be unknown.
  const tagOf = (field) => languageTag(hit.locales?.[field] ?? "");
  // Where a field has several texts, matches say in which.
  const matchesOf = (field, index = 0) =>
    (hit.matches ?? []).filter((match) => match.field === field && (match.index ?? 0) === index);
  const item = element("li", { "data-catalog": hit.catalog, "data-record": hit.id });
  const title = element("h3", { lang: tagOf("title"), dir: "auto" }, marked(hit.title ?? hit.id, matchesOf("title")));
  item.append(title);
  addDetailsButton(item);

  const facts = [];
  // Texts for a reader of de_AT may be de: only another language is worth a word.
  const titleLocale = hit.locales?.title;
  if (titleLocale && languageOf(titleLocale) !== languageOf(texts.locale)) {
    facts.push(element("span", { class: "tag" }, texts.languageName(titleLocale)));
  }
  if (hit.scope && labels.has(hit.scope)) facts.push(element("span", { class: "tag", dir: "auto" }, labels.get(hit.scope)));
  if (hit.year !== undefined && hit.year !== null) {
    facts.push(element("bdi", { class: "year" }, marked(texts.year(hit.year), matchesOf("year"))));
  }
  if (hit.price) facts.push(element("bdi", { class: "price" }, marked(hit.price.text, matchesOf("price"))));
  if (facts.length > 0) item.append(element("p", { class: "facts" }, spaced(facts)));

  for (const field of ["summary", "description"]) {
    if (typeof hit[field] === "string" && (field === "summary" || matchesOf(field).length > 0)) {
      item.append(element("p", { lang: tagOf(field), dir: "auto" }, marked(hit[field], matchesOf(field))));
    }
  }
  for (const field of new Set((hit.matches ?? []).map((match) => match.field))) {
    if (shownMembers.has(field)) continue;
    for (const line of otherLines(hit, field, matchesOf, tagOf(field))) item.append(line);
  }
  return item;
}

/** Where a word was found in a text that is not shown otherwise: the field's name, and the text. */
function otherLines(hit, field, matchesOf, tag) {
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

const spaced = (elements) => elements.flatMap((one, index) => (index === 0 ? [one] : [" ", one]));

function renderRelaxed(relaxed) {
  const line = byId("relaxed");
  line.hidden = !relaxed;
  if (!relaxed) return line.replaceChildren();
  const list = (items) => items.flatMap((item, index) => (index === 0 ? item : [texts.get("ListSeparator"), ...item]));
  const words = relaxed.words.map(({ word, found }) =>
    texts.nodes("RelaxedWord: %1$@ %2$@", list(found.map((one) => texts.quoted(one))), texts.quoted(word)),
  );
  line.replaceChildren(...texts.nodes("RelaxedOnly: %@", list(words)));
}

function renderPages(answer) {
  const { offset } = state;
  const last = offset + answer.hits.length;
  const isOnlyPage = offset === 0 && last >= answer.total;
  byId("pages").hidden = isOnlyPage;
  byId("shown").textContent =
    isOnlyPage || answer.hits.length === 0
      ? ""
      : texts.format(
          "Shown: %1$@ %2$@ %3$@",
          texts.number(offset + 1),
          texts.number(last),
          texts.number(answer.total),
        );
  const link = (id, isThere, target) => {
    byId(id).hidden = !isThere;
    setOrRemove(byId(id), "href", isThere ? pageAddress({ offset: target }) : null);
  };
  link("previous", offset > 0, Math.max(0, offset - limit));
  link("next", last < answer.total && answer.hits.length > 0, offset + limit);
}

function setOrRemove(target, attribute, value) {
  if (value === null) target.removeAttribute(attribute);
  else target.setAttribute(attribute, value);
}

/** Scopes and results are made anew; whoever was on one of them stays there. */
function focusKey(focused) {
  const scope = focused?.closest("[data-scope]");
  if (scope) return (link) => link.matches("[data-scope]") && link.dataset.scope === scope.dataset.scope;
  const item = focused?.closest("[data-record]");
  if (!item) return null;
  const { catalog, record } = item.dataset;
  return (other) =>
    other.matches("h3 button") &&
    other.closest("li").dataset.catalog === catalog &&
    other.closest("li").dataset.record === record;
}

function restoreFocus(isSame) {
  if (!isSame) return;
  const again = [...document.querySelectorAll("#scopes a, #hits button")].find(isSame);
  (again ?? byId("results")).focus();
}

// ---------------------------------------------------------------------------------------------------------------
// One record in all its languages

const details = byId("details");
const records = new Newest();

/** Turns a title into a button that opens its record. Without a script there is nothing to open. */
function addDetailsButton(item) {
  const title = item.querySelector("h3");
  const button = element("button", { type: "button", "aria-haspopup": "dialog" }, ...title.childNodes);
  button.addEventListener("click", () => openDetails(item.dataset.catalog, item.dataset.record));
  title.replaceChildren(button);
}

async function openDetails(catalog, id) {
  try {
    const path = `/v1/records/${encodeURIComponent(catalog)}/${encodeURIComponent(id)}`;
    const answers = await records.run((signal) =>
      Promise.all([textsOf(root.dataset.locale), ask(path, { locale: root.dataset.locale }, signal)]),
    );
    if (!answers) return;
    texts ??= answers[0];
    renderDetails(answers[1]);
    details.showModal();
    details.scrollTop = 0;
  } catch (error) {
    showProblem(error);
  }
}

function renderDetails(record) {
  const fields = Object.entries(record.texts ?? {});
  const locales = [...new Set(fields.flatMap(([, byLocale]) => Object.keys(byLocale)))];
  const names = new Intl.Collator(texts.tag);
  // The reader's own language, then the others by their names.
  const isOwn = (locale) => Number(languageOf(locale) === languageOf(texts.locale));
  const ordered = locales.sort(
    (one, other) =>
      isOwn(other) - isOwn(one) || names.compare(texts.languageName(one), texts.languageName(other)),
  );

  const titles = record.texts?.title ?? record.texts?.content ?? fields[0]?.[1] ?? {};
  const titleLocale = ordered.find((locale) => titles[locale] !== undefined);
  const heading = byId("details-title");
  heading.textContent = titleLocale === undefined ? record.id : asList(titles[titleLocale])[0];
  heading.lang = titleLocale === undefined ? "" : languageTag(titleLocale);

  const facts = [];
  if (scopeLabels.has(record.scope)) facts.push(element("span", { class: "tag", dir: "auto" }, scopeLabels.get(record.scope)));
  if (record.year !== undefined && record.year !== null) facts.push(element("bdi", { class: "year" }, texts.year(record.year)));
  if (record.price) facts.push(element("bdi", { class: "price" }, record.price.text));
  byId("details-facts").replaceChildren(...spaced(facts));

  byId("details-texts").replaceChildren(...ordered.map((locale) => detailsSection(locale, fields)));
}

const asList = (value) => (Array.isArray(value) ? value : [value]);

function detailsSection(locale, fields) {
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

// A click beside the sheet, on what lies behind it, closes it.
details.addEventListener("click", (event) => {
  if (event.target === details) details.close();
});

// ---------------------------------------------------------------------------------------------------------------
// Suggestions: the combobox pattern of the ARIA Authoring Practices, a list box with manual selection

const suggestions = new Newest();
let chosen = -1; // the option that Enter takes; none at first

async function suggest() {
  if (queryField.value.trim() === "") return closeSuggestions();
  try {
    const { scope, locale } = state;
    const answers = await suggestions.run((signal) =>
      Promise.all([textsOf(locale), ask("/v1/suggest", { q: queryField.value, scope, locale }, signal)]),
    );
    if (answers && document.activeElement === queryField) showSuggestions(answers[1], answers[0]);
  } catch {
    closeSuggestions(); // The search itself says what is wrong.
  }
}

function showSuggestions({ completions, corrections }, words) {
  const typed = queryField.value.trim();
  const options = [
    ...corrections.map(({ query, count }) => ({
      query,
      count,
      nodes: words.nodes("Correction: %@", words.quoted(query)),
    })),
    ...completions
      .filter(({ query }) => query !== typed)
      .map(({ query, count }) => ({ query, count, nodes: [element("bdi", {}, query)] })),
  ].slice(0, suggestionLimit);
  if (options.length === 0) return closeSuggestions();
  suggestionList.replaceChildren(
    ...options.map(({ query, count, nodes }, index) =>
      element(
        "li",
        { id: `suggestion-${index}`, role: "option", "aria-selected": "false", "data-query": query },
        element("span", {}, nodes),
        " ",
        element("span", {}, words.count("Items: %ld", count)),
      ),
    ),
  );
  choose(-1);
  suggestionList.hidden = false;
  queryField.setAttribute("aria-expanded", "true");
  byId("suggestion-count").textContent = words.count("Suggestions: %ld", options.length);
}

function closeSuggestions() {
  suggestions.cancel();
  suggestionList.hidden = true;
  suggestionList.replaceChildren();
  queryField.setAttribute("aria-expanded", "false");
  queryField.removeAttribute("aria-activedescendant");
  byId("suggestion-count").textContent = "";
  chosen = -1;
}

function choose(index) {
  chosen = index;
  for (const [position, option] of [...suggestionList.children].entries()) {
    option.setAttribute("aria-selected", String(position === index));
  }
  const option = suggestionList.children[index];
  setOrRemove(queryField, "aria-activedescendant", option ? option.id : null);
  option?.scrollIntoView({ block: "nearest" });
}

function take(option) {
  queryField.value = option.dataset.query;
  commit();
}

/** Searches now for what stands in the field, as a step that the back button returns from. */
function commit() {
  clearTimeout(typing);
  closeSuggestions();
  // What was typed so far has an entry already, which becomes this step.
  const kind = isTyping ? "typing" : "step";
  const isNew = queryField.value !== state.q;
  search({ q: queryField.value, offset: isNew ? 0 : state.offset }, kind);
  isTyping = false;
}

let typing;

queryField.addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(() => {
    if (queryField.value !== state.q) search({ q: queryField.value, offset: 0 }, "typing");
    suggest();
  }, typingPause);
});

queryField.addEventListener("keydown", (event) => {
  // Keys of an input method choose among its candidates, not among ours.
  if (event.isComposing || event.keyCode === 229) return;
  const isOpen = !suggestionList.hidden;
  const count = suggestionList.children.length;
  const plain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (event.key === "ArrowDown" && plain) {
    event.preventDefault();
    if (!isOpen) suggest();
    else if (!event.altKey) choose(chosen + 1 < count ? chosen + 1 : -1);
  } else if (event.key === "ArrowUp" && plain) {
    event.preventDefault();
    if (isOpen && event.altKey) closeSuggestions();
    else if (isOpen) choose(chosen === -1 ? count - 1 : chosen - 1);
  } else if (event.key === "Enter" && isOpen && chosen >= 0) {
    event.preventDefault();
    take(suggestionList.children[chosen]);
  } else if (event.key === "Escape") {
    if (isOpen) {
      event.preventDefault();
      closeSuggestions();
    } else if (queryField.value !== "") {
      event.preventDefault();
      queryField.value = "";
      commit();
    }
  }
});

queryField.addEventListener("blur", () => {
  closeSuggestions();
  isTyping = false;
});

// The field keeps the focus while an option is pressed, so that nothing closes before the click comes.
suggestionList.addEventListener("pointerdown", (event) => event.preventDefault());
suggestionList.addEventListener("click", (event) => {
  const option = event.target.closest("[role=option]");
  if (option) take(option);
});

// ---------------------------------------------------------------------------------------------------------------
// Links and forms: what they would load is shown in place

byId("search-form").addEventListener("submit", (event) => {
  event.preventDefault();
  commit();
});

byId("language-form").addEventListener("submit", (event) => event.preventDefault());
byId("language").addEventListener("change", (event) => search({ locale: event.target.value, offset: 0 }, "step"));

/** Whether a click follows the link here, and not into another tab or window. */
const isPlainClick = (event) =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

function follow(container, changesOf) {
  container.addEventListener("click", async (event) => {
    const link = event.target.closest("a[href]");
    if (!link || !isPlainClick(event)) return;
    event.preventDefault();
    await search(changesOf(link), "step");
  });
}

follow(byId("scopes"), (link) => ({ scope: link.dataset.scope, offset: 0 }));
follow(byId("orders"), (link) => ({ sort: link.dataset.sort, offset: 0 }));
byId("pages").addEventListener("click", async (event) => {
  const link = event.target.closest("a[href]");
  if (!link || !isPlainClick(event)) return;
  event.preventDefault();
  const offset = Number(new URL(link.href).searchParams.get("offset")) || 0;
  if (await search({ offset }, "step")) {
    byId("results").focus({ preventScroll: true });
    byId("results").parentElement.scrollIntoView({ block: "start" });
  }
});

addEventListener("popstate", () => {
  const earlier = stateOfAddress();
  if (JSON.stringify(earlier) === JSON.stringify(state)) return; // A link within the page was followed.
  clearTimeout(typing);
  closeSuggestions();
  if (details.open) details.close();
  isTyping = false;
  queryField.value = earlier.q;
  search(earlier, "history");
});

addEventListener("offline", () => showProblem(new TypeError("offline")));
addEventListener("online", () => {
  if (byId("problem").hasChildNodes()) search({}, "history");
});

// ---------------------------------------------------------------------------------------------------------------
// The beginning: the template has shown the first answer

root.classList.add("scripted");
queryField.setAttribute("role", "combobox");
queryField.setAttribute("aria-autocomplete", "list");
queryField.setAttribute("aria-controls", "suggestions");
queryField.setAttribute("aria-expanded", "false");
for (const item of byId("hits").children) addDetailsButton(item);
// An address that cannot be answered, such as one of a scope that is gone, does not spoil what is asked next.
if (byId("problem").hasChildNodes()) state = { ...state, scope: "all", sort: "relevance", offset: 0 };
textsOf(root.dataset.locale).then(
  (first) => {
    texts ??= first;
    texts.useDigits(byId("label").textContent + byId("scopes").textContent);
  },
  () => {}, // The next search asks again.
);
// What was typed before the script ran, or what the browser kept over a reload.
if (queryField.value !== state.q) queryField.dispatchEvent(new Event("input"));
