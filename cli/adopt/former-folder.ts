import { readdirSync, readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import { join, posix, sep } from "node:path";
import type { Diagnostics } from "../../build/shared/diagnostics.ts";
import { findCalls, readConstants } from "./code-values.ts";
import { FormerConfig, readConfig } from "./former-config.ts";

/** Larger files are not configuration. */
const FILE_MAX_BYTES = 1_000_000;
/** Levels to search in a folder of posts: years, months, one folder per post. */
const MARKDOWN_DEPTH_MAX = 4;
const CODE_ENDINGS = ["", ".ts", ".mts", ".js", ".mjs", ".cjs", ".json", "/index.ts", "/index.js"];

/** The folder of another generator's site. Nothing outside it is read, not even through links. */
export class FormerFolder {
  /** Absolute. */
  readonly root: string;
  readonly diagnostics: Diagnostics;
  readonly #memo = new Map<symbol, unknown>();

  constructor(root: string, diagnostics: Diagnostics) {
    this.root = root;
    this.diagnostics = diagnostics;
  }

  /** Computes a value for the folder once, because reading the whole folder takes time. */
  memo<Value>(key: symbol, compute: () => Value): Value {
    if (!this.#memo.has(key)) this.#memo.set(key, compute());
    return this.#memo.get(key) as Value;
  }

  isFolder(path: string): boolean {
    return this.#stat(path)?.isDirectory() ?? false;
  }

  /** The first of these files that exists. */
  findFile(names: readonly string[]): string | null {
    return names.find((name) => this.#stat(name)?.isFile() ?? false) ?? null;
  }

  /** null if it does not exist, or is a link to itself. */
  #stat(path: string): Stats | null {
    try {
      return statSync(join(this.root, path));
    } catch (error) {
      if (error instanceof Error && "code" in error && /^(?:ENOENT|ENOTDIR|ELOOP)$/.test(String(error.code))) return null;
      throw error;
    }
  }

  /** The first of these folders that contains Markdown, at any depth. */
  findMarkdownFolder(names: readonly string[]): string | null {
    return names.find((path) => this.findFileBelow(path, (name) => /\.(?:md|mdx|markdown)$/i.test(name)) !== null) ?? null;
  }

  /** The first file in a folder, at any depth, whose name passes a test; null if there is none. */
  findFileBelow(path: string, isWanted: (name: string) => boolean, levels = MARKDOWN_DEPTH_MAX): string | null {
    const names = this.list(path).filter((name) => name !== "node_modules");
    const found = names.find(isWanted);
    if (found !== undefined) return `${path}/${found}`;
    for (const name of levels > 0 ? names : []) {
      const below = this.isFolder(`${path}/${name}`) ? this.findFileBelow(`${path}/${name}`, isWanted, levels - 1) : null;
      if (below !== null) return below;
    }
    return null;
  }

  /** Names in a folder that do not begin with a dot. */
  list(path: string): readonly string[] {
    if (!this.isFolder(path) || !this.#isInside(path)) return [];
    return readdirSync(join(this.root, path))
      .filter((name) => !name.startsWith("."))
      .sort();
  }

  /** @returns null if the file does not exist, is too large, or is outside the folder */
  read(path: string): string | null {
    if (this.findFile([path]) === null || !this.#isInside(path)) return null;
    const file = join(this.root, path);
    return statSync(file).size > FILE_MAX_BYTES
      ? null
      : readFileSync(file, "utf8")
          .replace(/^\ufeff/, "")
          .replaceAll("\r\n", "\n");
  }

  /** @returns null if it does not exist, or cannot be read (reported) */
  config(path: string): FormerConfig | null {
    const text = this.read(path);
    return text === null ? null : readConfig(path, text, this.diagnostics, (imported) => this.#readCode(imported));
  }

  /**
   * The configuration in the first of these files that exists; null if none does, or it cannot be
   * read (reported).
   */
  findConfig(names: readonly string[]): FormerConfig | null {
    const file = this.findFile(names);
    return file === null ? null : this.config(file);
  }

  /** The constants of a JavaScript or TypeScript file; none if it is missing or unreadable. */
  constants(path: string): FormerConfig {
    const text = this.read(path) ?? "";
    try {
      return new FormerConfig(
        path,
        readConstants(path, text, (imported) => this.#readCode(imported)),
      );
    } catch (error) {
      if (error instanceof SyntaxError) return new FormerConfig(path, {});
      throw error;
    }
  }

  /** The literal arguments of a file's calls to a function; none if it is missing or unreadable. */
  calls(path: string, name: string): readonly (readonly unknown[])[] {
    try {
      return findCalls(path, this.read(path) ?? "", name);
    } catch (error) {
      if (error instanceof SyntaxError) return [];
      throw error;
    }
  }

  /** Packages listed in package.json. */
  dependencies(): readonly string[] {
    const config = this.config("package.json");
    return config === null ? [] : [...Object.keys(config.mapping("dependencies")), ...Object.keys(config.mapping("devDependencies"))];
  }

  #readCode(path: string): { readonly path: string; readonly text: string } | null {
    const bare = posix.normalize(path);
    if (bare.startsWith("..") || posix.isAbsolute(bare)) return null;
    const stem = bare.replace(/\.[cm]?js$/, "");
    const found = this.findFile([bare, ...CODE_ENDINGS.map((ending) => stem + ending)]);
    const text = found === null ? null : this.read(found);
    return found === null || text === null ? null : { path: found, text };
  }

  #isInside(path: string): boolean {
    const real = realpathSync(join(this.root, path));
    const root = realpathSync(this.root);
    return real === root || real.startsWith(root + sep);
  }
}

/** A configured folder, relative to the site's; null if it is outside. */
export function toFolder(written: string): string | null {
  const path = posix.normalize(
    written
      .trim()
      .replaceAll("\\", "/")
      .replace(/^(?:\.?\/)+/, "./"),
  );
  if (path.startsWith("..") || /^[a-z]:/i.test(path) || /[\p{Cc}{}*?[\]!]/u.test(path)) return null;
  return path.replace(/\/$/, "") || ".";
}
