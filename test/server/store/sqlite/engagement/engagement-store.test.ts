import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import type { EngagementEvent } from "../../../../../server/store/engagement-types.ts";
import { openFile } from "../../../../../server/store/sqlite/database/open-database.ts";
import { createTestStore } from "../../file-store.ts";
import { HOUR, key, listEvents, newEvent } from "../../helpers.ts";
import { newInquiry } from "../../inputs.ts";

const TODAY = "2026-03-01";

describe("an event", () => {
  test("uses the daily quota if it is new, and a request beyond the quota leaves nothing behind", async () => {
    const { store, clock, database } = createTestStore();
    const quota = { key: "engagement-all", limit: 5 };
    const ids = ["a", "b", "c", "d"].map((name) => newEvent({ retryId: key(name, 16), path: `/${name}` }));
    await store.engagement.record({ events: ids.slice(0, 3), quota });
    expect(await store.engagement.record({ events: ids.slice(0, 3), quota })).toMatchObject({ stored: 0, repeated: 3 });
    expect(await store.engagement.record({ events: ids, quota })).toMatchObject({ stored: 1, repeated: 3 });
    const fresh = [newEvent({ retryId: key("e", 16), path: "/e" }), newEvent({ path: "/f" })];
    expect(await store.engagement.record({ events: fresh, dropped: ["bot"], quota })).toEqual({
      kind: "quota",
      key: "engagement-all",
      limit: 5,
      retryAfterMs: 12 * HOUR,
    });
    expect(database().prepare("SELECT text FROM label WHERE text IN ('/e', '/f')").all()).toEqual([]);
    expect((await store.engagement.summary({ fromDay: TODAY, toDay: TODAY })).dropped).toEqual([]);
    expect(await store.engagement.record({ events: fresh.slice(0, 1), quota })).toMatchObject({ stored: 1, repeated: 0 });
    expect(await store.engagement.record({ events: [], dropped: ["bot"], quota })).toMatchObject({ stored: 0 });
    expect(await listEvents(store.engagement.events())).toHaveLength(5);
    expect((await store.engagement.verify()).drift).toEqual([]);
    clock.now += 12 * HOUR;
    expect(await store.engagement.record({ events: new Array(6).fill(newEvent()), quota })).toMatchObject({ kind: "quota" });
    expect(await store.engagement.record({ events: new Array(5).fill(newEvent()), quota })).toMatchObject({ stored: 5 });
  });

  test("refused but stored by a failing disk counts once, however often it is sent", async () => {
    let commits = 0;
    // As if the log was written but its fsync failed: a process that opens the file finds the
    // transaction in it.
    const openFailing = (file: string): Database.Database => {
      const handle = openFile(file);
      const prepare = handle.prepare.bind(handle);
      handle.prepare = ((source: string) => {
        const statement = prepare(source);
        const run = statement.run.bind(statement);
        if (source === "COMMIT")
          statement.run = (...values: unknown[]) => {
            const result = run(...values);
            commits += 1;
            if (commits === 2) throw new Database.SqliteError("disk I/O error", "SQLITE_IOERR_FSYNC");
            return result;
          };
        return statement;
      }) as typeof handle.prepare;
      return handle;
    };
    const { store } = createTestStore({ openFile: openFailing });
    await store.engagement.record({ events: [newEvent({ retryId: key("first", 16), visitor: key("v", 8) })] });
    const second = newEvent({ retryId: key("second", 16), visitor: key("w", 8) });
    await expect(store.engagement.record({ events: [second] })).rejects.toMatchObject({ reason: "io-error" });
    expect(await store.engagement.record({ events: [second] })).toEqual({ kind: "recorded", stored: 0, repeated: 1 });
    expect(await store.engagement.record({ events: [newEvent({ visitor: key("w", 8) })] })).toMatchObject({ stored: 1 });
    expect(await listEvents(store.engagement.events())).toHaveLength(3);
    expect((await store.engagement.summary({ fromDay: TODAY, toDay: TODAY })).visitors).toMatchObject([{ day: TODAY, visitors: 2 }]);
    expect((await store.engagement.verify()).drift).toEqual([]);
  });

  test("refused by a full database is in neither table, and the store recovers", async () => {
    // With a clock that stands still, both writes below share a transaction on a slow machine, too.
    const timers = { now: () => 0, soon: (run: () => void) => void setImmediate(run), later: () => expect.unreachable() };
    const { store, database } = createTestStore({ timers });
    await store.engagement.record({ events: [newEvent()] });
    // Otherwise, pages freed by migrations would hold the record.
    database().exec("VACUUM");
    database().pragma(`max_page_count = ${Number(database().pragma("page_count", { simple: true }))}`);
    const results = await Promise.allSettled([
      store.engagement.record({ events: [newEvent({ path: "/lost" })] }),
      store.inquiries.submit(newInquiry({ message: "x".repeat(50_000) })),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    database().pragma("max_page_count = 1000000");
    await store.engagement.record({ events: [newEvent({ path: "/lost" }), newEvent()] });
    expect((await listEvents(store.engagement.events())).map(({ path }) => path).sort()).toEqual(["/lost", "/posts/hello", "/posts/hello"]);
    expect((await store.engagement.verify()).drift).toEqual([]);
  });
});

describe("values that strangers choose", () => {
  test("take one of the thousand places each, even if records fail or repeat or the server restarts", async () => {
    const { store, reopen, database } = createTestStore({ fast: true });
    const view = (path: string): EngagementEvent => newEvent({ type: "page_view", path, slug: null });
    const failing = { events: [view("/a"), newEvent({ type: "search", value: -1 })] };
    await Promise.allSettled([
      store.engagement.record(failing),
      store.engagement.record({ events: [view("/a")] }),
      store.engagement.record(failing),
      store.engagement.record({ events: [view("/a"), view("/b")] }),
    ]);
    const again = await reopen();
    await again.engagement.record({ events: [view("/a"), view("(other)"), view("/b"), view("/c")] });
    expect(database().prepare("SELECT distinct_values FROM dimension_day WHERE dimension = 0").pluck().all()).toEqual([3]);
    expect((await again.engagement.verify()).drift).toEqual([]);
  });
});

describe("verification", () => {
  test("reports each drift: a count, a visitor, an hour, a reading, a distinct value, a missing row, an extra row", async () => {
    const { store, database } = createTestStore();
    await store.engagement.record({
      events: [
        newEvent({ visitor: key("v", 8) }),
        newEvent({ type: "read_progress", value: 50, activeMs: 7 }),
        newEvent({ type: "share", target: "x", slug: null, path: null }),
      ],
    });
    expect(await store.engagement.verify()).toEqual({ events: 3, fromDay: "2025-12-01", drift: [] });
    const damages: [string, RegExp, number, number][] = [
      ["UPDATE rollup_day SET count = count + 1 WHERE dimension = 0 AND type = 0", /^path .* post_view on 2026-03-01: count$/, 2, 1],
      ["UPDATE rollup_day SET visitors = 0 WHERE dimension = 1 AND type = 0", /^slug .* post_view on 2026-03-01: visitors$/, 0, 1],
      ["DELETE FROM rollup_day WHERE dimension = 4", /^share .* share on 2026-03-01: count$/, 0, 1],
      ["UPDATE rollup_hour SET count = 5 WHERE type = 0", /^post_view in the hour .*: count$/, 5, 1],
      ["UPDATE rollup_hour SET visitors = 0 WHERE type = 0", /^post_view in the hour .*: visitors$/, 0, 1],
      ["UPDATE rollup_read SET active_ms = 8", /^read-through .* tenth 5, on 2026-03-01: active_ms$/, 8, 7],
      ["UPDATE dimension_day SET distinct_values = 2 WHERE dimension = 0", /^path on 2026-03-01: distinct values$/, 2, 1],
      [
        "INSERT INTO rollup_hour (hour, type, count, visitors) SELECT hour + 1, 10, 4, 0 FROM rollup_hour LIMIT 1",
        /^cta_click in the hour .*: count$/,
        4,
        0,
      ],
      ["UPDATE event_pack SET events = json_remove(events, '$[2]')", /^share .*: count$/, 1, 0],
    ];
    for (const [sql, what, stored, recomputed] of damages) {
      database().exec(`SAVEPOINT damage; ${sql}`);
      expect((await store.engagement.verify()).drift, sql).toContainEqual({ what: expect.stringMatching(what), stored, recomputed });
      database().exec("ROLLBACK TO damage; RELEASE damage");
    }
    expect((await store.engagement.verify()).drift).toEqual([]);
  });
});
