import { existsSync, readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Inputs } from "../cache/inputs.ts";
import { digestFile } from "../emit/copy-file.ts";
import type { OutputFile } from "../emit/output-file.ts";
import { compareText, type Diagnostics, startOf } from "../shared/diagnostics.ts";
import { isWithin, realPathOf } from "../shared/own-folders.ts";
import type { ResolvedConfig } from "../shared/resolved-config.ts";
import { showPath } from "../shared/source-file.ts";
import { findConflict } from "./public-conflicts.ts";

/** The only folder that is published although its name begins with a dot (RFC 8615). */
const WELL_KNOWN = ".well-known";
/**
 * Matches names that not every host can serve: with separators, control characters, characters that
 * end a path in an address, or an ending that Windows ignores.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a line break would end a line of .octavo-files.
const UNUSABLE_NAME = /[\\?#\u0000-\u001f\u007f]|[. ]$/;

export interface PublicFolderOptions {
  readonly cwd: string;
  readonly config: ResolvedConfig;
  /** Absolute paths of files and folders that the public folder must not contain. */
  readonly privatePaths: readonly string[];
  /**
   * Whether a file, by its absolute path, is a source of content, which may be an unpublished
   * draft.
   */
  isContent(path: string): boolean;
  readonly inputs: Inputs;
  readonly diagnostics: Diagnostics;
}

/**
 * Reads the files of the folder `public`, which are copied into the site unchanged. Problems with
 * files are reported.
 */
export function readPublicFolder(options: PublicFolderOptions): readonly OutputFile[] {
  const { cwd, config, inputs, diagnostics, privatePaths } = options;
  if (config.public === null) return [];
  const folder = join(config.root, config.public.folder);
  inputs.note(folder);
  const shown = showPath(cwd, folder);
  const fail = (message: string, hint: string): readonly OutputFile[] => {
    diagnostics.error(startOf(config.file ?? shown), { code: "public-folder", message, hint });
    return [];
  };
  if (!existsSync(folder))
    return config.public.isGiven
      ? fail(`the folder ${shown}, which \`public\` names, does not exist`, "create the folder, or write public: false")
      : [];
  if (!statSync(folder).isDirectory())
    return config.public.isGiven ? fail(`${shown}, which \`public\` names, is not a folder`, "write public: false") : [];
  const root = realpathSync.native(folder);
  const held = privatePaths.find((path) => isWithin(realPathOf(path), root));
  if (held !== undefined)
    return fail(
      `${shown} would be published, and with it ${held === config.root ? "the project" : showPath(cwd, held)}`,
      "set `public` to a folder that contains nothing else, or write public: false",
    );
  const reader = new PublicReader(root, shown, options);
  reader.read(folder, "", [root]);
  reader.reportHidden();
  return reader.files;
}

class PublicReader {
  readonly files: OutputFile[] = [];
  readonly #hidden: string[] = [];
  readonly #root: string;
  readonly #shown: string;
  readonly #options: PublicFolderOptions;

  constructor(root: string, shown: string, options: PublicFolderOptions) {
    this.#root = root;
    this.#shown = shown;
    this.#options = options;
  }

  /**
   * @param path path of the folder in the site, with a trailing slash
   * @param above real paths of the folder and its ancestors
   */
  read(folder: string, path: string, above: readonly string[]): void {
    this.#options.inputs.note(folder);
    const entries = this.#tryTo(path, () => readdirSync(folder, { withFileTypes: true })) ?? [];
    for (const entry of entries.sort((a, b) => compareText(a.name, b.name))) {
      const name = path + entry.name;
      if (entry.name.startsWith(".") && name !== WELL_KNOWN) this.#hidden.push(name);
      else if (UNUSABLE_NAME.test(entry.name)) this.#warn(name, "not every host can serve such a name", "rename it");
      else this.#take(join(folder, entry.name), name, { isLink: entry.isSymbolicLink(), above });
    }
  }

