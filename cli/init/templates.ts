import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../../build/shared/package-root.ts";
import type { PlannedFile } from "./site-plan.ts";

/** The same folder in the repository and in the package. */
const TEMPLATES_FOLDER = join(PACKAGE_ROOT, "templates");
const VIEWS_FOLDER = join(PACKAGE_ROOT, "views");
/** Folder of an Astro project with the modules that it shares with views/. */
const ASTRO_LIBRARY = "src/lib";

/** The text of a template, with `{{name}}` filled in. */
export function fillTemplate(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{([a-z]+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`a template uses ${name}, which has no value`);
    return value;
  });
}

/** @param name relative to templates/, with forward slashes */
export function readTemplateFile(name: string): string {
  return readFileSync(join(TEMPLATES_FOLDER, name), "utf8");
}

/** The files of a template, unchanged; a template without a folder has none. */
export function readTemplate(template: string): PlannedFile[] {
  return [...readFolder(template, ""), ...(template === "astro" && existsSync(VIEWS_FOLDER) ? readSharedViews() : [])];
}

/**
 * The modules of views/ that Astro projects use: page texts, titles, and tag changes. Packing adds
 * them to the template, because the package has no views/.
 */
export function readSharedViews(): PlannedFile[] {
  const words = readdirSync(join(VIEWS_FOLDER, "words")).filter((name) => name !== "language-names.ts");
  return ["change-tags.ts", ...words.map((name) => `words/${name}`)].map((name) => ({
    path: `${ASTRO_LIBRARY}/${name}`,
    text: readFileSync(join(VIEWS_FOLDER, name), "utf8"),
  }));
}

function readFolder(template: string, below: string): PlannedFile[] {
  const folder = join(TEMPLATES_FOLDER, template, below);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    return entry.isDirectory() ? readFolder(template, path) : [{ path, text: readTemplateFile(`${template}/${path}`) }];
  });
}
