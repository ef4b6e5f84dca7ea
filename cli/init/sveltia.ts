import micromatch from "micromatch";
import { stringify } from "yaml";
import { createContentSchemas } from "../../build/content-schema/content-schemas.ts";
import type { JsonSchema } from "../../build/content-schema/to-json-schema.ts";
import type { OwnKind } from "../../build/shared/resolved-config.ts";
import { isMapping } from "../../build/sources/data-values.ts";
import { DOCUMENT_KINDS } from "../../kinds/document-kinds.ts";
import { wordsOf } from "../../kinds/list-kind.ts";
import { BUILT_IN_KINDS } from "../../kinds/list-kinds.ts";
import type { MemberData, Members } from "../../kinds/members/member-data.ts";
import type { PlannedFile, Repository } from "./site-plan.ts";

/**
 * Version of the program, and of the schema with which the configuration is tested
 * (test/fixtures/sveltia).
 */
const SVELTIA_VERSION = "0.221.1";
const SCRIPT = `https://unpkg.com/@sveltia/cms@${SVELTIA_VERSION}/dist/sveltia-cms.js`;
const CONFIG_SCHEMA = `https://unpkg.com/@sveltia/cms@${SVELTIA_VERSION}/schema/sveltia-cms.json`;

/** A kind in Sveltia's terms: its label, and its folder relative to the content folder. */
interface SveltiaKind {
  readonly name: string;
  readonly folder: string;
  readonly words: OwnKind["words"];
  readonly fields: Members;
  /** Keys that files use instead of the field names. */
  readonly keys: Readonly<Record<string, string>>;
  /** Whether its files are YAML without a body. */
  readonly isYaml: boolean;
}

const BUILT_IN: readonly SveltiaKind[] = Object.values(BUILT_IN_KINDS).map((kind) => {
  const { name } = kind;
  return {
    name,
    folder: name,
    words: wordsOf(kind),
    fields: name === "posts" ? {} : DOCUMENT_KINDS[name].members,
    keys: {},
    isYaml: false,
  };
});

function toSveltiaKind(kind: OwnKind): SveltiaKind {
  const { name, words, files, fields } = kind;
  const { base } = micromatch.scan(files[0] ?? "") as { readonly base: string };
  return { name, words, folder: base, fields, keys: keysOf(kind), isYaml: files.every((glob) => /\.ya?ml$/i.test(glob)) };
}

function keysOf({ fieldNames }: OwnKind): SveltiaKind["keys"] {
  return Object.fromEntries(Object.entries(fieldNames).flatMap(([key, field]) => (key.includes(".") ? [] : [[field, key]])));
}

/** Data files that Sveltia cannot edit: it supports YAML and JSON. */
export function findFilesWithoutForm(ownKinds: readonly OwnKind[]): readonly string[] {
  return ownKinds.flatMap(({ isDataFile, files: [file = ""] }) => (isDataFile && /\.csv$/i.test(file) ? [`content/${file}`] : []));
}

/** Longer texts, which get more than one line. */
const LONG = ["excerpt", "summary", "description"];

/**
 * The files of Sveltia CMS, which edits the content through its repository: a page and its
 * configuration, which are served at /admin/.
 */
export function toSveltiaFiles(repository: Repository, ownKinds: readonly OwnKind[] = [], folder = "public/admin"): readonly PlannedFile[] {
  return [
    { path: `${folder}/index.html`, text: PAGE },
    {
      path: `${folder}/config.yml`,
      text: `# yaml-language-server: $schema=${CONFIG_SCHEMA}\n${stringify(createSveltiaConfig(repository, ownKinds), { lineWidth: 0, aliasDuplicateObjects: false })}`,
    },
  ];
}

const YAML_FILES = { extension: "yaml", format: "yaml" };
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>Content</title>
  </head>
  <body>
    <script src="${SCRIPT}"></script>
  </body>
