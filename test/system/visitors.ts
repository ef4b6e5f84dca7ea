import Database from "better-sqlite3";
import type { Random } from "../../bench/random.ts";
import { type Answer, type ApiRequest, SLUGS } from "./api-process.ts";

/** Writes of visitors with their answers, and the records that the database must have for them. */

/** A request that contains a unique text, which identifies it in the database. */
export interface Write {
  readonly kind: "comment" | "inquiry" | "engagement" | "like";
  readonly request: ApiRequest;
  /** Texts that nothing else contains; a like has none. */
  readonly texts: readonly string[];
  /** It has a key or ids: it must count once, however often it is sent. */
  readonly repeatable: boolean;
  /** The first answer that accepted it. */
  accepted: Answer | null;
  /** An answer has said that it is stored: the accepting answer, or "already received". */
  known: boolean;
  /** Some attempt had no answer, or an ambiguous one, so it may or may not be stored. */
  unsure: boolean;
}

export interface Visitors {
  /** The next thing that one of many visitors does. */
  next(kind?: Write["kind"]): Write;
  /** Records its result; null if there was no answer. */
  note(write: Write, answer: Answer | null): void;
  readonly writes: readonly Write[];
}

const KINDS = ["comment", "comment", "inquiry", "engagement", "engagement", "like"] as const;
const BATCH_MAX = 3;

