/**
 * The looks of all elements. Colours and type are the page's own, through `inherit` and `currentColor`; what a page sets are the properties that begin with
 * `--octavo-` (docs/elements.md). Logical properties alone: it works from right to left too.
 */
export const STYLES = `
:host {
  display: block;
  --accent: var(--octavo-accent, #2c5fc4);
  --on-accent: var(--octavo-on-accent, #fff);
  --error: var(--octavo-error, #b3261e);
  --muted: var(--octavo-muted, color-mix(in srgb, currentColor 74%, transparent));
  --line: var(--octavo-line, color-mix(in srgb, currentColor 16%, transparent));
  --surface: var(--octavo-surface, Canvas);
  --radius: var(--octavo-radius, 0.625rem);
  --gap: var(--octavo-gap, 1.5rem);
  font-family: var(--octavo-font, inherit);
  line-height: 1.55;
  text-align: start;
}
:host([hidden]), [hidden] { display: none !important; }
@supports (color: light-dark(#000, #fff)) {
  :host {
    --accent: var(--octavo-accent, light-dark(#2c5fc4, #a3c0ff));
    --on-accent: var(--octavo-on-accent, light-dark(#fff, #10203f));
    --error: var(--octavo-error, light-dark(#b3261e, #ffb4ab));
  }
}
*, ::before, ::after { box-sizing: border-box; }
h2, p, ol, form { margin: 0; padding: 0; }
ol { list-style: none; }
small { font-size: 0.8125em; color: var(--muted); font-weight: 400; }
a { color: inherit; }
button, input, textarea, select { font: inherit; color: inherit; border-radius: var(--radius); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
[role="status"] { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.trap, .hidden { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
.root { position: relative; }

input, textarea, select {
  inline-size: 100%;
  min-block-size: 2.75rem;
  padding: 0.5rem 0.75rem;
  border: 1px solid color-mix(in srgb, currentColor 45%, transparent);
  background: transparent;
}
textarea { display: block; min-block-size: 6.5rem; resize: vertical; field-sizing: content; max-block-size: 60vh; }
[aria-invalid="true"] { border-color: var(--error); }
[part~="button"] {
  min-block-size: 2.75rem;
  padding: 0.5rem 1.125rem;
  border: 1px solid var(--line);
  background: transparent;
  cursor: pointer;
}
[part~="button"]:hover { border-color: currentColor; }
[part~="submit"] { border-color: transparent; background: var(--accent); color: var(--on-accent); font-weight: 600; }
[part~="more"] { inline-size: 100%; margin-block-start: var(--gap); }
[part~="error"] { color: var(--error); font-size: 0.875em; }
[part~="error"]:empty { display: none; }
[part~="notice"] { color: var(--muted); font-size: 0.9375em; }

form { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(10rem, 100%), 1fr)); gap: 0.875rem 1rem; align-items: end; }
.long, .actions, form > [part~="error"] { grid-column: 1 / -1; }
[part~="label"] > span { display: block; margin-block-end: 0.25rem; font-size: 0.875em; font-weight: 600; }
.actions { display: flex; flex-wrap: wrap; gap: 0.625rem; }
.new form:not(.open) > :not(.long) { display: none; }
.new form:not(.open) textarea { min-block-size: 4.5rem; }

[part="header"] { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.5rem 1rem; margin-block-end: 1rem; }
[part="heading"] { font-size: 1.375em; line-height: 1.25; }
[part="order"] { inline-size: auto; min-block-size: 2.25rem; padding-block: 0.25rem; border-color: transparent; font-size: 0.875em; color: var(--muted); }
[part="order"]:hover { border-color: var(--line); }
[part="list"] > li { margin-block-start: var(--gap); }
[part="list"].loading { min-block-size: 12rem; }
article { display: grid; grid-template-columns: 2.25rem minmax(0, 1fr); column-gap: 0.75rem; scroll-margin-block: 20vh; border-radius: var(--radius); }
article > * { grid-column: 2; }
article:focus { outline: 2px solid var(--accent); outline-offset: 0.5rem; }
[part="avatar"] {
  grid-column: 1;
  grid-row: 1 / span 2;
  display: grid;
  place-items: center;
  inline-size: 2.25rem;
  block-size: 2.25rem;
  border-radius: 50%;
  background: color-mix(in srgb, var(--accent) 14%, transparent);
  font-size: 0.875em;
  font-weight: 600;
}
article > header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 0.5rem; }
[part="name"] { font-weight: 600; overflow-wrap: anywhere; }
[part="date"], header > time { font-size: 0.8125rem; color: var(--muted); text-decoration: none; }
[part="name"]:not(:hover) { text-decoration: none; }
[part="date"]:hover { text-decoration: underline; }
[part="badge"] { padding: 0.0625rem 0.5rem; border-radius: 1rem; background: var(--accent); color: var(--on-accent); font-size: 0.75em; font-weight: 600; }
[part="body"] { overflow-wrap: anywhere; }
[part="body"] > * { margin: 0 0 0.625rem; }
[part="body"] > :last-child { margin-block-end: 0; }
[part="body"] :is(ul, ol) { padding-inline-start: 1.5rem; }
[part="body"] ol { list-style: decimal; }
[part="body"] blockquote { padding-inline-start: 0.875rem; border-inline-start: 3px solid var(--line); color: var(--muted); }
[part="body"] :is(code, pre) { font-family: ui-monospace, monospace; font-size: 0.9375em; border-radius: 0.375rem; background: color-mix(in srgb, currentColor 8%, transparent); }
[part="body"] code { padding: 0.0625rem 0.25rem; }
[part="body"] pre { padding: 0.75rem; white-space: pre-wrap; }
[part="body"] pre code { padding: 0; background: none; font-size: 1em; }
[part="body"] a { color: var(--accent); }
article > footer { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; }
[part~="action"] { min-block-size: 2rem; padding: 0; border: 0; background: none; color: var(--muted); font-size: 0.875em; font-weight: 600; cursor: pointer; }
[part~="action"]:hover { color: var(--accent); text-decoration: underline; }
[part~="waiting"] { padding: 0.75rem; border: 1px dashed color-mix(in srgb, currentColor 35%, transparent); }
[part~="removed"] { color: var(--muted); font-style: italic; }
article + div > form { margin-block: 0.75rem 0; margin-inline-start: 3rem; }
[part="replies"] { margin-inline-start: 1.0625rem; padding-inline-start: 1.875rem; border-inline-start: 2px solid var(--line); }
[part="replies"]:empty { display: none; }
[part="replies"] > li { padding-block-start: 1.125rem; }

:host(octavo-like) { display: inline-block; }
[part~="like"] { display: inline-flex; align-items: center; gap: 0.5rem; min-inline-size: 5rem; border-radius: 2rem; font-variant-numeric: tabular-nums; }
[part~="like"] svg { inline-size: 1.25rem; block-size: 1.25rem; fill: transparent; stroke: currentColor; stroke-width: 1.75; stroke-linejoin: round; transition: fill 0.15s; }
[part~="like"][aria-pressed="true"] { border-color: var(--like); color: var(--like); --like: var(--octavo-like, var(--error)); }
[part~="like"][aria-pressed="true"] svg { fill: currentColor; }
[part~="like"][aria-disabled] { cursor: default; }

.search { position: relative; }
[part="popup"] {
  position: absolute;
  z-index: 10;
  inset-block-start: calc(100% + 0.375rem);
  inset-inline: 0;
  max-block-size: min(32rem, 70vh);
  overflow: auto;
  padding: 0.5rem;
  border: 1px solid var(--line);
  border-radius: var(--radius);
  background: var(--surface);
  box-shadow: 0 0.75rem 2rem rgb(0 0 0 / 0.18);
}
.facets { display: flex; flex-wrap: wrap; gap: 0.375rem; padding: 0.25rem; }
[part="facet"] { min-block-size: 2rem; padding: 0.125rem 0.75rem; border: 1px solid var(--line); border-radius: 1rem; background: none; font-size: 0.875em; cursor: pointer; }
[part="facet"][aria-pressed="true"] { border-color: transparent; background: var(--accent); color: var(--on-accent); }
[part="result"] { display: grid; grid-template-columns: 1fr auto; gap: 0 0.75rem; padding: 0.5rem 0.625rem; border-radius: calc(var(--radius) - 0.25rem); text-decoration: none; }
[part="result"]:hover, [part="result"][aria-selected="true"] { background: color-mix(in srgb, var(--accent) 12%, transparent); }
[part="title"] { font-weight: 600; overflow-wrap: anywhere; }
[part="snippet"] { grid-column: 1 / -1; color: var(--muted); font-size: 0.875em; overflow-wrap: anywhere; }
mark { background: none; color: inherit; font-weight: 700; text-decoration: underline; text-decoration-color: var(--accent); text-decoration-thickness: 2px; }
.search [part="notice"] { padding: 0.5rem 0.625rem; }

@media (max-width: 32rem) {
  [part="replies"] { margin-inline-start: 0.25rem; padding-inline-start: 0.875rem; }
  [part="replies"] [part="replies"] [part="replies"] { margin-inline-start: 0; padding-inline-start: 0; border: 0; }
  article + div > form { margin-inline-start: 0; }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
`;
