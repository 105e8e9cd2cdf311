// How is the server asked, and what if the answer is no longer wanted?

/** What went wrong, in words for the reader where the server gave some. */
export class Problem extends Error {
  constructor(title, detail) {
    super(title);
    this.title = title;
    this.detail = detail;
  }
}

/** The JSON that the server answers; a `Problem` where it cannot. */
export async function ask(path, parameters, signal) {
  const response = await fetch(withParameters(path, parameters), { signal, headers: { Accept: "application/json" } });
  if (response.ok) return response.json();
  let problem = {};
  if (/^application\/problem\+json\b/i.test(response.headers.get("Content-Type") ?? "")) {
    problem = await response.json().catch(() => ({}));
  }
  throw new Problem(problem.title, problem.detail);
}

/** An address with those of the parameters that have a value. */
export function withParameters(path, parameters) {
  const search = new URLSearchParams(
    Object.entries(parameters).filter(([, value]) => value !== "" && value !== undefined && value !== null),
  );
  return `${search}` === "" ? path : `${path}?${search}`;
}

/** Requests of which only the newest counts: a newer one ends those before it. */
export class Newest {
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