  #take(absolute: string, name: string, { isLink, above }: { readonly isLink: boolean; readonly above: readonly string[] }): void {
    const stat = this.#tryTo(name, () => statSync(absolute));
    if (stat === null) return;
    const real = isLink ? realpathSync.native(absolute) : absolute;
    const withheld = this.#findWithheld(absolute, real, { isLink, isFile: stat.isFile(), isLoop: above.includes(real) });
    if (withheld !== null) this.#warn(name, ...withheld);
    else if (stat.isDirectory()) this.read(absolute, `${name}/`, [...above, real]);
    else this.#takeFile(absolute, name, stat);
  }

  /**
   * Returns why a file is not published, and the remedy, or null if it is published, or is a
   * folder.
   */
  #findWithheld(
    absolute: string,
    real: string,
    { isLink, isFile, isLoop }: { readonly isLink: boolean; readonly isFile: boolean; readonly isLoop: boolean },
  ): readonly [why: string, hint: string] | null {
    const { cwd, isContent } = this.#options;
    if (isLink && !this.#isShownPlace(real)) return [`it leads to ${showPath(cwd, real)}`, "copy the file into the folder"];
    if (isLoop) return ["it leads to a folder that contains it", "remove it"];
    if (isFile) return isContent(absolute) || isContent(real) ? ["it is a source of content", "move it to the content folder"] : null;
    return statSync(absolute).isDirectory() ? null : ["it is a pipe, a socket or a device", "remove it"];
  }

  #takeFile(absolute: string, name: string, stat: Stats): void {
    const conflict = findConflict(name, this.#options.config);
    if (conflict !== null) {
      this.#options.diagnostics.error(startOf(this.#show(name)), conflict);
      return;
    }
    const { inputs } = this.#options;
    const digest = inputs.digestIfSame(absolute, stat) ?? this.#tryTo(name, () => digestFile(absolute));
    inputs.add(absolute, stat, digest ?? "");
    if (digest !== null) this.files.push({ path: name, content: { copyFrom: absolute, digest } });
  }

  /** Whether a link may lead to a path, because the path is in the folder and published. */
  #isShownPlace(real: string): boolean {
    const names = relative(this.#root, real).split(sep);
    return isWithin(real, this.#root) && names.every((name, at) => !name.startsWith(".") || (at === 0 && name === WELL_KNOWN));
  }

  #tryTo<T>(name: string, work: () => T): T | null {
    try {
      return work();
    } catch (error) {
      const { code = String(error) } = error as NodeJS.ErrnoException;
      if (code === "ENOENT" || code === "ELOOP") this.#warn(name, "it is a link that leads nowhere", "remove it");
      else {
        const hint = "give octavo permission to read it, or remove it";
        this.#options.diagnostics.error(startOf(this.#show(name)), { code: "public-file", message: `cannot be read: ${code}`, hint });
      }
      return null;
    }
  }

  #show(name: string): string {
    return `${this.#shown}/${name}`;
  }

  #warn(name: string, why: string, hint: string): void {
    this.#options.diagnostics.warning(startOf(this.#show(name)), { code: "public-file", message: `is not published: ${why}`, hint });
  }

  reportHidden(): void {
    if (this.#hidden.length === 0) return;
    const message = `${listNames(this.#hidden)} ${this.#hidden.length === 1 ? "is" : "are"} not published: names that begin with a dot are private, except ${WELL_KNOWN}/`;
    const hint = "rename or remove them";
    this.#options.diagnostics.warning(startOf(this.#shown), { code: "public-file", message, hint });
  }
}

/** Returns files of the folder that are not yet in the out folder. */
export function listNewFiles(files: readonly OutputFile[], outDir: string): readonly string[] {
  return files.filter(({ path }) => !existsSync(join(outDir, path))).map(({ path }) => path);
}

const SHOWN_NAMES = 5;

function listNames(names: readonly string[]): string {
  const rest = names.length - SHOWN_NAMES;
  return names.slice(0, SHOWN_NAMES).join(", ") + (rest > 0 ? ` and ${rest.toLocaleString("en-US")} more` : "");
}
