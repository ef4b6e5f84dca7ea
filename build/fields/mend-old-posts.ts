import type { CheckSeverity } from "../../contract/define-config.ts";
import type { Diagnostics } from "../shared/diagnostics.ts";
import { nameOfFile } from "../shared/slugs.ts";
import type { DataDocument } from "../sources/data-document.ts";
import { isNothing } from "../sources/data-values.ts";

interface TitledFile {
  readonly data: DataDocument;
  readonly file: { readonly relative: string };
}

/**
 * Gives a post without a title its first heading of level 1, else the name of its file, as generators do that ask for none. Where that is an error
 * nothing is changed: the schema reports it.
 */
export function mendTitle({ data, file }: TitledFile, body: string, severity: CheckSeverity, diagnostics: Diagnostics): void {
  const written = data.values.title;
  if (severity === "error" || !(isNothing(written) || (typeof written === "string" && written.trim() === ""))) return;
  const title =
    findHeading(body) ??
    nameOfFile(file.relative)
      .name.replaceAll(/[-_\s]+/g, " ")
      .trim();
  if (title === "") return;
  data.values.title = title;
  if (severity === "off") return;
  const hint = `taken for ${JSON.stringify(title)}; write title: and what it is called`;
  diagnostics.warning(data.locate([]), { code: "no-title", message: "missing, or empty", hint, field: ["title"] });
}

/** Words of the first heading of level 1, without marks; null: the text begins with something else. */
function findHeading(body: string): string | null {
  const [, words = ""] = /^\s*#[ \t]+(.*?)[ \t]*#*[ \t]*(?:\n|$)/.exec(body) ?? [];
  const plain = words
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/\s*\{#[^}]*\}$|[*`]/g, "")
    .trim();
  return plain === "" ? null : plain;
}

/** `tags: [""]` and `tags: [null]` name nothing: forms and templates leave them behind. */
export function dropEmptyNames({ values }: DataDocument): void {
  for (const field of ["tags", "categories"]) {
    const names = values[field];
    if (!Array.isArray(names)) continue;
    const isName = (name: unknown): boolean => !(isNothing(name) || (typeof name === "string" && name.trim() === ""));
    if (!names.every(isName)) values[field] = names.filter(isName);
  }
}

/** Zola's `path` and Jekyll's `permalink` count from the site's root, with slashes around it or without: where such a name is mapped to ours. */
export function mendPermalink(document: DataDocument): void {
  const { permalink } = document.values;
  if (typeof permalink !== "string" || document.written(["permalink"])[0] === "permalink") return;
  if (!/^[^/:?#\\]+(?:\/|$)/.test(permalink)) return;
  const isFile = permalink.endsWith("/") || /\.[a-z]\w{1,4}$/i.test(permalink);
  document.values.permalink = isFile ? `/${permalink}` : `/${permalink}/`;
}
