import path from "node:path";
import { byKey } from "../../contract/by-key.ts";
import { COLLECTION_NAMES } from "../../contract/config/config-names.ts";
import { mayBeYaml } from "../../kinds/list-kinds.ts";
import { pathInTree, placeInTree } from "../kinds/addresses/page-tree.ts";
import { compareText, counted, type Diagnostics, type Finding, firstFew, startOf } from "../shared/diagnostics.ts";
import { NOT_A_FILE } from "../shared/file-io.ts";
import { isOwnKey, type KindName, kindNamesOf, shownKind } from "../shared/kind-name.ts";
import type { ResolvedConfig } from "../shared/resolved-config.ts";
import type { SourceFile } from "../shared/source-file.ts";
import { isMisspelt } from "../shared/suggest.ts";
import { REPOSITORY_TEXTS } from "../sources/repository-texts.ts";
import { DOCUMENT_FILES } from "./file-listing.ts";
import type { FoundFile } from "./find-files.ts";

/**
 * Matches section pages of Hugo and Zola, which describe a folder and are not documents of a
 * collection.
 */
export const SECTION_PAGE = /(?:^|\/)_index(?:\.[\w-]+)?\.[^/.]+$/;
/** Maximum number of paths in a notice. */
export const LISTED_PATHS_MAX = 5;

export interface FileOwnersOptions {
  readonly config: ResolvedConfig;
  /** All content files. */
  readonly all: readonly string[];
  readonly toFile: (relative: string) => SourceFile;
  readonly diagnostics: Diagnostics;
  /** Whether a file may be read, because no link to it leads out of the content folder. */
  readonly mayRead: (relative: string) => boolean;
}

/**
 * Assigns each content file to the first kind with a matching glob, and reports files without a
 * kind.
 */
export class FileOwners {
  readonly collections: Readonly<Record<KindName, string[]>>;
  readonly #options: FileOwnersOptions;
  /** Files that need no report although they do not belong to a kind. */
  readonly #seen = new Set<string>(Object.values(DOCUMENT_FILES).flat());
  readonly #sectionPages: Set<string>;
  readonly #owners = new Map<string, KindName>();
  /** Files that match the globs of two kinds, by the keys of both kinds. */
  readonly #shared = new Map<string, string[]>();

  constructor(options: FileOwnersOptions) {
    this.#options = options;
    this.#sectionPages = new Set(options.all.filter((relative) => SECTION_PAGE.test(relative)));
    this.collections = byKey(kindNamesOf(options.config), (): string[] => []);
  }

  has(relative: string): boolean {
    return this.#owners.has(relative);
  }

  /** @param globs the kind's globs, which match the file */
  take(kind: KindName, globs: readonly string[], { relative, special }: FoundFile): void {
    const { config, toFile, diagnostics, mayRead } = this.#options;
    if (this.#seen.has(relative)) return;
    const owner = this.#owners.get(relative);
    if (SECTION_PAGE.test(relative)) this.#sectionPages.add(relative);
    else if (kind === "pages" && isPageOfMissing(relative, globs) && !config.website) this.#leaveOut(relative);
    else if (owner !== undefined) {
      const pair = `${owner} ${kind}`;
      this.#shared.set(pair, [...(this.#shared.get(pair) ?? []), relative]);
    } else {
      this.#owners.set(relative, kind);
      if (!mayRead(relative)) return;
      if (!special) this.collections[kind]?.push(relative);
      else diagnostics.error(startOf(toFile(relative).path), SPECIAL_FILE);
    }
  }

  #leaveOut(relative: string): void {
    const { toFile, diagnostics } = this.#options;
    this.#seen.add(relative);
    diagnostics.notice(`${toFile(relative).path} is ignored: it is for missing addresses, and this build makes no pages`);
  }

