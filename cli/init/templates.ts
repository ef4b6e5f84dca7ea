import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../../build/shared/package-root.ts";
import type { PlannedFile } from "./site-plan.ts";

/** In the repository and in the package. */
const TEMPLATES_FOLDER = join(PACKAGE_ROOT, "templates");

/** The text of a template, with `{{name}}` filled in. */
export function fillTemplate(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{([a-z]+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`a template asks for ${name}, which nobody fills in`);
    return value;
  });
}

/** @param name below templates/, forward slashes */
export function readTemplateFile(name: string): string {
  return readFileSync(join(TEMPLATES_FOLDER, name), "utf8");
}

/** The files of a folder of templates, as they are; a template without a folder has none. */
export function readTemplate(template: string, below = ""): PlannedFile[] {
  const folder = join(TEMPLATES_FOLDER, template, below);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    return entry.isDirectory() ? readTemplate(template, path) : [{ path, text: readTemplateFile(`${template}/${path}`) }];
  });
}
