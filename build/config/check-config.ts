import { normalize } from "node:path";
import { NO_RULES } from "../../contract/config/site-rules.ts";
import { translateIssues } from "../kinds/fields/issues.ts";
import { type Diagnostics, type FieldPath, type Finding, startOf } from "../shared/diagnostics.ts";
import type { OwnKind, ResolvedConfig } from "../shared/resolved-config.ts";
import { DataDocument } from "../sources/data-document.ts";
import { isMapping, toValues } from "../sources/data-values.ts";
import { describe } from "../sources/wording.ts";
import { readConfigPlaces } from "./config-places.ts";
import type { ConfigValues } from "./config-schema.ts";
import type { ReportDefinition } from "./kind-fields.ts";
import { findWrongSchemas, withoutSchemas } from "./resolve-config.ts";

/** The checked parts of a configuration. */
interface CheckedConfig {
  /** null if there are none, or they are invalid (reported). */
  readonly values: ConfigValues | null;
  readonly ownKinds: readonly OwnKind[];
  readonly rules: ResolvedConfig["rules"];
}

/** Checks the export of a configuration file. */
export async function checkConfig(
  raw: Record<string, unknown>,
  file: string,
  shown: string,
  diagnostics: Diagnostics,
): Promise<CheckedConfig> {
  const places = await readConfigPlaces(raw, file, shown);
  const document = new DataDocument({ values: raw, origins: new Map(), places, elsewhere: startOf(shown) });
  reportWrongCode(raw, document, diagnostics);
  const report: ReportDefinition = (field, finding, item) =>
    diagnostics.error(document.locate(item === undefined ? field : [...field, item]), { ...finding, field });
  // Most sites define no kind.
  const ownKinds = raw.kinds === undefined ? [] : await (await import("./resolve-kinds.ts")).resolveOwnKinds(raw.kinds, report);
  const values = await checkValues(raw, document, diagnostics);
  const hasRules = raw.headers !== undefined || raw.redirects !== undefined;
  const rules = hasRules ? (await import("./check-site-rules.ts")).toSiteRules(raw, report) : NO_RULES;
  return { values, ownKinds, rules };
}

async function checkValues(raw: Record<string, unknown>, document: DataDocument, diagnostics: Diagnostics): Promise<ConfigValues | null> {
  const settings = withoutKinds(raw);
  if (Object.keys(settings).length === 0) return null;
  // Imported here because it loads zod, which takes a fifth of the time of a build without changes.
  const { createConfigSchema } = await import("./config-schema.ts");
  const result = createConfigSchema(raw).safeParse(toValues(withoutPlugins(withoutSchemas(settings))));
  if (!result.success) {
    const { unknownKeys, others } = translateIssues(result.error.issues, document, { otherNames: ["kinds"] });
    for (const { path, describe } of unknownKeys) diagnostics.error(document.locateKey(path), describe());
    for (const { at, finding } of others) diagnostics.error(at, finding);
    return null;
  }
  const { static: statics, public: published } = result.data;
  if (typeof published === "string" && statics?.some((folder) => normalize(`${folder}/`) === normalize(`${published}/`)))
    diagnostics.error(document.locate(["public"]), {
      code: "bad-value",
      message: `${describe(published)} is also listed in \`static\``,
      hint: "remove it from `static`: pictures and links are looked up in `public` anyway",
      field: ["public"],
    });
  if ((result.data.frontMatter ?? null) !== null) {
    // The check loads the fields of all kinds, which most configurations do not need.
    const { checkFrontMatter } = await import("./check-front-matter.ts");
    checkFrontMatter(result.data, document, diagnostics);
  }
  return result.data;
}

/** Reports unusable plugins and schemas. */
function reportWrongCode(raw: Record<string, unknown>, document: DataDocument, diagnostics: Diagnostics): void {
  for (const key of ["remarkPlugins", "rehypePlugins"]) {
    const plugins = isMapping(raw.markdown) ? raw.markdown[key] : undefined;
    const field = ["markdown", key];
    const at = document.locate(field);
    for (const finding of findWrongPlugins(plugins ?? [], field)) diagnostics.error(at, finding);
  }
  for (const kind of findWrongSchemas(raw)) {
    const field = ["frontMatter", "extra", kind, "schema"];
    const hint = "want a schema from Zod, Valibot, ArkType or another library listed at https://standardschema.dev";
    diagnostics.error(document.locate(field), { code: "wrong-type", message: "is not a Standard Schema", hint, field });
  }
}

/** Finds plugins that unified would not accept. */
function findWrongPlugins(plugins: unknown, field: FieldPath): readonly Finding[] {
  if (!Array.isArray(plugins))
    return [{ code: "wrong-type", message: "is not a list", hint: "want [plugin] or [[plugin, options]]", field }];
  return plugins.flatMap((one: unknown, index) => {
    const at = [...field, index];
    if (isMapping(one) && ("plugins" in one || "settings" in one)) return findWrongPlugins(one.plugins ?? [], [...at, "plugins"]);
    const plugin: unknown = Array.isArray(one) ? one[0] : one;
    const hint = "want the function that its package exports: import it above, and list it as plugin or [plugin, options]";
    return typeof plugin === "function" ? [] : [{ code: "wrong-type", message: `${describe(plugin)} is not a plugin`, hint, field: at }];
  });
}

/** Removes kinds, which contain functions and fields and are checked separately. */
function withoutKinds({ kinds: _, ...raw }: Record<string, unknown>): Record<string, unknown> {
  return raw;
}

function withoutPlugins(raw: Record<string, unknown>): Record<string, unknown> {
  if (!isMapping(raw.markdown)) return raw;
  const { remarkPlugins, rehypePlugins, ...rest } = raw.markdown;
  return { ...raw, markdown: rest };
}
