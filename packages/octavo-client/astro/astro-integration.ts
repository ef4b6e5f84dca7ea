import { existsSync, readFileSync } from "node:fs";
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Manifest } from "../../../contract/index-format.ts";
import { MANIFEST_FILE } from "../../../contract/paths.ts";
import { pathOfAddress, siteOfApi, toApiBase } from "../../../contract/text/base-path.ts";
import { findMarkedPart, MARKED_FILES, replaceBlock } from "../../../contract/text/marked-block.ts";
import { type DevServer, startDev } from "./dev-server.ts";
import { createMovedPages, type PageAnswer, type PageRequest, writeMovedPages } from "./moved-pages.ts";
import { DEV_API, FILES_FOLDER, openSite } from "./open-site.ts";

export interface OctavoIntegrationOptions {
  /**
   * Output folder of `octavo build`, relative to the site's folder. Default: dist-octavo, because
   * dist belongs to Astro.
   */
  readonly folder?: string;
  /** Further arguments of `octavo dev`: `["--drafts"]` also shows drafts. */
  readonly dev?: readonly string[];
}

interface Logger {
  info(message: string): void;
  warn(message: string): void;
}

interface ViteServer {
  readonly middlewares: { use(handler: (request: PageRequest, answer: PageAnswer, next: () => void) => void): unknown };
  readonly environments: Readonly<Record<string, { readonly hot: { send(event: string | object): void } } | undefined>>;
}

/** The parts of Astro's hooks that are used here. */
export interface AstroIntegrationHooks {
  "astro:config:setup"(options: {
    readonly command: string;
    readonly isRestart: boolean;
    readonly config: {
      readonly root: URL;
      readonly base: string;
      readonly server: { readonly port: number };
      readonly build: { readonly format: string };
    };
    readonly logger: Logger;
    updateConfig(config: object): unknown;
  }): Promise<void>;
  "astro:server:setup"(options: {
    readonly server: ViteServer;
    readonly logger: Logger;
    readonly refreshContent?: (options: object) => Promise<void>;
  }): void;
  "astro:server:done"(): Promise<void>;
  "astro:build:done"(options: { readonly dir: URL; readonly logger: Logger }): Promise<void>;
}

/** An Astro integration. */
export interface OctavoIntegration {
  readonly name: string;
  readonly hooks: AstroIntegrationHooks;
}

/**
 * Paths under the base that `octavo dev` answers instead of Astro: the API and the files of dist.
 */
const ANSWERED =
  "/(?:api/v1(?:/|$)|media/|index/v1/|octavo-[\\w.-]+\\.js(?:on)?$|(?:feed|sitemap|robots|llms)[\\w.-]*\\.(?:xml|json|txt)$|moderate/)";

/**
 * For `astro.config.mjs`. During `astro dev` it also runs `octavo dev`, answers the API at the
 * site's own address, and reloads pages at every save. After `astro build` it copies the output of
 * `octavo build` into the folder of the pages, so that one folder is the whole site. Former
 * addresses of pages redirect to the current ones.
 */
