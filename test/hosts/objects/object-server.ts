import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { createOpenApiDocument } from "../../../build/openapi/openapi-document.ts";
import { INDEX_FORMAT } from "../../../contract/index-format.ts";
import { loadProgram } from "../../../hosts/bundle/load-program.ts";
import { formatFirstKey } from "../../../server/object/first-key.ts";
import { formatKey, newKeyText } from "../../../server/owner/keys/key-text.ts";
import { createSecrets } from "../../../server/secrets/secrets.ts";
import { createConformance } from "../../helpers/openapi.ts";
import { killWorkerd, listWorkerd, loadMiniflare, OBJECT_RUNTIME } from "./miniflare.ts";

/** The write program in workerd, as miniflare runs it. */

export const BASE = "https://ines.example/api/v1";
export const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** `post-10` to `post-29`. */
export const MANY_POSTS: readonly string[] = Array.from({ length: 20 }, (_, n) => `post-${n + 10}`);

export const PUBLISHED_FILES: Readonly<Record<string, unknown>> = {
  "/index/v1/manifest.json": {
    format: INDEX_FORMAT,
    buildId: "one",
    site: { baseUrl: BASE, timeZone: "Europe/Lisbon" },
    published: "published.json",
  },
  "/api/v1/site-settings.json": { name: "Ines", url: "https://ines.example", timeZone: "Europe/Lisbon", author: null },
  "/index/v1/published.json": {
    slugs: { posts: ["closed", "first-ice", "flood", "hello", ...MANY_POSTS, "thaw", "tides"] },
    aliases: { "old-tides": "tides" },
    commentsClosed: ["closed"],
    services: [{ id: "srv-weave", slug: "weaving" }],
  },
};

/**
 * Replaces the Worker: one object, and the client's address in the header that it trusts. It counts
 * how often the object woke up.
 */
const FRONT = `import { WritesClass } from "./writes.js";
export { ErasuresClass as OctavoErasures } from "./writes.js";
let wakes = 0;
export class OctavoWrites extends WritesClass {
  constructor(state, env) {
    super(state, env);
    wakes += 1;
  }
}
export default {
  fetch(request, env) {
    if (new URL(request.url).pathname === "/wakes") return new Response(wakes);
    const inner = new Request(request);
    inner.headers.set("Host", new URL(request.url).host);
    for (const [name, value] of request.headers) if (name.startsWith("x-test-sec-")) inner.headers.set(name.slice("x-test-".length), value);
    inner.headers.set("X-Forwarded-For", request.headers.get("X-Test-Client") ?? "192.0.2.1");
    return env.WRITES.get(env.WRITES.idFromName("writes")).fetch(inner);
  },
};`;

