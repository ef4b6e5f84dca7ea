import { putBelow, toApiBase } from "../contract/text/base-path.ts";
import { OctavoError } from "../packages/octavo-client/client.ts";
import { defineElements } from "../packages/octavo-client/elements/elements.ts";
import { directionOf } from "../views/words/text-direction.ts";
import { h } from "./element.ts";
import { watchBuilds } from "./live.ts";
import { NAVIGATE } from "./pages.ts";
import { findView } from "./places.ts";
import { currentPath, FACTS_ID, type ReaderFacts, readBase, toSitePath } from "./reader-facts.ts";
import { rememberedTop, rememberScrolling, returnTo } from "./scroll-memory.ts";
import { decodePart } from "./texts.ts";
import { openClient, type View } from "./view.ts";
import { menuItems, menuNode } from "./views/menu.ts";
import { createReaderWording } from "./words/reader-wording.ts";

/** Paths that are not pages of the reader: the browser handles them. */
const FILES = /^\/(?:api|index|media|_octavo|healthz|readyz)(?:\/|$)|\.(?:xml|json|txt|js)$/;

const site: ReaderFacts = JSON.parse(document.getElementById(FACTS_ID)?.textContent ?? "{}");
const wording = createReaderWording(site.words, site);
const { words } = wording;
const client = openClient();
const main = h("main", { id: "main", tabindex: "-1" });
const status = h("p", { class: "status", role: "status" });
// A picture with a budget of virtual time waits until no request is open, and this one stays open.
const isPictured = navigator.userAgent.includes("HeadlessChrome");
const watch = site.watching && !isPictured ? watchBuilds(main, { reload }) : null;
/** Aborted when another view replaces the current one. */
let leave: AbortController | null = null;

function menu(): HTMLElement {
  return h(
    "header",
    { class: "top" },
    h("a", { href: "#main", class: "skip" }, words.skip),
    h(
      "nav",
      { "aria-label": words.site },
      h("a", { href: "/", class: "name", lang: site.language, dir: "auto" }, site.name),
      h("ul", { lang: words.language }, menuItems(site, words).map(menuNode)),
    ),
  );
}

/** The site's own links, its feed and its API; the browser handles them. */
function foot(): HTMLElement {
  const links = [
    ...site.links.map(({ label, url }) => [url, label] as const),
    ...(site.hasFeed ? [["/feed.xml", words.feed] as const] : []),
    ["/api", words.allPaths] as const,
    ["/api/docs", words.reference] as const,
  ];
  const items = links.map(([href, text]) => h("li", {}, h("a", { href }, text)));
  return h("footer", { class: "foot" }, h("ul", { lang: words.language }, items));
}

/**
 * @param place the `data-place` of the link that was followed
 * @param top pixels to scroll to; null: to the fragment of the address, or the start
 */
async function show(place: string | null, top: number | null = null): Promise<void> {
  leave?.abort();
  const own = new AbortController();
  leave = own;
  const { signal } = own;
  main.setAttribute("aria-busy", "true");
  const view = await load(place, signal).catch((error: unknown) => (signal.aborted ? null : failed(error)));
  if (view === null || signal.aborted) return;
  main.replaceChildren(...view.content);
  watch?.markPreviews(main);
  reachScrollers();
  main.removeAttribute("aria-busy");
  main.lang = site.language;
  main.dir = directionOf(view.language ?? site.language);
  document.title = view.title === site.name ? site.name : `${view.title} · ${site.name}`;
  for (const link of document.querySelectorAll(".top nav a")) {
    if (link instanceof HTMLAnchorElement) link.toggleAttribute("aria-current", link.pathname === location.pathname);
  }
  if (top !== null) returnTo(top, main, signal);
  else if (location.hash === "") scrollTo({ top: 0, behavior: "instant" });
  else document.getElementById(decodePart(location.hash.slice(1)) ?? "")?.scrollIntoView();
}

/** Boxes that scroll sideways can be scrolled by keyboard. */
function reachScrollers(): void {
  for (const box of main.querySelectorAll<HTMLElement>(".prose pre, .prose table")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
}

async function load(place: string | null, signal: AbortSignal): Promise<View> {
  const found = await findView(currentPath(), place, client, site);
  if (found === null) return missing();
  const onLeave = (callback: () => void): void => signal.addEventListener("abort", callback, { once: true });
  return found({ client, facts: site, wording, signal, query: new URLSearchParams(location.search), onLeave });
}

function missing(): View {
  const links = { search: h("a", { href: "/search" }, words.search), posts: h("a", { href: "/posts" }, words.allPosts) };
  return {
    title: words.nothingHere,
    content: [h("h1", {}, words.nothingHere), h("p", {}, wording.compose(words.noSuchPage, links))],
  };
}

function failed(error: unknown): View {
  if (error instanceof OctavoError && error.problem.code === "not-found") return missing();
  const text = error instanceof OctavoError ? error.problem.detail : String(error);
  const again = h("button", { type: "button", onclick: () => void show(history.state?.place ?? null) }, words.again);
  return { title: words.failed, content: [h("h1", {}, words.failed), h("p", { lang: "en" }, text), h("p", {}, again)] };
}

function go(href: string, place: string | null): void {
  const { pathname, search, hash, href: address } = new URL(href, location.href);
  const stays = pathname === location.pathname && search === location.search;
  history.replaceState({ ...history.state, top: scrollY }, "");
  history.pushState({ place }, "", address);
  if (stays && hash !== "") return void document.getElementById(decodePart(hash.slice(1)) ?? "")?.scrollIntoView();
  void show(place).then(() => {
    main.focus({ preventScroll: true });
    status.textContent = document.title;
  });
}

document.addEventListener("click", (event) => {
  // Links inside the elements too: the event's target is the element then.
  const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement && node.hasAttribute("href"));
  if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.target !== "" || link.hasAttribute("download")) return;
  const path = toSitePath(link.pathname);
  if (link.origin !== location.origin || path === null || FILES.test(path)) return;
  // The browser scrolls within the page.
  if (link.hash !== "" && link.pathname === location.pathname && link.search === location.search) return;
  event.preventDefault();
  go(link.href, link.dataset.place ?? null);
});
document.addEventListener(NAVIGATE, (event) => event instanceof CustomEvent && go(String(event.detail), null));
addEventListener("resize", reachScrollers);
addEventListener("popstate", () => void show(history.state?.place ?? null, rememberedTop() ?? 0));
rememberScrolling();

defineElements({ baseUrl: toApiBase(readBase()), textsUrl: putBelow(readBase(), "/") });
document.body.prepend(menu(), main, foot(), status);
void show(history.state?.place ?? null, rememberedTop());

/** Shows the result of a build. Reloads the page if the site's name, words or sections have changed. */
async function reload(): Promise<void> {
  const shell = await (await fetch(location.href, { headers: { Accept: "text/html" } })).text();
  const facts = new DOMParser().parseFromString(shell, "text/html").getElementById(FACTS_ID)?.textContent;
  if (facts !== document.getElementById(FACTS_ID)?.textContent) location.reload();
  else await show(history.state?.place ?? null, scrollY);
}