/** Deterministic: the same numbers give the same visitors. */
export function createVisitors(random: Random): Visitors {
  const writes: Write[] = [];
  const next = (kind: Write["kind"] = random.pick(KINDS)): Write => {
    const name = `w${writes.length}x`;
    const write: Write = { kind, ...describe(kind, name, random), accepted: null, known: false, unsure: false };
    writes.push(write);
    return write;
  };
  return {
    next,
    writes,
    note: (write, answer) => {
      if (answer === null) write.unsure = true;
      else if (answer.status < 300) write.accepted ??= answer;
      else if (answer.status !== 409 && answer.status !== 503)
        throw new Error(`${write.request.path} was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      write.known ||= answer !== null && (answer.status < 300 || answer.status === 409);
    },
  };
}

function describe(kind: Write["kind"], name: string, random: Random): Pick<Write, "request" | "texts" | "repeatable"> {
  const slug = random.pick(SLUGS);
  const key: Record<string, string> = random.below(3) === 0 ? {} : { "Idempotency-Key": `key-of-${name.padEnd(16, "-")}` };
  const repeatable = "Idempotency-Key" in key;
  const query = `?w=${name}`;
  if (kind === "comment") {
    const body = { authorName: "Ada", body: `comment ${name}` };
    return {
      request: { method: "POST", path: `/api/v1/posts/${slug}/comments${query}`, headers: key, body },
      texts: [body.body],
      repeatable,
    };
  }
  if (kind === "inquiry") {
    const body = { email: "ada@ada.example", message: `inquiry ${name}` };
    return {
      request: { method: "POST", path: `/api/v1/services/inquiries${query}`, headers: key, body },
      texts: [body.message],
      repeatable,
    };
  }
  if (kind === "like") return { request: { method: "POST", path: `/api/v1/posts/${slug}/like${query}` }, texts: [], repeatable: false };
  const texts = Array.from({ length: 1 + random.below(BATCH_MAX) }, (_, index) => `/${name}/${index}`);
  const events = texts.map((text) => ({
    id: toUuid(random),
    ...(random.below(2) === 0 ? { type: "page_view", path: text } : { type: "cta_click", name: text }),
  }));
  return { request: { method: "POST", path: `/api/v1/engagement${query}`, body: { events } }, texts, repeatable: true };
}

function toUuid(random: Random): string {
  const hex = Array.from({ length: 32 }, () => random.below(16).toString(16)).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/**
 * Records that the database lacks or has too many of, judged by the visitors' answers, one line
 * each.
 */
export function findLosses(file: string, writes: readonly Write[]): string[] {
  const database = new Database(file, { readonly: true });
  try {
    const found = countTexts(database);
    const faults = writes.flatMap((write) => judge(write, found));
    const sent = new Set(writes.flatMap(({ texts }) => texts));
    for (const text of found.keys()) if (!sent.has(text)) faults.push(`${text}: nobody wrote it`);
    faults.push(...judgeLikes(database, writes), ...judgeIds(database, writes));
    const integrity = database.pragma("integrity_check", { simple: true });
    return integrity === "ok" ? faults : [...faults, `integrity_check: ${String(integrity)}`];
  } finally {
    database.close();
  }
}

function judge({ texts, known, unsure }: Write, found: ReadonlyMap<string, number>): string[] {
  const counts = texts.map((text) => found.get(text) ?? 0);
  const faults = texts.filter((_, index) => (counts[index] ?? 0) > 1).map((text) => `${text}: written twice`);
  if (known) faults.push(...texts.filter((_, index) => counts[index] === 0).map((text) => `${text}: acknowledged and lost`));
  else if (!unsure) faults.push(...texts.filter((_, index) => counts[index] !== 0).map((text) => `${text}: refused and written`));
  // A batch is one transaction.
  if (new Set(counts.map((count) => count > 0)).size > 1) faults.push(`${texts.join(", ")}: written in part`);
  return faults;
}

function countTexts(database: Database.Database): ReadonlyMap<string, number> {
  const rows = database
    .prepare<[], { text: string; n: number }>(
      `SELECT body AS text, count(*) AS n FROM comment GROUP BY body
       UNION ALL SELECT message, count(*) FROM inquiry GROUP BY message
       UNION ALL SELECT text, count(*) FROM (
         SELECT label.text FROM event_pack, json_each(events) AS event
           JOIN label ON label.id = coalesce(nullif(event.value ->> 3, 0), event.value ->> 6)
         UNION ALL SELECT coalesce(event.value ->> 'path', event.value ->> 'target') FROM engagement_inbox, json_each(request, '$.events') AS event
           WHERE sequence > coalesce((SELECT CAST(value AS INTEGER) FROM meta WHERE name = 'engagement-folded'), 0)
       ) GROUP BY text`,
    )
    .all();
  return new Map(rows.map(({ text, n }) => [text, n]));
}

/**
 * Each like is from a different visitor. At least the acknowledged ones are stored, and at most
 * those without an answer in addition.
 */
function judgeLikes(database: Database.Database, writes: readonly Write[]): string[] {
  const likes = writes.filter(({ kind }) => kind === "like");
  const stored = database.prepare<[], { n: number }>("SELECT count(*) AS n FROM post_like WHERE liked = 1").get()?.n ?? 0;
  const least = likes.filter(({ accepted }) => accepted !== null).length;
  const most = least + likes.filter(({ accepted, unsure }) => accepted === null && unsure).length;
  return stored >= least && stored <= most ? [] : [`${stored} likes are stored, ${least} to ${most} were acknowledged`];
}

/** The id in an answer is that of the row. */
function judgeIds(database: Database.Database, writes: readonly Write[]): string[] {
  const texts = {
    comment: database.prepare<[string], { text: string }>("SELECT body AS text FROM comment WHERE public_id = ?"),
    inquiry: database.prepare<[string], { text: string }>("SELECT message AS text FROM inquiry WHERE public_id = ?"),
  };
  return writes.flatMap(({ kind, accepted, texts: [text = ""] }) => {
    if (accepted === null || (kind !== "comment" && kind !== "inquiry")) return [];
    const id = idOf(accepted);
    return texts[kind].get(id)?.text === text ? [] : [`${text}: its answer names ${id}, which is not it`];
  });
}

/** The id in an answer; empty if there is none. */
export function idOf({ body }: Answer): string {
  return typeof body === "object" && body !== null && "id" in body ? String(body.id) : "";
}
