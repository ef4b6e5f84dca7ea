/**
 * A page to count: without a slug as a page view, with a slug as the view of a post, with slug and
 * kind as the view of another document.
 */
export interface TrackedPage {
  /** Base address of the API, `https://api.ines.example/api/v1`. */
  readonly baseUrl: string;
  /** The slug of the page's post, or of the document of `kind`. */
  readonly slug?: string | null;
  /** For a page or a document of an own kind: the kind's name in the API. */
  readonly kind?: string | null;
  /**
   * The measured text; its end is 100 %. Default: the first `article` of the page, otherwise its
   * body.
   */
  readonly article?: Element | null;
}

type EngagementEvent = Readonly<Record<string, unknown>> & { readonly at: number };

/** The contract's limits on the number and age of a request's records. */
const BATCH = 20;
const AGE_MS = 300_000;
/** Without a scroll, a key or a pointer for this long, the reader counts as idle. */
const IDLE_MS = 30_000;
const SIGNS_OF_LIFE = ["scroll", "pointermove", "pointerdown", "keydown"];

/**
 * `octavo-client/engagement`. Counts a view when the page becomes visible, how far and how long it
 * is read, and clicks on links to other sites. Everything is sent in one request when the page is
 * hidden or left. Nothing is stored in the browser. Does nothing without a DOM.
 * @returns a function that ends the view: pending records are sent, and nothing more is counted;
 * for pages that change without a reload
 */
export function trackPage({ baseUrl, slug: shown = null, kind = null, article = null }: TrackedPage): () => void {
  // Only reading of posts is tracked.
  const slug = kind === null ? shown : null;
  if (typeof document === "undefined") return () => {};
  const path = location.pathname;
  const { referrer } = document;
  const listeners = new AbortController();
  const { signal } = listeners;
  const read = article ?? document.querySelector("article") ?? document.body;
  let events: EngagementEvent[] = [];
  let viewed = false;
  let progressSent = false;
  let furthest = 0;
  let activeMs = 0;
  /** null: nobody is reading. */
  let activeSince: number | null = null;
  let lastSign = 0;

  const isShown = (): boolean => document.visibilityState === "visible" && !("prerendering" in document && document.prerendering === true);

  const note = (event: Readonly<Record<string, unknown>>): void => {
    events.push({ id: crypto.randomUUID?.() ?? null, path, ...event, at: Date.now() });
    if (events.length >= BATCH - 1) flush();
  };

  const measure = (): void => {
    const { top, height } = read.getBoundingClientRect();
    const seen = height > 0 ? ((innerHeight - top) / height) * 100 : 100;
    furthest = Math.max(furthest, Math.min(100, Math.max(0, Math.round(seen))));
  };

  /** Adds the time since the last call, until the reader became idle. */
  const countTime = (): void => {
    const now = Date.now();
    if (activeSince !== null) activeMs += Math.max(0, Math.min(now, lastSign + IDLE_MS) - activeSince);
    activeSince = isShown() ? now : null;
  };

  const live = (): void => {
    countTime();
    lastSign = Date.now();
    measure();
  };

  const show = (): void => {
    if (!isShown()) return;
    if (!viewed)
      note({
        ...(shown === null
          ? { type: "page_view" }
          : kind === null
            ? { type: "post_view", slug }
            : { type: "document_view", kind, slug: shown }),
        ...(referrer === "" ? {} : { referrer }),
      });
    viewed = true;
    live();
  };

  const flush = (): void => {
    const now = Date.now();
    const sent = events.map(({ at, ...event }) => ({ ...event, ageMs: Math.min(AGE_MS, Math.max(0, now - at)) }));
    events = [];
    if (sent.length > 0) send(`${baseUrl}/engagement`, JSON.stringify({ events: sent }));
  };

  const hide = (): void => {
    countTime();
    activeSince = null;
    // Once for each view, because a second one would count as a second reader.
    if (viewed && slug !== null && !progressSent) {
      progressSent = true;
      note({ type: "read_progress", slug, percent: furthest, activeMs: Math.min(3_600_000, activeMs) });
    }
    flush();
  };

  const click = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || !/^https?:$/.test(link.protocol) || link.origin === location.origin) return;
    note({ type: "outbound_click", url: link.href.slice(0, 2048), ...(slug === null ? {} : { slug }) });
  };

  for (const type of SIGNS_OF_LIFE) addEventListener(type, live, { signal, passive: true });
  for (const type of ["click", "auxclick"]) addEventListener(type, click, { signal, capture: true });
  document.addEventListener("visibilitychange", () => (isShown() ? show() : hide()), { signal });
  document.addEventListener("prerenderingchange", show, { signal });
  addEventListener("pageshow", show, { signal });
  addEventListener("pagehide", hide, { signal });
  show();
  return () => {
    hide();
    listeners.abort();
  };
}

/**
 * The request outlives the page. To another origin it carries no cookie, to its own the one of
 * `own-visit`. It is sent as text, which needs no preflight.
 */
function send(url: string, body: string): void {
  if (!("keepalive" in Request.prototype)) {
    navigator.sendBeacon(url, body);
    return;
  }
  fetch(url, { method: "POST", body, keepalive: true, headers: { "Content-Type": "text/plain" } }).catch(() => {});
}
