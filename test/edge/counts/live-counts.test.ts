import { describe, expect, it } from "vitest";
import type { Counts } from "../../../contract/schemas/list.ts";
import { createCountsSource } from "../../../edge/counts/live-counts.ts";
import { makeDist, makePost, serve } from "../site-fixture.ts";

const likes = (likeCount: number): Counts => ({ posts: { rain: { likeCount, commentCount: 0 } } });
/** A wrong value that a faulty source returns instead of counts. */
const rubbish = (value: unknown): Counts => value as Counts;
const never = (): Promise<Counts> => new Promise(() => undefined);

/** A source with a clock that does not move, and timers that fire when the test moves it. */
function setUp(load: () => Promise<Counts | null>, minIntervalMs?: number) {
  const clock = { now: 1_000_000 };
  const asked: number[] = [];
  let timers: { at: number; callback: () => void }[] = [];
  const source = createCountsSource({
    load: () => {
      asked.push(clock.now - 1_000_000);
      return load();
    },
    now: () => clock.now,
    startTimer: (ms, callback) => {
      const timer = { at: clock.now + ms, callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    ...(minIntervalMs === undefined ? {} : { minIntervalMs }),
  });
  return {
    clock,
    asked,
    timers: () => timers.length,
    likes: async () => (await source())?.get("rain")?.likeCount ?? null,
    advance(ms: number): void {
      clock.now += ms;
      for (const { at, callback } of timers) if (at <= clock.now) callback();
    },
  };
}

describe("createCountsSource", () => {
  it("loads once in ten seconds, however many requests need it", async () => {
    let current = 1;
    const source = setUp(async () => likes(current));
    expect(await Promise.all([source.likes(), source.likes(), source.likes()])).toEqual([1, 1, 1]);
    current = 2;
    source.advance(9_999);
    expect(await source.likes()).toBe(1);
    source.advance(1);
    expect(await source.likes()).toBe(2);
    expect(source.asked).toEqual([0, 10_000]);
    expect(source.timers()).toBe(0);
  });

  it("loads each time if the interval is 0", async () => {
    let current = 1;
    const source = setUp(async () => likes(current), 0);
    expect(await source.likes()).toBe(1);
    current = 2;
    expect(await source.likes()).toBe(2);
  });

  it("waits 100 ms, not longer, and uses later answers for the next request", async () => {
    let answer: (counts: Counts) => void = () => undefined;
    const source = setUp(() => new Promise((resolve) => (answer = resolve)));
    const [first, second] = [source.likes(), source.likes()];
    source.advance(100);
    expect(await Promise.all([first, second])).toEqual([null, null]);
    // It hangs, so no request waits for it again.
    expect(await source.likes()).toBeNull();
    answer(likes(5));
    await Promise.resolve();
    expect(await source.likes()).toBe(5);
    expect(source.asked).toEqual([0]);
  });

  it("keeps the last good document while loading fails or gives nonsense or nothing, and loads less and less often", async () => {
    const failures: (() => Promise<Counts | null>)[] = [
      () => Promise.reject(new Error("database is locked")),
      () => {
        throw new Error("no such binding");
      },
      async () => rubbish("<html>"),
      async () => rubbish({}),
    ];
    let load: () => Promise<Counts | null> = async () => likes(3);
    const source = setUp(() => load());
    expect(await source.likes()).toBe(3);
    for (let second = 1; second <= 200; second += 1) {
      source.advance(1_000);
      load = failures[second % failures.length] ?? load;
      expect(await source.likes()).toBe(3);
    }
    expect(source.asked.map((ms) => ms / 1_000)).toEqual([0, 10, 20, 40, 80, 140, 200]);
    load = async () => likes(4);
    source.advance(60_000);
    expect(await source.likes()).toBe(4);
    source.advance(10_000);
    load = async () => null;
    expect(await source.likes()).toBe(4);
    source.advance(10_000);
    load = async () => likes(6);
    expect(await source.likes()).toBe(6);
  });

  it("pauses after a failure even if the interval is 0, and after a request that hangs", async () => {
    let load: () => Promise<Counts> = never;
    const source = setUp(() => load(), 0);
    const first = source.likes();
    source.advance(100);
    expect(await first).toBeNull();
    expect(await source.likes()).toBeNull();
    load = async () => likes(1);
    source.advance(899);
    expect(await source.likes()).toBeNull();
    source.advance(1);
    expect(await source.likes()).toBe(1);
    expect(source.asked).toEqual([0, 1_000]);
  });

  it("ignores an answer that arrives after the answer to a newer request", async () => {
    const answers: ((counts: Counts) => void)[] = [];
    const source = setUp(() => new Promise((resolve) => answers.push(resolve)), 0);
    const [first, second] = [source.likes(), source.likes()];
    answers[1]?.(likes(2));
    expect(await second).toBe(2);
    answers[0]?.(likes(1));
    await first;
    await Promise.resolve();
    source.advance(0);
    const third = source.likes();
    source.advance(100);
    expect(await third).toBe(2);
  });

  it("loads again if the clock was set back", async () => {
    let current = 1;
    const source = setUp(async () => likes(current));
    await source.likes();
    current = 2;
    source.clock.now -= 3_600_000;
    expect(await source.likes()).toBe(2);
  });
});

describe("a read handler whose live counts are broken", () => {
  const sources: Readonly<Record<string, () => Promise<Counts | null>>> = {
    "throws at once": () => {
      throw new Error("no such binding");
    },
    rejects: () => Promise.reject(new Error("refused")),
    "never resolves": never,
    "gives undefined": async () => rubbish(undefined),
    "gives {}": async () => rubbish({}),
    "returns a page": async () => rubbish("<html>"),
    "returns counts without numbers": async () => rubbish({ posts: { rain: {} } }),
    "returns text instead of a number": async () => rubbish({ posts: { rain: { likeCount: '0,"x":1', commentCount: 0 } } }),
    "returns an unreadable value": async () =>
      rubbish({
        get posts(): never {
          throw new Error("gone");
        },
      }),
  };

  it.each(Object.entries(sources))("%s: all paths answer, with the build's counts", async (_, counts) => {
    const dist = makeDist({ posts: [makePost("rain", { hasCode: true })], counts: likes(3) });
    for (const path of ["/posts", "/posts?hasCode=true", "/posts/rain", "/projects", "/about", "/tags/posts"]) {
      const response = await serve(dist, { counts }).get(path);
      expect(response.status, path).toBe(200);
      const body = await response.json();
      if (path.startsWith("/posts")) expect(body.items?.[0] ?? body).toMatchObject({ slug: "rain", likeCount: 3, commentCount: 0 });
    }
  });

  it("loads for each answer if the host wants that, otherwise once", async () => {
    let asked = 0;
    const counts = async (): Promise<Counts> => {
      asked += 1;
      return likes(asked);
    };
    const dist = makeDist({ posts: [makePost("rain")] });
    const likesOf = async (site: ReturnType<typeof serve>): Promise<number> => (await (await site.get("/posts/rain")).json()).likeCount;
    const live = serve(dist, { counts, countsMaxAgeMs: 0 });
    expect([await likesOf(live), await likesOf(live)]).toEqual([1, 2]);
    const kept = serve(dist, { counts, now: () => 0 });
    expect([await likesOf(kept), await likesOf(kept)]).toEqual([3, 3]);
  });
});
