import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { ReadFile } from "../../edge/read-file.ts";
import { BoundedCache } from "../../hosts/service-worker/bounded-cache.ts";
import { createStoredFiles } from "../../hosts/service-worker/stored-files.ts";
import { createMemoryCaches, type MemoryCaches } from "./cache-storage.ts";

const BASE = "https://ines.example/";
const MANIFEST = "index/v1/manifest.json";
const COLUMNS_TEXT = '{"order":null}';
const COLUMNS = `index/v1/posts.columns.${createHash("sha256").update(COLUMNS_TEXT).digest("hex").slice(0, 16)}.json`;

const json = (text: string, status = 200): Response => new Response(text, { status, headers: { "Content-Type": "application/json" } });
const page = (status: number): Response =>
  new Response("<!doctype html>", { status, headers: { "Content-Type": "text/html; charset=utf-8" } });

/** Answers of the network, by path; a path without an entry fails, as without a network. */
let network: Map<string, () => Response | Promise<Response>>;
let asked: [string, RequestCache | undefined][];
let memory: MemoryCaches;
let timers: { ms: number; callback: () => void; cancelled: boolean }[];
let read: ReadFile;

function openFiles(): ReadFile {
  const cache = (name: string) => new BoundedCache({ caches: memory.caches, name, base: BASE, maxFiles: 10, maxBytes: 10_000 });
  return createStoredFiles({
    base: BASE,
    hashed: cache("hashed"),
    changing: cache("changing"),
    now: () => 1_700_000_000_000,
    fetch: async (url, { cache }) => {
      const path = url.slice(BASE.length);
      asked.push([path, cache]);
      const answer = network.get(path.replace(/\?.*/, ""));
      if (answer === undefined) throw new TypeError("Failed to fetch");
      return answer();
    },
    startTimer: (ms, callback) => {
      const timer = { ms, callback, cancelled: false };
      timers.push(timer);
      return () => {
        timer.cancelled = true;
      };
    },
  });
}

const textOf = async (path: string, fresh = false): Promise<string | null> => {
  const bytes = await read(path, { fresh });
  return bytes === null ? null : new TextDecoder().decode(bytes);
};

beforeEach(() => {
  network = new Map();
  asked = [];
  timers = [];
  memory = createMemoryCaches();
  read = openFiles();
});

describe("hashed files", () => {
  it("are requested once, and not again after a restart", async () => {
    network.set(COLUMNS, () => json(COLUMNS_TEXT));
    expect(await Promise.all([textOf(COLUMNS), textOf(COLUMNS)])).toEqual([COLUMNS_TEXT, COLUMNS_TEXT]);
    network.clear();
    expect(await textOf(COLUMNS)).toBe(COLUMNS_TEXT);
    read = openFiles();
    expect(await textOf(COLUMNS)).toBe(COLUMNS_TEXT);
    expect(asked).toEqual([[COLUMNS, "default"]]);
  });

  it("may also have shorter hashes", async () => {
    const short = COLUMNS.replace(/([0-9a-f]{12})[0-9a-f]{4}\.json$/, "$1.json");
    expect(short).not.toBe(COLUMNS);
    network.set(short, () => json(COLUMNS_TEXT));
    expect([await textOf(short), await textOf(short)]).toEqual([COLUMNS_TEXT, COLUMNS_TEXT]);
    expect(asked).toEqual([[short, "default"]]);
  });

  it("whose bytes do not match their hash are requested again without any cache, and never stored", async () => {
    const answers = ['{"ord', COLUMNS_TEXT];
    network.set(COLUMNS, () => json(answers.shift() ?? "{}"));
    expect(await textOf(COLUMNS)).toBe(COLUMNS_TEXT);
    expect(asked).toEqual([
      [COLUMNS, "default"],
      [`${COLUMNS}?fresh=1700000000000`, "no-store"],
    ]);
    const other = COLUMNS.replace(/\.[0-9a-f]{16}\./, ".0123456789abcdef.");
    network.set(other, () => json(COLUMNS_TEXT));
    expect(await textOf(other)).toBeNull();
    expect(memory.addresses("hashed")).toEqual([`${BASE}${COLUMNS}?bytes=${COLUMNS_TEXT.length}`]);
  });

  it.each([404, 410, 403, 200])("do not exist if the host answers %d with a page", async (status) => {
    network.set(COLUMNS, () => page(status));
    expect(await textOf(COLUMNS)).toBeNull();
  });

  it("that the host fails to serve are an error, not a missing file", async () => {
    network.set(COLUMNS, () => json("{}", 500));
    await expect(textOf(COLUMNS)).rejects.toThrow("status 500");
    network.delete(COLUMNS);
    await expect(textOf(COLUMNS)).rejects.toThrow("Failed to fetch");
  });

  it("are read from the network if the browser stores nothing", async () => {
    memory.fail();
    network.set(COLUMNS, () => json(COLUMNS_TEXT));
    expect(await textOf(COLUMNS)).toBe(COLUMNS_TEXT);
    expect(await textOf(COLUMNS)).toBe(COLUMNS_TEXT);
  });
});

