import { existsSync } from "node:fs";
import path from "node:path";
import { readConfigPlaces } from "../config/config-places.ts";
import type { Diagnostics } from "../shared/diagnostics.ts";
import { defaultGlobOf } from "../shared/kind-name.ts";
import type { ResolvedConfig } from "../shared/resolved-config.ts";
import { showPath } from "../shared/source-file.ts";

/** A glob of posts or of one of the site's own kinds that matches no file. */
export interface UnmatchedGlob {
  readonly kind: string;
  readonly glob: string;
  /** The nearest existing folder, as shown in messages. */
  readonly folder: string;
  /** Whether the glob names the file of a single document that every site can have. */
  readonly isTaken: boolean;
  /** A file that the glob matches but that is not a document of the kind, such as `about.md`. */
  readonly only: string | null;
}

interface ReportUnmatchedOptions {
  readonly config: Pick<ResolvedConfig, "collections" | "file" | "ownKinds">;
  readonly cwd: string;
  readonly diagnostics: Diagnostics;
}

/**
 * The deepest existing folder in a glob.
 * @param contentDir absolute path
 */
export function findNearestFolder(glob: string, { contentDir, cwd }: { readonly contentDir: string; readonly cwd: string }): string {
  const segments = glob.split("/");
  const isPattern = segments.findIndex((segment) => /[*?{[(!]/.test(segment));
  const named = segments.slice(0, isPattern === -1 ? -1 : isPattern);
  while (named.length > 0 && !existsSync(path.join(contentDir, ...named))) named.pop();
  return showPath(cwd, path.join(contentDir, ...named));
}

/** Reports unmatched globs. Otherwise, a mistyped folder would silently give an empty kind. */
export async function reportUnmatched(
  unmatched: readonly UnmatchedGlob[],
  { config: { file, ownKinds, collections }, cwd, diagnostics }: ReportUnmatchedOptions,
): Promise<void> {
  if (unmatched.length === 0 || file === null) return;
  const kinds = Object.fromEntries(ownKinds.map((kind) => [kind.name, kind]));
  const places = await readConfigPlaces({ kinds, collections }, path.resolve(cwd, file), file);
  for (const { kind, glob, folder, isTaken, only } of unmatched) {
    const ownField = ["kinds", kind, ...(glob === defaultGlobOf(kind) ? [] : ["files"])];
    const field = Object.hasOwn(kinds, kind) ? ownField : ["collections", kind];
    const reason = isTaken
      ? `${glob} has a special meaning`
      : only === null
        ? `no file matches ${glob}`
        : `${glob} matches only files with a special meaning, such as ${only}`;
    const message = `${reason}, so ${kind} has no document from it`;
    const hint = isTaken
      ? `rename the file, for example to data/${glob}`
      : `the nearest folder that exists is ${folder}; globs are relative to the content folder`;
    diagnostics.warning(places.value(field), { code: "no-files", message, hint, field });
  }
}
