import { createHash } from "node:crypto";
import { onTestFinished } from "vitest";
import { createOpenApiDocument } from "../../build/openapi/openapi-document.ts";
import { INDEX_FORMAT, type Published } from "../../contract/index-format.ts";
import { type Api, createApi } from "../../server/app.ts";
import type { DeskSettings } from "../../server/desk/hosted/desk-routes.ts";
import { createEngagementIntake } from "../../server/engagement/intake.ts";
import { createLog, type Log } from "../../server/log.ts";
import type { MetricsSource } from "../../server/metrics/metrics-route.ts";
import { createPublished, type PublishedOptions, type PublishedSource } from "../../server/published.ts";
import type { ApiKeys, EngagementIntake } from "../../server/route-context.ts";
import type { ServerConfig } from "../../server/server-config.ts";
import type { StoreHost } from "../../server/store/engine/store-host.ts";
import type { Store } from "../../server/store/store.ts";
import { createApiKeys } from "../../server/tokens.ts";
import { describeUsedUp } from "../../server/used-up.ts";
import type { FrameFile } from "../../views/site-view.ts";
import { checkHtml } from "../helpers/html-faults.ts";
import { type Conformance, createConformance } from "../helpers/openapi.ts";
import { DEFAULT_CONFIG } from "./default-config.ts";
import { openParts } from "./store/open-parts.ts";

export const SITE = "https://ines.example";
export const BASE = `${SITE}/api/v1`;
export const VERSION = "1.2.3";
/** 2026-01-31T09:30:00.000Z */
export const NOW = Date.UTC(2026, 0, 31, 9, 30);

/**
 * Checks every answer that a fixture gives to a path of the API against the OpenAPI document. The
 * tests of a file share it, so that its coverage is that of the whole file.
 */
export const conformance: Conformance = createConformance(createOpenApiDocument({ baseUrl: BASE, siteName: "Ines" }));

/**
 * The document describes a site whose owner lists no origins. If some are listed, other origins may
 * not read the answers to writes.
 */
const listedConformance = createConformance(createOpenApiDocument({ baseUrl: BASE, siteName: "Ines" }), {
  optionalHeaders: ["Access-Control-Allow-Origin"],
});

const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

export interface Fixture {
  readonly api: Api;
  readonly store: Store;
  readonly host: StoreHost;
  readonly published: PublishedSource;
  readonly keys: ApiKeys;
  readonly log: Log;
  /**
   * `setBy`: how far somebody has set the wall clock forward, in ms. It does not affect the
   * monotonic clock.
   */
  readonly clock: { now: number; setBy: number };
  /** Lines of the log, parsed. */
  readonly logs: () => Record<string, unknown>[];
  readonly rawLog: () => string;
  /** The published content; tests write to it between requests. */
  readonly site: {
    published: Published;
    baseUrl: string;
    failing: boolean;
    format: number;
    replyNotices: boolean;
    frame: FrameFile | null;
  };
  /**
   * Sends a request as a browser on the site's own page would, unless the options differ. `path` is
   * relative to the API's base unless it begins with `http`.
   */
  send(method: string, path: string, options?: SendOptions): Promise<Response>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Submits a comment and approves it. */
  approved(body: string, options?: { parentId?: string; slug?: string }): Promise<string>;
}

export interface SendOptions {
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  readonly peer?: string;
}

export interface FixtureOptions {
  readonly config?: Partial<ServerConfig>;
  readonly store?: (real: Store) => Store;
  readonly published?: Partial<PublishedOptions>;
  readonly keys?: Partial<ApiKeys>;
  readonly engagement?: EngagementIntake;
  readonly metrics?: MetricsSource;
  readonly desk?: DeskSettings;
  readonly keepsRates?: boolean;
}

const PUBLISHED: Published = {
  slugs: { posts: ["closed", "hello", "tides"], projects: ["loom"], books: ["dune"], photos: ["pier"] },
  aliases: { "old-tides": "tides" },
  commentsClosed: ["closed"],
  services: [{ id: "srv-weave", slug: "weaving" }],
};

const SERVICES = [
  { id: "srv-weave", title: "Weaving & mending", availability: "open" },
  { id: "srv-gone", title: "Gone", availability: "closed" },
];

/**
 * A server with its own database, without limits unless `config` sets some. It is closed at the end
 * of the test.
 */
