import { createHash } from "node:crypto";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { INDEX_FORMAT } from "../../contract/index-format.ts";
import { MANIFEST_FILE } from "../../contract/paths.ts";
import type { PostSeries } from "../../contract/schemas/post.ts";
import type { ReadHandlerOptions } from "../../edge/handler.ts";
import { BASE_URL, makeBook, makeDist, makePhoto, makePost, makeProject, serve, tags } from "./site-fixture.ts";

/**
 * Readers and files of different deployments. Whatever the host has and the reader has cached, an
 * answer comes from the old site or the new one, or is a 503, but is never a mixture.
 */

const day = (number: number): string => `2024-01-${String(number).padStart(2, "0")}T08:00:00.000Z`;
const SEED = 20_260_131;

const makeSeries = (slug: string): PostSeries => ({
  ...{ slug, title: slug, description: null, cover: null, status: "ongoing", totalPosts: 1, updatedAt: null, url: null, path: null },
  items: [],
});

/**
 * Forty posts, so that there is more than one chunk. In the new site, one is new, one edited, one
 * renamed and one removed; there are also a book and a tag.
 */
function makeSites(): { old: Map<string, string>; present: Map<string, string> } {
  const post = (number: number, body = `Body ${number} of the heron.`) =>
    makePost(`p${number}`, { publishedAt: day(1 + (number % 28)), tags: tags("web"), hasCode: number % 2 === 0, bodyText: body });
  const posts = Array.from({ length: 40 }, (_, at) => post(at + 1));
  const changed = posts
    .filter(({ slug }) => slug !== "p7")
    .map((one) => (one.slug === "p9" ? { ...one, title: "Edited", tags: tags("web", "new") } : one))
    .map((one) => (one.slug === "p11" ? { ...one, slug: "renamed" } : one));
  const shared = { projects: [makeProject("loom", { tags: tags("web") })], photos: [makePhoto("heron")], search: true };
  const old = makeDist({ ...shared, posts, books: [makeBook("sea"), makeBook("ice")], series: [makeSeries("weather")] });
  const series = [makeSeries("weather"), makeSeries("spring")];
  const present = makeDist({ ...shared, posts: [...changed, post(41)], books: [makeBook("sea")], series, aliases: { p11: "renamed" } });
  return { old, present };
}

const TARGETS = [
  ...[
    "/posts",
    "/posts?page=2&pageSize=7",
    "/posts?tag=web&pageSize=100",
    "/posts?tag=new",
    "/posts?hasCode=true",
    "/posts?q=heron&pageSize=50",
  ],
  ...["/posts/p7", "/posts/p9", "/posts/p11", "/posts/renamed", "/posts/p41", "/posts/never"],
  ...["/books", "/books?pageSize=1&page=2", "/projects?tag=web", "/photos"],
  ...["/search?q=heron&pageSize=100", "/search?q=edited", "/search?q=ice&kind=book", "/tags/posts", "/about"],
  ...["/post-series/weather", "/post-series/spring", "/post-series/never", "/post-series", "/projects/loom", "/books/ice", "/books/never"],
  ...["/posts?featured=false&pageSize=3&page=3", "/posts?tag=new&language=en", "/posts?tag=web,new", "/projects?status=active"],
] as const;

const quiet = { onError: () => undefined };
let old: Map<string, string>;
let present: Map<string, string>;
/** Correct answers of each site, by target. */
let right: Map<string, readonly string[]>;

/**
 * Without snippets, which differ if the file with a hit's text is missing or belongs to the other
 * site.
 */
async function textOf(response: Response): Promise<string> {
  const text = (await response.text()).replace(/"snippetHtml":"(?:[^"\\]|\\.)*"/g, '"snippetHtml":"…"');
  return `${response.status} ${response.headers.get("link")} ${text}`;
}

beforeAll(async () => {
  ({ old, present } = makeSites());
  right = new Map();
  for (const target of TARGETS)
    right.set(target, await Promise.all([old, present].map(async (dist) => textOf(await serve(dist).get(target)))));
});

const isHashed = (path: string): boolean => path.startsWith("index/v1/") && path !== MANIFEST_FILE;

/**
 * Requests everything and checks each answer.
 * @returns how many answers there were, and how many were unavailable
 */
