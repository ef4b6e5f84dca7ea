import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A package whose code is compiled into ours. */
interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** The texts of its license files. */
  readonly texts: readonly string[];
}

/**
 * Renders the licenses of the packages compiled into ours: authors and texts. The same modules give
 * the same text.
 * @param modules absolute paths
 * @throws Error if a package does not state its license
 */
export function renderLicenses(modules: readonly string[]): string {
  const folders = new Set(modules.map(packageFolderOf).filter((folder) => folder !== null));
  const packages = new Map(
    [...folders].map((folder) => readPackage(folder, modules)).map((found) => [`${found.name} ${found.version}`, found]),
  );
  // The order of modules varies between runs.
  const sorted = [...packages].sort(([a], [b]) => (a < b ? -1 : 1));
  const shared = new SharedTexts(sorted.flatMap(([, { texts }]) => texts));
  const sections = sorted.map(([title, { license, texts }]) =>
    [`## ${title}`, `License: ${license}`, ...texts.map((text) => shared.shorten(text))].join("\n\n"),
  );
  return `# Packages that are part of this one\n\n${[...sections, ...shared.sections()].join("\n\n")}\n`;
}

/**
 * The start of the part of a license that is the same for everyone who uses it. The title and the
 * copyright come before that part.
 */
const PERMISSION = /^[ \t]*Permission (?:is hereby granted|to use, copy)/m;

/** Returns "" if the text has no such part. */
function permissionOf(text: string): string {
  const start = text.search(PERMISSION);
  return start < 0 ? "" : text.slice(start);
}

function wordsOf(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/**
 * Stores permissions that several packages grant in the same words. Each is printed once at the
 * end, and the packages refer to it.
 */
class SharedTexts {
  /** Number and text of each permission, keyed by its words. */
  readonly #texts = new Map<string, { readonly number: number; readonly text: string }>();

  /** @param all the texts of all packages; a permission used by one package stays in place */
  constructor(all: readonly string[]) {
    const permissions = Map.groupBy(all.map(permissionOf), wordsOf);
    permissions.delete("");
    for (const [words, [text = "", ...more]] of permissions)
      if (more.length > 0) this.#texts.set(words, { number: this.#texts.size + 1, text });
  }

  /** Returns a license with its own title and copyright, and its permission by number. */
  shorten(text: string): string {
    const permission = permissionOf(text);
    const shared = this.#texts.get(wordsOf(permission));
    if (shared === undefined) return quote(text);
    const head = text.slice(0, text.length - permission.length).trim();
    return `${head === "" ? "" : `${quote(head)}\n\n`}and permission ${shared.number}, at the end of this file.`;
  }

  sections(): readonly string[] {
    return [...this.#texts.values()].map(({ number, text }) => `## Permission ${number}\n\n${quote(text)}`);
  }
}

/** Finds the folder of the package that contains a module; null for our own modules. */
function packageFolderOf(module: string): string | null {
  const match = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(module.replaceAll("\\", "/"));
  return match?.[0] ?? null;
}

function readPackage(folder: string, modules: readonly string[]): BundledPackage {
  const { name, version, license }: { name: string; version: string; license?: string } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  );
  if (typeof license !== "string") throw new Error(`${folder}: package.json does not name a license`);
  const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|notice|copying)\b/i.test(file));
  // A package that is itself a bundle comes with the licenses of its parts.
  const bundled = modules.map((module) => `${module}.LICENSE.txt`).filter((file) => dirname(file) === folder && existsSync(file));
  const paths = [...files.sort().map((file) => join(folder, file)), ...bundled];
  return { name, version, license, texts: paths.map((path) => readFileSync(path, "utf8").trim()) };
}

function quote(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(/^/gm, "    ").replace(/ +$/gm, "");
}
