/**
 * The style of all elements. Colours and fonts are the page's own, through `inherit` and
 * `currentColor`. Pages can set the properties that begin with `--octavo-` (docs/elements.md). Only
 * logical properties, so it also works from right to left.
 */
export const STYLES = `
:host {
  display: block;
  min-block-size: 2.75rem;
  --accent: var(--octavo-accent, #2c5fc4);
  --on-accent: var(--octavo-on-accent, #fff);
  --error: var(--octavo-error, #b3261e);
  --muted: var(--octavo-muted, color-mix(in srgb, currentColor 74%, transparent));
  --line: var(--octavo-line, color-mix(in srgb, currentColor 16%, transparent));
  --edge: color-mix(in srgb, currentColor 55%, transparent);
  --tint: color-mix(in srgb, var(--accent) 12%, transparent);
  --radius: var(--octavo-radius, 0.625rem);
  font-family: var(--octavo-font, inherit);
  line-height: 1.55;
  overflow-wrap: anywhere;
}
@supports (color: light-dark(#fff, #000)) {
  :host {
    --accent: var(--octavo-accent, light-dark(#2c5fc4, #a3c0ff));
    --on-accent: var(--octavo-on-accent, light-dark(#fff, #10203f));
    --error: var(--octavo-error, light-dark(#b3261e, #ffb4ab));
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
h2, p, ol { margin: 0; padding: 0; list-style: none; }
small, time { font-size: 0.8125rem; font-weight: 400; color: var(--muted); }
a { color: inherit; text-decoration: none; }
a:hover, [part="body"] a, [part~="action"]:hover { text-decoration: underline; }
button, input, textarea, select { font: inherit; color: inherit; background: none; border: 1px solid var(--line); border-radius: var(--radius); padding: 0.5rem 0.75rem; min-block-size: 2.75rem; }
button { cursor: pointer; }
button:hover { border-color: currentColor; }
:focus-visible, article:focus { outline: 2px solid var(--accent); outline-offset: 0.25rem; }
[role="status"], .hidden { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
.root { position: relative; }
[part="error"]:empty, ol:empty { display: none; }

input, textarea, label select { display: block; inline-size: 100%; border-color: var(--edge); }
textarea { min-block-size: 5.75rem; max-block-size: 70vh; resize: vertical; field-sizing: content; }
[aria-invalid="true"] { border-color: var(--error); }
[part~="submit"], [part="badge"], [part="facet"][aria-pressed="true"] { border-color: transparent; background: var(--accent); color: var(--on-accent); }
[part="follow"], [part~="more"], [part="list"] > li { margin-block-start: 1.5rem; }
[part="follow"] { display: inline-block; }
[part~="more"] { inline-size: 100%; }
[part="error"] { color: var(--error); font-size: 0.875rem; }
[part="notice"], [part~="removed"], [part="order"], [part="snippet"], [part="help"], [part="follow"], [part~="action"] { color: var(--muted); font-size: 0.875rem; }

form { display: flex; flex-wrap: wrap; align-items: end; gap: 0.75rem 1rem; }
form > * { flex: 1 1 10rem; }
.long, .checkbox, .actions, form > p { flex-basis: 100%; }
[type="checkbox"] { order: -1; margin: 0; inline-size: 1.25rem; min-block-size: 1.25rem; accent-color: var(--accent); }
label > span { display: block; margin-block-end: 0.25rem; font-size: 0.875rem; }
.actions, article > header, article > footer, [part="header"], .facets { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.25rem 0.625rem; }
.new form:not(.open) > :not(.long) { display: none; }

[part="header"] { justify-content: space-between; margin-block-end: 1rem; }
[part="heading"] { font-size: 1.375rem; }
[part="order"] { border-color: transparent; padding: 0; }
article { display: grid; grid-template-columns: 2.25rem minmax(0, 1fr); column-gap: 0.75rem; border-radius: var(--radius); }
article > * { grid-column: 2; }
[part="avatar"] { grid-area: 1 / 1 / 3; display: grid; place-items: center; block-size: 2.25rem; border-radius: 50%; background: var(--tint); font-size: 0.875rem; }
[part="name"], [part="title"], [part~="action"], [part="avatar"], [part="badge"], label > span { font-weight: 600; }
[part="badge"] { padding: 0 0.5rem; border-radius: 1rem; font-size: 0.8125rem; }
[part="body"] > * { margin: 0; }
[part="body"] > * + * { margin-block-start: 0.625rem; }
[part="body"] :is(ul, ol) { padding-inline-start: 1.5rem; list-style: revert; }
blockquote { padding-inline-start: 0.875rem; border-inline-start: 2px solid var(--line); color: var(--muted); }
code { padding: 0.0625rem 0.25rem; border-radius: 0.375rem; background: var(--tint); font-family: ui-monospace, monospace; font-size: 0.9375em; }
pre { white-space: pre-wrap; }
pre code { display: block; padding: 0.75rem; }
[part~="action"] { min-block-size: 2rem; padding: 0; border: 0; }
[part="body"] a, [part~="action"]:hover { color: var(--accent); }
[part~="waiting"] { padding: 0.75rem; border: 1px dashed var(--edge); }
article + div > form { margin: 0.75rem 0 0; margin-inline-start: 3rem; }
[part="replies"] { margin-inline-start: 1.0625rem; padding-inline-start: 1.875rem; border-inline-start: 2px solid var(--line); }
[part="replies"] > li { padding-block-start: 1.125rem; }

/* Reserves room, so that nothing below moves when the content arrives. */
:host(octavo-comments) { min-block-size: 12rem; }
:host(octavo-inquiry) { min-block-size: 20rem; }
:host(octavo-like) { display: inline-block; min-inline-size: 5rem; }
.checkbox label, [part~="like"] { display: inline-flex; align-items: center; gap: 0.5rem; }
[part~="like"] { min-inline-size: 100%; }
svg { inline-size: 1.25rem; fill: transparent; stroke: currentColor; stroke-width: 1.75; }
[part~="like"][aria-pressed="true"] { border-color: currentColor; color: var(--error); }
[aria-pressed="true"] svg { fill: currentColor; }
[aria-disabled] { cursor: default; }

[part="popup"] { position: absolute; z-index: 10; inset-inline: 0; margin-block-start: 0.375rem; max-block-size: min(32rem, 70vh); overflow: auto; padding: 0.5rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--octavo-surface, Canvas); box-shadow: 0 0.5rem 2rem #0003; }
[part="found"] { margin-block-start: 1rem; }
.facets { padding-block: 0.25rem; }
[part="facet"] { min-block-size: 2rem; padding: 0 0.75rem; border-radius: 1rem; font-size: 0.875rem; }
[part="popup"] > p, [part="result"] { padding: 0.5rem 0.625rem; border-radius: var(--radius); }
[part="found"] a { padding-inline: 0; }
[part="cover"] { float: inline-start; inline-size: 4.5rem; margin-inline-end: 0.75rem; border-radius: var(--radius); }
[part="result"]:is(:hover, :focus) { background: var(--tint); text-decoration: none; }
[part="result"], a > span { display: flow-root; }
mark { background: var(--tint); color: inherit; }

@media (max-width: 32rem) {
  [part="replies"] { margin-inline-start: 0.25rem; padding-inline-start: 0.875rem; }
  [part="replies"] [part="replies"] [part="replies"] { margin: 0; padding: 0; border: 0; }
  article + div > form { margin-inline-start: 0; }
}
`;
