import { readFile } from "node:fs/promises";
import { translateIssues } from "../fields/issues.ts";
import type { Diagnostics } from "../shared/diagnostics.ts";
import { DataDocument, DataPlaces } from "../sources/data-document.ts";
import { isMapping, toValues } from "../sources/data-values.ts";
import { SourceText } from "../sources/source-text.ts";
import { findConfigRange } from "./config-places.ts";
import { type ConfigValues, createConfigSchema } from "./config-schema.ts";
import { findWrongSchemas, withoutSchemas } from "./extra-schemas.ts";

/** Checks what a configuration file exports. null: reported. */
export async function checkConfig(
  raw: Record<string, unknown>,
  file: string,
  shown: string,
  diagnostics: Diagnostics,
): Promise<ConfigValues | null> {
  const source = new SourceText(shown, (await readFile(file, "utf8")).replace(/\r\n?/g, "\n"));
  const places = new DataPlaces(source, () => (path) => findConfigRange(raw, source.text, path));
  const document = new DataDocument({ values: raw, origins: new Map(), places, elsewhere: source.locate(0) });
  for (const key of ["remarkPlugins", "rehypePlugins"]) {
    const plugins = isMapping(raw.markdown) ? raw.markdown[key] : undefined;
    if (plugins === undefined || Array.isArray(plugins)) continue;
    const field = ["markdown", key];
    const hint = "want [plugin] or [[plugin, options]]";
    diagnostics.error(document.locate(field), { code: "wrong-type", message: "is not a list", hint, field });
  }
  for (const kind of findWrongSchemas(raw)) {
    const field = ["frontMatter", "extra", kind, "schema"];
    const hint = "want a schema of Zod, Valibot, ArkType or another library of https://standardschema.dev";
    diagnostics.error(document.locate(field), { code: "wrong-type", message: "is not a Standard Schema", hint, field });
  }
  const result = createConfigSchema(raw).safeParse(toValues(withoutPlugins(withoutSchemas(raw))));
  if (!result.success) {
    const { unknownKeys, others } = translateIssues(result.error.issues, document);
    for (const { path, describe } of unknownKeys) diagnostics.error(document.locateKey(path), describe());
    for (const { at, finding } of others) diagnostics.error(at, finding);
    return null;
  }
  if ((result.data.frontMatter ?? null) !== null) {
    // They know the fields of all kinds, and most configurations name none.
    const { checkFrontMatter } = await import("./check-front-matter.ts");
    checkFrontMatter(result.data, document, diagnostics);
  }
  return result.data;
}

function withoutPlugins(raw: Record<string, unknown>): Record<string, unknown> {
  if (!isMapping(raw.markdown)) return raw;
  const { remarkPlugins, rehypePlugins, ...rest } = raw.markdown;
  return { ...raw, markdown: rest };
}
