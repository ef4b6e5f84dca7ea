import { PROGRAM_PATHS } from "../../contract/host-routes.ts";
import { API_PREFIX, INDEX_PREFIX, MEDIA_PREFIX } from "../../contract/paths.ts";
import { SERVER_PAGES } from "../../contract/proxy-headers.ts";
import { HOSTS_FOLDER, ROOT_FILES } from "../../contract/static-files.ts";
import { renderProgram } from "../bundle/render-program.ts";
import { type HostGenerator, WORKER_FOLDER } from "../host-files.ts";
import { missingPage } from "../pages/missing-page.ts";
import { renderHeaders } from "../static-headers.ts";

/** The day whose behaviour of the runtime the Worker is written for. */
const COMPATIBILITY_DATE = "2026-01-01";
/** In a folder of its own: wrangler uploads each .html and .txt that it finds beside a program with it, as a module. */
const WORKER_FILE = `${WORKER_FOLDER}/index.js`;
/** What is in the folder and is no part of the site; Workers must be told. */
const NOT_ASSETS = [WORKER_FOLDER, "_routes.json", "_redirects", HOSTS_FOLDER, ".octavo*", "*.gz", "node_modules", ".git"];

/** Paths that the Worker answers before any file. */
const WORKER_PATHS = [
  ...[...PROGRAM_PATHS, `${INDEX_PREFIX}/*`, `/${HOSTS_FOLDER}/*`, ...Object.keys(ROOT_FILES)],
  ...SERVER_PAGES.map(({ path, kind }) => (kind === "exact" ? path : `${path}*`)),
];

/** Cloudflare: Workers with static assets (`wrangler.jsonc`) and Pages (`_routes.json`), both with the same program. */
export const cloudflareFiles: HostGenerator = async ({ base, baseUrl }, { server, origins }) => [
  { path: WORKER_FILE, content: await renderProgram("cloudflare-worker", { base, server, origins }) },
  { path: "_headers", content: renderHeaders() },
  { path: "_routes.json", content: toJson({ version: 1, include: ["/*"], exclude: base === "" ? [`${MEDIA_PREFIX}/*`] : [] }) },
  // Of all 404.html Pages answers with the nearest, and where there is none with the home page, as 200.
  ...[API_PREFIX, INDEX_PREFIX, MEDIA_PREFIX].map((prefix) => missingPage(prefix.split("/")[1] ?? "")),
  { path: ".assetsignore", content: `${NOT_ASSETS.join("\n")}\n` },
  { path: `${HOSTS_FOLDER}/cloudflare/wrangler.jsonc`, content: renderWrangler(baseUrl, base) },
];

function renderWrangler(baseUrl: string, base: string): string {
  const { hostname } = new URL(baseUrl);
  const config = {
    name: (hostname + base.toLowerCase()).replaceAll(/[^a-z0-9]+/g, "-"),
    main: `../../${WORKER_FILE}`,
    no_bundle: true,
    find_additional_modules: false,
    compatibility_date: COMPATIBILITY_DATE,
    // Pictures and the owner's pages need no program, and cost nothing without; the program answers where there is no such file.
    assets: { directory: "../..", binding: "ASSETS", run_worker_first: base === "" ? WORKER_PATHS : true },
  };
  const comment = [
    "// Written by `octavo build --host cloudflare`: wrangler deploy --config dist/_hosts/cloudflare/wrangler.jsonc",
    "// The secret of the write server goes in by `wrangler secret put OCTAVO_PROXY_SECRET`, never into a file here.",
    // Assets are found by their whole path, and ours has no base.
    ...(base === ""
      ? []
      : [`// The site is below ${base}: give the Worker the route ${hostname}${base}*, since the rest of the host is another's.`]),
  ];
  return `${comment.join("\n")}\n${toJson(config)}`;
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
