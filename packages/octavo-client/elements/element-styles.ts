/**
 * The style of all elements. Colours and fonts are the page's own, through `inherit` and
 * `currentColor`. Pages can set the properties that begin with `--octavo-` (docs/elements.md).
 * Inline directions use only logical properties, so the style also works from right to left.
 */
export const STYLES = `
:host {
  display: block;
  min-height: 2.75rem;
  --accent: var(--octavo-accent, light-dark(#2c5fc4, #a3c0ff));
  --on-accent: var(--octavo-on-accent, light-dark(#fff, #10203f));
  --error: var(--octavo-error, light-dark(#b3261e, #ffb4ab));
  --muted: var(--octavo-muted, color-mix(in srgb, currentColor 75%, transparent));
  --line: var(--octavo-line, color-mix(in srgb, currentColor 15%, transparent));
  --tint: color-mix(in srgb, var(--accent) 15%, transparent);
  --radius: var(--octavo-radius, 0.5rem);
  font-family: var(--octavo-font, inherit);
  line-height: 1.55;
  overflow-wrap: anywhere;
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
h2, p, ol { margin: 0; padding: 0; list-style: none; }
small, time { font-size: 0.875rem; font-weight: 400; color: var(--muted); }
a { color: inherit; text-decoration: none; }
a:hover, [part="body"] a, [part~="action"]:hover { text-decoration: underline; }
button, input, textarea, select { font: inherit; color: inherit; background: none; border: 1px solid var(--line); border-radius: var(--radius); padding: 0.5rem 0.75rem; min-height: 2.75rem; }
button { cursor: pointer; }
button:hover { border-color: currentColor; }
:focus-visible, article:focus { outline: 2px solid var(--accent); outline-offset: 0.25rem; }
[role="status"], .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.root { position: relative; }
[part="error"]:empty, ol:empty { display: none; }

input, textarea, label select { display: block; width: 100%; border-color: var(--muted); }
textarea { min-height: 6rem; max-height: 70vh; resize: vertical; field-sizing: content; }
[aria-invalid="true"] { border-color: var(--error); }
[part~="submit"], [part="badge"], [part="facet"][aria-pressed="true"] { border-color: transparent; background: var(--accent); color: var(--on-accent); }
[part="follow"], [part~="more"], [part="list"] > li { margin-top: 1.5rem; }
[part="follow"] { display: inline-block; }
[part~="more"] { width: 100%; }
[part="error"] { color: var(--error); font-size: 0.875rem; }
[part="notice"], [part~="removed"], [part="order"], [part="snippet"], [part="help"], [part="follow"], [part~="action"] { color: var(--muted); font-size: 0.875rem; }

form { display: flex; flex-wrap: wrap; align-items: end; gap: 0.75rem 1rem; }
form > * { flex: 1 1 10rem; }
.long, .checkbox, .actions, form > p { flex-basis: 100%; }
[type="checkbox"] { order: -1; margin: 0; width: 1.25rem; min-height: 1.25rem; accent-color: var(--accent); }
label > span { display: block; margin-bottom: 0.25rem; font-size: 0.875rem; }
.actions, article > header, article > footer, [part="header"], .facets { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.25rem 0.75rem; }
.new form:not(.open) > :not(.long) { display: none; }

[part="header"] { justify-content: space-between; margin-bottom: 1rem; }
[part="heading"] { font-size: 1.5rem; }
article { display: grid; grid-template-columns: 2.25rem minmax(0,1fr); column-gap: 0.75rem; }
article > * { grid-column: 2; }
[part="avatar"] { grid-area: 1 / 1 / 3; display: grid; place-items: center; height: 2.25rem; border-radius: 50%; background: var(--tint); font-size: 0.875rem; }
[part="name"], [part="title"], [part~="action"], [part="avatar"], [part="badge"], label > span { font-weight: 600; }
[part="badge"] { padding: 0 0.5rem; border-radius: 1rem; font-size: 0.875rem; }
[part="body"] > * { margin: 0; }
[part="body"] > * + * { margin-top: 0.75rem; }
[part="body"] :is(ul, ol) { padding-inline-start: 1.5rem; list-style: revert; }
blockquote { padding-inline-start: 0.75rem; border-inline-start: 2px solid var(--line); color: var(--muted); }
code { padding: 0 0.25rem; border-radius: 0.25rem; background: var(--tint); font-family: monospace; font-size: 0.875em; }
pre { white-space: pre-wrap; }
pre code { display: block; padding: 0.75rem; }
[part="order"], [part~="action"] { min-height: 2rem; padding: 0; border: 0; }
[part="body"] a, [part~="action"]:hover { color: var(--accent); }
[part~="waiting"] { padding: 0.75rem; border: 1px dashed var(--muted); }
article + div > form { margin-top: 0.75rem; margin-inline-start: 3rem; }
[part="replies"] { margin-inline-start: 1rem; padding-inline-start: 2rem; border-inline-start: 2px solid var(--line); }
[part="replies"] > li { padding-top: 1rem; }

/* Reserves space, so that nothing below moves when the content arrives. */
:host(octavo-comments) { min-height: 12rem; }
:host(octavo-inquiry) { min-height: 20rem; }
:host(octavo-like) { display: inline-block; min-width: 5rem; }
.checkbox label, [part~="like"] { display: inline-flex; align-items: center; gap: 0.5rem; }
[part~="like"] { min-width: 100%; }
svg { width: 1.25rem; fill: none; stroke: currentColor; stroke-width: 2; }
[part~="like"][aria-pressed="true"] { border-color: currentColor; color: var(--error); }
[aria-pressed="true"] svg { fill: currentColor; }

[part="popup"] { position: absolute; z-index: 10; inset-inline: 0; margin-top: 0.5rem; max-height: 70vh; overflow: auto; padding: 0.5rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--octavo-surface, Canvas); box-shadow: 0 0.5rem 2rem #0003; }
[part="found"] { margin-top: 1rem; }
[part="facet"] { min-height: 2rem; margin-bottom: 0.5rem; padding: 0 0.75rem; border-radius: 1rem; font-size: 0.875rem; }
[part="popup"] > p, [part="result"] { padding: 0.5rem; border-radius: var(--radius); }
[part="found"] a { padding-inline: 0; }
[part="cover"] { float: inline-start; width: 4.5rem; margin-inline-end: 0.75rem; border-radius: var(--radius); }
[part="result"]:is(:hover, :focus) { background: var(--tint); text-decoration: none; }
[part="result"], a > span { display: flow-root; }
mark { background: var(--tint); color: inherit; }

@media (max-width: 32rem) {
  [part="replies"] { margin-inline-start: 0.25rem; padding-inline-start: 0.75rem; }
  [part="replies"] [part="replies"] [part="replies"] { margin: 0; padding: 0; border: 0; }
  article + div > form { margin-inline-start: 0; }
}
`;
