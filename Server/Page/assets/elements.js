// Finds, creates and changes elements of the page.
//
// Texts of catalogs, the server and the address only become text nodes and attributes: neither this module nor
// any other one parses them as HTML.

export const root = document.documentElement;
export const byId = (id) => document.getElementById(id);

/** An element with attributes and children; strings become text. */
export function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null && value !== false) made.setAttribute(key, value);
  }
  made.append(...children.flat());
  return made;
}

/** Elements separated by spaces. */
export const spaced = (elements) => elements.flatMap((one, index) => (index === 0 ? [one] : [" ", one]));

export function setOrRemove(target, attribute, value) {
  if (value === null) target.removeAttribute(attribute);
  else target.setAttribute(attribute, value);
}
