import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { main } from "../../cli/main.ts";
import type { EngagementEvent } from "../../server/store/engagement-types.ts";
import type { NewInquiry } from "../../server/store/inquiry-types.ts";
import type { NewComment, Verdict } from "../../server/store/request-types.ts";
import { openStore } from "../../server/store/sqlite/sqlite-store.ts";
import type { Store } from "../../server/store/store.ts";
import { createTestIo, type TestIo, type TestIoOptions } from "./test-io.ts";

/** The time of the fixtures' clock, which is the same as in `createTestIo`. */
export const NOW = Date.parse("2026-06-01T12:00:00Z");

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly io: TestIo;
}

export interface DataFixture {
  readonly cwd: string;
  readonly db: string;
  /** Uses the database at the same time as the CLI. */
  use<T>(work: (store: Store) => Promise<T> | T, at?: number): Promise<T>;
  /** Submits a comment and returns its id. */
  comment(comment?: CommentInput): Promise<string>;
  /** Runs `octavo <args>` in the folder. */
  run(args: readonly string[], options?: TestIoOptions): Promise<Ran>;
  remove(): Promise<void>;
}

export interface CommentInput extends Partial<NewComment> {
  /** ms since 1970. */
  readonly at?: number;
  readonly state?: "approve" | "reject" | "spam";
}

/** Creates a folder with an empty `data/octavo.db`. */
export async function createData(): Promise<DataFixture> {
  const cwd = await realpath(await mkdtemp(join(tmpdir(), "octavo-data-")));
  await mkdir(join(cwd, "data"));
  const db = join(cwd, "data/octavo.db");
  const use: DataFixture["use"] = async (work, at = NOW) => {
    const store = openStore({ file: db, clock: () => at, random: randomBytes });
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  };
  await use(() => {});
  return {
    cwd,
    db,
    use,
    comment: ({ at, state, ...input } = {}) =>
      use(async ({ comments }) => {
        const result = await comments.submit(newComment(input));
        if (result.kind !== "accepted") throw new Error(`not accepted: ${result.kind}`);
        if (state !== undefined) await comments.decide({ id: result.id, revision: 1, decision: state });
        return result.id;
      }, at),
    async run(args, options = {}) {
      const io = createTestIo({ cwd, ...options });
      const code = await main(args, io);
      return { code, out: io.out(), err: io.err(), io };
    },
    remove: () => rm(cwd, { recursive: true, force: true }),
  };
}

const PENDING: Verdict = { state: "pending" };

export function newComment(input: Partial<NewComment> = {}): NewComment {
  const { body = "The creek froze here too." } = input;
  return {
    slug: "first-ice",
    parentId: null,
    authorName: "Ada",
    authorEmail: null,
    authorUrl: null,
    body,
    bodyHtml: `<p>${body}</p>`,
    sanitizerVersion: 1,
    verdict: PENDING,
    origin: "https://marsh.example",
    banKeys: [],
    duplicateKey: randomBytes(32),
    idempotency: null,
    quotas: [],
    ...input,
  };
}

export function newView(input: Partial<EngagementEvent> = {}): EngagementEvent {
  return {
    ...{ type: "post_view", at: NOW - 86_400_000, retryId: null, path: "/posts/first-ice", isPage: true, slug: "first-ice" },
    ...{ referrer: "news.example", target: null, value: null, activeMs: null, visitor: randomBytes(8) },
    ...input,
  };
}

export function newInquiry(input: Partial<NewInquiry> = {}): NewInquiry {
  return {
    email: "ben@fen.example",
    message: "Could you mend my boat?",
    name: "Ben",
    telegram: null,
    serviceId: null,
    state: "received",
    origin: "https://marsh.example",
    idempotency: null,
    quotas: [],
    ...input,
  };
}