describe("hashed files to which the present manifest does not lead", () => {
  const nameOf = (sort: string, text: string, digits: number): string =>
    `index/v1/${sort}.${createHash("sha256").update(text).digest("hex").slice(0, digits)}.json`;
  const hashOf = (path: string): string => path.split(".").at(-2) ?? "";
  const fileName = (path: string): string => path.slice("index/v1/".length);

  /** A build: its columns, and the files of its search. */
  function deploy(name: string, hits: readonly string[]) {
    const [columnsText, hitTexts] = [`"${name}"`, hits.map((hit) => `"${hit}"`)];
    const columns = nameOf("posts.columns", columnsText, 16);
    const hitFiles = hitTexts.map((text) => nameOf("search.hits", text, 12));
    const baseText = JSON.stringify({ hits: { post: hitFiles.map(hashOf).join("") } });
    const base = nameOf("search.base", baseText, 12);
    const manifest = JSON.stringify({ lists: { posts: { columns: fileName(columns) } }, search: { base: fileName(base) } });
    network.set(MANIFEST, () => json(manifest));
    network.set(columns, () => json(columnsText));
    network.set(base, () => json(baseText));
    for (const [at, path] of hitFiles.entries()) network.set(path, () => json(hitTexts[at] ?? ""));
    return { columns, base, hits: hitFiles };
  }
  const kept = (): string[] =>
    memory
      .addresses("hashed")
      .map((address) => address.slice(BASE.length).replace(/\?.*/, ""))
      .sort();

  it("are dropped when it arrives, and files that two builds share stay", async () => {
    const old = deploy("old", ["withdrawn", "stays"]);
    for (const path of [MANIFEST, old.columns, old.base, ...old.hits]) await textOf(path);
    const now = deploy("new", ["stays", "added"]);
    await textOf(MANIFEST);
    await textOf(now.base);
    expect(kept()).toEqual([now.base, old.hits[1]].sort());
    for (const path of [MANIFEST, now.columns, ...now.hits]) await textOf(path);
    expect(kept()).toEqual([now.columns, now.base, ...now.hits].sort());
  });

  it("are dropped from a search that nobody repeats, too: its new base is requested as soon as there is something to drop", async () => {
    const old = deploy("old", ["withdrawn"]);
    for (const path of [MANIFEST, old.columns]) await textOf(path);
    asked = [];
    const second = deploy("second", ["withdrawn"]);
    await textOf(MANIFEST);
    expect(asked.map(([path]) => path)).toEqual([MANIFEST]);
    for (const path of [second.base, ...second.hits]) await textOf(path);
    const third = deploy("third", ["other"]);
    await textOf(MANIFEST);
    await expect.poll(kept).toEqual([third.base]);
  });

  it("stay while there is no network, and are dropped after a restart if that was not possible before", async () => {
    const old = deploy("old", ["withdrawn"]);
    for (const path of [MANIFEST, old.columns, old.base, ...old.hits]) await textOf(path);
    network.clear();
    await textOf(MANIFEST);
    expect(kept()).toHaveLength(3);
    read = openFiles();
    const now = deploy("new", []);
    await textOf(MANIFEST);
    await expect.poll(kept).toEqual([now.base]);
  });
});

