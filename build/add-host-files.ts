import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { MoreFiles, SiteFile } from "./build-options.ts";
import type { Build } from "./current-build.ts";
import { NEVER, type OutputFile, UNLISTED } from "./emit/output-file.ts";
import type { OutputTable } from "./emit/output-table.ts";
import { identityOf } from "./emit/stager.ts";
import type { Outputs } from "./outputs/outputs.ts";
import { type MergedFiles, mergeMarkedFiles, toRulesFile } from "./public/marked-files.ts";
import { findHostConflict, toPageConflict } from "./public/public-conflicts.ts";
import { startOf } from "./shared/diagnostics.ts";
import { showPath } from "./shared/source-file.ts";

export interface WithHostFiles extends MergedFiles {
  /** The files of the site itself. */
  readonly site: Iterable<OutputFile>;
  /** Number of those files. */
  readonly count: number;
}

/** Adds the files that hosts need, merged with the owner's own versions of them. */
export async function addHostFiles(
  { options, cache, diagnostics, stages }: Build,
  { files, count, isPageFile }: Pick<Outputs, "files" | "count" | "isPageFile">,
  inPublic: readonly OutputFile[],
): Promise<WithHostFiles> {
  const { cwd, config, outDir, more } = options;
  const publicDir = join(config.root, config.public?.folder ?? "");
  const rules = toRulesFile(config);
  const all = concat(rules, files);
  const { site, made } =
    more === undefined ? { site: all, made: [] } : await stages.run("hosts", () => makeHostFiles(all, more, cache.outputs));
  const merged = await mergeMarkedFiles({ made, inPublic, outDir, publicDir, cwd, diagnostics });
  const madePaths = new Set(merged.made.map(({ path }) => path));
  for (const { path } of merged.inPublic) {
    const conflict = findHostConflict(path, madePaths) ?? ((await isPageFile(path)) ? toPageConflict(path) : null);
    if (conflict !== null) diagnostics.error(startOf(showPath(cwd, join(publicDir, path))), conflict);
  }
  return { ...merged, site, count: rules.length + count };
}

/**
 * Creates the files that hosts need, based on the site's own files.
 * @param previous outputs of the last build
 */
async function makeHostFiles(
  site: Iterable<OutputFile>,
  hosts: MoreFiles,
  previous: OutputTable,
): Promise<{ readonly site: readonly OutputFile[]; readonly made: readonly OutputFile[] }> {
  const files = [...site];
  const unlisted = files.filter(({ content }) => "identity" in content && content.identity.startsWith(UNLISTED)).map(({ path }) => path);
  const made = await hosts.make(files.map((file) => toSiteFile(file, previous)));
  return {
    site: files,
    made: made.map(({ path, content }) => {
      // The name of a compressed copy begins with the name of its file.
      const mark = unlisted.some((name) => path.startsWith(name)) ? UNLISTED : "";
      if (typeof content !== "string" && "bytes" in content)
        return { path, content: { bytes: () => content.bytes(), identity: mark + content.identity } };
      const bytes = typeof content === "string" ? Buffer.from(content) : content;
      return { path, content: { bytes: () => bytes, identity: `${mark}${hash("sha1", bytes)}` } };
    }),
  };
}

function toSiteFile({ path, content }: OutputFile, previous: OutputTable): SiteFile {
  const identity = identityOf(content, path);
  return {
    path,
    get identity() {
      return identity === NEVER ? hash("sha1", this.text) : identity;
    },
    get text() {
      if ("bytes" in content) return content.text ?? Buffer.from(content.bytes()).toString("utf8");
      return "text" in content ? content.text : readFileSync(content.copyFrom, "utf8");
    },
    get size() {
      return previous.sizeIfSame(path, identity) ?? Buffer.byteLength(this.text);
    },
  };
}

export function* concat<T>(...lists: Iterable<T>[]): Generator<T, void, undefined> {
  for (const list of lists) yield* list;
}
