import { randomUUID } from "node:crypto";
import { COMMENT_BODY_MAX } from "../contract/limits.ts";
import { createRandom, type Random } from "./random.ts";

/** Kinds of requests that the load generator can send. */
export const REQUEST_KINDS = [
  "empty",
  "health",
  "engagement",
  "engagement-batch",
  "like",
  "comment",
  "comment-long",
  "inquiry",
  "comment-page",
  "comment-page-deep",
  "mixed",
  "post",
  "search",
  "search-same",
] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

export interface RequestSource {
  /** A complete HTTP request. No record is sent twice. */
  next(): Uint8Array;
  /** The statuses that each request may get: a benchmark of errors is worthless. */
  readonly statuses: ReadonlySet<number>;
}

export interface RequestSourceOptions {
  /** Slugs of the published posts. */
  readonly slugs: readonly string[];
  /** Words for searches. */
  readonly words?: readonly string[];
  /** Different for each measurement, because comments and visitors must differ. */
  readonly seed: number;
}

/** Records in a batch: the contract's maximum. */
export const BATCH_RECORDS = 20;
/** Consecutive requests by one visitor. */
const REQUESTS_PER_VISITOR = 5;
const API = "/api/v1";
const AGENTS = [
  "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
];
const REFERRERS = ["https://news.example/item", "https://search.example/", "https://social.example/@ines/1", "https://blog.example/links"];
const WORDS = "the tide comes in twice a day and the table says when but not how high for that you ask the harbour or look".split(" ");

const MARKED = ["**bread**", "*more*", "`code`", "[the gauge](https://tides.example/x)", "https://tides.example/x", "é", "漢字", "&amp;"];

/**
 * Requests as browsers send them through a trusted proxy, with a visitor's address in
 * `X-Forwarded-For`, a user agent, and a body of ordinary size.
 */
export function createRequestSource(kind: RequestKind, { slugs, words = [], seed }: RequestSourceOptions): RequestSource {
  const random = createRandom(seed);
  const visitor = createVisitors(random, seed);
  const makers: Record<RequestKind, () => Uint8Array> = {
    empty: () => toRequest("GET", "/", visitor()),
    health: () => toRequest("GET", "/healthz", visitor()),
    engagement: () => toRequest("POST", `${API}/engagement`, visitor(), createRecord(random, slugs)),
    "engagement-batch": () => toRequest("POST", `${API}/engagement`, visitor(), { events: createRecords(random, slugs) }),
    like: () => toRequest("POST", `${API}/posts/${random.pick(slugs)}/like`, visitor(), undefined),
    comment: () => toRequest("POST", `${API}/posts/${random.pick(slugs)}/comments`, visitor(), createComment(random)),
    "comment-long": () => toRequest("POST", `${API}/posts/${random.pick(slugs)}/comments`, visitor(), createLongComment(random)),
    inquiry: () => toRequest("POST", `${API}/services/inquiries`, visitor(), createInquiry(random)),
    "comment-page": () => toRequest("GET", `${API}/posts/${random.pick(slugs)}/comments`, visitor()),
    // There are many more pages than the server caches, so nearly every page is read from the
    // database.
    "comment-page-deep": () =>
      toRequest(
        "GET",
        `${API}/posts/${slugs[0]}/comments?commentsPage=${1 + random.below(200)}&commentsPageSize=${10 + random.below(41)}&commentsSort=${random.pick(SORTS)}`,
        visitor(),
      ),
    mixed: () => makers[pickMixed(random)](),
    post: () => toRequest("GET", `${API}/posts/${random.pick(slugs)}`, visitor()),
    search: () => {
      const text = `${random.pick(words)} ${random.pick(words)} ${random.pick(words).slice(0, 3)}`;
      return toRequest("GET", `${API}/search?q=${encodeURIComponent(text)}&pageSize=100&page=${1 + random.below(5)}`, visitor());
    },
    "search-same": () => toRequest("GET", `${API}/search?q=${encodeURIComponent(words.slice(0, 5).join(" "))}&pageSize=100`, visitor()),
  };
  const next = makers[kind];
  // The server may refuse a search while others wait, which keeps the other requests fast.
  return { next, statuses: new Set(kind.startsWith("search") ? [200, 503] : [200, 201, 202]) };
}

