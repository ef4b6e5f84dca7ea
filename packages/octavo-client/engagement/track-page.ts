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
  /**
   * Whether a view of a post or a page names the campaign in the address: `utm_source`,
   * `utm_medium`, `utm_campaign`. Default: false, nothing of the query is read.
   */
  readonly campaigns?: boolean;
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
export function trackPage(page: TrackedPage): () => void {
  if (typeof document === "undefined") return () => {};
  const view = new PageView(page);
  return () => view.end();
}

class PageView {
  readonly #page: TrackedPage;
  /** Reading is followed in posts only. */
  readonly #post: string | null;
  readonly #path = location.pathname;
  readonly #read: Element;
  readonly #listeners = new AbortController();
  #events: EngagementEvent[] = [];
  #viewed = false;
  #progressSent = false;
  #furthest = 0;
  #activeMs = 0;
  /** null: nobody reads now. */
  #activeSince: number | null = null;
  #lastSign = 0;

  constructor(page: TrackedPage) {
    this.#page = page;
    this.#post = (page.kind ?? null) === null ? (page.slug ?? null) : null;
    this.#read = page.article ?? document.querySelector("article") ?? document.body;
    const { signal } = this.#listeners;
    const show = (): void => this.#show();
    const live = (): void => this.#live();
    const click = (event: Event): void => this.#click(event);
    for (const type of SIGNS_OF_LIFE) addEventListener(type, live, { signal, passive: true });
    for (const type of ["click", "auxclick"]) addEventListener(type, click, { signal, capture: true });
    document.addEventListener("visibilitychange", () => (isShown() ? show() : this.#hide()), { signal });
    document.addEventListener("prerenderingchange", show, { signal });
    addEventListener("pageshow", show, { signal });
    addEventListener("pagehide", () => this.#hide(), { signal });
    show();
  }

  end(): void {
    this.#hide();
    this.#listeners.abort();
  }

  #show(): void {
    if (!isShown()) return;
    const { referrer } = document;
    if (!this.#viewed) this.#note({ ...toView(this.#page), ...(referrer === "" ? {} : { referrer }) });
    this.#viewed = true;
    this.#live();
  }

  #live(): void {
    this.#countTime();
    this.#lastSign = Date.now();
    const { top, height } = this.#read.getBoundingClientRect();
    const seen = height > 0 ? ((innerHeight - top) / height) * 100 : 100;
    this.#furthest = Math.max(this.#furthest, Math.min(100, Math.max(0, Math.round(seen))));
  }

  /** Adds the time since the last call, up to when the reader went idle. */
  #countTime(): void {
    const now = Date.now();
    const since = this.#activeSince;
    if (since !== null) this.#activeMs += Math.max(0, Math.min(now, this.#lastSign + IDLE_MS) - since);
    this.#activeSince = isShown() ? now : null;
  }

  #hide(): void {
    this.#countTime();
    this.#activeSince = null;
    // Once a view: a second one would count as a second reader.
    if (this.#viewed && this.#post !== null && !this.#progressSent) {
      this.#progressSent = true;
      this.#note({ type: "read_progress", slug: this.#post, percent: this.#furthest, activeMs: Math.min(3_600_000, this.#activeMs) });
    }
    this.#flush();
  }

  #click({ target }: Event): void {
    const link = target instanceof Element ? target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || !/^https?:$/.test(link.protocol) || link.origin === location.origin) return;
    const slug = this.#post;
    this.#note({ type: "outbound_click", url: link.href.slice(0, 2048), ...(slug === null ? {} : { slug }) });
  }

  #note(event: Readonly<Record<string, unknown>>): void {
    this.#events.push({ id: crypto.randomUUID?.() ?? null, path: this.#path, ...event, at: Date.now() });
    if (this.#events.length >= BATCH - 1) this.#flush();
  }

  #flush(): void {
    const now = Date.now();
    const events = this.#events.map(({ at, ...event }) => ({ ...event, ageMs: Math.min(AGE_MS, Math.max(0, now - at)) }));
    this.#events = [];
    if (events.length > 0) send(`${this.#page.baseUrl}/engagement`, JSON.stringify({ events }));
  }
}

function toView({ slug = null, kind = null, campaigns = false }: TrackedPage): Readonly<Record<string, unknown>> {
  if (kind !== null && slug !== null) return { type: "document_view", kind, slug };
  const view = slug === null ? { type: "page_view" } : { type: "post_view", slug };
  return campaigns ? { ...view, ...readCampaign() } : view;
}

/** The contract's limit on each part. */
const CAMPAIGN_PART = 120;

function readCampaign(): Readonly<Record<string, unknown>> {
  const query = new URLSearchParams(location.search);
  // A line break or nothing but spaces would make the whole record invalid.
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
