import { OctavoError } from "../packages/octavo-client/client.ts";
import { defineElements } from "../packages/octavo-client/elements/elements.ts";
import { h } from "./element.ts";
import { watchBuilds } from "./live.ts";
import { NAVIGATE } from "./pages.ts";
import { findView } from "./places.ts";
import { FACTS_ID, type ReaderFacts, SECTIONS } from "./reader-facts.ts";
import { decodePart, directionOf } from "./texts.ts";
import { openClient, type View } from "./view.ts";

/** Paths that are no pages of the reader: the browser goes there by itself. */
const FILES = /^\/(?:(?:api|index|media|_octavo|healthz|readyz)(?:\/|$)|docs\/?$)|\.(?:xml|json|txt|js)$/;

const site: ReaderFacts = JSON.parse(document.getElementById(FACTS_ID)?.textContent ?? "{}");
const client = openClient();
const main = h("main", { id: "main", tabindex: "-1" });
const status = h("p", { class: "status", role: "status" });
const watch = site.watching ? watchBuilds(main, { reload }) : null;
/** Ends what the view that is shown has begun. */
let leave: AbortController | null = null;

function menu(): HTMLElement {
  const link = (href: string, text: string): HTMLElement => h("li", {}, h("a", { href }, text));
  return h(
    "header",
    { class: "top" },
    h("a", { href: "#main", class: "skip" }, "Skip to the text"),
    h(
      "nav",
      { "aria-label": "Site" },
      h("a", { href: "/", class: "name" }, site.name),
      h(
        "ul",
        {},
        site.sections.map((name) => link(`/${name}`, SECTIONS[name])),
        link("/search", "Search"),
      ),
    ),
  );
}

/** What the site has beside its pages; the browser goes there by itself. */
function foot(): HTMLElement {
  const links = [
    ...site.links.map(({ label, url }) => [url, label] as const),
    ...(site.hasFeed ? [["/feed.xml", "Feed"] as const] : []),
    ["/api", "All paths of the API"] as const,
    ["/docs", "API reference"] as const,
  ];
  const items = links.map(([href, text]) => h("li", {}, h("a", { href }, text)));
  return h("footer", { class: "foot" }, h("ul", {}, items));
}

/** @param place what a link says of the address that it leads to */
async function show(place: string | null, { keepsPlace = false } = {}): Promise<void> {
  leave?.abort();
  const own = new AbortController();
  leave = own;
  const { signal } = own;
  main.setAttribute("aria-busy", "true");
  const top = scrollY;
  const view = await load(place, signal).catch((error: unknown) => (signal.aborted ? null : failed(error)));
  if (view === null || signal.aborted) return;
  main.replaceChildren(...view.content);
  watch?.markPreviews(main);
  reachScrollers();
  main.removeAttribute("aria-busy");
  main.lang = view.language ?? site.language;
  main.dir = directionOf(main.lang);
  document.title = view.title === site.name ? site.name : `${view.title} · ${site.name}`;
  for (const link of document.querySelectorAll(".top nav a")) {
    if (link instanceof HTMLAnchorElement) link.toggleAttribute("aria-current", link.pathname === location.pathname);
  }
  if (keepsPlace) scrollTo({ top, behavior: "instant" });
  else if (location.hash === "") scrollTo({ top: 0, behavior: "instant" });
  else document.getElementById(decodePart(location.hash.slice(1)) ?? "")?.scrollIntoView();
}

/** What is too wide, and scrolls by itself, can be scrolled by keyboard. */
function reachScrollers(): void {
  for (const box of main.querySelectorAll<HTMLElement>(".prose pre, .prose table")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
}

async function load(place: string | null, signal: AbortSignal): Promise<View> {
  const found = await findView(location.pathname, place, client);
  if (found === null) return missing();
  const onLeave = (callback: () => void): void => signal.addEventListener("abort", callback, { once: true });
  return found({ client, facts: site, signal, query: new URLSearchParams(location.search), onLeave });
}

function missing(): View {
  return {
    title: "Nothing here",
    content: [
      h("h1", {}, "Nothing here"),
      h(
        "p",
        {},
        "No page of this site has this address. ",
        h("a", { href: "/search" }, "Search"),
        " or see ",
        h("a", { href: "/posts" }, "all posts"),
        ".",
      ),
    ],
  };
}

function failed(error: unknown): View {
  if (error instanceof OctavoError && error.problem.code === "not-found") return missing();
  const text = error instanceof OctavoError ? error.problem.detail : String(error);
  const again = h("button", { type: "button", onclick: () => void show(history.state?.place ?? null) }, "Try again");
  return { title: "It did not load", content: [h("h1", {}, "It did not load"), h("p", {}, text), h("p", {}, again)] };
}

function go(href: string, place: string | null): void {
  const { pathname, search, hash, href: address } = new URL(href, location.href);
  const stays = pathname === location.pathname && search === location.search;
  history.pushState({ place, top: 0 }, "", address);
  if (stays && hash !== "") return void document.getElementById(decodePart(hash.slice(1)) ?? "")?.scrollIntoView();
  void show(place).then(() => {
    main.focus({ preventScroll: true });
    status.textContent = document.title;
  });
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.target !== "" || link.hasAttribute("download")) return;
  if (link.origin !== location.origin || FILES.test(link.pathname)) return;
  // The browser scrolls within the page by itself.
  if (link.hash !== "" && link.pathname === location.pathname && link.search === location.search) return;
  event.preventDefault();
  go(link.href, link.dataset.place ?? null);
});
document.addEventListener(NAVIGATE, (event) => event instanceof CustomEvent && go(String(event.detail), null));
addEventListener("resize", reachScrollers);
addEventListener("popstate", () => void show(history.state?.place ?? null));

defineElements({ baseUrl: "/api/v1", textsUrl: "/" });
document.body.prepend(menu(), main, foot(), status);
void show(history.state?.place ?? null);

/** Shows what a build has changed; the whole page anew where the site's name or its sections are others now. */
async function reload(): Promise<void> {
  const shell = await (await fetch(location.href, { headers: { Accept: "text/html" } })).text();
  const facts = new DOMParser().parseFromString(shell, "text/html").getElementById(FACTS_ID)?.textContent;
  if (facts !== document.getElementById(FACTS_ID)?.textContent) location.reload();
  else await show(history.state?.place ?? null, { keepsPlace: true });
}
