import { stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { ModuleSources } from "../../build/cache/module-sources.ts";
import { CONFIG_NAMES } from "../../build/config/load-config.ts";
import { Diagnostics } from "../../build/shared/diagnostics.ts";
import type { ResolvedConfig } from "../../build/shared/resolved-config.ts";
import { toStandInUrl } from "../../build/shared/slugs.ts";
import { REPOSITORY_TEXTS } from "../../build/sources/repository-texts.ts";
import { COLLECTION_NAMES } from "../../contract/config/config-names.ts";
import { CliError, type Io } from "../io.ts";
import type { Settings } from "../options/shared-options.ts";
import { toSiteName } from "../text/site-name.ts";
import { openWorkspace, type Workspace } from "./builder.ts";
import { plural, renderNotice } from "./result-text.ts";

const POSTS = ["**/*.{md,mdx}", `!**/{${REPOSITORY_TEXTS.flatMap((name) => [name, name.toLowerCase()]).join(",")}}.{md,mdx}`];
export const SITE_FILES = ["site.yaml", "site.yml"];

/**
 * Like `openWorkspace`, for a command that reads the content. A folder without a configuration may
 * itself be a content folder.
 */
export async function openContent(settings: Settings<"config" | "content">, io: Io, sources?: ModuleSources): Promise<Workspace> {
  return assumeSite(await openWorkspace(settings, io, sources), settings, io);
}

/**
 * A folder with neither a configuration nor a content folder is treated as the content folder. If
 * it has site.yaml or a collection's folder, it is read like any content folder; otherwise each
 * Markdown file is a post. Nothing is assumed about other folders, or about a folder whose parent
 * has a configuration.
 * @returns the workspace unchanged, or with assumptions and notices about them
 * @throws CliError if there is nothing to build, with a hint
 */
async function assumeSite(workspace: Workspace, settings: Settings<"config" | "content">, io: Io): Promise<Workspace> {
  const { config, contentDir } = workspace;
  if (config.file !== null || settings.config !== null || settings.content !== null || (await exists(contentDir))) return workspace;
  const { cwd } = io;
  const there = async (names: readonly string[]): Promise<string | null> => {
    for (const name of names) if (await exists(join(cwd, name))) return name;
    return null;
  };
  await checkAbove(cwd);
  const site = await there(SITE_FILES);
  const folder = await there(COLLECTION_NAMES);
  const isLaidOut = site !== null || folder !== null;
  const posts = isLaidOut ? 0 : await countPosts(cwd, config);
  if (!isLaidOut && posts === 0) throw nothingToBuild(cwd);
  const name = toSiteName(cwd);
  const url = toStandInUrl(name);
  const notices = [
    isLaidOut
      ? `there is no content folder: this folder is used as one, because it has ${site ?? `${folder}/`}`
      : `${plural(posts, "Markdown file")} in this folder ${posts === 1 ? "is" : "are"} treated as ${posts === 1 ? "a post" : "posts"}`,
    ...(site === null ? [`until site.yaml has name: and url:, the site is called "${name}" and its address is a placeholder`] : []),
  ];
  const assumed: ResolvedConfig = {
    ...config,
    content: ".",
    ...(site === null ? { site: { name, url } } : {}),
    ...(isLaidOut ? {} : { collections: { ...config.collections, posts: POSTS }, ownCollections: true }),
  };
  return { ...workspace, config: assumed, contentDir: cwd, assumed: { notices, hasAddress: site !== null } };
}

/** @throws CliError if the folder above is a site's, whose configuration would not be read here */
async function checkAbove(cwd: string): Promise<void> {
  for (const name of CONFIG_NAMES)
    if (await exists(join(cwd, "..", name)))
      throw new CliError(`this folder is part of the site above, which has ${name}`, {
        hint: "run the command in the folder above (cd ..); --content . uses only this folder",
      });
}

/** Prints the assumptions before anything is built. */
export function tellAssumed({ assumed }: Workspace, { quiet, json }: Settings<"quiet"> & Partial<Settings<"json">>, io: Io): void {
  if (assumed !== null && !quiet && json !== true) io.stdout.write(assumed.notices.map((notice) => `${renderNotice(notice)}\n`).join(""));
}

/** @throws CliError if nobody has set the site's address, because published links would be wrong */
export function checkAddress({ assumed }: Workspace): void {
  if (assumed === null || assumed.hasAddress) return;
  throw new CliError("the site has no address yet, and a build needs one", {
    hint: "write site.yaml with name: and url: into this folder; octavo dev does not need it",
  });
}

async function countPosts(cwd: string, config: ResolvedConfig): Promise<number> {
  // Loaded on demand: most sites have settings, and a build without changes searches for nothing.
  const { createFileFinder } = await import("../../build/listing/find-files.ts");
  const { find } = createFileFinder({ contentDir: cwd, cwd, config, diagnostics: new Diagnostics() });
  return (await find(POSTS)).length;
}

function nothingToBuild(cwd: string): CliError {
  const hint = "octavo init starts a site here; if your site is in another folder, run octavo there";
  return new CliError(`there is no content in ${basename(cwd) || "this folder"}: no content folder and no Markdown`, { hint });
}

export async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}