async function expectNoneWrong(
  site: ReturnType<typeof serve>,
  targets: readonly string[] = TARGETS,
): Promise<{ given: number; refused: number }> {
  let refused = 0;
  for (const target of targets) {
    const response = await site.get(target);
    if (response.status === 503) {
      expect(await response.json()).toMatchObject({ code: "index-unavailable" });
      refused += 1;
    } else {
      expect({ target, oneOf: right.get(target) }).toEqual({ target, oneOf: expect.arrayContaining([await textOf(response)]) });
    }
  }
  return { given: targets.length - refused, refused };
}

/** Checks whether all answers come from one site. */
async function expectAll(site: ReturnType<typeof serve>, which: "old" | "present"): Promise<void> {
  for (const target of TARGETS) {
    expect([target, await textOf(await site.get(target))]).toEqual([target, right.get(target)?.[which === "old" ? 0 : 1]]);
  }
}

function replaceAll(dist: Map<string, string>, files: ReadonlyMap<string, string>): void {
  dist.clear();
  for (const [path, text] of files) dist.set(path, text);
}

describe("an index from a build before lists had filters such as language and status", () => {
  it("answers 503 to lists with those filters, and answers everything else as usual", async () => {
    const manifest = JSON.parse(present.get(MANIFEST_FILE) ?? "");
    for (const list of Object.values<{ filters?: string }>(manifest.lists)) delete list.filters;
    const site = serve(new Map([...present, [MANIFEST_FILE, JSON.stringify(manifest)]]), quiet);
    for (const target of ["/posts?category=a", "/posts?featured=true", "/projects?status=active", "/photos?album=a"])
      expect(await (await site.get(target)).json()).toMatchObject({ status: 503, code: "index-unavailable" });
    const others = TARGETS.filter((target) => !/featured|language|status/.test(target));
    expect((await expectNoneWrong(site, others)).refused).toBe(0);
  });
});

describe("an index from a build before Octavo had one of the built-in kinds", () => {
  it("answers 503 only for this kind, and reports to the host that its list needs another build", async () => {
    const manifest = JSON.parse(present.get(MANIFEST_FILE) ?? "");
    delete manifest.lists.books;
    const errors: unknown[] = [];
    const dist = new Map([...present, [MANIFEST_FILE, JSON.stringify(manifest)]]);
    dist.delete("api/v1/books.json");
    const site = serve(dist, { onError: (error) => errors.push(error) });
    expect(await (await site.get("/books")).json()).toMatchObject({ status: 503, code: "index-unavailable" });
    expect(String(errors[0])).toContain("the index lacks a list of books: build the site again");
    expect(
      (
        await expectNoneWrong(
          site,
          TARGETS.filter((target) => !target.startsWith("/books")),
        )
      ).refused,
    ).toBe(0);
  });
});

describe("the two sites of these tests", () => {
  it("differ in most answers, so a mixture would be noticed", () => {
    const differing = [...right.values()].filter(([before, after]) => before !== after);
    expect(differing.length).toBeGreaterThan(14);
  });
});

describe("an old reader with new files", () => {
  it.each([
    0, 60_000,
  ])("that has cached everything answers with the new site, if its manifest is valid for %d ms", async (manifestMaxAgeMs) => {
    const site = serve(new Map(old), { ...quiet, manifestMaxAgeMs, now: () => 0 });
    await expectAll(site, "old");
    replaceAll(site.dist, present);
    // A target that needs none of the missing files may be answered from memory, by the old site.
    expect(await expectNoneWrong(site)).toEqual({ given: TARGETS.length, refused: 0 });
    if (manifestMaxAgeMs === 0) await expectAll(site, "present");
  });

  it("accepts files with unknown members", async () => {
    const later = new Map(
      [...present].map(([path, text]): [string, string] => {
        const known = path === MANIFEST_FILE || /\.columns\.|\/published\./.test(path);
        return [path, known ? text.replace(/\}\s*$/, ',"later":{"more":[1]}}\n') : text];
      }),
    );
    expect([...later].filter(([path, text]) => text !== present.get(path)).length).toBeGreaterThan(5);
    await expectAll(serve(later), "present");
  });
});

