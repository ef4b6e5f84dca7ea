import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createNodeHost } from "../../hosts/node/node-app.ts";
import { createDistFixture, type DistFixture } from "./dist-fixture.ts";

const ABOUT = JSON.stringify({ headline: "Hello ".repeat(400) });
const BROWSER = { "Accept-Encoding": "gzip, deflate, br, zstd" };
const GZIP = { "Accept-Encoding": "gzip" };

let dist: DistFixture;
let get: (path: string, headers?: Record<string, string>, method?: string) => Promise<Response>;

beforeEach(async () => {
  dist = await createDistFixture();
  const page = `<!doctype html><title>${"Page ".repeat(400)}</title>`;
  const pages = async (request: Request, pathname: string): Promise<Response | null> =>
    pathname === "/page" ? new Response(request.method === "HEAD" ? null : page, { headers: { "Content-Type": "text/html" } }) : null;
  const app = createNodeHost({ distDir: dist.dir, compress: true, pages });
  get = async (path, headers = {}, method = "GET") => app.fetch(new Request(`http://localhost${path}`, { method, headers }));
  await dist.write("api/v1/about.json", ABOUT);
});
afterEach(() => dist.remove());

async function unpack(answer: Response): Promise<string> {
  const bytes = Buffer.from(await answer.arrayBuffer());
  const coding = answer.headers.get("Content-Encoding");
  return (coding === "br" ? brotliDecompressSync(bytes) : coding === "gzip" ? gunzipSync(bytes) : bytes).toString();
}

describe("an answer over 1 KB", () => {
  it.each([
    [BROWSER, "br"],
    [GZIP, "gzip"],
    [{}, null],
    [{ "Accept-Encoding": "identity" }, null],
  ])("is sent to a client with the headers %j as %s", async (headers, coding) => {
    const answer = await get("/api/v1/about", headers);
    const { headers: answered } = answer;
    expect([answer.status, answered.get("Content-Encoding"), answered.get("Vary")]).toEqual([200, coding, "Accept-Encoding"]);
    const plain = await get("/api/v1/about");
    expect(answered.get("ETag")).toBe(
      coding === null ? plain.headers.get("ETag") : plain.headers.get("ETag")?.replace(/"$/, `-${coding}"`),
    );
    expect(answered.get("Content-Type")).toBe("application/json; charset=utf-8");
    const bytes = await answer.clone().arrayBuffer();
    expect(Number(answered.get("Content-Length"))).toBe(bytes.byteLength);
    expect(await unpack(answer)).toBe(ABOUT);
  });

  it("is recognized by the ETag of the sent bytes, and by no other", async () => {
    const { headers } = await get("/api/v1/about", BROWSER);
    const tag = headers.get("ETag") ?? "";
    for (const sent of [tag, `W/${tag}`, `"x", ${tag}`, "*"]) {
      const again = await get("/api/v1/about", { ...BROWSER, "If-None-Match": sent });
      expect([sent, again.status, await again.text(), again.headers.get("Vary")]).toEqual([sent, 304, "", "Accept-Encoding"]);
      expect(again.headers.has("Content-Encoding")).toBe(false);
    }
    expect((await get("/api/v1/about", { ...GZIP, "If-None-Match": tag })).status).toBe(200);
    expect((await get("/api/v1/about", { "If-None-Match": tag })).status).toBe(200);
    await dist.write("api/v1/about.json", ABOUT.replace("Hello", "Howdy"));
    const changed = await get("/api/v1/about", { ...BROWSER, "If-None-Match": tag });
    expect([changed.status, (await unpack(changed)).slice(0, 22)]).toEqual([200, '{"headline":"Howdy Hel']);
  });

  it("is described by HEAD in the form in which GET sends it", async () => {
    const [head, whole] = [await get("/api/v1/about", BROWSER, "HEAD"), await get("/api/v1/about", BROWSER)];
    expect(await head.text()).toBe("");
    for (const name of ["ETag", "Vary", "Content-Encoding", "Content-Type", "Cache-Control"])
      expect([name, head.headers.get(name)]).toEqual([name, whole.headers.get(name)]);
  });

  it("is compressed even if it is a page of unknown length", async () => {
    const answer = await get("/page", BROWSER);
    expect(answer.headers.get("Content-Encoding")).toBe("br");
    expect(await unpack(answer)).toContain("Page Page");
  });

  it("is the copy that a build has made, if there is one", async () => {
    await dist.write("index/v1/columns.0123abcd.json", ABOUT);
    const copy = gzipSync(ABOUT, { level: 9 });
    await writeFile(join(dist.dir, "index/v1/columns.0123abcd.json.gz"), copy);
    const answer = await get("/index/v1/columns.0123abcd.json", BROWSER);
    expect([answer.headers.get("Content-Encoding"), answer.headers.get("Vary")]).toEqual(["gzip", "Accept-Encoding"]);
    expect(Buffer.from(await answer.arrayBuffer()).equals(copy)).toBe(true);
  });

  it("of many megabytes is compressed in another thread, and does not block the event loop", async () => {
    const large = JSON.stringify(Array.from({ length: 150_000 }, (_, index) => ({ index, text: `Document ${index * 7919}` })));
    await dist.write("index/v1/columns.0123abcd.json", large);
    let turns = 0;
    let isOver = false;
    const turn = (): void => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    turn();
    const answer = await get("/index/v1/columns.0123abcd.json", BROWSER);
    expect(answer.headers.get("Content-Encoding")).toBe("br");
    const bytes = Buffer.from(await answer.arrayBuffer());
    isOver = true;
    expect(bytes.byteLength).toBeLessThan(large.length / 4);
    // Reading the file takes a few turns; there would be no others if compression ran on the event
    // loop.
    expect(turns).toBeGreaterThan(200);
    expect(brotliDecompressSync(bytes).toString()).toBe(large);
  });
});

describe("an answer that is not compressed", () => {
  it.each([
    ["a short answer", "/robots.txt"],
    ["a picture", "/media/marsh.0123abcd.webp"],
  ])("may be %s", async (_what, path) => {
    await dist.write("media/marsh.0123abcd.webp", "x".repeat(5_000));
    const answer = await get(path, BROWSER);
    expect([answer.status, answer.headers.get("Content-Encoding"), answer.headers.get("Vary")]).toEqual([200, null, null]);
  });

  it("may be a range, because it counts the bytes of the file; a compressed answer offers no ranges", async () => {
    await dist.write("media/heron.0123abcd.svg", `<svg>${"x".repeat(5_000)}</svg>`);
    const part = await get("/media/heron.0123abcd.svg", { ...BROWSER, Range: "bytes=0-4" });
    expect([part.status, part.headers.get("Content-Encoding"), await part.text()]).toEqual([206, null, "<svg>"]);
    const whole = await get("/media/heron.0123abcd.svg", BROWSER);
    expect([whole.headers.get("Content-Encoding"), whole.headers.get("Accept-Ranges")]).toEqual(["br", null]);
    // The ETag of the compressed bytes does not allow a range of the uncompressed ones.
    const tag = whole.headers.get("ETag") ?? "";
    expect((await get("/media/heron.0123abcd.svg", { ...BROWSER, Range: "bytes=0-4", "If-Range": tag })).status).toBe(200);
  });

  it("may be any answer of a host without this option", async () => {
    const app = createNodeHost({ distDir: dist.dir });
    const answer = await app.fetch(new Request("http://localhost/api/v1/about", { headers: BROWSER }));
    expect([answer.headers.get("Content-Encoding"), answer.headers.get("Vary")]).toEqual([null, null]);
  });
});
