import { byKey } from "../../contract/by-key.ts";
import { DOCUMENT_KIND_NAMES } from "../../kinds/document-kinds.ts";
import { mayBeYaml } from "../../kinds/list-kinds.ts";
import type { PlannedFile } from "./site-plan.ts";

/** Files in the content folder, by the schema that applies to them. */
const YAML_FILES: Readonly<Record<string, readonly string[]>> = {
  site: ["site.yaml", "site.yml"],
  "services-page": ["services-page.yaml", "services-page.yml"],
  tags: ["tags.yaml", "tags.yml"],
  categories: ["categories.yaml", "categories.yml"],
  albums: ["albums.yaml", "albums.yml"],
  authors: ["authors.yaml", "authors.yml"],
  ...byKey([...DOCUMENT_KIND_NAMES.filter(mayBeYaml), "series"], (name) => [`${name}/**/*.yaml`, `${name}/**/*.yml`]),
};
/**
 * Red Hat's YAML extension checks YAML files with schemas; Front Matter helps with front matter in
 * Markdown.
 */
const RECOMMENDED = ["redhat.vscode-yaml", "eliostruyf.vscode-front-matter"];

/**
 * Settings of VS Code that give YAML files octavo's schemas.
 * @param schemas folder of the schemas, relative to the site's: `node_modules/octavo/schemas`
 */
export function toEditorSettings(schemas: string): readonly PlannedFile[] {
  const yaml = Object.entries(YAML_FILES).map(
    ([name, files]) => [`./${schemas}/${name}.json`, files.map((file) => `content/${file}`)] as const,
  );
  return [
    { path: ".vscode/settings.json", text: toText({ "yaml.schemas": Object.fromEntries(yaml) }) },
    { path: ".vscode/extensions.json", text: toText({ recommendations: RECOMMENDED }) },
  ];
}

function toText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