</html>
`;

function createSveltiaConfig({ host, path }: Repository, definedKinds: readonly OwnKind[]): object {
  const schemas = createContentSchemas(definedKinds);
  const ownKinds = definedKinds.map((kind) => ({ ...kind, fields: withoutEntryReferences(kind.fields, definedKinds) }));
  const body = { name: "body", label: "Body", widget: "richtext", required: false };
  const kinds = [...BUILT_IN, ...ownKinds.filter(({ isDataFile }) => !isDataFile).map(toSveltiaKind)];
  const entries = kinds.map(({ name, folder, words, fields, keys, isYaml }) => ({
    name,
    label: words.many,
    label_singular: words.one,
    folder: folder === "" ? "content" : `content/${folder}`,
    create: true,
    ...(isYaml ? YAML_FILES : {}),
    // Lists hello.md and hello/index.md at any depth. A `path` would hide all entries that do not
    // match it.
    nested: { subfolders: false },
    media_folder: "",
    public_folder: "",
    fields: [...toFields(schemas[name], fields, keys), ...(isYaml ? [] : [body])],
  }));
  const series = {
    name: "series",
    label: "Series",
    folder: "content/series",
    create: true,
    ...YAML_FILES,
    media_folder: "",
    public_folder: "",
    fields: toFields(schemas.series),
  };
  const files = [
    { name: "site", label: "Site", file: "content/site.yaml", fields: toFields(schemas.site) },
    { name: "about", label: "About", file: "content/about.md", fields: [...toFields(schemas.about), body] },
    ...ownKinds
      .filter(({ isDataFile, files: [file = ""] }) => isDataFile && !/\.csv$/i.test(file))
      .map((kind) => toDataFile(kind, schemas)),
  ].map((file) => ({ ...file, media_folder: "", public_folder: "" }));
  return {
    backend: { name: host, repo: path, branch: "main" },
    media_folder: "content/media",
    public_folder: "/media",
    slug: { encoding: "ascii", clean_accents: true },
    collections: [...entries, series],
    singletons: files,
  };
}

/**
 * A relation needs a collection, and a data file is not one. So a reference to one of its entries
 * is a text, as in its schema.
 */
function withoutEntryReferences(fields: OwnKind["fields"], ownKinds: readonly OwnKind[]): OwnKind["fields"] {
  const isEntry = (target: string | undefined): boolean => ownKinds.some(({ name, isDataFile }) => isDataFile && name === target);
  return Object.fromEntries(Object.entries(fields).filter(([, { kind }]) => !isEntry(kind)));
}

/** A file that is a list of entries. */
function toDataFile(kind: OwnKind, schemas: Readonly<Record<string, JsonSchema>>): object {
  const { name, words, files, fields } = kind;
  const [list] = Array.isArray(schemas[name]?.anyOf) ? schemas[name].anyOf : [];
  const entry = isMapping(list) && isMapping(list.items) ? list.items : undefined;
  const entries = { name: "entries", label: words.many, label_singular: words.one, widget: "list", root: true };
  return { name, label: words.many, file: `content/${files[0]}`, fields: [{ ...entries, fields: toFields(entry, fields, keysOf(kind)) }] };
}

/** A form field for each of our fields. Mappings by language can only be edited in the file. */
function toFields(schema: JsonSchema | undefined, own: Members = {}, keys: SveltiaKind["keys"] = {}): readonly object[] {
  const properties = schema !== undefined && isMapping(schema.properties) ? schema.properties : {};
  const required = requiredOf(schema ?? {});
  return Object.entries(properties).flatMap(([name, member]) => {
    if (!isMapping(member) || isOtherName(member) || name === "translations") return [];
    const widget = toOwnWidget(own[name]) ?? toWidget(name, member, own[name]);
    const { description } = member;
    const hint = typeof description === "string" ? { hint: description } : {};
    return [{ name: keys[name] ?? name, label: toLabel(name), ...widget, required: required.includes(name), ...hint }];
  });
}

/** Names that are required. If a field has other names too, each is in a list of alternatives. */
function requiredOf({ required, allOf }: JsonSchema): readonly unknown[] {
  const ways = Array.isArray(allOf) ? allOf.flatMap((one) => (isMapping(one) && Array.isArray(one.anyOf) ? one.anyOf : [])) : [];
  return [...(Array.isArray(required) ? required : []), ...ways.flatMap((way) => requiredOf(way))];
}

function isOtherName({ description }: JsonSchema): boolean {
  return typeof description === "string" && description.startsWith("Another name for ");
}

/** `publishedAt` → `Published at`. */
function toLabel(name: string): string {
  const words = name.replaceAll(/([A-Z]+)/g, " $1").toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/**
 * The widget of a field whose type is more specific than its schema; null if the schema is enough.
 */
function toOwnWidget(field: MemberData | undefined): object | null {
  switch (field?.type) {
    case "date":
      return { widget: "datetime", type: "date", format: "YYYY-MM-DD" };
    case "instant":
      return { widget: "datetime", format: "YYYY-MM-DDTHH:mm:ss.SSSZ", picker_utc: false };
    case "localTime":
      return { widget: "datetime", format: "YYYY-MM-DDTHH:mm:ss" };
    case "partialDate":
      return { widget: "string" };
    case "markdown":
      return { widget: "richtext" };
    case "file":
      return { widget: "file" };
    case "reference":
      return { widget: "relation", collection: field.kind, value_field: "{{slug}}", display_fields: ["title"], search_fields: ["title"] };
    default:
      return null;
  }
}

/** @param own undefined if no kind defines the field; the name then says more than the schema */
function toWidget(name: string, schema: JsonSchema, own?: MemberData): object {
  if (own === undefined && name === "src") return { widget: "image" };
  if (own === undefined && /(?:At)$/.test(name)) return { widget: "datetime", format: "YYYY-MM-DDTHH:mm:ss.SSSZ", picker_utc: false };
  const { anyOf } = schema;
  const forms: readonly JsonSchema[] = Array.isArray(anyOf) ? anyOf : [schema];
  // The most specific form: a mapping before a text.
  const form = forms.find(({ properties }) => properties !== undefined) ?? forms[0] ?? {};
  if (form.properties !== undefined) return { widget: "object", collapsed: true, fields: toFields(form, own?.members) };
  const types = [form.type].flat();
  if (types.includes("array")) return toListWidget(isMapping(form.items) ? form.items : {}, own?.item?.members);
  if (types.includes("boolean")) return { widget: "boolean" };
  if (types.includes("object")) return { widget: "keyvalue" };
  if (Array.isArray(form.enum)) return { widget: "select", options: form.enum.filter((value) => typeof value === "string") };
  if (types.includes("integer") || (types.includes("number") && !types.includes("string")))
    return toNumberWidget(form, types.includes("integer"));
  return { widget: LONG.includes(name) ? "text" : "string" };
}

function toListWidget(items: JsonSchema, members: Members | undefined): object {
  const forms: readonly JsonSchema[] = Array.isArray(items.anyOf) ? items.anyOf : [items];
  const form = forms.find(({ properties }) => properties !== undefined);
  return form === undefined ? { widget: "list" } : { widget: "list", fields: toFields(form, members) };
}

function toNumberWidget({ minimum, maximum, multipleOf }: JsonSchema, whole: boolean): object {
  return {
    widget: "number",
    value_type: whole ? "int" : "float",
    ...(minimum === undefined ? {} : { min: minimum }),
    ...(maximum === undefined ? {} : { max: maximum }),
    ...(multipleOf === undefined ? {} : { step: multipleOf }),
  };
}
