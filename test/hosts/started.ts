import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createNodeHost } from "../../hosts/node/node-app.ts";
import { listen } from "../../hosts/node/server.ts";
import type { Profile } from "./compare.ts";
import type { RecordedRequest } from "./extra-requests.ts";
import { type RawAnswer, type RawRequest, sendRaw } from "./http.ts";
import { startProcess } from "./processes.ts";
import { isApi } from "./recording.ts";
import { answers, type StartedHost, startCaddy, startInFolder, startNginx } from "./web-servers.ts";

export interface HostSpec {
  readonly name: string;
  readonly profile: Profile;
  /**
   * `one`: the stand-in for the platform does not distinguish clients as the platform does.
   * Default: each client has its own.
   */
  readonly addresses?: "one";
  /**
   * Whether Octavo's program answers the request; the host answers the others itself. Default: all.
   */
  readonly covers?: (request: RecordedRequest) => boolean;
  start(distDir: string, env: HostEnvironment): Promise<StartedHost>;
}

/** Settings that an owner would make. */
export interface HostEnvironment {
  readonly secret: string;
  /** Origin of the write server; null if there is none. */
  readonly server: string | null;
  /** The site's base path. Default: none. */
  readonly base?: string;
}

const WEB_SERVER: Profile = { refusesByItself: true, refusesQueries: true, ownPages: true };

const nginx: HostSpec["start"] = (distDir, { secret, base = "" }) => startNginx({ distDir, secret, base });
const caddy: HostSpec["start"] = (distDir, { secret, base = "" }) => startCaddy({ distDir, secret, base });

/** Programs of test/hosts/package.json. */
const TOOLS = fileURLToPath(new URL("./node_modules/.bin/", import.meta.url));

interface ProgramSpec {
  readonly command: string;
  readonly args: (distDir: string) => readonly string[];
}

/** A program that serves its own folder. */
const standalone =
  ({ command, args }: ProgramSpec): HostSpec["start"] =>
  (distDir, { secret, server, base }) =>
    startInFolder({ prefix: "octavo-standalone-", base }, (dir, port, url) =>
      startProcess({
        command,
        args: args(distDir),
        cwd: dir,
        env: { PORT: String(port), OCTAVO_PROXY_SECRET: secret, OCTAVO_SERVER: server ?? "", DENO_DIR: dir, DENO_NO_UPDATE_CHECK: "1" },
        ready: answers(url),
      }),
    );

/**
 * wrangler's settings, caches and logs are in a folder that is removed later; it contacts no
 * server.
 */
const wranglerEnv = (dir: string) => ({
  HOME: dir,
  XDG_CONFIG_HOME: dir,
  CI: "1",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_HIDE_BANNER: "true",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  NO_COLOR: "1",
});

/**
 * Files that `wrangler deploy` would upload as the Worker, with wrangler's own README, and its
 * output.
 */
