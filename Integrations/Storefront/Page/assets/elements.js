// How are elements of the page found, made and changed?
//
// Texts of catalogs, of the server and of the address only ever become text nodes and attributes: nothing here, nor in
// any other module, is parsed as HTML.

export const root = document.documentElement;
export const byId = (id) => document.getElementById(id);

/** An element with attributes and children, strings among them as text. */
export function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null && value !== false) made.setAttribute(key, value);
  }
  made.append(...children.flat());
  return made;
}

/** Elements with a blank between each two of them. */
export const spaced = (elements) => elements.flatMap((one, index) => (index === 0 ? [one] : [" ", one]));

export function setOrRemove(target, attribute, value) {
  if (value === null) target.removeAttribute(attribute);
  else target.setAttribute(attribute, value);
}
