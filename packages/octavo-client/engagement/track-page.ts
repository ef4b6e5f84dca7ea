/**
 * A page to count. Without a slug, it counts as a page view; with a slug, as a view of a post; with
 * slug and kind, as a view of another document.
 */
export interface TrackedPage {
  /** Base address of the API, `https://api.ines.example/api/v1`. */
  readonly baseUrl: string;
  /** The slug of the page's post, or of the document of `kind`. */
  readonly slug?: string | null;
  /** The kind's name in the API, for a page or a document of one of the site's own kinds. */
  readonly kind?: string | null;
  /**
   * The measured text; its end is 100%. Default: the first `article` of the page, or else its body.
   */
  readonly article?: Element | null;
  /**
   * Whether a view of a post or a page names the campaign in the address: `utm_source`,
   * `utm_medium`, `utm_campaign`. The server stores it only if site.yaml has `campaigns: true`.
   * Default: false, so the query is not read.
   */
  readonly campaigns?: boolean;
}

type EngagementEvent = Readonly<Record<string, unknown>> & { readonly at: number };

/** The contract's limits on the number and age of a request's records. */
const BATCH = 20;
const AGE_MS = 300_000;
/** Without scrolling, key presses or pointer movements for this long, the reader counts as idle. */
const IDLE_MS = 30_000;
/** The contract's limit on the time of reading. */
const HOUR_MS = 3_600_000;

/**
 * `octavo-client/engagement`. Counts a view when the page becomes visible, how far and how long it
 * is read, and clicks on links to other sites. Everything is sent in one request when the page is
 * hidden or left. Nothing is stored in the browser. Does nothing without a DOM.
 * @returns a function that ends the view, for pages that change without a reload: it sends pending
 * records and stops counting
 */
export function trackPage(page: TrackedPage): () => void {
  if (typeof document === "undefined") return () => {};
  const { slug, kind, article } = page;
  /** Reading is measured in posts only. */
  const post = slug && !kind ? { slug } : null;
  const outbox = createOutbox(page.baseUrl);
  const reading = createReading(article ?? document.querySelector("article") ?? document.body);
  const listeners = new AbortController();
  let viewed = false;
  let reported = false;
  const show = (): void => {
    if (!isShown()) return;
    const { referrer } = document;
    if (!viewed) outbox.add({ ...toView(page), ...(referrer && { referrer }) });
    viewed = true;
    reading.live();
  };
  const hide = (): void => {
    const progress = reading.pause();
    // Once per view, because a second report would count as a second reader.
    if (viewed && !reported && post) {
      reported = true;
      outbox.add({ type: "read_progress", ...post, ...progress });
    }
    outbox.flush();
  };
  const click = ({ target }: Event): void => {
    const link = target instanceof Element && target.closest("a[href]");
    if (!(link instanceof HTMLAnchorElement) || !/^https?:$/.test(link.protocol) || link.origin === location.origin) return;
    outbox.add({ type: "outbound_click", url: link.href.slice(0, 2048), ...post });
  };
  const listen = (on: EventTarget, types: readonly string[], listener: (event: Event) => void): void => {
    for (const type of types) on.addEventListener(type, listener, { signal: listeners.signal, capture: true, passive: true });
  };
  listen(window, ["scroll", "pointermove", "pointerdown", "keydown"], reading.live);
  listen(window, ["click", "auxclick"], click);
  listen(document, ["visibilitychange"], () => (isShown() ? show() : hide()));
  listen(document, ["prerenderingchange"], show);
  listen(window, ["pageshow"], show);
  listen(window, ["pagehide"], hide);
  show();
  return () => {
    hide();
    listeners.abort();
  };
}

/** Records that wait until the page is hidden or left. */
function createOutbox(baseUrl: string): { add(event: Readonly<Record<string, unknown>>): void; flush(): void } {
  const path = location.pathname;
  let events: EngagementEvent[] = [];
  const flush = (): void => {
    const now = Date.now();
    const aged = events.map(({ at, ...event }) => ({ ...event, ageMs: Math.min(AGE_MS, Math.max(0, now - at)) }));
    events = [];
    if (aged.length > 0) send(`${baseUrl}/engagement`, JSON.stringify({ events: aged }));
  };
  return {
    flush,
    add(event) {
      events.push({ id: crypto.randomUUID?.() ?? null, path, ...event, at: Date.now() });
      if (events.length >= BATCH - 1) flush();
    },
  };
}

/** Measures how far and how long a text is read. */
function createReading(text: Element): { live(): void; pause(): { readonly percent: number; readonly activeMs: number } } {
  let percent = 0;
  let activeMs = 0;
  /** null while nobody is reading. */
  let since: number | null = null;
  let lastSign = 0;
  /** Adds the time since the last call, but only until the reader became idle. */
  const countTime = (): void => {
    const now = Date.now();
    if (since !== null) activeMs += Math.max(0, Math.min(now, lastSign + IDLE_MS) - since);
    since = isShown() ? now : null;
  };
  return {
    live() {
      countTime();
      lastSign = Date.now();
      const { top, height } = text.getBoundingClientRect();
      const seen = height > 0 ? ((innerHeight - top) / height) * 100 : 100;
      percent = Math.max(percent, Math.min(100, Math.max(0, Math.round(seen))));
    },
    pause() {
      countTime();
      since = null;
      return { percent, activeMs: Math.min(HOUR_MS, activeMs) };
    },
  };
}

function toView({ slug, kind, campaigns }: TrackedPage): Readonly<Record<string, unknown>> {
  if (kind && slug) return { type: "document_view", kind, slug };
  return { type: slug ? "post_view" : "page_view", ...(slug && { slug }), ...(campaigns && readCampaign()) };
}

/** The contract's limit on each part. */
const CAMPAIGN_PART = 120;

function readCampaign(): Readonly<Record<string, unknown>> {
  const query = new URLSearchParams(location.search);
  // A line break, or a value of only spaces, would make the whole record invalid.
  const part = (name: string): string | null =>
    query
      .get(`utm_${name}`)
      ?.replace(/[\p{Cc}\s]+/gu, " ")
      .trim()
      .slice(0, CAMPAIGN_PART) || null;
  return { campaign: { source: part("source"), medium: part("medium"), name: part("campaign") } };
}

function isShown(): boolean {
  return document.visibilityState === "visible" && !("prerendering" in document && document.prerendering === true);
}

/**
 * The request outlives the page. It sends no cookie to another origin, and only the cookie of
 * `own-visit` to its own. It is sent as text, which needs no preflight.
 */
function send(url: string, body: string): void {
  if (!("keepalive" in Request.prototype)) {
    navigator.sendBeacon(url, body);
    return;
  }
  fetch(url, { method: "POST", body, keepalive: true, headers: { "Content-Type": "text/plain" } }).catch(() => {});
}
