import type { CollectionName } from "../../../contract/config/config-names.ts";
import { isOwnKey, type KindName } from "../../shared/kind-name.ts";
import type { ResolvedConfig } from "../../shared/resolved-config.ts";
import { createMapping, isMapping, type Mapping, toValues } from "../../sources/data-values.ts";
import { problemOfGlob } from "../../sources/files/data-file-names.ts";
import { describe } from "../../sources/wording.ts";
import { problemOfPattern } from "../addresses/page-pattern.ts";
import { leaf } from "../fields/leaf.ts";

/** Values from the configuration for documents that lack them, by collection and folder or file. */

export interface ConfiguredValues {
  /** Values for keys that the document lacks; empty if there are none. */
  readonly defaults: Mapping;
  /** Lists from folders, which come before the document's own lists; empty if there are none. */
  readonly added: Mapping;
}

/** The shape of `frontMatter.folders.posts`. */
export const folderValues = leaf("want { folder: { key: value } }", (value, fail) => {
  if (!isMapping(value)) return fail("wrong-type", `${describe(value)} is not an object`);
  const result: Record<string, Mapping> = {};
  for (const [folder, values] of Object.entries(value)) {
    if (!isMapping(values)) return fail("wrong-type", `${describe(values)} is not an object`, 'want { language: "de" }', [folder]);
    if (folder === "" || problemOfGlob(folder) !== null || /[*?{}[\]!]/.test(folder))
      return fail(
        "bad-value",
        `${describe(folder)} is not a folder or file below the content folder`,
        'want a path such as "travel/2019"',
        [folder],
      );
    const { permalink } = values;
    const wrong = typeof permalink === "string" && permalink.includes("{") ? problemOfPattern(permalink) : null;
    if (wrong !== null)
      return fail("bad-value", `${describe(permalink)} ${wrong}`, 'want a pattern such as "/{year}/{slug}/"', [folder, "permalink"]);
    result[folder] = values;
  }
  return result;
});

const NOTHING: Readonly<Record<string, unknown>> = {};

/**
 * The values of `frontMatter.defaults` and `frontMatter.folders` for a file. Deeper folders take
 * precedence, and their lists come after the lists of the folders around them.
 */
export function valuesOfPlace(relative: string, kind: KindName, { frontMatter }: Pick<ResolvedConfig, "frontMatter">): ConfiguredValues {
  if (isOwnKey(kind)) return { defaults: createMapping(), added: createMapping() };
  const defaults = frontMatter.defaults[kind];
  const folders = frontMatter.folders[kind].filter(({ folder }) => isBelow(relative, folder));
  if (folders.length === 0) return { defaults: toValues(defaults), added: createMapping() };
  const values: Record<string, unknown> = { ...defaults };
  const added: Record<string, unknown[]> = {};
  for (const one of folders)
    for (const [key, value] of Object.entries(one.values)) {
      if (Array.isArray(value)) added[key] = [...(added[key] ?? []), ...value];
      else if (!isPattern(key, value)) values[key] = value;
    }
  return { defaults: toValues(values), added: toValues(added) };
}

/** The page pattern stated for a file's folder; null if the kind's pattern applies. */
export function pagesOfFolder(relative: string, kind: CollectionName, { frontMatter }: Pick<ResolvedConfig, "frontMatter">): string | null {
  const stated = frontMatter.folders[kind].findLast(
    ({ folder, values = NOTHING }) => isBelow(relative, folder) && isPattern("permalink", values.permalink),
  );
  return stated === undefined ? null : String(stated.values.permalink);
}

function isPattern(key: string, value: unknown): boolean {
  return key === "permalink" && typeof value === "string" && value.includes("{");
}

function isBelow(relative: string, folder: string): boolean {
  return folder === "" || relative === folder || relative.startsWith(`${folder}/`);
}
