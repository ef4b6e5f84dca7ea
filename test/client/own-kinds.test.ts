import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createReadHandler } from "../../edge/handler.ts";
import { createDistFiles } from "../../hosts/node/dist-files.ts";
import { type LoaderTarget, octavoLoader } from "../../packages/octavo-client/astro/astro-loader.ts";
import { type ClientMethods, createClient } from "../../packages/octavo-client/client.ts";
import { buildIn, writeFiles } from "../build/site-folder.ts";
import { collect, failureOf } from "./outcomes.ts";

/** `client.kind` on a site with its own kinds. */

const CONFIG = `
import { defineKind, field } from ${JSON.stringify(new URL("../../contract/config/define-kind.ts", import.meta.url).href)};
export default {
  kinds: {
    talks: defineKind({
      words: { one: "Talk", many: "Talks" },
      fields: { event: field.text(), heldOn: field.date(), level: field.oneOf(["intro", "deep"]).optional() },
      filters: ["event", "level"],
    }),
  },
};`;
const talk = (day: number, level: string): string =>
  `---\nevent: Conf\nheldOn: 2025-02-0${day}\nlevel: ${level}\n---\n# Talk ${day}\n\nText.\n`;
const FILES = {
  "octavo.config.mjs": CONFIG,
  "content/site.yaml": "name: Fjord\nurl: https://fjord.example\n",
  "content/talks/one.md": talk(1, "deep"),
  "content/talks/two.md": talk(2, "intro"),
  "content/talks/three.md": talk(3, "deep"),
};

let cwd: string;
let client: ClientMethods;
let asked: string[];
beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), "octavo-client-kinds-"));
  writeFiles(cwd, FILES);
  expect((await buildIn(cwd)).diagnostics.all()).toEqual([]);
});
beforeEach(() => {
  asked = [];
  const handle = createReadHandler({ read: createDistFiles(join(cwd, "dist")).read });
  client = createClient({
    baseUrl: "https://fjord.example/api/v1",
    retries: 0,
    fetch: (url, init) => {
      asked.push(url.replace("https://fjord.example/api/v1", ""));
      return handle(new Request(url, init));
    },
  });
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

describe("client.kind", () => {
  it("lists, filters and gets documents", async () => {
    const talks = client.kind("talks");
    const { items, pagination } = await talks.list({ level: "deep", pageSize: 1 });
    expect([items.map(({ slug }) => slug), pagination.totalItems]).toEqual([["three"], 2]);
    expect(await talks.get("one")).toMatchObject({ title: "Talk 1", event: "Conf", bodyText: "Talk 1\nText." });
    await talks.list({ event: "conf" });
    // The kinds are requested once.
    expect(asked).toEqual(["/kinds", "/talks?level=deep&pageSize=1", "/talks/one", "/talks?event=conf"]);
  });

  it("reads all pages, and requests the kinds only if necessary", async () => {
    const titles = (await collect(client.kind("talks").all({ pageSize: 2 }))).map(({ title }) => title);
    expect(titles).toEqual(["Talk 3", "Talk 2", "Talk 1"]);
    expect(asked).toEqual(["/talks?page=1&pageSize=2", "/talks?page=2&pageSize=2"]);
  });

  it("refuses a parameter that the kind does not have, after it has requested the kinds again", async () => {
    const wrong = "talks.list has no parameter levle; it has event, level, language, period, sort, page, pageSize";
    await expect(client.kind("talks").list({ levle: "deep" })).rejects.toThrow(new TypeError(wrong));
    await expect(collect(client.kind("talks").all({ levle: null }))).rejects.toThrow(new TypeError(wrong));
    expect(asked).toEqual(["/kinds", "/kinds"]);
    expect((await failureOf(client.kind("talks").list({ tag: "sea" }))).problem.code).toBe("validation-error");
  });

  it("distinguishes an unknown kind from an unknown document, and refuses names that point elsewhere", async () => {
    const { problem } = await failureOf(client.kind("tlaks").list({ level: "deep" }));
    expect(problem.code).toBe("not-found");
    expect(problem.detail).toMatch(/ Reason: no kind is named tlaks; this site has .*talks$/);
    // A missing document is not the program's mistake, so it costs only one request.
    expect((await failureOf(client.kind("tlaks").get("one"))).problem.code).toBe("not-found");
    expect((await failureOf(client.kind("talks").get("none"))).problem.code).toBe("not-found");
    await expect(client.kind("..").list()).rejects.toThrow(TypeError);
    await expect(client.kind("talks").get("")).rejects.toThrow(TypeError);
  });

  it("fills an Astro collection, each document with its text", async () => {
    const entries = new Map<string, { data: Record<string, unknown>; digest: string; rendered: { html: string } }>();
    const target: LoaderTarget = {
      store: {
        get: (id) => entries.get(id),
        set: (entry) => entries.set(entry.id, entry).has(entry.id),
        delete: (id) => void entries.delete(id),
        keys: () => [...entries.keys()],
      },
      logger: { info: () => {} },
      parseData: async ({ data }) => data,
      generateDigest: (data) => JSON.stringify(data),
    };
    await octavoLoader({ client, kind: "talks" }).load(target);
    expect([...entries.keys()]).toEqual(["three", "two", "one"]);
    expect(entries.get("one")).toMatchObject({ data: { event: "Conf" }, rendered: { html: expect.stringContaining("<p>Text.</p>") } });
  });
});
