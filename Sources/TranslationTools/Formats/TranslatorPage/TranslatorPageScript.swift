// The script of the page for translators: its texts, and the list and files. It runs from a file, without a
// server.

extension TranslatorPage {
    /// The hash of `script` in the page's Content-Security-Policy: SHA-256, in base64.
    static let scriptHash = "cg5HEjz3+oAe3MQuK3hczuXDDmZ7+xA6OFkJS9xM0kc="

    /// The script makes no HTML of a text: texts become text nodes and values of fields only. Messages are
    /// shown a few at a time, so that a page with a hundred thousand of them opens at once.
    static let script = messageScript + cardScript + listScript

    /// The messages, and what was changed in them.
    private static let messageScript = #"""
        "use strict";
        (() => {
          const find = (id) => document.getElementById(id);
          const data = JSON.parse(find("data").textContent);
          const language = document.documentElement.lang;
          const usable = (make) => { try { return make(); } catch { return null; } };
          const numbers = usable(() => new Intl.NumberFormat(language));
          const shown = (number) => (numbers ? numbers.format(number) : String(number));
          const lists = usable(() => new Intl.ListFormat(language, { style: "short", type: "unit" }));
          const segmenter = usable(() => new Intl.Segmenter(data.locale, { granularity: "grapheme" }));
          const lengthOf = (text) => [...(segmenter ? segmenter.segment(text) : text)].length;

          /// A text of the page itself, with its arguments.
          const words = (name, ...values) => data.texts[name]
            .replace(/%(?:(\d)\$)?@/g, (_, place) => values[(place ?? 1) - 1]);

          /// Texts and elements one after the other, as the page's language writes lists.
          const listOf = (parts) => lists
            ? lists.formatToParts(parts.map((_, index) => String(index)))
              .map(({ type, value }) => type === "element" ? parts[Number(value)] : value)
            : parts.flatMap((part, index) => index ? [", ", part] : [part]);
          /// A text of the page around what stands for its only argument.
          const phrase = (name, parts) => {
            const [before, after] = data.texts[name].split("%@");
            return [before, parts, after ?? ""];
          };

          /// Appends texts, elements and arrays of them. One after the other: a call with too many arguments fails.
          const fill = (made, children) => {
            for (const child of children.flat(Infinity)) if (child !== null && child !== undefined) made.append(child);
            return made;
          };
          const element = (name, members, ...children) => {
            const made = document.createElement(name);
            for (const [member, value] of Object.entries(members ?? {})) {
              if (value === undefined) continue;
              if (member.includes("-") || member === "for" || member === "role") made.setAttribute(member, value);
              else made[member] = value;
            }
            return fill(made, children);
          };

          // Messages and what was changed in them

          const messages = data.tables.flatMap((table) => table.units.map((unit) => ({ table, unit })));
          messages.forEach((message, index) => { message.index = index; });
          /// By message: texts by form, whether it needs review, a note.
          const edits = new Map();

          const orders = ["other", "many", "few", "two", "one", "zero"];
          /// The form of the source that a form translates.
          const sourceForm = ({ source }, form) => {
            if (source[form] !== undefined) return form;
            const end = form.lastIndexOf("plural.");
            const stem = end < 0 ? null : form.slice(0, end + 7);
            const near = stem === null ? undefined : orders.find((order) => source[stem + order] !== undefined);
            if (near) return stem + near;
            return ["", "device.other"].find((other) => source[other] !== undefined) ?? Object.keys(source)[0];
          };
          const sourceText = (unit, form) => unit.source[sourceForm(unit, form)] ?? "";
          /// What was there. A copy of the source text is no translation yet.
          const initial = (unit, form) => {
            const text = unit.translation?.[form] ?? "";
            const state = unit.states?.[form] ?? unit.state;
            return state === "new" && text === sourceText(unit, form) ? "" : text;
          };
          const value = ({ unit, index }, form) => edits.get(index)?.texts.get(form) ?? initial(unit, form);
          const isMissing = (message) => message.unit.forms.some(
            (form) => value(message, form) === "" && sourceText(message.unit, form) !== "");
          const wantsReview = ({ unit, index }) => {
            const edit = edits.get(index);
            return edit?.review ?? (edit?.texts.size ? false : unit.state !== "translated");
          };
          const stateOf = (message) => isMissing(message) ? "missing" : wantsReview(message) ? "review" : "done";
          const noteOf = ({ unit, index }) => edits.get(index)?.note ?? unit.note ?? "";
          const severities = ["error", "warning", "note"];
          /// What the checks said of the texts, the most severe first, as long as the texts are those.
          const remarksOf = ({ unit, index }) => edits.get(index)?.texts.size ? [] : unit.remarks ?? [];
          const rankOf = (message) => severities.indexOf(remarksOf(message)[0]?.[0]);

          /// Changes a message; what is as it was is no change.
          const change = (message, make) => {
            const { unit, index } = message;
            const edit = edits.get(index) ?? { texts: new Map(), review: undefined, note: undefined };
            make(edit);
            for (const [form, text] of edit.texts) if (text === initial(unit, form)) edit.texts.delete(form);
            if (edit.note === (unit.note ?? "")) edit.note = undefined;
            if (edit.review === (edit.texts.size ? false : unit.state !== "translated")) edit.review = undefined;
            const isChanged = edit.texts.size > 0 || edit.note !== undefined || edit.review !== undefined;
            if (isChanged) edits.set(index, edit); else edits.delete(index);
            count(message);
          };

          // Progress

          const counts = { missing: 0, review: 0, done: 0, remarks: 0 };
          const count = (message) => {
            const state = stateOf(message);
            if (message.state) counts[message.state] -= 1;
            counts[state] += 1;
            message.state = state;
            if (message.isRemarked) counts.remarks -= 1;
            message.isRemarked = remarksOf(message).length > 0;
            if (message.isRemarked) counts.remarks += 1;
          };
          const showProgress = () => {
            find("progress").value = counts.done;
            find("progress-words").textContent = words("Progress", shown(counts.done), shown(messages.length));
            const totals = { all: messages.length, missing: counts.missing, review: counts.review,
              remarks: counts.remarks, changed: edits.size };
            for (const [name, total] of Object.entries(totals)) find("count-" + name).textContent = shown(total);
          };

        """#

    /// The list, the files, and what people do.
    private static let listScript = #"""
          // The list, in portions

          const portion = 40;
          const list = find("list");
          let filter = "all";
          let listed = [];
          const folded = (text) => text.normalize("NFKC").toLocaleLowerCase();
          const haystack = (message) => message.folded ??= folded(
            [message.unit.key, ...Object.values(message.unit.source), message.unit.comment ?? ""].join("\n"));
          const isWanted = (message, query) => {
            if (filter === "remarks" ? !message.isRemarked
              : filter === "changed" ? !edits.has(message.index) : filter !== "all" && message.state !== filter) return false;
            return query === "" || haystack(message).includes(query)
              || message.unit.forms.some((form) => folded(value(message, form)).includes(query));
          };
          const more = () => {
            const start = list.childElementCount;
            list.append(...listed.slice(start, start + portion).map(card));
            find("more").hidden = list.childElementCount >= listed.length;
          };
          const renew = () => {
            const query = folded(find("search").value.trim());
            listed = messages.filter((message) => isWanted(message, query));
            if (filter === "remarks") listed.sort((one, other) => rankOf(one) - rankOf(other));
            list.replaceChildren();
            more();
            find("nothing").hidden = listed.length > 0;
            find("shown").textContent = words("Shown", shown(listed.length));
          };
          const messageOf = (node) => {
            const made = node.closest(".message");
            return made ? { made, message: messages[made.dataset.index] } : {};
          };
          const changed = ({ message, made }, make) => {
            change(message, make);
            show(message, made);
            showProgress();
            keepLater();
          };

          // Files

          const translations = () => ({
            format: "lstrings-page", version: 1, page: data.page, source: data.source, locale: data.locale,
            tables: data.tables.map((table) => ({
              name: table.name, folder: table.folder,
              units: messages.filter((message) => message.table === table && edits.has(message.index)).map(saved),
            })).filter((table) => table.units.length),
          });
          const saved = (message) => {
            const { unit, index } = message;
            const edit = edits.get(index);
            const translation = {};
            for (const form of unit.forms) if (value(message, form) !== "") translation[form] = value(message, form);
            const isSame = edit.texts.size === 0 && edit.review === undefined;
            const isEmpty = Object.keys(translation).length === 0;
            const state = isSame ? unit.state
              : message.state === "done" ? "translated" : isEmpty ? "new" : "needsReview";
            const states = isSame ? unit.states : undefined;
            return { key: unit.key, source: unit.source, translation, state, states, note: noteOf(message) || undefined };
          };
          /// Takes over what a page saved, as far as the source texts are the same.
          const take = (file) => {
            if (file?.format !== "lstrings-page" || file.locale !== data.locale || !Array.isArray(file.tables)) return null;
            const name = (table, unit) => JSON.stringify([table.folder ?? "", table.name, unit.key]);
            const known = new Map(messages.map((message) => [name(message.table, message.unit), message]));
            const result = { taken: 0, left: 0 };
            for (const table of file.tables) for (const unit of table.units ?? []) {
              const message = known.get(name(table, unit));
              if (!message || JSON.stringify(message.unit.source) !== JSON.stringify(unit.source)) {
                result.left += 1;
                continue;
              }
              result.taken += 1;
              change(message, (edit) => {
                edit.texts.clear();
                for (const form of message.unit.forms) {
                  const text = unit.translation?.[form];
                  edit.texts.set(form, typeof text === "string" ? text : "");
                }
                edit.note = typeof unit.note === "string" ? unit.note : "";
                edit.review = undefined;
              });
              if (!isMissing(message)) change(message, (edit) => { edit.review = unit.state !== "translated"; });
            }
            return result;
          };
          const say = (text) => { find("status").textContent = text; };
          const place = "lstrings " + data.page;
          let isUnsaved = false;
          let timer = 0;
          const keep = () => {
            timer = 0;
            isUnsaved = usable(() => {
              if (edits.size) localStorage.setItem(place, JSON.stringify(translations())); else localStorage.removeItem(place);
              return true;
            }) !== true;
            say(words(isUnsaved ? "NotKept" : "Kept"));
          };
          const keepLater = () => {
            isUnsaved = true;
            clearTimeout(timer);
            timer = setTimeout(keep, 400);
          };
          const save = () => {
            if (timer) { clearTimeout(timer); keep(); }
            const name = data.locale + ".translated.json";
            const address = URL.createObjectURL(
              new Blob([JSON.stringify(translations(), null, 1) + "\n"], { type: "application/json" }));
            element("a", { href: address, download: name }).click();
            setTimeout(() => URL.revokeObjectURL(address), 60000);
            isUnsaved = false;
            say(words("Saved", name));
          };
          const open = async (file) => {
            let result = null;
            try { result = take(JSON.parse(await file.text())); } catch { /* It is no such file. */ }
            if (!result) return say(words("WrongFile"));
            renew();
            showProgress();
            keep();
            say(words("Opened", shown(result.taken), shown(result.left)));
          };

          // What people do

          list.addEventListener("input", ({ target }) => {
            const found = messageOf(target);
            if (target.matches("textarea")) changed(found, (edit) => {
              edit.texts.set(target.dataset.form, target.value);
            });
            else if (target.matches(".note input")) changed(found, (edit) => { edit.note = target.value; });
            else if (target.matches(".review")) changed(found, (edit) => { edit.review = target.checked; });
          });
          list.addEventListener("click", ({ target }) => {
            const button = target.closest("button");
            if (!button) return;
            const found = messageOf(button);
            if (button.matches(".undo")) {
              edits.delete(found.message.index);
              changed(found, () => {});
              for (const field of found.made.querySelectorAll("textarea")) field.value = value(found.message, field.dataset.form);
              found.made.querySelector(".note input").value = noteOf(found.message);
              found.made.querySelector("textarea").focus();
              return;
            }
            const field = button.closest(".form").querySelector("textarea");
            const isPart = button.matches(".part");
            const text = isPart ? button.value : sourceText(found.message.unit, field.dataset.form);
            field.setRangeText(text, isPart ? field.selectionStart : 0, isPart ? field.selectionEnd : field.value.length, "end");
            field.focus();
            field.dispatchEvent(new Event("input", { bubbles: true }));
          });
          document.addEventListener("keydown", (event) => {
            if (!event.ctrlKey && !event.metaKey || event.altKey) return;
            if (event.key === "s") {
              event.preventDefault();
              save();
            } else if (event.key === "Enter" && event.target.matches("textarea")) {
              event.preventDefault();
              const all = [...list.querySelectorAll("textarea")];
              let next = all.indexOf(event.target) + 1;
              if (next === all.length) { more(); all.push(...[...list.querySelectorAll("textarea")].slice(next)); }
              all[next]?.focus();
            }
          });
          let searching = 0;
          find("search").addEventListener("input", () => {
            clearTimeout(searching);
            searching = setTimeout(renew, messages.length > 5000 ? 300 : 80);
          });
          find("filters").addEventListener("change", ({ target }) => { filter = target.value; renew(); });
          find("more").addEventListener("click", () => {
            const start = list.childElementCount;
            more();
            list.children[start]?.querySelector("textarea").focus();
          });
          find("save").addEventListener("click", save);
          find("open").addEventListener("click", () => find("file").click());
          find("file").addEventListener("change", ({ target }) => {
            if (target.files[0]) open(target.files[0]);
            target.value = "";
          });
          addEventListener("beforeunload", (event) => {
            if (timer) { clearTimeout(timer); keep(); }
            if (isUnsaved && edits.size) event.preventDefault();
          });

          for (const node of document.querySelectorAll("[data-text]")) node.textContent = words(node.dataset.text);
          find("progress").max = Math.max(1, messages.length);
          messages.forEach(count);
          const before = usable(() => JSON.parse(localStorage.getItem(place)));
          if (before) usable(() => take(before));
          renew();
          showProgress();
          say(words(edits.size ? "Kept" : "Hint"));
          find("page").hidden = false;
          if (globalThis.IntersectionObserver) {
            new IntersectionObserver((found) => { if (found.some((one) => one.isIntersecting)) more(); },
              { rootMargin: "600px" }).observe(find("more"));
          }
        })();
        """#
}
