import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { createRemoteOwner } from "../../../cli/remote/remote-owner.ts";
import { defineDownload, defineExport, defineOperation } from "../../../server/owner/owner-operation.ts";

const SITE = "https://ines.example/blog";
const KEY = `octo_${"a".repeat(12)}_${"b".repeat(43)}`;
const none = z.strictObject({});
const count = defineOperation({
  name: "x.count",
  scope: "read",
  about: "",
  input: none,
  output: z.strictObject({ n: z.int() }),
  run: async () => ({ n: 1 }),
});
const rows = defineExport({
  name: "x.rows",
  scope: "read",
  about: "",
  input: none,
  row: z.strictObject({ n: z.int() }),
  rows: async function* () {
    yield { n: 1 };
  },
});
const copy = defineDownload({ name: "x.copy", scope: "backup", about: "", input: none, write: async () => {} });

function ownerOf(answer: (request: Request) => Response | Promise<Response>) {
  const asked: Request[] = [];
  const owner = createRemoteOwner({
    site: SITE,
    key: KEY,
    version: "1.0.0",
    signal: new AbortController().signal,
    fetch: async (url, init) => {
      const request = new Request(url as string, init);
      asked.push(request);
      return answer(request);
    },
  });
  return { owner, asked };
}

test("a call is sent to a path under the site's base, with the key and the version, and follows no redirect", async () => {
  const { owner, asked } = ownerOf(() => Response.json({ n: 3 }));
  expect(await owner(count, {})).toEqual({ n: 3 });
  expect(asked.map(({ url, redirect, headers }) => [url, redirect, headers.get("Authorization"), headers.get("Octavo-Version")])).toEqual([
    [`${SITE}/owner/v1/x.count`, "manual", `Bearer ${KEY}`, "1.0.0"],
  ]);
  const elsewhere = ownerOf(() => new Response(null, { status: 302, headers: { Location: "https://evil.example/" } }));
  await expect(elsewhere.owner(count, {})).rejects.toThrow(`${SITE} redirects: https://evil.example/`);
  expect(elsewhere.asked).toHaveLength(1);
});

test("for an answer in another format, the error names the side to update; an answer from another program is reported", async () => {
  const newer = ownerOf(() => Response.json({ n: 3, more: 1 }, { headers: { "Octavo-Version": "2.0.0" } }));
  await expect(newer.owner(count, {})).rejects.toMatchObject({ hint: "Update the command: it is octavo 1.0.0, the server is 2.0.0." });
  const html = ownerOf(() => new Response("<h1>502</h1>", { status: 502 }));
  await expect(html.owner(count, {})).rejects.toThrow("answered 502, but not the way octavo's server does");
});

test("rows arrive however the answer is split into chunks, and a truncated answer is an error", async () => {
  const text = new TextEncoder().encode('{"n":1}\n{"n":2}\n{"n":3}\n');
  const chunked = (fails: boolean) =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of text) controller.enqueue(Uint8Array.of(byte));
        if (fails) controller.error(new Error("gone"));
        else controller.close();
      },
    });
  const read = async (fails: boolean): Promise<number[]> => {
    const { owner } = ownerOf(() => new Response(chunked(fails)));
    const found: number[] = [];
    for await (const { n } of owner.rows(rows, {})) found.push(n);
    return found;
  };
  expect(await read(false)).toEqual([1, 2, 3]);
  await expect(read(true)).rejects.toThrow("stopped in the middle of its answer");
});

test("a download is kept only if its SHA-256 is right", async () => {
  const folder = await mkdtemp(join(tmpdir(), "octavo-download-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  // SHA-256 of "hello".
  const digest = "sha-256=:LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=:";
  const good = ownerOf(() => new Response("hello", { headers: { "Repr-Digest": digest } }));
  await good.owner.download(copy, {}, join(folder, "good"));
  expect(await readFile(join(folder, "good"), "utf8")).toBe("hello");
  const damaged = ownerOf(() => new Response("hallo", { headers: { "Repr-Digest": digest } }));
  await expect(damaged.owner.download(copy, {}, join(folder, "bad"))).rejects.toThrow("arrived damaged");
  const bare = ownerOf(() => new Response("hello"));
  await expect(bare.owner.download(copy, {}, join(folder, "bare"))).rejects.toThrow("no file with its SHA-256");
  expect(await readdir(folder)).toEqual(["good"]);
  // Partial files of a running download, of one that was killed long ago, and of another program.
  const [fresh, stale, foreign] = ["good.00112233aabbccdd.partial", "good.ffeeddccbbaa9988.partial", "good.partial"];
  for (const name of [fresh, stale, foreign]) await writeFile(join(folder, name), "half");
  const past = Date.now() / 1_000 - 2 * 86_400;
  await utimes(join(folder, stale), past, past);
  await good.owner.download(copy, {}, join(folder, "good"));
  expect((await readdir(folder)).sort()).toEqual([fresh, foreign, "good"].sort());
});