export function octavo({ folder = FILES_FOLDER, dev = [] }: OctavoIntegrationOptions = {}): OctavoIntegration {
  let running: DevServer | null = null;
  let root = process.cwd();
  let base = "";
  let format = "directory";
  const stop = async (): Promise<void> => {
    delete process.env[DEV_API];
    await running?.stop();
    running = null;
  };
  return {
    name: "octavo-client/astro",
    hooks: {
      async "astro:config:setup"({ command, config, updateConfig, logger }) {
        root = resolve(fileURLToPath(config.root));
        format = config.build.format;
        if (command !== "dev") {
          const built = readBuiltBase(join(root, folder));
          base = built ?? toBase(config.base);
          if (built !== null) setBase(config.base, base, updateConfig);
          return;
        }
        running ??= await startDev({
          root,
          siteUrl: `http://localhost:${config.server.port}`,
          args: dev,
          tell: (line) => logger.info(line),
        });
        process.env[DEV_API] = toApiBase(running.url);
        base = pathOfAddress(running.url);
        const answered = `^${base.replaceAll(".", "\\.")}${ANSWERED}`;
        const proxy = { [answered]: { target: new URL(running.url).origin, changeOrigin: false } };
        setBase(config.base, base, updateConfig);
        updateConfig({ vite: { server: { proxy } } });
      },
      "astro:server:setup"(options) {
        if (running !== null) followBuilds(running, base, options);
      },
      "astro:server:done": stop,
      async "astro:build:done"({ dir, logger }) {
        const [from, to] = [join(root, folder), fileURLToPath(dir)];
        const skippedFiles = await layBeside(from, to);
        for (const name of skippedFiles) logger.warn(`${name} is already an Astro page; the one in ${folder} was left out`);
        const moved = await writeMovedPages({ folder: from, dir: to, format, base });
        if (moved > 0) logger.info(`${moved} former ${moved === 1 ? "address redirects" : "addresses redirect"} to current pages`);
      },
    },
  };
}

/** Reloads pages after each build of `octavo dev`. */
function followBuilds(
  running: DevServer,
  base: string,
  { server, refreshContent, logger }: Parameters<AstroIntegrationHooks["astro:server:setup"]>[0],
): void {
  const moved = createMovedPages(openSite(), base);
  const warn = (error: unknown): void => logger.warn(String(error));
  server.middlewares.use(moved.answer);
  moved.refresh().catch(warn);
  running.onBuilt(() => {
    const reload = async (): Promise<void> => {
      await moved.refresh();
      await refreshContent?.({});
      server.environments.ssr?.hot.send("astro:content-changed");
      server.environments.client?.hot.send({ type: "full-reload" });
    };
    reload().catch(warn);
  });
}

/**
 * Base path of the built site; null if nothing has been built yet, which Astro's pages report when
 * they request content.
 */
function readBuiltBase(folder: string): string | null {
  const file = join(folder, MANIFEST_FILE);
  if (!existsSync(file)) return null;
  const { site }: Pick<Manifest, "site"> = JSON.parse(readFileSync(file, "utf8"));
  return pathOfAddress(siteOfApi(site.baseUrl));
}

/**
 * Sets Astro's base to the site's, unless Astro's configuration states one.
 * @throws Error if it has a different one
 */
function setBase(written: string, base: string, updateConfig: (config: object) => unknown): void {
  const own = toBase(written);
  if (own === "" && base !== "") updateConfig({ base });
  else if (own !== base)
    throw new Error(
      `base is "${written}" in Astro's configuration, but the address of the site (url in content/site.yaml, or in octavo.config) has ${base === "" ? "no path" : `the path ${base}`}: remove base, or use the same path in both`,
    );
}

/** A base from Astro's configuration, without a final slash: `blog/` → `/blog`. */
function toBase(written: string): string {
  return `/${written}`.replaceAll(/\/+/g, "/").replace(/\/$/, "");
}

/**
 * Copies Octavo's output into Astro's. Existing files stay.
 * @returns names of existing files that differ, relative to the folder
 */
async function layBeside(from: string, to: string): Promise<readonly string[]> {
  const skipped: string[] = [];
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    // This file lists the files that a build may remove, but Astro empties the folder itself.
    if (!entry.isFile() || entry.name === ".octavo-files") continue;
    const file = join(entry.parentPath, entry.name);
    const name = file.slice(from.length + 1);
    if (existsSync(join(to, name))) {
      // Both copy the public folder, but part of each of these files is Octavo's.
      if (MARKED_FILES.includes(name)) {
        const block = findMarkedPart(await readFile(file, "utf8"));
        await writeFile(join(to, name), replaceBlock(await readFile(join(to, name), "utf8"), block));
      } else if (!(await readFile(file)).equals(await readFile(join(to, name)))) skipped.push(name);
      continue;
    }
    await mkdir(dirname(join(to, name)), { recursive: true });
    await cp(file, join(to, name), { preserveTimestamps: true });
  }
  return skipped.sort();
}
