// Links from an answer to others: scopes, orders, pages.

import { currentState, limit, pageAddress } from "./address.js";
import { byId, element, setOrRemove } from "./elements.js";

export function renderScopes({ scopes, scope: chosen }, texts) {
  byId("scopes").replaceChildren(...scopes.map((scope) => scopeItem(scope, chosen, texts)));
}

function scopeItem(scope, chosen, texts) {
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

/** The label of a scope; nothing if it is not among those shown. */
export function scopeLabel(id) {
  const links = [...byId("scopes").querySelectorAll("a")];
  return links.find((link) => link.dataset.scope === id)?.firstElementChild.textContent;
}

export function renderOrders() {
  const { sort } = currentState();
  for (const link of byId("orders").querySelectorAll("a")) {
    link.href = pageAddress({ sort: link.dataset.sort, offset: 0 });
    setOrRemove(link, "aria-current", link.dataset.sort === sort ? "true" : null);
  }
}

export function renderPages({ hits, total }, texts) {
  const { offset } = currentState();
  const last = offset + hits.length;
  const isOnlyPage = offset === 0 && last >= total;
  byId("pages").hidden = isOnlyPage;
  byId("shown").textContent =
    isOnlyPage || hits.length === 0
      ? ""
      : texts.format(
          "Shown: %1$@ %2$@ %3$@",
          texts.number(offset + 1),
          texts.number(last),
          texts.number(total),
        );
  const link = (id, isThere, target) => {
    byId(id).hidden = !isThere;
    setOrRemove(byId(id), "href", isThere ? pageAddress({ offset: target }) : null);
  };
  link("previous", offset > 0, Math.max(0, offset - limit));
  link("next", last < total && hits.length > 0, offset + limit);
}
