import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A package whose code went into ours. */
interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** Texts of its license files. */
  readonly texts: readonly string[];
}

/**
 * What the licenses of the packages that were compiled into ours ask for: who made them, and the text. The same modules give the same text.
 * @param modules absolute paths
 * @throws Error where a package does not say its license
 */
export function renderLicenses(modules: readonly string[]): string {
  const folders = new Set(modules.map(packageFolderOf).filter((folder) => folder !== null));
  const packages = new Map(
    [...folders].map((folder) => readPackage(folder, modules)).map((found) => [`${found.name} ${found.version}`, found]),
  );
  const sections = [...packages]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([title, { license, texts }]) => [`## ${title}`, `License: ${license}`, ...texts.map(quote)].join("\n\n"));
  return `# Packages that are part of this one\n\n${sections.join("\n\n")}\n`;
}

/** The folder of the package that a module is of; null: ours. */
function packageFolderOf(module: string): string | null {
  const match = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(module.replaceAll("\\", "/"));
  return match?.[0] ?? null;
}

function readPackage(folder: string, modules: readonly string[]): BundledPackage {
  const { name, version, license }: { name: string; version: string; license?: string } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  );
  if (typeof license !== "string") throw new Error(`${folder}: package.json names no license`);
  const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|notice|copying)\b/i.test(file));
  // What is a bundle itself has the licenses of what went into it beside it.
  const bundled = modules.map((module) => `${module}.LICENSE.txt`).filter((file) => dirname(file) === folder && existsSync(file));
  const paths = [...files.sort().map((file) => join(folder, file)), ...bundled];
  return { name, version, license, texts: paths.map((path) => readFileSync(path, "utf8").trim()) };
}

function quote(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(/^/gm, "    ").replace(/ +$/gm, "");
}