export function createFixture(options: FixtureOptions = {}): Fixture {
  const clock = { now: NOW, setBy: 0 };
  const wallClock = (): number => clock.now + clock.setBy;
  const random = seededBytes(1);
  let lines = "";
  const log = createLog({ write: (text) => (lines += text), clock: wallClock, soon: (run) => run() });
  const parts = openParts({ clock: wallClock, random, onUsedUp: (total) => log.warn(describeUsedUp(total)) });
  const store = options.store?.(parts.store) ?? parts.store;
  const site: Fixture["site"] = {
    published: structuredClone(PUBLISHED),
    baseUrl: BASE,
    failing: false,
    format: INDEX_FORMAT,
    replyNotices: false,
    frame: null,
  };
  const published = createPublished({
    read: async (path) => readSite(site, path),
    clock: wallClock,
    onChange: async ({ findPost }) => void (await store.posts.followAliases((slug) => findPost(slug)?.slug ?? null)),
    ...options.published,
  });
  const config = { ...DEFAULT_CONFIG, limits: null, ...options.config };
  const keys = { ...createApiKeys(parts.secrets, { random }), ...options.keys };
  const api = createApi({
    store,
    published,
    keys,
    engagement: options.engagement ?? createEngagementIntake({ clock: wallClock, visitorKeys: parts.visitorKeys }),
    clock: wallClock,
    monotonic: () => clock.now,
    random,
    config,
    log,
    ...(options.metrics === undefined ? {} : { metrics: options.metrics }),
    ...(options.keepsRates === undefined ? {} : { keepsRates: options.keepsRates }),
    ...(options.desk === undefined ? {} : { desk: options.desk }),
    host: parts.host,
    version: VERSION,
  });
  onTestFinished(() => parts.close());

  const send: Fixture["send"] = async (method, path, { headers = {}, body, peer = "192.0.2.1" } = {}) => {
    const url = path.startsWith("http") ? path : `${BASE}${path}`;
    const init = { method, headers: { "User-Agent": BROWSER, ...headers }, ...(body === undefined ? {} : { body, duplex: "half" }) };
    const response = await api.fetch(new Request(url, init), { address: peer });
    if (url.startsWith(`${BASE}/`))
      await (config.writeOrigins === null ? conformance : listedConformance).checkResponse(method, url, response);
    if (response.headers.get("Content-Type")?.startsWith("text/html")) await checkHtml(url, await response.clone().text());
    return response;
  };
  const post: Fixture["post"] = (path, body, headers = {}) =>
    send("POST", path, { headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) });
  return {
    api,
    store,
    host: parts.host,
    published,
    keys,
    log,
    clock,
    site,
    send,
    post,
    get: (path, headers = {}) => send("GET", path, { headers }),
    rawLog: () => lines,
    logs: () => lines.split("\n").flatMap((line): Record<string, unknown>[] => (line === "" ? [] : [JSON.parse(line)])),
    async approved(body, { parentId, slug = "hello" } = {}) {
      const response = await post(`/posts/${slug}/comments`, { authorName: "Ada", body, ...(parentId === undefined ? {} : { parentId }) });
      const { id } = (await response.json()) as { id: string };
      const decided = await store.comments.decide({ id, revision: 1, decision: "approve" });
      if (decided.kind !== "decided") throw new Error(`not approved: ${decided.kind}`);
      return id;
    },
  };
}

function readSite({ published, baseUrl, failing, format, replyNotices, frame }: Fixture["site"], path: string): Uint8Array | null {
  if (failing) throw new Error("the source is unavailable");
  const text = JSON.stringify(published);
  const name = `published.${createHash("sha256").update(text).digest("hex").slice(0, 12)}.json`;
  const manifest = {
    format,
    buildId: name,
    site: { baseUrl, timeZone: "Europe/Lisbon" },
    published: name,
    ...(frame && { frame: "frame.1.json" }),
  };
  if (path === "index/v1/frame.1.json") return Buffer.from(JSON.stringify(frame));
  if (path === "api/v1/services.json") return Buffer.from(JSON.stringify({ items: SERVICES }));
  if (path === "index/v1/manifest.json") return Buffer.from(JSON.stringify(manifest));
  if (path === "api/v1/site-settings.json") return Buffer.from(JSON.stringify({ name: "Ines & the tides", url: SITE, replyNotices }));
  const slug = /^api\/v1\/posts\/([^/]+)\.json$/.exec(path)?.[1];
  if (slug !== undefined)
    return slug === "pathless"
      ? null
      : Buffer.from(JSON.stringify({ slug, title: `About <${slug}>`, url: `${SITE}/posts/${slug}`, path: `/posts/${slug}`, bodyText: "" }));
  return path === `index/v1/${name}` ? Buffer.from(text) : null;
}

/** xorshift32, which gives the same bytes each time. */
export function seededBytes(seed: number): (bytes: number) => Uint8Array {
  let state = seed;
  return (bytes) =>
    Uint8Array.from({ length: bytes }, () => {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      return state & 255;
    });
}
