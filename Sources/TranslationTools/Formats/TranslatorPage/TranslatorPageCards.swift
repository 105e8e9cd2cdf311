// The part of the page's script that shows one message with its fields.

extension TranslatorPage {
    /// Invisible signs are shown by name, so that none acts on the text around it.
    static let cardScript = #"""
          // One message

          const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/;
          /// A browser takes a minute to lay out a text of a hundred thousand elements.
          const mostParts = 1000;
          const codePoint = (sign) => "U+" + sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
          /// A text with its invisible signs by name: none of them may act on what is around it.
          const visible = (text) => {
            const parts = text.split(new RegExp(`(${controls.source})`)).filter(Boolean);
            const hidden = parts.splice(mostParts).map((part) => part.replace(new RegExp(controls.source, "g"), "\uFFFD")).join("");
            return [...parts.map((part) => part.length === 1 && controls.test(part)
              ? element("span", { className: "control" }, codePoint(part)) : part), hidden];
          };
          /// A source text in which what must be kept is marked.
          const marked = (text, ranges) => {
            if (text.length > 10 * mostParts) return visible(text);
            const parts = [];
            let end = 0;
            for (let at = 0; at + 1 < ranges.length; at += 2) {
              const next = ranges[at] + ranges[at + 1];
              parts.push(visible(text.slice(end, ranges[at])));
              parts.push(element("mark", {}, visible(text.slice(ranges[at], next))));
              end = next;
            }
            parts.push(visible(text.slice(end)));
            return parts;
          };
          const kept = (unit, form) => {
            const source = sourceForm(unit, form);
            const ranges = unit.branches ? [] : unit.keep?.[source] ?? [];
            const found = [];
            for (let at = 0; at + 1 < ranges.length; at += 2)
              found.push(unit.source[source].slice(ranges[at], ranges[at] + ranges[at + 1]));
            return found;
          };
          /// `%1$@` may stand for `%@`.
          const unnumbered = (text) => text.replace(/%\d+\$/g, "%");
          const lacking = (unit, form, text) => {
            if (text === "") return [];
            const plain = unnumbered(text);
            const left = new Map();
            const missing = kept(unit, form).filter((part) => {
              const wanted = unnumbered(part);
              const count = left.get(wanted) ?? plain.split(wanted).length - 1;
              left.set(wanted, count - 1);
              return count < 1;
            });
            // The form of a single number need not show it.
            const category = /plural\.([a-z]+)$/.exec(form)?.[1];
            const mayLackOne = category && exampleNumbers(unit, category).length < 2;
            return mayLackOne && missing.length < 2 ? [] : missing;
          };
          const exampleNumbers = (unit, category) =>
            (unit.ordinal ? data.ordinals : data.plurals)?.[category] ?? [];
          const formName = (unit, form) => {
            const category = /plural\.([a-z]+)$/.exec(form)?.[1];
            const examples = category ? exampleNumbers(unit, category) : [];
            const name = form === "" ? words("Translation") : form.replace(/^plural\./, "");
            return examples.length ? `${name}: ${words("Numbers", listOf(examples.map(shown)).join(""))}` : name;
          };
          const about = (name, content) => element("p", { className: "about" },
            element("span", { className: "name" }, words(name)), " ", content);

