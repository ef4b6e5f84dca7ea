import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { Random } from "../../bench/random.ts";
import { type SnapshotReport, writeSnapshot } from "../../build/emit/snapshot-folder.ts";
import { createReadHandler } from "../../edge/handler.ts";
import { createStoreSource } from "../../server/snapshot/snapshot-source.ts";
import { BASE_URL, makeDist, makePost } from "../edge/site-fixture.ts";
import { createFixture, type Fixture } from "../server/api-fixture.ts";
import { newComment } from "../server/store/helpers.ts";

/**
 * A built site in a folder, with a write server that reads it and a read handler over its files.
 */
export interface CommentedSite extends Fixture {
  readonly outDir: string;
  /** Paths that the read handler has read since the last request. */
  readonly reads: string[];
  /** The server's answer to a GET. */
  ask(path: string, headers?: Record<string, string>): Promise<Response>;
  /** The answer from files, while the server is down. */
  readFiles(path: string, headers?: Record<string, string>): Promise<Response>;
  snapshot(): Promise<SnapshotReport>;
  /** Writes another build over the existing one. */
  deploy(files: ReadonlyMap<string, string>): void;
}

export const toSiteFiles = (slugs: readonly string[], aliases: Readonly<Record<string, string>> = {}): Map<string, string> =>
  makeDist({ posts: slugs.map((slug) => makePost(slug)), aliases });

export function createCommentedSite(files: ReadonlyMap<string, string>): CommentedSite {
  const outDir = mkdtempSync(join(tmpdir(), "octavo-commented-"));
  onTestFinished(() => rmSync(outDir, { recursive: true }));
  const read = async (path: string): Promise<Uint8Array | null> => {
    try {
      return readFileSync(join(outDir, path));
    } catch {
      return null;
    }
  };
  const deploy = (built: ReadonlyMap<string, string>): void => {
    for (const [path, text] of built) {
      mkdirSync(dirname(join(outDir, path)), { recursive: true });
      writeFileSync(join(outDir, path), text);
    }
  };
  deploy(files);
  const fixture = createFixture({ published: { read, intervalMs: 0 } });
  const reads: string[] = [];
  const handle = createReadHandler({
    read: async (path) => {
      reads.push(path);
      return read(path);
    },
  });
  return {
    ...fixture,
    outDir,
    reads,
    deploy,
    ask: (path, headers = {}) => fixture.api.fetch(new Request(BASE_URL + path, { headers }), { address: "192.0.2.1" }),
    async readFiles(path, headers = {}) {
      reads.length = 0;
      return handle(new Request(BASE_URL + path, { headers }));
    },
    async snapshot() {
      const open = async () => {
        const content = await fixture.published.refresh();
        if (content === null) throw new Error("nothing is published");
        return createStoreSource(fixture.store, fixture.published, content);
      };
      return writeSnapshot(outDir, open, { takenAt: new Date(fixture.clock.now).toISOString() });
    },
  };
}

export interface Planted {
  readonly id: string;
  readonly depth: number;
}

/** Writes a random thread with answers at every depth, and withdraws some of them afterwards. */
export async function plantThread({ store, clock }: CommentedSite, slug: string, count: number, random: Random): Promise<Planted[]> {
  const planted: Planted[] = [];
  while (planted.length < count) {
    clock.now += Math.floor(random.next() * 3);
    // Comments of a batch are written at one instant, so none answers another of the same batch.
    const batch = Array.from({ length: Math.min(200, count - planted.length) }, () => {
      const parent =
        random.next() < 0.3
          ? undefined
          : planted[Math.floor(planted.length * (random.next() < 0.4 ? random.next() * 0.01 : random.next()))];
      const length = Math.floor(20 + random.next() ** 6 * 2_000);
      return { parent, body: `${"wörter & <tags> ".repeat(length / 16)}.`, name: random.next() < 0.1 ? `É "${planted.length}"` : "Ada" };
    });
    const made = await Promise.all(
      batch.map(async ({ parent, body, name }, at): Promise<Planted> => {
        const given = { slug, parentId: parent?.id ?? null, body, bodyHtml: `<p>${body}</p>`, authorName: name };
        const authorUrl = random.next() < 0.2 ? "https://ada.example/" : null;
        const result = await store.comments.submit(newComment({ ...given, authorUrl, duplicateKey: uniqueKey(slug, planted.length + at) }));
        if (result.kind !== "accepted") throw new Error(`not accepted: ${result.kind}`);
        return { id: result.id, depth: Math.min(5, (parent?.depth ?? -1) + 1) };
      }),
    );
    await Promise.all(made.map(({ id }) => store.comments.decide({ id, revision: 1, decision: "approve" })));
    planted.push(...made);
  }
  const gone = planted.filter(() => random.next() < 0.05);
  await Promise.all(gone.map(({ id }) => store.comments.decide({ id, revision: 1, decision: random.next() < 0.5 ? "delete" : "reject" })));
  return planted;
}

function uniqueKey(slug: string, number: number): Uint8Array {
  const bytes = new Uint8Array(32);
  bytes.set(new TextEncoder().encode(`${slug.slice(0, 20)} ${number}`));
  return bytes;
}
