import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createNodeHost } from "../../hosts/node/node-app.ts";
import { createDistFixture, type DistFixture } from "./dist-fixture.ts";

const COLUMNS = "index/v1/columns.0123abcd.json";
const ABOUT = JSON.stringify({ headline: "Hello ".repeat(400) });

let dist: DistFixture;
let get: (path: string, headers?: Record<string, string>, method?: string) => Promise<Response>;
const pack = (name: string, text: string): Promise<void> => writeFile(join(dist.dir, `${name}.gz`), gzipSync(text));

beforeEach(async () => {
  dist = await createDistFixture();
  const app = createNodeHost({ distDir: dist.dir });
  get = async (path, headers = {}, method = "GET") => app.fetch(new Request(`http://localhost${path}`, { method, headers }));
  await dist.write("api/v1/about.json", ABOUT);
  await pack("api/v1/about.json", ABOUT);
  await pack("feed.xml", "<rss/>");
  await pack(COLUMNS, '{"order":null,"tags":{}}');
});
afterEach(() => dist.remove());

const GZIP = { "Accept-Encoding": "gzip, br" };
const unpacked = async (answer: Response): Promise<string> => gunzipSync(new Uint8Array(await answer.arrayBuffer())).toString();

describe.each([
  ["/api/v1/about", ABOUT],
  ["/api/v1/about?utm_source=mail", ABOUT],
  ["/feed.xml", "<rss/>"],
  [`/${COLUMNS}`, '{"order":null,"tags":{}}'],
])("the compressed copy of %s", (path, text) => {
  it("is sent to clients that accept it, with its own ETag and the headers of the file", async () => {
    const [plain, packed] = [await get(path), await get(path, GZIP)];
    expect(await plain.text()).toBe(text);
    expect(await unpacked(packed.clone())).toBe(text);
    const { etag: plainTag, "content-length": _size, ...same } = Object.fromEntries(plain.headers);
    const { etag, "content-length": size, "content-encoding": encoding, ...others } = Object.fromEntries(packed.headers);
    expect(others).toEqual(same);
    expect([encoding, others.vary]).toEqual(["gzip", "Accept-Encoding"]);
    expect(etag).not.toBe(plainTag);
    expect(Number(size)).toBe((await packed.arrayBuffer()).byteLength);
    expect(plain.headers.has("content-encoding")).toBe(false);
  });

  it("is recognized by its ETag, weak or in a list, and the file by the file's own", async () => {
    for (const headers of [GZIP, {}]) {
      const tag = (await get(path, headers)).headers.get("ETag") ?? "";
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
        const again = await get(path, { ...headers, "If-None-Match": known });
        expect([again.status, await again.text(), again.headers.get("Vary")], known).toEqual([304, "", "Accept-Encoding"]);
        expect(again.headers.has("Content-Encoding")).toBe(false);
      }
      expect((await get(path, { ...headers, "If-None-Match": '"other"' })).status).toBe(200);
    }
  });

  it("is reported by HEAD, without a body", async () => {
    const [answer, head] = [await get(path, GZIP), await get(path, GZIP, "HEAD")];
    expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(answer.headers));
    expect(await head.text()).toBe("");
  });

  it("is not sent to clients that do not accept it", async () => {
    const answer = await get(path, { "Accept-Encoding": "gzip;q=0, br" });
    expect([answer.headers.get("Content-Encoding"), answer.headers.get("Vary"), await answer.text()]).toEqual([
      null,
      "Accept-Encoding",
      text,
    ]);
  });
});

describe("a compressed copy", () => {
  it("is optional: a file without one is sent unchanged, without headers about encodings", async () => {
    for (const path of ["/api/v1/site-settings", "/feed.json", "/index/v1/manifest.json", "/media/heron.0123abcd.svg", "/"]) {
      const answer = await get(path, GZIP);
      expect([answer.headers.get("Content-Encoding"), answer.headers.get("Vary")], path).toEqual([null, null]);
    }
    expect((await get("/feed.xml.gz")).status).toBe(404);
  });

  it("of other bytes, or only half of one, is not sent", async () => {
    await pack("api/v1/site-settings.json", "another text");
    await writeFile(join(dist.dir, "feed.json.gz"), gzipSync("{}").subarray(0, 12));
    for (const path of ["/api/v1/site-settings", "/feed.json"]) {
      const answer = await get(path, GZIP);
      expect([answer.status, answer.headers.get("Content-Encoding")]).toEqual([200, null]);
    }
    await dist.write("feed.xml", "<rss></rss>");
    expect(await (await get("/feed.xml", GZIP)).text()).toBe("<rss></rss>");
  });

  it("is not sent for an answer with live counts, or for a problem", async () => {
    const post = '{"slug":"reed","likeCount":null,"commentCount":null}';
    await dist.write("api/v1/posts/reed.json", post);
    await pack("api/v1/posts/reed.json", post);
    const server = {
      answers: () => false,
      fetch: async () => null,
      counts: async () => ({ posts: { reed: { likeCount: 3, commentCount: 0 } } }),
    };
    const app = createNodeHost({ distDir: dist.dir, server });
    const answer = await app.fetch(new Request("http://localhost/api/v1/posts/reed", { headers: GZIP }));
    expect(await answer.json()).toMatchObject({ likeCount: 3 });
    expect([answer.headers.get("Content-Encoding"), answer.headers.get("Vary")]).toEqual([null, "Accept-Encoding"]);
    expect(await unpacked(await get("/api/v1/posts/reed", GZIP))).toBe(post);
    expect((await get("/api/v1/about", GZIP, "DELETE")).status).toBe(405);
  });
});