          const card = (message) => {
            const { table, unit, index } = message;
            const name = "message-" + index;
            const made = element("section", { className: "message", role: "group", "aria-labelledby": name });
            made.dataset.index = index;
            made.append(element("header", {},
              element("code", { id: name, className: "key", dir: "auto" }, visible(unit.key)),
              data.tables.length > 1 ? element("span", { className: "table" }, visible(table.name)) : null,
              element("span", { className: "state" })));
            if (unit.comment) made.append(about("Comment", element("bdi", { className: "text" }, visible(unit.comment))));
            if (unit.previous) made.append(about("Previous",
              element("del", { lang: data.source, dir: data.sourceDirection }, visible(unit.previous))));
            if (unit.uses?.length) made.append(about("Uses", listOf(unit.uses.map((use) => element("bdi", {}, visible(use))))));
            for (const [term, translations] of unit.terms ?? []) made.append(about("Terms", [
              element("bdi", { lang: data.source }, visible(term)), " – ",
              element("bdi", { lang: data.locale }, visible(translations))]));
            for (const number of unit.pictures ?? [])
              made.append(element("img", { className: "screenshot", src: data.pictures[number], alt: words("Screenshot") }));
            made.append(element("ul", { className: "remarks" }));
            unit.forms.forEach((form, place) => made.append(fields(message, form, `${name}-${place}`)));
            made.append(element("div", { className: "row" },
              element("label", {}, element("input", { type: "checkbox", className: "review" }), " ", words("NeedsReview")),
              element("label", { className: "note" }, words("Note"), " ",
                element("input", { type: "text", dir: "auto", autocomplete: "off", value: noteOf(message) })),
              element("button", { type: "button", className: "undo" }, words("Undo"))));
            show(message, made);
            return made;
          };
          const fields = (message, form, name) => {
            const { unit } = message;
            const source = sourceForm(unit, form);
            const text = value(message, form);
            const field = element("textarea", {
              id: name, lang: data.locale, dir: data.direction, spellcheck: true, autocomplete: "off", value: text,
              rows: Math.min(8, Math.max(1, Math.ceil(Math.max(text.length, sourceText(unit, form).length) / 60))),
              "aria-describedby": `${name}-source ${name}-counter ${name}-lacks`,
            });
            field.dataset.form = form;
            const parts = [...new Set(kept(unit, form))];
            return element("div", { className: "form" },
              element("p", { id: name + "-source", className: "source", lang: data.source, dir: data.sourceDirection },
                marked(sourceText(unit, form), unit.keep?.[source] ?? [])),
              element("label", { for: name }, visible(formName(unit, form))),
              field,
              element("div", { className: "row" },
                parts.map((part) => element("button",
                  { type: "button", className: "part", dir: "ltr", value: part, "aria-label": words("Insert", part) }, visible(part))),
                element("button", { type: "button", className: "copy" }, words("Copy"))),
              element("p", { id: name + "-counter", className: "counter" }),
              element("p", { id: name + "-lacks", className: "lacks" }));
          };
          const stateNames = { missing: "Missing", review: "Review", done: "Done" };
          /// Shows all that depends on what is in the fields.
          const show = (message, made) => {
            const { unit, index, state } = message;
            made.dataset.state = state;
            made.classList.toggle("changed", edits.has(index));
            made.querySelector(".state").textContent =
              words(stateNames[state]) + (edits.has(index) ? " · " + words("Changed") : "");
            const review = made.querySelector(".review");
            review.checked = wantsReview(message) && state !== "missing";
            review.disabled = state === "missing";
            made.querySelector(".undo").disabled = !edits.has(index);
            const remarks = made.querySelector(".remarks");
            remarks.replaceChildren();
            fill(remarks, remarksOf(message).map(([severity, name, text]) => element("li", { "data-severity": severity },
              element("span", { className: "name" }, name), " ", visible(text))));
            remarks.hidden = remarks.childElementCount === 0;
            for (const field of made.querySelectorAll("textarea")) {
              const { form } = field.dataset;
              const text = value(message, form);
              const counter = find(field.id + "-counter") ?? made.querySelector(`#${field.id}-counter`);
              const lacks = find(field.id + "-lacks") ?? made.querySelector(`#${field.id}-lacks`);
              if (unit.length !== undefined) {
                const length = lengthOf(text);
                counter.textContent = words("Length", shown(length), shown(unit.length));
                counter.classList.toggle("over", length > unit.length);
              }
              const missing = lacking(unit, form, text);
              const parts = missing.map((part) => element("code", { dir: "ltr" }, visible(part)));
              lacks.replaceChildren();
              if (parts.length) fill(lacks, phrase("Lacks", listOf(parts)));
            }
          };

        """#
}