describe("files that change in place", () => {
  it.each([
    MANIFEST,
    "api/v1/posts.json",
  ])("%s is requested each time, and its stored copy is used while there is no network", async (path) => {
    network.set(path, () => json("1"));
    expect(await textOf(path)).toBe("1");
    network.set(path, () => json("2"));
    expect(await textOf(path)).toBe("2");
    for (const failing of [undefined, () => json("{}", 503), () => json("{}", 429)]) {
      if (failing === undefined) network.delete(path);
      else network.set(path, failing);
      expect(await textOf(path)).toBe("2");
    }
    read = openFiles();
    expect(await textOf(path)).toBe("2");
    expect(new Set(asked.map(([, cache]) => cache))).toEqual(new Set(["no-cache"]));
  });

  it("that were never stored fail without a network", async () => {
    await expect(textOf("api/v1/about.json")).rejects.toThrow("Failed to fetch");
  });

  it("are read from the API's own paths if the host runs the API and has no files for it", async () => {
    network.set("api/v1/posts/rain.json", () => json("{}", 404));
    network.set("api/v1/posts/rain", () => json('"rain"'));
    expect(await textOf("api/v1/posts/rain.json")).toBe('"rain"');
    network.set("api/v1/posts/rain", () => json("{}", 404));
    expect(await textOf("api/v1/posts/rain.json")).toBeNull();
    network.set("api/v1/posts/rain", () => json("{}", 503));
    await expect(textOf("api/v1/posts/rain.json")).rejects.toThrow("status 503");
  });

  it("are deleted once the host says that they are gone", async () => {
    network.set("api/v1/posts/rain.json", () => json("1"));
    await textOf("api/v1/posts/rain.json");
    network.set("api/v1/posts/rain.json", () => page(404));
    expect(await textOf("api/v1/posts/rain.json")).toBeNull();
    network.clear();
    await expect(textOf("api/v1/posts/rain.json")).rejects.toThrow();
  });

  it("are requested under another address if the reader knows that its copy is old", async () => {
    network.set(MANIFEST, () => json("1"));
    expect(await textOf(MANIFEST, true)).toBe("1");
    expect(asked).toEqual([[`${MANIFEST}?fresh=1700000000000`, "no-store"]]);
  });

  it("come from the stored copy if the network has not answered for three seconds", async () => {
    network.set(MANIFEST, () => json("1"));
    await textOf(MANIFEST);
    expect(timers.every(({ cancelled }) => cancelled)).toBe(true);
    let answer: (response: Response) => void = () => undefined;
    network.set(MANIFEST, () => new Promise((resolve) => (answer = resolve)));
    const waiting = textOf(MANIFEST);
    expect(timers.at(-1)?.ms).toBe(3_000);
    timers.at(-1)?.callback();
    expect(await waiting).toBe("1");
    answer(json("22"));
    await expect.poll(() => memory.addresses("changing")).toEqual([`${BASE}${MANIFEST}?bytes=2`]);
    network.clear();
    expect(await textOf(MANIFEST)).toBe("22");
  });

  it("are awaited if there is no stored copy", async () => {
    let answer: (response: Response) => void = () => undefined;
    network.set(MANIFEST, () => new Promise((resolve) => (answer = resolve)));
    const waiting = textOf(MANIFEST);
    timers.at(-1)?.callback();
    answer(json("1"));
    expect(await waiting).toBe("1");
  });
});