export async function dryRunWorker(distDir: string): Promise<{ readonly output: string; readonly modules: readonly string[] }> {
  const dir = await mkdtemp(join(tmpdir(), "octavo-dry-run-"));
  try {
    const out = join(dir, "out");
    const config = join(distDir, "_hosts/cloudflare/wrangler.jsonc");
    const { stdout, stderr } = await promisify(execFile)(
      join(TOOLS, "wrangler"),
      ["deploy", "--dry-run", "--outdir", out, "--config", config],
      {
        cwd: dir,
        env: { ...process.env, ...wranglerEnv(dir) },
      },
    );
    const entries = await readdir(out, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => relative(out, join(parentPath, name)));
    return { output: stdout + stderr, modules: files.sort() };
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

const workers: HostSpec["start"] = (distDir, { secret, server, base }) =>
  startWrangler(distDir, ["--var", `OCTAVO_PROXY_SECRET:${secret}`, "--var", `OCTAVO_SERVER:${server ?? ""}`], base);

/** Runs a site's Worker as `wrangler dev` does. @param args more arguments for `wrangler dev` */
export const startWrangler = (distDir: string, args: readonly string[], base?: string): Promise<StartedHost> =>
  startInFolder({ prefix: "octavo-workers-", base }, (dir, port, url) =>
    startProcess({
      command: join(TOOLS, "wrangler"),
      args: [
        ...["dev", "--config", join(distDir, "_hosts/cloudflare/wrangler.jsonc"), "--local", "--ip", "127.0.0.1", "--port", String(port)],
        ...["--inspector-port", "0", "--persist-to", dir, "--show-interactive-dev-session=false", ...args],
      ],
      cwd: dir,
      env: wranglerEnv(dir),
      ready: answers(url),
    }),
  );

const pages: HostSpec["start"] = (distDir, { secret, server, base }) =>
  startInFolder({ prefix: "octavo-pages-", base }, (dir, port, url) =>
    startProcess({
      command: join(TOOLS, "wrangler"),
      args: [
        ...["pages", "dev", distDir, "--ip", "127.0.0.1", "--port", String(port), "--persist-to", dir],
        ...["--inspector-port", "0", "--show-interactive-dev-session=false", "--compatibility-date", "2026-01-01"],
        ...["--binding", `OCTAVO_PROXY_SECRET=${secret}`, "--binding", `OCTAVO_SERVER=${server ?? ""}`],
      ],
      cwd: dir,
      env: wranglerEnv(dir),
      ready: answers(url),
    }),
  );

const netlify: HostSpec["start"] = (distDir, { secret, server, base }) =>
  startInFolder({ prefix: "octavo-netlify-", base }, (dir, port, url) =>
    startProcess({
      command: join(TOOLS, "deno"),
      args: [
        ...["run", "--allow-all", "--no-config", "--node-modules-dir=manual"],
        ...[fileURLToPath(new URL("./stand-ins/netlify.js", import.meta.url)), distDir, String(port)],
      ],
      cwd: dir,
      env: { OCTAVO_PROXY_SECRET: secret, OCTAVO_SERVER: server ?? "", DENO_DIR: dir, DENO_NO_UPDATE_CHECK: "1" },
      ready: answers(url),
    }),
  );

export interface ReferenceHost {
  /** Sends new requests; the files stay the same. */
  ask(request: RawRequest): Promise<RawAnswer>;
  stop(): Promise<void>;
}

/** The Node host in this process, with which all others are compared. */
export async function startReference(distDir: string, base = ""): Promise<ReferenceHost> {
  const server = await listen(createNodeHost({ distDir, base }), { host: "127.0.0.1", port: 0 });
  const asked = new Map<string, Promise<RawAnswer>>();
  return {
    ask(request) {
      const key = JSON.stringify(request);
      const answer = asked.get(key) ?? sendRaw(server.url + base, request);
      asked.set(key, answer);
      return answer;
    },
    stop: () => server.close(),
  };
}

/** The CDN serves files, including those of the API under their own names. */
const isNetlifyFunction = ({ target }: RecordedRequest): boolean =>
  isApi(target) && !new URL(target, "http://x").pathname.endsWith(".json");

/**
 * Cloudflare sends files without Octavo's program, so Cloudflare words the answers to other
 * methods.
 */
const isCloudflareOwn = ({ method, target }: RecordedRequest): boolean => !isApi(target) && !["GET", "HEAD"].includes(method);
/** Pages answers in its own words if one of these is missing. */
const isFileFolder = (target: string): boolean => /^\/(?:media|index)(?:\/|$)/.test(target);

/** Exactly the program that Node runs. */
const SAME: Profile = { refusesByItself: false, refusesQueries: false, ownPages: false };
const FUNCTION: Profile = { ...SAME, ownPages: true };

export const HOSTS: readonly HostSpec[] = [
  { name: "node", profile: SAME, start: standalone({ command: process.execPath, args: (dist) => [`${dist}/_hosts/node/server.js`] }) },
  {
    name: "deno",
    profile: SAME,
    start: standalone({
      command: join(TOOLS, "deno"),
      args: (dist) => ["run", "--no-config", "--allow-net", "--allow-env", `--allow-read=${dist}`, `${dist}/_hosts/deno/server.js`],
    }),
  },
  { name: "bun", profile: SAME, start: standalone({ command: join(TOOLS, "bun"), args: (dist) => [`${dist}/_hosts/bun/server.js`] }) },
  { name: "cloudflare workers", profile: FUNCTION, addresses: "one", covers: (request) => !isCloudflareOwn(request), start: workers },
  {
    name: "cloudflare pages",
    profile: FUNCTION,
    addresses: "one",
    covers: (request) => !isCloudflareOwn(request) && !isFileFolder(request.target),
    start: pages,
  },
  { name: "netlify (stand-in)", profile: FUNCTION, covers: isNetlifyFunction, start: netlify },
  { name: "nginx", profile: WEB_SERVER, start: nginx },
  { name: "caddy", profile: WEB_SERVER, start: caddy },
];