  report(): void {
    const { config, all, toFile, diagnostics } = this.#options;
    for (const [pair, files] of this.#shared) reportShared(pair, files.map(toFile), diagnostics);
    if (this.#sectionPages.size > 0) {
      const pages = [...this.#sectionPages].sort(compareText).map((page) => toFile(page).path);
      diagnostics.notice(`${counted(pages.length, "section page")} (_index.md) ignored: ${firstFew(pages, LISTED_PATHS_MAX)}`);
    }
    const orphans = all.filter((relative) => !this.has(relative) && !this.#seen.has(relative) && !this.#sectionPages.has(relative));
    reportOrphans(orphans.map(toFile), config, diagnostics);
  }
}

/** Whether a file is the top `404.md`. */
function isPageOfMissing(relative: string, globs: readonly string[]): boolean {
  return placeInTree(pathInTree(relative, globs)) === "404";
}

const SPECIAL_FILE: Finding = { code: "unreadable-file", ...NOT_A_FILE };

function reportShared(pair: string, files: readonly SourceFile[], diagnostics: Diagnostics): void {
  const [first, ...others] = files;
  if (first === undefined) return;
  const rest = others.length === 0 ? "" : `, as ${others.length === 1 ? "does" : "do"} ${counted(others.length, "other file")}`;
  const kinds = pair.split(" ");
  const message = `belongs to two collections, ${kinds.map(shownKind).join(" and ")}${rest}`;
  const settings = kinds.map((kind) => (isOwnKey(kind) ? `kinds.${shownKind(kind)}.files` : `collections.${kind}`));
  const hint = `narrow the globs of ${settings.join(" or ")} in octavo.config.ts; collections: { <name>: [] } switches a built-in one off`;
  diagnostics.error(startOf(first.path), { code: "two-collections", message, hint });
}

/**
 * Matches texts about a repository, and `_config.yml`, which is the configuration of the previous
 * generator.
 */
const REPOSITORY_TEXT = new RegExp(`^(?:(?:${REPOSITORY_TEXTS.join("|")})\\.mdx?|_config\\.ya?ml)$`, "i");

/**
 * Reports files without a collection, grouped by folder, so that a folder of notes gives one line.
 * With the default folders, these are warnings; otherwise, they are only notices.
 */
function reportOrphans(files: readonly SourceFile[], { ownCollections, ownKinds }: ResolvedConfig, diagnostics: Diagnostics): void {
  // Texts about the repository are expected if its root folder contains the posts.
  const meant = files.filter(({ relative }) => !ownCollections || !REPOSITORY_TEXT.test(path.posix.basename(relative)));
  const folders = Map.groupBy(meant, ({ relative }) => /^(.*?)\//.exec(relative)?.[1] ?? "");
  for (const [first, ...rest] of folders.values()) {
    if (first === undefined) continue;
    const others = rest.length === 0 ? "" : `, or ${counted(rest.length, "other file")} in its folder`;
    const message = `no collection includes this file${others}`;
    if (ownCollections) diagnostics.notice(`no collection includes ${first.path}${others}`);
    else diagnostics.warning(startOf(first.path), { code: "no-collection", message, hint: hintForOrphan(first.relative, ownKinds) });
  }
}

function hintForOrphan(relative: string, ownKinds: ResolvedConfig["ownKinds"]): string {
  const meant = Object.values(DOCUMENT_FILES)
    .flat()
    .find((name) => isMisspelt(relative, name));
  if (meant !== undefined) return `did you mean ${meant}?`;
  const [folder = ""] = relative.split("/");
  const [, ending = ""] = /(\.\w+)$/.exec(relative) ?? [];
  if (COLLECTION_NAMES.some((name) => name === folder) && folder !== "series" && !mayBeYaml(folder) && ending !== ".md")
    return `the files in ${folder} must end in .md or .mdx, so rename it`;
  const globs = ownKinds.map(({ files }) => files.join(", "));
  const own = globs.length === 0 ? "" : `; your kinds use ${firstFew(globs, LISTED_PATHS_MAX)}`;
  return `the folders are ${COLLECTION_NAMES.join(", ")}${own}; collections and kinds in octavo.config.ts set others`;
}