export interface ObjectServer {
  /** @param body a form, or anything else as JSON */
  send(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** Calls an owner operation with the first key. */
  owner(operation: string, input: object): Promise<Response>;
  /** Posts JSON to a path that only a test's own front Worker has. */
  control(path: string, body: object): Promise<unknown>;
  /** The content of the secret OCTAVO_SECRETS. */
  readonly secrets: string;
  /** The first key, and the server's address on this machine, for commands. */
  readonly key: string;
  site(): Promise<string>;
  /** How often the object has woken up since the server started. This call does not wake it. */
  countWakes(): Promise<number>;
  /** kill -9; resolves once the process is gone. */
  kill(): Promise<void>;
  /**
   * Bodies of the requests that the object has sent to other machines, for example to a channel.
   */
  readonly sent: readonly string[];
  close(): Promise<void>;
}

export interface ObjectServerOptions {
  /**
   * Whether the object's requests leave workerd by themselves. Default: `sent` records them, and
   * only this machine gets any.
   */
  readonly isOnline?: boolean;
  /** Published files, instead of the usual ones. */
  readonly files?: Readonly<Record<string, unknown>>;
}

/**
 * @param folder keeps the database from one server to the next
 * @param variables of the program
 */
export type StartObjectServer = (
  folder: string,
  variables?: Readonly<Record<string, string>>,
  options?: ObjectServerOptions,
) => Promise<ObjectServer>;

/**
 * Bundles the program once. The servers that it starts have the same secrets.
 * @param front the module with the classes and the Worker
 */
export async function prepareObjectServers(front = FRONT): Promise<StartObjectServer> {
  const program = await loadProgram("cloudflare-write-program");
  const Miniflare = await loadMiniflare();
  const key = newKeyText((bytes) => randomBytes(bytes));
  const secrets = JSON.stringify(createSecrets((bytes) => randomBytes(bytes)));
  const conformance = createConformance(createOpenApiDocument({ baseUrl: BASE, siteName: "Ines" }));
  return async (folder, variables = {}, { isOnline = false, files = {} } = {}) => {
    const others = listWorkerd();
    const sent: string[] = [];
    const runtime = new Miniflare({
      modules: [
        { type: "ESModule", path: "index.js", contents: front },
        { type: "ESModule", path: "writes.js", contents: `const OCTAVO_VERSION="0.0.0",OCTAVO_DESK_SCRIPT="";${program}` },
      ],
      ...OBJECT_RUNTIME,
      durableObjects: {
        WRITES: { className: "OctavoWrites", useSQLite: true },
        OCTAVO_ERASURES: { className: "OctavoErasures", useSQLite: true },
      },
      durableObjectsPersist: join(folder, "objects"),
      kvNamespaces: ["OCTAVO_SALTS"],
      kvPersist: join(folder, "kv"),
      serviceBindings: { ASSETS: ({ url }: Request) => answerFile({ ...PUBLISHED_FILES, ...files }[new URL(url).pathname]) },
      ...(isOnline ? {} : { outboundService: (request: Request) => recordRequest(request, sent) }),
      bindings: { OCTAVO_SECRETS: secrets, OCTAVO_OWNER_KEY: formatFirstKey(key), ...variables },
    });
    const started = runtime.ready.then(() => listWorkerd().find((pid) => !others.includes(pid)));
    const send: ObjectServer["send"] = async (method, path, body, headers = {}) => {
      const address = /^\/(?:owner|moderate|subscriptions|desk)\//.test(path) ? new URL(path, BASE).href : `${BASE}${path}`;
      const isForm = body instanceof URLSearchParams;
      const type = body === undefined ? {} : { "Content-Type": isForm ? "application/x-www-form-urlencoded" : "application/json" };
      const init = {
        method,
        headers: { "User-Agent": BROWSER, ...type, ...passHeaders(headers) },
        body: body === undefined ? null : isForm ? String(body) : JSON.stringify(body),
        redirect: "manual",
      };
      const answer = await runtime.dispatchFetch(address, init);
      const text = await answer.text();
      const response = new Response(text === "" ? null : text, { status: answer.status, headers: [...answer.headers] });
      if (address.startsWith(BASE)) await conformance.checkResponse(method, address, response.clone());
      return response;
    };
    return {
      send,
      control: async (path, body) =>
        (await runtime.dispatchFetch(new URL(path, BASE).href, { method: "POST", body: JSON.stringify(body) })).json(),
      secrets,
      sent,
      key: formatKey(key),
      site: async () => (await runtime.ready).origin,
      owner: (operation, input) => send("POST", `/owner/v1/${operation}`, input, { Authorization: `Bearer ${formatKey(key)}` }),
      countWakes: async () => Number(await (await runtime.dispatchFetch(new URL("/wakes", BASE).href, {})).text()),
      kill: async () => {
        const pid = await started;
        if (pid === undefined) throw new Error("workerd does not run");
        await killWorkerd(pid);
        await runtime.dispose();
      },
      close: () => runtime.dispose(),
    };
  };
}

/** A browser's own headers reach the front under other names, because `fetch` sets those itself. */
function passHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.startsWith("Sec-") ? `X-Test-${name}` : name, value]));
}

async function recordRequest(request: Request, sent: string[]): Promise<Response> {
  const body = await request.text();
  // A receiver that the test has started.
  if (new URL(request.url).hostname === "127.0.0.1") return fetch(request.url, { method: request.method, headers: request.headers, body });
  sent.push(body);
  return new Response(null, { status: 204 });
}

function answerFile(file: unknown): Response {
  return file === undefined ? new Response(null, { status: 404 }) : Response.json(file);
}