describe("a cached manifest", () => {
  /**
   * A cache in front of the host that holds the old manifest, and that requests may be able to
   * bypass.
   */
  const behindCache = (dist: Map<string, string>, passable: boolean, options: Partial<ReadHandlerOptions> = {}) =>
    serve(dist, {
      ...quiet,
      read: async (path, how) => {
        const source = path === MANIFEST_FILE && !(passable && how?.fresh === true) ? old : dist;
        const text = source.get(path);
        return text === undefined ? null : new TextEncoder().encode(text);
      },
      ...options,
    });

  it("whose files are gone is read again, bypassing the cache", async () => {
    expect(await expectNoneWrong(behindCache(present, true))).toEqual({ given: TARGETS.length, refused: 0 });
  });

  it("whose files still exist gives the old site, except for documents in separate files", async () => {
    const both = new Map([...old, ...present]);
    const site = behindCache(both, false);
    for (const target of TARGETS.filter((one) => one.includes("?"))) {
      // A post of the old site whose file is already the new one, or gone, shows only in snippets.
      expect(right.get(target)).toContain(await textOf(await site.get(target)));
    }
    expect((await expectNoneWrong(site)).refused).toBe(0);
  });

  it("that cannot be bypassed gives 503 if an answer needs missing files, and right answers otherwise", async () => {
    const { given, refused } = await expectNoneWrong(behindCache(present, false));
    expect(refused).toBeGreaterThan(5);
    expect(given).toBeGreaterThan(5);
  });
});

describe("an unfinished upload", () => {
  /** Hashed files, the others, the manifest: in emit's order, and in that of docs/deploying.md. */
  const steps = (): [string, string | null][] => {
    const rank = (path: string): number => (isHashed(path) ? 0 : path === MANIFEST_FILE ? 2 : 1);
    const written = [...present].sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1));
    const removed = [...old.keys()].filter((path) => !present.has(path)).map((path): [string, null] => [path, null]);
    return [...written, ...removed];
  };

  it("in the right order gives every answer at every step, whether the reader is new or has followed all steps", async () => {
    const all = steps();
    const watching = serve(new Map(old), quiet);
    await expectAll(watching, "old");
    const dist = new Map(old);
    for (const [at, [path, text]] of all.entries()) {
      for (const files of [dist, watching.dist]) {
        if (text === null) files.delete(path);
        else files.set(path, text);
      }
      // A reader that has followed each step, and sometimes one that starts here.
      expect([path, await expectNoneWrong(watching)]).toEqual([path, { given: TARGETS.length, refused: 0 }]);
      if (at % 5 === 0) expect([path, await expectNoneWrong(serve(dist, quiet))]).toEqual([path, { given: TARGETS.length, refused: 0 }]);
    }
    await expectAll(watching, "present");
    await expectAll(serve(dist), "present");
  }, 120_000);

  it("in any order, with any files removed too early, gives right answers or none", async () => {
    const all = steps();
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(all, { minLength: 1 }),
        fc.subarray([...TARGETS], { minLength: 1 }),
        fc.subarray([...TARGETS]),
        async (done, targets, before) => {
          const site = serve(new Map(old), quiet);
          await expectNoneWrong(site, before);
          for (const [path, text] of done) {
            if (text === null) site.dist.delete(path);
            else site.dist.set(path, text);
          }
          await expectNoneWrong(site, targets);
        },
      ),
      { seed: SEED, numRuns: 150 },
    );
  }, 120_000);

  it("to an empty host gives no incomplete list, and no 404 for files that are not uploaded yet", async () => {
    const all = steps().filter(([, text]) => text !== null);
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(all), async (done) => {
        // Links begin with the address that the host names, because the manifest may be missing.
        const site = serve(new Map(done.map(([path, text]) => [path, text ?? ""])), { ...quiet, baseUrl: BASE_URL });
        for (const target of TARGETS) {
          const response = await site.get(target);
          if (response.status !== 503) expect([target, await textOf(response)]).toEqual([target, right.get(target)?.[1]]);
        }
      }),
      { seed: SEED, numRuns: 100 },
    );
  }, 120_000);
});

