import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { API_PREFIX } from "../../contract/paths.ts";
import type { Post } from "../../contract/schemas/post.ts";
import { createReadHandler } from "../../edge/handler.ts";
import { createNodeHost } from "../../hosts/node/node-app.ts";
import { listen } from "../../hosts/node/server.ts";
import { PLAIN_LIST_KINDS, type PlainListKind } from "../../kinds/list-kinds.ts";
import type { Page } from "../../packages/octavo-client/generated/api-types.ts";
import { type Conformance, createConformance } from "../helpers/openapi.ts";
import { buildSampleSite } from "../helpers/sample-site.ts";
import { putTargetBelow, takeBaseOff } from "./below-base.ts";
import { readList } from "./links.ts";
import type { Answer, Api, Catalog, SendOptions, SiteName } from "./request.ts";
import { COUNTS } from "./requests/requests-counts.ts";

export interface Dists {
  readonly dirs: Readonly<Record<SiteName, string>>;
  remove(): Promise<void>;
}

/**
 * Builds the sample site twice: with posts as Markdown but without counts, and with counts but
 * without Markdown. The third folder contains no site.
 */
export async function buildDists(base = ""): Promise<Dists> {
  const [plain, counted] = [await buildSampleSite({ postsAsMarkdown: true, base }), await buildSampleSite({ counts: COUNTS, base })];
  const empty = await mkdtemp(join(tmpdir(), "octavo-empty-"));
  return {
    dirs: { plain: plain.outDir, counted: counted.outDir, empty },
    remove: async () => {
      await Promise.all([plain.remove(), counted.remove(), rm(empty, { recursive: true })]);
    },
  };
}

/** Something that serves one dist folder. */
interface Served {
  fetch(target: string, init: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

/** @param base the site's base path; targets begin with it */
export type Serve = (distDir: string, base: string) => Promise<Served>;

/** Only the read handler, over the files of a folder. */
export const serveInProcess: Serve = async (distDir) => {
  const read = (path: string) =>
    readFile(join(distDir, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return null;
      throw error;
    });
  const handle = createReadHandler({ read });
  return { fetch: (target, init) => handle(new Request(`http://octavo.test${target}`, init)), close: async () => {} };
};

/** The Node host on its own port. */
export const serveOverSocket: Serve = async (distDir, base) => {
  const server = await listen(createNodeHost({ distDir, base }), { host: "127.0.0.1", port: 0 });
  return { fetch: (target, init) => fetch(server.url + target, { ...init, redirect: "manual" }), close: () => server.close() };
};

export interface OpenApi extends Api {
  readonly conformance: Conformance;
  close(): Promise<void>;
}

/**
 * Serves all dists in one way and reads the catalog.
 * @param base the sites' base path. The suite is the same everywhere: `send` adds it to targets and
 * removes it from answers
 */
export async function openApi(dirs: Dists["dirs"], serve: Serve, base = ""): Promise<OpenApi> {
  const served: Record<SiteName, Served> = {
    plain: await serve(dirs.plain, base),
    counted: await serve(dirs.counted, base),
    empty: await serve(dirs.empty, base),
  };
  const document: object = JSON.parse(await readFile(join(dirs.plain, "api/v1/openapi.json"), "utf8"));
  const conformance = createConformance(document);
  const send = async (target: string, { method = "GET", headers = {}, site = "plain" }: SendOptions = {}): Promise<Answer> => {
    const path = putTargetBelow(base, API_PREFIX + target);
    const response = await served[site].fetch(path, { method, headers });
    await conformance.checkResponse(method, path, response);
    const whole = method === "HEAD" && base !== "" ? await served[site].fetch(path, { headers }) : response;
    const { text, headers: received } = await takeBaseOff(base, response, whole);
    return { status: response.status, headers: received, text, json: () => JSON.parse(text) };
  };
  const catalog = await readCatalog(send);
  return {
    send,
    catalog,
    conformance,
    close: async () => {
      for (const each of Object.values(served)) await each.close();
    },
  };
}

async function readCatalog(send: Api["send"]): Promise<Catalog> {
  const posts = await readList<Catalog["posts"][number]>(send, "/posts?pageSize=100");
  const pages = await readList<Page>(send, "/pages?pageSize=100");
  const lists = PLAIN_LIST_KINDS.map(async (kind) => [kind, await readList(send, `/${kind}?pageSize=100`)] as const);
  return {
    ...(Object.fromEntries(await Promise.all(lists)) as unknown as Pick<Catalog, PlainListKind>),
    posts,
    pages: await Promise.all(pages.map(async ({ slug }) => (await send(`/pages/${slug}`)).json<Page>())),
    services: await readList(send, "/services"),
    documents: await Promise.all(posts.map(async ({ slug }) => (await send(`/posts/${slug}`)).json<Post>())),
  };
}
