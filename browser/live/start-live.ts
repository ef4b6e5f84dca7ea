import { pathBelow } from "../../contract/text/base-path.ts";
import { createNode } from "../../packages/octavo-client/elements/create-node.ts";
import { type BuildNews, type BuildProblem, EVENTS_PATH, NOT_BUILT, OPEN_PATH } from "./build-events.ts";
import { BADGE_CLASS, BADGE_STYLE, LIVE_STYLE } from "./live-style.ts";

/**
 * Runs in the pages that `dev` serves. After each build, it replaces the parts of the open page and
 * lists the mistakes over it, starting with the ones in the open page.
 */

const BADGES = { draft: "Draft", scheduled: "Scheduled" } as const;
/** The parts of a page that a build can change. */
const PARTS = [".site-header", "main", ".site-footer"];
/** Maximum number of mistakes shown; the terminal shows all. */
const SHOWN_MAX = 20;
/** Pixels above and below the list of mistakes, in total. */
const ROOM_BELOW_PX = 32;
/**
 * Pixels below the page for the "Open in editor" button. Without them, the button would touch the
 * links at the end.
 */
const CORNER_PX = 36;

const base = new URL("../", import.meta.url).pathname.replace(/\/$/, "");
const corner = createNode("div", { class: "corner" });
const panel = createPanel();
let isFirst = true;
let previews: BuildNews["previews"] = {};

const events = new EventSource(base + EVENTS_PATH);
events.addEventListener("build", ({ data }) => {
  const news: BuildNews = JSON.parse(data);
  show(news);
  void showPageButton();
  previews = news.previews;
  // The first event is about the build that the page already shows.
  if (news.ok && isNotBuilt()) location.reload();
  else if (news.ok && !isFirst) void replacePage();
  else markPreviews();
  isFirst = false;
});

/** Shows the page's current content at the same scroll position. */
async function replacePage(): Promise<void> {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.title = page.title;
  for (const part of PARTS) {
    const fresh = page.querySelector(part);
    if (fresh !== null) document.querySelector(part)?.replaceWith(fresh);
  }
  for (const old of document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")) {
    const fresh = old.cloneNode() as HTMLLinkElement;
    fresh.addEventListener("load", () => old.remove());
    old.after(fresh);
  }
  document.dispatchEvent(new Event("octavo:replaced"));
  markPreviews();
}

/** Marks titles of pages that are not public yet. */
function markPreviews(): void {
  for (const old of document.querySelectorAll(`.${BADGE_CLASS}`)) old.remove();
  for (const heading of document.querySelectorAll("main :is(h1, h2, h3)")) {
    const reason = previews[heading.localName === "h1" ? currentPath() : toSitePath(heading.querySelector("a")?.pathname ?? "")];
    if (reason !== undefined) heading.append(createNode("span", { class: BADGE_CLASS, dir: "ltr" }, BADGES[reason]));
  }
}

/** Whether no build has succeeded yet. */
function isNotBuilt(): boolean {
  return document.documentElement.dataset.state === NOT_BUILT;
}

function show({ ok, problems }: BuildNews): void {
  panel.hidden = problems.length === 0;
  const isHere = (problem: BuildProblem): boolean => problem.page !== null && problem.page === currentPath();
  const sorted = [...problems].sort((a, b) => Number(isHere(b)) - Number(isHere(a)));
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const warnings = problems.length - errors;
  const counts = [
    errors > 0 && `${errors} ${errors === 1 ? "mistake" : "mistakes"}`,
    warnings > 0 && `${warnings} ${warnings === 1 ? "warning" : "warnings"}`,
  ];
  const summary = counts.filter(Boolean).join(", ") + (ok || isNotBuilt() ? "" : ": the last good build is shown");
  panel.replaceChildren(
    createNode(
      "details",
      { open: !ok || problems.some(isHere) },
      createNode("summary", {}, summary),
      createNode("ol", {}, ...sorted.slice(0, SHOWN_MAX).map(problemItem)),
    ),
  );
}

function problemItem({ severity, file, line, column, message, remedy }: BuildProblem): HTMLElement {
  const place = createNode("code", {}, `${file}:${line}:${column}`);
  const open = openButton(new URLSearchParams({ file, line: String(line), column: String(column) }));
  return createNode("li", { class: severity }, place, ` ${message} `, open, ...(remedy === null ? [] : [createNode("span", {}, remedy)]));
}

/**
 * A button that opens a file in the author's editor. If that is impossible, the reason is shown
 * instead.
 */
function openButton(query: URLSearchParams): HTMLElement {
  const button = createNode("button", { type: "button" }, "Open in editor");
  button.addEventListener("click", async () => {
    const { ok, text } = await fetch(`${base}${OPEN_PATH}?${query}`, { method: "POST" }).then(async (answer) => ({
      ok: answer.ok,
      text: await answer.text(),
    }));
    if (!ok) button.replaceWith(createNode("span", {}, text));
  });
  return button;
}

/** Shows this page's "Open in editor" button if the page is made from a file. */
async function showPageButton(): Promise<void> {
  const query = new URLSearchParams({ page: currentPath() });
  const { status } = await fetch(`${base}${OPEN_PATH}?${query}`, { method: "HEAD" });
  corner.replaceChildren(...(status === 200 ? [openButton(query)] : []));
  makeRoom();
}

/** Creates the panel in a shadow root, so that the site's style does not affect it. */
function createPanel(): HTMLElement {
  const host = createNode("div", {});
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [createStyle(LIVE_STYLE)];
  document.adoptedStyleSheets.push(createStyle(BADGE_STYLE));
  const aside = createNode("aside", { "aria-label": "Mistakes in the content", hidden: true });
  root.append(aside, corner);
  document.body.append(host);
  new ResizeObserver(makeRoom).observe(aside);
  return aside;
}

/**
 * Makes room to scroll the end of the page above the mistakes and the button. On narrow pages, the
 * button is below the content instead, because it would cover text.
 */
function makeRoom(): void {
  const isOver = corner.hasChildNodes() && getComputedStyle(corner).position === "fixed";
  const below = panel.hidden ? (isOver ? CORNER_PX : 0) : panel.offsetHeight + ROOM_BELOW_PX;
  document.body.style.paddingBlockEnd = `${below}px`;
}

/** Creates a style sheet that the site's Content-Security-Policy does not block. */
function createStyle(text: string): CSSStyleSheet {
  const style = new CSSStyleSheet();
  style.replaceSync(text);
  return style;
}

/** Path of this page, relative to the base. */
function currentPath(): string {
  return toSitePath(location.pathname);
}

function toSitePath(pathname: string): string {
  return pathBelow(base, pathname) ?? "/";
}
