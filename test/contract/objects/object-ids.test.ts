import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { findObject, OBJECT_BINDINGS, type ObjectKind, type ObjectNamespace } from "../../../contract/objects/object-ids.ts";
import { createWritesWorker, type WritesEnv } from "../../../hosts/cloudflare/writes/create-writes-worker.ts";
import { createErasureClient } from "../../../server/object/erasure-object.ts";
import { PROJECT_DIR } from "../../helpers/sample-site.ts";

const KINDS = Object.keys(OBJECT_BINDINGS) as ObjectKind[];
/** Folders with programs that have bindings of objects. */
const ROOMS = ["contract", "edge", "hosts", "server"];

/** Bindings that record the jurisdiction of each requested object; null if it may be any. */
function recordBindings(jurisdiction?: string) {
  const asked: [kind: string, jurisdiction: string | null][] = [];
  const record = (place: string | null): ObjectNamespace => ({
    idFromName: (name) => name,
    get: (id) => {
      asked.push([String(id), place]);
      return { fetch: async () => Response.json({ format: 1, erasures: [] }) };
    },
    jurisdiction: (name) => record(name),
  });
  const bindings = Object.fromEntries(KINDS.map((kind) => [OBJECT_BINDINGS[kind], record(null)]));
  const env = {
    ...(bindings as unknown as WritesEnv),
    ...(jurisdiction === undefined ? {} : { OCTAVO_JURISDICTION: jurisdiction }),
    ASSETS: { fetch: async () => new Response(null, { status: 404 }) },
    OCTAVO_ORIGINS: "",
    OCTAVO_DESK_PATH: "/desk",
  };
  return { env, asked };
}

describe("a site's objects", () => {
  beforeEach(() => void vi.stubGlobal("OCTAVO_BASE", ""));
  afterEach(() => void vi.unstubAllGlobals());

  it.each([
    ["eu", "eu"],
    [undefined, null],
  ])("are all in the jurisdiction of the configuration: %s", async (jurisdiction, place) => {
    const { env, asked } = recordBindings(jurisdiction);
    for (const kind of KINDS) findObject(env, kind);
    expect(asked).toEqual(KINDS.map((kind) => [kind, place]));

    asked.length = 0;
    const worker = createWritesWorker(null);
    const ask = (method: string, path: string): Promise<Response> =>
      worker.fetch(new Request(`https://ines.example${path}`, { method }), env);
    await ask("POST", "/api/v1/posts/ice/like");
    await ask("GET", "/api/v1/posts/ice/comments");
    await ask("GET", "/desk/");
    await ask("GET", "/api/v1/search?q=ice");
    const erasures = createErasureClient(env);
    await erasures.read();
    await erasures.add([]);
    expect(new Set(asked.map(([kind]) => kind))).toEqual(new Set(KINDS));
    expect(new Set(asked.map(([, each]) => each))).toEqual(new Set([place]));
  });

  it("are not found if the runtime has no such jurisdiction", () => {
    const { env } = recordBindings("eu");
    const { jurisdiction: _, ...without } = env.OCTAVO_WRITES;
    expect(() => findObject({ ...env, OCTAVO_WRITES: without }, "writes")).toThrow("this runtime has no jurisdiction eu");
  });
});

it("one module makes all ids of objects", async () => {
  const files = ROOMS.flatMap((room) => globSync(`${room}/**/*.ts`, { cwd: PROJECT_DIR }));
  expect(files.length).toBeGreaterThan(100);
  const texts = await Promise.all(files.map(async (file) => [file, await readFile(join(PROJECT_DIR, file), "utf8")] as const));
  const making = texts.filter(([, text]) => /\b(?:idFromName|idFromString|newUniqueId|getByName|jurisdiction\?\.)\(/.test(text));
  expect(making.map(([file]) => file)).toEqual(["contract/objects/object-ids.ts"]);
});
