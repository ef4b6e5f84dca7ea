import { expect, onTestFinished, test } from "vitest";
import type { Store } from "../../../../../server/store/store.ts";
import type { CommentPage, CommentSort } from "../../../../../threads/public-comments.ts";
import { createTestStore } from "../../file-store.ts";
import { publish } from "../../helpers.ts";

async function read(
  store: Store,
  given: { page?: number; pageSize?: number; sort?: CommentSort; slug?: string } = {},
): Promise<CommentPage> {
  const page = await store.comments.page({ slug: "hello", page: 1, pageSize: 20, sort: "oldest", ...given });
  if (page === null) throw new Error("a page without parentId is never null");
  return page;
}

test("every query of a page uses an index that ends where the page does", async () => {
  const { store, database } = createTestStore({ fast: true });
  const root = await publish(store);
  await publish(store, { parentId: root });
  // From this point, pages are read with these prepared statements.
  const prepare = database().prepare.bind(database());
  const sources = new Set<string>();
  database().prepare = ((source: string) => {
    sources.add(source);
    return prepare(source);
  }) as typeof prepare;
  for (const sort of ["oldest", "newest", "popular"] as const) await read(store, { sort });
  await store.comments.page({ slug: "hello", page: 1, pageSize: 20, sort: "oldest", parentId: root });
  const plans = [...sources]
    .filter((source) => source.trimStart().startsWith("SELECT"))
    .flatMap((source) =>
      prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${source.replaceAll("?", "1")}`)
        .all()
        .map(({ detail }) => detail),
    );
  const used = plans.join("\n");
  for (const index of ["comment_threads_by_time", "comment_threads_by_replies"])
    expect(used).toContain(`SEARCH c USING INDEX ${index} (post_id=?`);
  expect(used).toContain("SEARCH m USING PRIMARY KEY (ancestor_id=?)");
  for (const detail of plans) expect(detail).not.toMatch(/^SCAN (?!CONSTANT ROW|.*USING (COVERING )?INDEX)|TEMP B-TREE/);
});

test("reading a page again compiles no statement", async () => {
  const { store, database } = createTestStore({ fast: true });
  const root = await publish(store);
  await publish(store, { parentId: root });
  // better-sqlite3 builds a function for the rows of a statement each time SQLite has compiled it.
  const original = globalThis.Function;
  let compiled = 0;
  globalThis.Function = new Proxy(original, {
    apply: (target, self, values) => {
      compiled += 1;
      return Reflect.apply(target, self, values);
    },
  });
  onTestFinished(() => {
    globalThis.Function = original;
  });
  const readAll = async (): Promise<void> => {
    for (const sort of ["oldest", "newest", "popular"] as const) await read(store, { sort });
    await store.comments.page({ slug: "hello", page: 1, pageSize: 20, sort: "oldest", parentId: root });
    await store.comments.get(root);
    await store.comments.version("hello");
    await store.counts.all();
  };
  await readAll();
  expect(compiled).toBeGreaterThan(5);
  compiled = 0;
  for (let n = 0; n < 5; n += 1) await readAll();
  expect(compiled).toBe(0);
  // The trap: a parameter whose value influences the planner.
  const trap = database().prepare("SELECT c.id FROM thread_member AS m JOIN comment AS c ON c.id = m.comment_id WHERE m.ancestor_id = ?");
  for (const id of [1, 2, 1]) trap.all(id);
  expect(compiled).toBeGreaterThan(1);
});