describe("a missing or damaged file", () => {
  it("gives right answers or 503, after at most one more read of the manifest", async () => {
    const hashed = [...present.keys()].filter(isHashed);
    expect(hashed.length).toBeGreaterThan(8);
    let refusedInAll = 0;
    for (const path of hashed) {
      const dist = new Map(present);
      dist.delete(path);
      const site = serve(dist, quiet);
      for (const target of TARGETS) {
        site.reads.length = 0;
        const response = await site.get(target);
        expect([path, target, site.reads.filter((read) => read === MANIFEST_FILE).length <= 2]).toEqual([path, target, true]);
        expect([path, target, site.reads.filter((read) => read === path).length <= 2]).toEqual([path, target, true]);
        if (response.status === 503) refusedInAll += 1;
        else expect([path, target, await textOf(response)]).toEqual([path, target, right.get(target)?.[1]]);
      }
    }
    expect(refusedInAll).toBeGreaterThan(hashed.length);
  });

  it("gives right answers or 503 if it is truncated or replaced by the host's page", async () => {
    for (const path of [...present.keys()].filter(isHashed)) {
      const text = present.get(path) ?? "";
      for (const rubbish of [
        "",
        text.slice(0, -2),
        text.slice(0, text.length / 2),
        "<!doctype html><title>404</title>",
        "{}",
        "[]",
        "null",
      ]) {
        const site = serve(new Map([...present, [path, rubbish]]), quiet);
        for (const target of TARGETS) {
          const response = await site.get(target);
          if (response.status !== 503) expect([path, rubbish, await textOf(response)]).toEqual([path, rubbish, right.get(target)?.[1]]);
        }
      }
    }
  }, 120_000);

  it("gives 503, not 404, if it is a post or series in the index, and 200 again once it is there", async () => {
    for (const [target, file] of [
      ["/posts/p9", "api/v1/posts/p9.json"],
      ["/posts/p11", "api/v1/posts/renamed.json"],
      ["/post-series/weather", "api/v1/post-series/weather.json"],
    ] as const) {
      const site = serve(new Map(present), quiet);
      site.dist.delete(file);
      expect((await site.get(target)).status).toBe(503);
      expect((await site.get("/posts/never")).status).toBe(404);
      expect((await site.get("/post-series/never")).status).toBe(404);
      site.dist.set(file, present.get(file) ?? "");
      expect((await site.get(target)).status).toBe(200);
    }
  });
});

describe("an unlisted post", () => {
  const FILE = "api/v1/posts/calm.json";
  const withUnlisted = (): Map<string, string> => {
    const dist = makeDist({ posts: [makePost("p1")] });
    const manifest = JSON.parse(dist.get(MANIFEST_FILE) ?? "");
    const name = `index/v1/${manifest.published}`;
    const key = createHash("sha256").update("calm").digest("hex").slice(0, 16);
    dist.set(
      name,
      JSON.stringify({ ...JSON.parse(dist.get(name) ?? ""), unlisted: { posts: { [key]: { commentsOpen: true } }, aliases: {} } }),
    );
    return dist.set(FILE, JSON.stringify(makePost("calm", { unlisted: true })));
  };

  it("shows no counts, whatever a counts document says", async () => {
    const counts = async () => ({ posts: { calm: { likeCount: 3, commentCount: 1 }, p1: { likeCount: 2, commentCount: 0 } } });
    const site = serve(withUnlisted(), { counts });
    expect(await (await site.get("/posts/calm")).json()).toMatchObject({ likeCount: null, commentCount: null });
    expect(await (await site.get("/posts/p1")).json()).toMatchObject({ likeCount: 2, commentCount: 0 });
  });

  it("is answered with 503 while its file is missing, like listed ones, and the index names it only by a hash", async () => {
    const site = serve(withUnlisted(), quiet);
    site.dist.delete(FILE);
    expect((await site.get("/posts/calm")).status).toBe(503);
    expect((await site.get("/posts/never")).status).toBe(404);
    expect([...site.dist.values()].join()).not.toContain("calm");
  });
});

describe("a newer format", () => {
  it("of the manifest: requests that need the index get 503, documents in separate files still work", async () => {
    const dist = new Map(present).set(MANIFEST_FILE, (present.get(MANIFEST_FILE) ?? "").replace(`"format":${INDEX_FORMAT}`, '"format":99'));
    for (const target of TARGETS) {
      const response = await serve(dist, quiet).get(target);
      const stands = ["/posts", "/books", "/photos", "/tags/posts", "/about"].includes(target) || dist.has(`api/v1${target}.json`);
      expect([target, response.status]).toEqual([target, stands ? 200 : 503]);
    }
  });

  it("next to the old one, in index/v2, does not affect an old reader", async () => {
    await expectAll(serve(new Map([...present, ["index/v2/manifest.json", `{"format":${INDEX_FORMAT}}`]])), "present");
  });

  it("of only the search index: searches are 503, lists and their filters still work", async () => {
    const manifest = JSON.parse(present.get(MANIFEST_FILE) ?? "");
    const dist = new Map(present).set(MANIFEST_FILE, JSON.stringify({ ...manifest, search: { ...manifest.search, version: 999 } }));
    for (const target of TARGETS) {
      const response = await serve(dist, quiet).get(target);
      if (target.includes("q=")) expect([target, response.status]).toEqual([target, 503]);
      else expect([target, await textOf(response)]).toEqual([target, right.get(target)?.[1]]);
    }
  });
});
