// Requests to the server, which newer ones replace.

/** A problem, in words for the reader if the server sent some. */
export class Problem extends Error {
  constructor(title, detail) {
    super(title);
    this.title = title;
    this.detail = detail;
  }
}

/** The server's JSON answer; throws a `Problem` if there is none. */
export async function ask(path, parameters, signal) {
  const response = await fetch(withParameters(path, parameters), { signal, headers: { Accept: "application/json" } });
  if (response.ok) return response.json();
  let problem = {};
  if (/^application\/problem\+json\b/i.test(response.headers.get("Content-Type") ?? "")) {
    problem = await response.json().catch(() => ({}));
  }
  throw new Problem(problem.title, problem.detail);
}

/**
 * The server's page at an address, as a document whose scripts do not run; throws a `Problem` if it shows one. `moved` is called
 * with another address if the server redirected to it.
 */
export async function askPage(address, signal, moved = () => {}) {
  const response = await fetch(address, { signal, headers: { Accept: "text/html" } });
  const isPage = /^text\/html\b/i.test(response.headers.get("Content-Type") ?? "");
  const page = isPage ? new DOMParser().parseFromString(await response.text(), "text/html") : null;
  const problem = page?.querySelector("#problem p");
  if (!response.ok || !page?.getElementById("answer") || problem) throw new Problem(problem?.textContent);
  if (response.redirected) moved(response.url);
  return page;
}

/** An address with those of the parameters, an object or a list, that have a value or are kept without one. */
export function withParameters(path, parameters, isKept = () => false) {
  const list = Array.isArray(parameters) ? parameters : Object.entries(parameters);
  const search = new URLSearchParams(
    list.filter((one) => (one[1] !== "" && one[1] !== undefined && one[1] !== null) || isKept(one)),
  );
  return `${search}` === "" ? path : `${path}?${search}`;
}

/** Requests of which only the newest counts: it cancels those before it. */
export class Newest {
  #controller = null;

  /** The result of `work`, or nothing if a newer request began meanwhile. */
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
