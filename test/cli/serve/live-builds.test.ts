import { describe, expect, it } from "vitest";
import { type BuildOutcome, createLiveBuilds, type LiveBuilds } from "../../../cli/serve/live-builds.ts";
import { createTestIo, type TestIo } from "../test-io.ts";

interface Harness {
  readonly io: TestIo;
  readonly builds: LiveBuilds;
  /** The reasons for each build, and the time at which it starts. */
  readonly seen: { readonly reasons: readonly string[]; readonly at: string }[];
  readonly errors: unknown[];
}

function createHarness(outcomes: (BuildOutcome | Error | Promise<BuildOutcome>)[]): Harness {
  const io = createTestIo({ now: "2026-06-01T12:00:00Z" });
  const seen: { readonly reasons: readonly string[]; readonly at: string }[] = [];
  const errors: unknown[] = [];
  const builds = createLiveBuilds({
    io,
    async build(reasons) {
      seen.push({ reasons, at: new Date(io.now()).toISOString() });
      const outcome = outcomes.shift() ?? { ok: true, next: null };
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    onError: (error) => errors.push(error),
  });
  return { io, builds, seen, errors };
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe("live builds", () => {
  it("never overlap, and requests during a build become one build", async () => {
    const first = Promise.withResolvers<BuildOutcome>();
    const { builds, seen } = createHarness([first.promise]);
    builds.request("start");
    for (const file of ["a.md", "b.md", "a.md"]) builds.request(file);
    expect(seen.map(({ reasons }) => reasons)).toEqual([["start"]]);
    first.resolve({ ok: true, next: null });
    await builds.idle();
    expect(seen.map(({ reasons }) => reasons)).toEqual([["start"], ["a.md", "b.md"]]);
  });

  it("are one build for files that change together, such as a file that replaces another", async () => {
    const { builds, seen } = createHarness([]);
    builds.request("a.md", "a.md.new");
    await builds.idle();
    expect(seen.map(({ reasons }) => reasons)).toEqual([["a.md", "a.md.new"]]);
  });

  it("publish at the scheduled instant, not before", async () => {
    const { builds, io, seen } = createHarness([{ ok: true, next: "2026-06-01T12:10:00.000Z" }]);
    builds.request("start");
    await builds.idle();
    io.advance(10 * MINUTE - 1);
    expect(seen).toHaveLength(1);
    io.advance(1);
    await builds.idle();
    expect(seen[1]).toEqual({ reasons: ["scheduled"], at: "2026-06-01T12:10:00.000Z" });
    expect(io.timers()).toEqual([]);
  });

  it("wait for an instant months away, longer than Node's timers can", async () => {
    const { builds, io, seen } = createHarness([{ ok: true, next: "2026-09-09T12:00:00.000Z" }]);
    builds.request("start");
    await builds.idle();
    expect((io.timers()[0] ?? 0) - io.now()).toBeLessThan(2 ** 31);
    io.advance(99 * DAY);
    expect(seen).toHaveLength(1);
    io.advance(DAY);
    await builds.idle();
    expect(seen.map(({ at }) => at)).toEqual(["2026-06-01T12:00:00.000Z", "2026-09-09T12:00:00.000Z"]);
  });

  it("publish documents that came due during a build at once", async () => {
    const { builds, io, seen } = createHarness([{ ok: true, next: "2026-06-01T11:59:59.000Z" }]);
    builds.request("start");
    await builds.idle();
    io.advance(0);
    await builds.idle();
    expect(seen).toHaveLength(2);
  });

  it("try again a minute after a scheduled build that failed, not at once", async () => {
    const { builds, io, seen, errors } = createHarness([
      { ok: true, next: "2026-06-01T12:00:30.000Z" },
      { ok: false, next: null },
      new Error("disk full"),
    ]);
    builds.request("start");
    await builds.idle();
    io.advance(30_000);
    await builds.idle();
    expect(seen).toHaveLength(2);
    io.advance(MINUTE - 1);
    expect(seen).toHaveLength(2);
    io.advance(1);
    await builds.idle();
    expect(errors).toEqual([new Error("disk full")]);
    io.advance(MINUTE);
    await builds.idle();
    expect(seen).toHaveLength(4);
    expect(io.timers()).toEqual([]);
  });

  it("keep documents scheduled even if a save fails to build", async () => {
    const { builds, io, seen } = createHarness([
      { ok: true, next: "2026-06-01T13:00:00.000Z" },
      { ok: false, next: null },
    ]);
    builds.request("start");
    await builds.idle();
    builds.request("a.md");
    await builds.idle();
    io.advance(60 * MINUTE);
    await builds.idle();
    expect(seen.map(({ reasons }) => reasons)).toEqual([["start"], ["a.md"], ["scheduled"]]);
  });

  it("stop after the current build", async () => {
    const first = Promise.withResolvers<BuildOutcome>();
    const { builds, io, seen } = createHarness([first.promise]);
    builds.request("start");
    builds.request("a.md");
    const stopped = builds.stop();
    first.resolve({ ok: true, next: "2026-06-01T13:00:00.000Z" });
    await stopped;
    builds.request("b.md");
    io.advance(DAY);
    expect(seen).toHaveLength(1);
    expect(io.timers()).toEqual([]);
  });
});