const SORTS = ["oldest", "newest", "popular"];
/** Number of each kind in 100 requests to a busy site. */
const MIX: readonly (readonly [RequestKind, number])[] = [
  ["engagement", 40],
  ["engagement-batch", 15],
  ["like", 10],
  ["comment", 5],
  ["comment-page", 25],
  ["comment-page-deep", 5],
];

function pickMixed(random: Random): RequestKind {
  let rest = random.below(100);
  for (const [kind, share] of MIX) {
    if (rest < share) return kind;
    rest -= share;
  }
  throw new Error("the mix does not add up to 100");
}

interface Visitor {
  readonly address: string;
  readonly agent: string;
}

function createVisitors(random: Random, seed: number): () => Visitor {
  let left = 0;
  let visitor: Visitor = { address: "192.0.2.1", agent: "" };
  return () => {
    if (left === 0) {
      left = REQUESTS_PER_VISITOR;
      visitor = {
        address: `${11 + (seed % 88)}.${random.below(256)}.${random.below(256)}.${1 + random.below(254)}`,
        agent: random.pick(AGENTS),
      };
    }
    left -= 1;
    return visitor;
  };
}

/**
 * A record as the script of a page sends it: mostly a view or progress, sometimes a click. It has
 * an id, so that it could be retried.
 */
function createRecord(random: Random, slugs: readonly string[]): object {
  // Some posts are read more than others.
  const slug = slugs[Math.floor(slugs.length ** random.next()) - 1] ?? slugs[0] ?? "";
  const common = { id: randomUUID(), path: `/posts/${slug}` };
  const turn = random.below(100);
  if (turn < 50) return { type: "post_view", slug, ...common, ...(random.below(3) === 0 ? { referrer: random.pick(REFERRERS) } : {}) };
  if (turn < 60) return { type: "page_view", ...common, path: `/tags/tag-${random.below(60)}` };
  if (turn < 92) return { type: "read_progress", slug, percent: random.below(101), activeMs: random.below(300_000), ...common };
  if (turn < 97) return { type: "outbound_click", url: `https://site-${random.below(200)}.example/page`, slug, ...common };
  return { type: "share", slug, channel: random.pick(["mastodon", "mail", "link"]), ...common };
}

function createRecords(random: Random, slugs: readonly string[]): object[] {
  return Array.from({ length: BATCH_RECORDS }, () => createRecord(random, slugs));
}

function createComment(random: Random): object {
  const words = (count: number): string => Array.from({ length: count }, () => random.pick(WORDS)).join(" ");
  const body = `${words(12)} *${words(2)}* ${random.next()}.\n\n> ${words(8)}\n\n${words(20)}, see [the table](https://tides.example/${random.below(1_000)}) and \`${words(1)}\`.`;
  return { authorName: `Reader ${random.below(10_000)}`, authorEmail: `reader${random.below(10_000)}@mail.example`, body };
}

/** A comment of the maximum length. About a third of its words are markup. */
function createLongComment(random: Random): object {
  let body = `${random.next()} `;
  while (body.length < COMMENT_BODY_MAX) {
    body += random.below(3) === 0 ? random.pick(MARKED) : random.pick(WORDS);
    body += random.below(30) === 0 ? ".\n\n" : random.below(50) === 0 ? "\n- " : " ";
  }
  return { authorName: `Reader ${random.below(10_000)}`, body: body.slice(0, COMMENT_BODY_MAX).trim() };
}

function createInquiry(random: Random): object {
  const number = random.below(10_000);
  const message = `${Array.from({ length: 60 }, () => random.pick(WORDS)).join(" ")}, ${random.next()}`;
  return { name: `Reader ${number}`, email: `reader${number}@mail.example`, message };
}

function toRequest(method: string, path: string, { address, agent }: Visitor, body?: object): Uint8Array {
  const bytes = body === undefined ? null : Buffer.from(JSON.stringify(body));
  const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: ${agent}\r\nX-Forwarded-For: ${address}\r\nAccept: */*\r\n`;
  if (bytes === null) return Buffer.from(`${head}${method === "GET" ? "" : "Content-Length: 0\r\n"}\r\n`, "latin1");
  return Buffer.concat([Buffer.from(`${head}Content-Type: application/json\r\nContent-Length: ${bytes.length}\r\n\r\n`, "latin1"), bytes]);
}
