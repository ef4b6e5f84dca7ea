import { expect, test } from "vitest";
import type { OpenStore } from "../helpers.ts";
import { DAY, HOUR, key } from "../helpers.ts";

const visitor = (n: number): Uint8Array => key(`visitor ${n}`);

export function describeLikes(open: OpenStore): void {
  test("one visitor likes a post once, withdraws the like, and likes it again", async () => {
    const { store } = open();
    const like = { slug: "hello", visitor: visitor(1), quotas: [] };
    expect(await store.likes.get(like)).toEqual({ liked: false, likeCount: 0 });
    expect(await store.likes.like(like)).toEqual({ kind: "ok", liked: true, likeCount: 1 });
    expect(await store.likes.like(like)).toEqual({ kind: "ok", liked: true, likeCount: 1 });
    expect(await store.likes.like({ ...like, visitor: visitor(2) })).toEqual({ kind: "ok", liked: true, likeCount: 2 });
    expect(await store.likes.unlike(like)).toEqual({ liked: false, likeCount: 1 });
    expect(await store.likes.unlike(like)).toEqual({ liked: false, likeCount: 1 });
    expect(await store.likes.get(like)).toEqual({ liked: false, likeCount: 1 });
    expect(await store.likes.get({ slug: "hello", visitor: null })).toEqual({ liked: false, likeCount: 1 });
    expect(await store.likes.like(like)).toEqual({ kind: "ok", liked: true, likeCount: 2 });
    expect(await store.likes.get({ ...like, slug: "other" })).toEqual({ liked: false, likeCount: 0 });
  });

  test("withdrawing a like that was never given changes nothing, and creates no post", async () => {
    const { store } = open();
    expect(await store.likes.unlike({ slug: "hello", visitor: visitor(1) })).toEqual({ liked: false, likeCount: 0 });
    expect(await store.counts.all()).toEqual([]);
  });

  test("two hundred concurrent likes from fifty visitors count as fifty, even after a restart", async () => {
    const { store, problems, reopen } = open();
    const results = await Promise.all(
      Array.from({ length: 200 }, (_, n) => store.likes.like({ slug: "hello", visitor: visitor(n % 50), quotas: [] })),
    );
    expect(results.every((result) => result.kind === "ok" && result.liked)).toBe(true);
    expect(Math.max(...results.map((result) => (result.kind === "ok" ? result.likeCount : 0)))).toBe(50);
    const again = await reopen();
    expect(await again.likes.get({ slug: "hello", visitor: visitor(7) })).toEqual({ liked: true, likeCount: 50 });
    expect(await again.counts.all()).toEqual([{ slug: "hello", likeCount: 50, commentCount: 0 }]);
    expect(await problems()).toEqual([]);
  });

  test("after concurrent likes and unlikes, each visitor's last request decides", async () => {
    const { store, problems } = open();
    await Promise.all(
      Array.from({ length: 300 }, (_, n) =>
        n % 3 === 2
          ? store.likes.unlike({ slug: "hello", visitor: visitor(n % 20) })
          : store.likes.like({ slug: "hello", visitor: visitor(n % 20), quotas: [] }),
      ),
    );
    // The last request of visitor v is 280 + v.
    const liked = Array.from({ length: 20 }, (_, v) => (280 + v) % 3 !== 2);
    const states = await Promise.all(liked.map((_, v) => store.likes.get({ slug: "hello", visitor: visitor(v) })));
    expect(states.map((state) => state.liked)).toEqual(liked);
    expect((await store.counts.get("hello")).likeCount).toBe(liked.filter(Boolean).length);
    expect(await problems()).toEqual([]);
  });

  test("the daily quota of likes per post is exact under concurrency, ignores existing likes, and counts a like after a withdrawal", async () => {
    const { store, clock } = open();
    const like = (n: number): ReturnType<typeof store.likes.like> =>
      store.likes.like({ slug: "hello", visitor: visitor(n), quotas: [{ key: "likes:hello:prefix", limit: 200 }] });
    const results = await Promise.all(Array.from({ length: 260 }, (_, n) => like(n)));
    expect(results.filter((result) => result.kind === "ok")).toHaveLength(200);
    expect(results.at(-1)).toEqual({ kind: "quota", key: "likes:hello:prefix", limit: 200, retryAfterMs: 12 * HOUR });
    expect((await store.counts.get("hello")).likeCount).toBe(200);

    expect(await like(3)).toEqual({ kind: "ok", liked: true, likeCount: 200 });
    expect((await store.likes.unlike({ slug: "hello", visitor: visitor(3) })).likeCount).toBe(199);
    expect((await like(3)).kind).toBe("quota");
    expect((await like(250)).kind).toBe("quota");
    clock.now += DAY;
    expect(await like(3)).toEqual({ kind: "ok", liked: true, likeCount: 200 });
    expect((await like(250)).kind).toBe("ok");
  });

  test("a refused like creates no post", async () => {
    const { store } = open();
    expect((await store.likes.like({ slug: "hello", visitor: visitor(1), quotas: [{ key: "likes:none", limit: 0 }] })).kind).toBe("quota");
    expect(await store.counts.all()).toEqual([]);
  });
}
