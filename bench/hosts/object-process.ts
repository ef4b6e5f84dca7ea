import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { INDEX_FORMAT } from "../../contract/index-format.ts";
import { formatFirstKey } from "../../server/object/first-key.ts";
import type { KeyText } from "../../server/owner/keys/key-text.ts";
import { createSecrets } from "../../server/secrets/secrets.ts";
import { findWorkerd, readPort, readUsage } from "./workerd-process.ts";

const BASE = "https://ines.example/api/v1";
const SLUGS = ["tides", "harbour-wall", "gulls"];
/** Limits are counted but never reached. */
const LIMITS = ["comments", "comment-edits", "inquiries", "likes", "engagement", "repeats"].flatMap((kind) => [
  `${kind}=900000/600`,
  `${kind}-all=900000/600`,
]);
const TOTALS = ["comments", "inquiries", "likes"].flatMap((kind) => [`${kind}-day=900000`, `${kind}-all-day=900000`]);

/**
 * The Worker in front. It passes each request to its only object, with the client's address that
 * the load generator set.
 */
const FRONT = `export { WritesClass, ErasuresClass } from "writes";
const FILES = ${JSON.stringify({
  "/index/v1/manifest.json": {
    format: INDEX_FORMAT,
    buildId: "one",
    site: { baseUrl: BASE, timeZone: "UTC" },
    published: "published.json",
  },
  "/index/v1/published.json": {
    slugs: { posts: [...SLUGS].sort(), projects: [], books: [], photos: [], pages: [] },
    aliases: {},
    commentsClosed: [],
    services: [],
  },
})};
export const files = { fetch: (request) => {
  const file = FILES[new URL(request.url).pathname];
  return file === undefined ? new Response(null, { status: 404 }) : Response.json(file);
} };
/** A KV namespace that stores nothing. */
export const kv = { fetch: ({ method }) => new Response(null, { status: method === "GET" ? 404 : 200 }) };
export default { fetch: (request, { WRITES }) => WRITES.get(WRITES.idFromName("writes")).fetch(request) };`;

export interface ObjectProcess {
  readonly port: number;
  readonly pid: number;
  /** The content of the secret OCTAVO_SECRETS. */
  readonly secrets: string;
  /** Slugs of the published posts. */
  readonly slugs: readonly string[];
  /** Processor time of all threads so far, in ms. */
  cpuMs(): number;
  stop(): Promise<void>;
}

export interface ObjectProcessOptions {
  readonly key: KeyText;
  /** Path of workerd; null for the one that test/hosts installs. */
  readonly binary: string | null;
  /** The checkout whose program runs; null for this one. */
  readonly checkout: string | null;
}

/** Starts the write program in its own workerd, with its databases on disk. */
export async function startObjectProcess({ key, binary, checkout }: ObjectProcessOptions): Promise<ObjectProcess> {
  const folder = await mkdtemp(join(tmpdir(), "octavo-objects-"));
  const root = checkout === null ? join(import.meta.dirname, "../..") : resolve(checkout);
  const bundler: typeof import("../../scripts/pack/bundle-program.ts") = await import(
    pathToFileURL(join(root, "scripts/pack/bundle-program.ts")).href
  );
  const program = await bundler.bundleSource({ entry: "server/object/write-program", platform: "worker", format: "es" });
  await mkdir(join(folder, "objects"));
  await writeFile(join(folder, "front.js"), FRONT);
  await writeFile(join(folder, "writes.js"), `const OCTAVO_VERSION="0.0.0",OCTAVO_DESK_SCRIPT="";${program}`);
  const secrets = JSON.stringify(createSecrets((bytes) => randomBytes(bytes)));
  await writeFile(join(folder, "config.capnp"), renderConfig(folder, { secrets, key: formatFirstKey(key) }));
  const child = spawn(binary ?? findWorkerd(), ["serve", join(folder, "config.capnp"), "--experimental", "--control-fd=3"], {
    stdio: ["ignore", "ignore", "inherit", "pipe"],
  });
  const port = await readPort(child);
  return {
    ...{ port, secrets, pid: child.pid ?? 0 },
    slugs: SLUGS,
    cpuMs: () => {
      const { thread, others } = readUsage(child.pid ?? 0);
      return thread + others;
    },
    stop: async () => {
      const ended = child.exitCode === null ? once(child, "exit") : null;
      child.kill("SIGKILL");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function renderConfig(folder: string, { secrets, key }: { readonly secrets: string; readonly key: string }): string {
  const text = (value: string): string => JSON.stringify(value);
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "site", worker = (
      modules = [(name = "front", esModule = embed "front.js"), (name = "writes", esModule = embed "writes.js")],
      compatibilityDate = "2026-01-01",
      compatibilityFlags = ["nodejs_compat"],
      bindings = [
        (name = "WRITES", durableObjectNamespace = "WritesClass"),
        (name = "OCTAVO_ERASURES", durableObjectNamespace = "ErasuresClass"),
        (name = "ASSETS", service = (name = "site", entrypoint = "files")),
        (name = "OCTAVO_SALTS", kvNamespace = (name = "site", entrypoint = "kv")),
        (name = "OCTAVO_SECRETS", text = ${text(secrets)}),
        (name = "OCTAVO_OWNER_KEY", text = ${text(key)}),
        (name = "OCTAVO_RATE_LIMITS", text = ${text([...LIMITS, ...TOTALS].join(" "))}),
        (name = "OCTAVO_ROWS_A_DAY", text = "none"),
      ],
      durableObjectNamespaces = [
        (className = "WritesClass", uniqueKey = "writes", enableSql = true),
        (className = "ErasuresClass", uniqueKey = "erasures", enableSql = true),
      ],
      durableObjectStorage = (localDisk = "objects"),
    )),
    (name = "objects", disk = (path = ${text(join(folder, "objects"))}, writable = true)),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "site")],
);
`;
}
