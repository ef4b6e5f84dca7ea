import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { renderProgram } from "../../hosts/bundle/render-program.ts";
import { buildHostDists, type HostDists } from "./dists.ts";
import { loadMiniflare, OBJECT_RUNTIME, type Runtime } from "./objects/miniflare.ts";

/** Search in a separate object (`writes: { search: "object" }`). */

const START_TIMEOUT_MS = 120_000;
const ORIGIN = "https://ines.example";
const SEARCHES = ["/api/v1/search?q=ice", "/api/v1/search?q=ice&kind=post&pageSize=2", "/api/v1/posts?q=boat", "/api/v1/search?q="];
/** Marks the object's answers. */
const FRONT = `import worker, { OctavoSearch, OctavoWrites, OctavoErasures } from "./worker.js";
export class MarkedSearch {
  constructor(state, env) { this.inner = new OctavoSearch(state, env); }
  async fetch(request) {
    if (new URL(request.url).searchParams.has("fail")) throw new Error("overloaded");
    const { status, headers, body } = await this.inner.fetch(request);
    return new Response(body, { status, headers: [...headers, ["X-Test-Object", "search"]] });
  }
}
export { OctavoWrites, OctavoErasures };
export default worker;`;

let dists: HostDists;
let [inWorker, inObject]: Runtime[] = [];

beforeAll(async () => {
  dists = await buildHostDists({ server: null, reader: null, origins: [], folder: "dist" });
  const Miniflare = await loadMiniflare();
  const worker = await renderProgram("cloudflare-writes-worker", { server: null });
  const start = (search: object): Runtime =>
    new Miniflare({
      ...OBJECT_RUNTIME,
      modules: [
        { type: "ESModule", path: "index.js", contents: FRONT },
        { type: "ESModule", path: "worker.js", contents: worker },
      ],
      durableObjects: { OCTAVO_WRITES: "OctavoWrites", OCTAVO_ERASURES: "OctavoErasures", ...search },
      serviceBindings: { ASSETS: ({ url }: Request) => answerAsset(new URL(url).pathname) },
    });
  inWorker = start({});
  inObject = start({ OCTAVO_SEARCH: "MarkedSearch" });
}, START_TIMEOUT_MS);

afterAll(async () => {
  await Promise.all([inWorker?.dispose(), inObject?.dispose()]);
  await dists.remove();
});

async function answerAsset(path: string): Promise<Response> {
  try {
    return new Response(await readFile(join(dists.dirs.plain, path)));
  } catch {
    return new Response(null, { status: 404 });
  }
}

async function ask(
  runtime: Runtime | undefined,
  path: string,
  init: object = {},
): Promise<{ status: number; by: string | null; body: unknown }> {
  const answer = await runtime?.dispatchFetch(ORIGIN + path, init);
  return { status: answer?.status ?? 0, by: answer?.headers.get("X-Test-Object") ?? null, body: await answer?.json() };
}

it.for(SEARCHES)("the object answers %s as the Worker does", async (path) => {
  const [there, here] = [await ask(inObject, path), await ask(inWorker, path)];
  expect(there).toEqual({ ...here, by: "search" });
  expect(here.by).toBeNull();
});

it("the Worker answers other paths, and the object answers language models", async () => {
  for (const path of ["/api/v1/posts", "/api/v1/about"])
    expect({ path, ...(await ask(inObject, path)) }).toMatchObject({ status: 200, by: null });
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "search", arguments: { q: "ice" } } };
  const init = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(call) };
  const [there, here] = [await ask(inObject, "/mcp", init), await ask(inWorker, "/mcp", init)];
  expect(there).toEqual({ ...here, by: "search" });
  expect(here.status).toBe(200);
});

it("the Worker itself searches if the object fails", async () => {
  // The Worker ignores the parameter that makes the object fail.
  expect(await ask(inObject, "/api/v1/search?q=ice&fail=1")).toMatchObject({ status: 200, by: null });
});
