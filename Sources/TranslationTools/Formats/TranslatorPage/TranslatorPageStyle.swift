// The style of the page for translators: light and dark, from phones to wide screens, in both directions.

extension TranslatorPage {
    /// The hash of `style` in the page's Content-Security-Policy: SHA-256, in base64.
    static let styleHash = "mY2viKCEcGiptD+WYVuxJinMWojgKe10AYspu3Q47YY="

    static let style = """
        :root {
          color-scheme: light dark;
          --back: #fafafa; --paper: #fff; --ink: #1b1b1f; --quiet: #5a5a63; --line: #c9c9d1; --mark: #fff0b3;
          --accent: #1f5fbf; --missing: #b3261e; --review: #8a5300; --done: #1c6b3a;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --back: #17171a; --paper: #202024; --ink: #ececf0; --quiet: #a9a9b3; --line: #4a4a54; --mark: #5c4a00;
            --accent: #8ab4f8; --missing: #ff9d94; --review: #f2b64c; --done: #7fd3a0;
          }
        }
        * { box-sizing: border-box; }
        [hidden] { display: none !important; }
        body { margin: 0; background: var(--back); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
        #page { max-width: 60rem; margin: 0 auto; padding: 1rem; }
        h1 { margin: 0 0 .5rem; font-size: 1.4rem; }
        input, button, textarea { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--line);
          border-radius: .3rem; }
        button { padding: .3rem .8rem; cursor: pointer; }
        button:disabled { opacity: .5; cursor: default; }
        button.main { background: var(--accent); border-color: var(--accent); color: var(--paper); }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
        progress { width: 100%; accent-color: var(--done); }
        .row { display: flex; flex-wrap: wrap; gap: .4rem .8rem; align-items: center; margin: .4rem 0; }
        #search { flex: 1 1 12rem; padding: .3rem .5rem; }
        fieldset { display: flex; flex-wrap: wrap; gap: .2rem 1rem; margin: .4rem 0; padding: 0; border: 0; }
        legend { float: inline-start; color: var(--quiet); }
        #status, #shown { margin: .4rem 0; }
        #status, #shown, .about, .counter { color: var(--quiet); }
        #status:empty, .counter:empty, .lacks:empty { display: none; }
        .message { margin: 1rem 0; padding: .8rem 1rem; background: var(--paper); border: 1px solid var(--line);
          border-inline-start: .3rem solid var(--done); border-radius: .4rem; contain: layout style; }
        .message[data-state="missing"] { border-inline-start-color: var(--missing); }
        .message[data-state="review"] { border-inline-start-color: var(--review); }
        .message header { display: flex; flex-wrap: wrap; gap: .2rem .8rem; align-items: baseline; }
        .key, .source, .about, .lacks, .form > label { overflow-wrap: anywhere; }
        .key { unicode-bidi: isolate; font-size: .85rem; }
        .table { color: var(--quiet); font-size: .85rem; }
        .state { margin-inline-start: auto; font-size: .85rem; color: var(--done); }
        [data-state="missing"] .state { color: var(--missing); }
        [data-state="review"] .state { color: var(--review); }
        .about, .counter, .lacks { margin: .2rem 0; font-size: .9rem; }
        .about .text { white-space: pre-wrap; }
        .name { font-weight: 600; }
        .remarks { margin: .3rem 0; padding-inline-start: 1.2rem; font-size: .9rem; overflow-wrap: anywhere; }
        [data-severity="error"] .name { color: var(--missing); }
        [data-severity="warning"] .name { color: var(--review); }
        .screenshot { display: block; max-width: 100%; max-height: 20rem; margin: .4rem 0; border: 1px solid var(--line); }
        .form { margin-top: .8rem; }
        .source { margin: 0 0 .3rem; white-space: pre-wrap; unicode-bidi: isolate; }
        .form > label { font-size: .85rem; color: var(--quiet); }
        textarea { display: block; width: 100%; padding: .4rem .5rem; resize: vertical; field-sizing: content; min-height: 2.4rem; }
        mark { background: var(--mark); color: inherit; border-radius: .2rem; unicode-bidi: isolate; }
        .control { padding: 0 .2rem; border: 1px solid var(--line); border-radius: .2rem; font: .75em monospace;
          direction: ltr; unicode-bidi: isolate; }
        .part, .copy { padding: .1rem .5rem; font-size: .85rem; }
        .part { font-family: monospace; }
        .over, .lacks { color: var(--missing); }
        .note { display: flex; flex: 1 1 14rem; flex-wrap: wrap; gap: .4rem; align-items: center; min-width: 0; }
        .note input { flex: 1 1 8rem; min-width: 0; padding: .2rem .4rem; }
        @media (min-width: 48rem) and (min-height: 32rem) {
          #tools { position: sticky; top: 0; z-index: 1; padding: .3rem 0; background: var(--back); }
          .message :is(input, button, textarea) { scroll-margin-block: 8rem; }
        }
        """
}
