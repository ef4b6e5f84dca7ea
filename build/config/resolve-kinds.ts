import type { KindConfig } from "../../contract/config/define-kind.ts";
import type { ListFilter } from "../../kinds/list-filter.ts";
import { LIST_KINDS } from "../../kinds/list-kinds.ts";
import { OWN_FURTHER, OWN_MEMBERS, toHtmlMembers } from "../../kinds/members/own-members.ts";
import { OWN_KINDS_MAX } from "../../kinds/own-kind.ts";
import { compareText, type FieldPath, type Finding } from "../shared/diagnostics.ts";
import { defaultGlobOf } from "../shared/kind-name.ts";
import type { OwnKind } from "../shared/resolved-config.ts";
import { isMapping, type Mapping } from "../sources/data-values.ts";
import { isDataFile, mayFindEntries, problemOfGlob, toPlainGlob } from "../sources/files/data-file-names.ts";
import { checkReads, resolveCode } from "./kind-code.ts";
import { checkFields, type ReportDefinition, resolveFieldNames } from "./kind-fields.ts";
import { hintForName, isDefined, resolveFilters, resolveOrder } from "./kind-filters.ts";
import { checkWords, problemOfName, resolveFormerPage, resolvePage, resolveSlugs } from "./kind-words.ts";
import { resolveSearch } from "./resolve-search.ts";

const OWN_DOCUMENTS = {
  isBuiltIn: false,
  isTree: false,
  isPaged: true,
  inBrief: null,
  hasTranslations: true,
  schema: null,
  isDated: true,
  publishedAt: null,
  span: null,
} as const;
const PAGE_SIZE = 20;
/** Built-in kinds to which a field may refer. */
const REFERENCE_KINDS: readonly string[] = [...LIST_KINDS, "services"];

/**
 * Returns a configuration's own kinds. All mistakes are reported, and invalid parts are left out.
 * @param value the member `kinds`
 */
export async function resolveOwnKinds(value: unknown, report: ReportDefinition): Promise<readonly OwnKind[]> {
  if (value === undefined || value === null) return [];
  if (!isMapping(value)) {
    report(["kinds"], { code: "wrong-type", message: "is not an object", hint: "want { talks: defineKind({ … }) }" });
    return [];
  }
  const names = Object.keys(value);
  if (names.length > OWN_KINDS_MAX) {
    const hint = `a site has at most ${OWN_KINDS_MAX}: one kind with a field that tells its documents apart may replace several`;
    report(["kinds"], { code: "bad-value", message: `defines ${names.length} kinds`, hint });
  }
  const kinds: OwnKind[] = [];
  for (const name of names.sort(compareText)) {
    const kind = await resolveOwnKind(name, value[name], report);
    if (kind !== null) kinds.push(kind);
  }
  const targets = [...REFERENCE_KINDS, ...names];
  for (const { name, fields } of kinds)
    for (const [field, { kind }] of Object.entries(fields)) {
      if (kind === undefined || targets.includes(kind)) continue;
      report(["kinds", name, "fields", field], {
        code: "bad-value",
        message: `there is no kind "${kind}"`,
        hint: hintForName(kind, targets),
      });
    }
  checkReads(kinds, targets, report);
  return kinds;
}

async function resolveOwnKind(name: string, config: unknown, report: ReportDefinition): Promise<OwnKind | null> {
  const at = ["kinds", name];
  const problem = problemOfName(name);
  if (problem !== null) report(at, problem);
  if (!isMapping(config)) {
    report(at, {
      code: "wrong-type",
      message: "is not a kind",
      hint: 'want defineKind({ words: { one: "Talk", many: "Talks" }, fields: { … } })',
    });
    return null;
  }
  const kind = checkMembers(config, at, report);
  const { code, computed } = resolveCode(kind as Mapping, at, report);
  const fields = { ...checkFields(kind.fields, [...at, "fields"], report), ...computed };
  const files = kind.files === undefined ? [defaultGlobOf(name)] : [kind.files].flat().map(toPlainGlob);
  const { order, date, sorts } = resolveOrder(kind, fields, at, report);
  const period: readonly ListFilter[] = date === null ? [] : [{ name: "period", type: "period", column: "prefix", member: date }];
  const filters = [...resolveFilters(kind, fields, at, report), ...period];
  const page = resolvePage(kind.page, [...at, "page"], report);
  const hasField = (field: string): boolean => isDefined(kind.fields, field);
  const searched = { search: kind.search, page, hasPage: kind.page !== undefined, fields, isDefined: hasField };
  const own: OwnKind = {
    ...OWN_DOCUMENTS,
    name,
    pageSize: PAGE_SIZE,
    words: checkWords(kind.words, name, [...at, "words"], report),
    files,
    isDataFile: isDataFile(files),
    fields,
    fieldNames: {},
    slugs: resolveSlugs(kind.slugs, isDataFile(files), [...at, "slugs"], report),
    members: { ...OWN_MEMBERS, ...fields },
    further: { ...OWN_FURTHER, ...toHtmlMembers(fields) },
    code,
    ...{ order, date, sorts, filters },
    hasTags: kind.tags === true,
    page,
    formerPatterns: resolveFormerPage(kind, [...at, "formerPage"], report),
    search: resolveSearch(searched, [...at, "search"], report),
  };
  reportUnknown(config, KIND_MEMBERS, at, report);
  const fieldNames = await resolveFieldNames(kind.names, own, { isDefined: hasField, at: [...at, "names"], report });
  return problem === null ? { ...own, fieldNames } : null;
}

/**
 * Returns the members of a definition that have the right types. Others are reported and left out.
 */
function checkMembers(config: Mapping, at: FieldPath, report: ReportDefinition): Partial<KindConfig> {
  const good = Object.entries(config).filter(([name, value]) => {
    const problem = value === undefined ? null : problemOfMember(name, value);
    if (problem !== null) report([...at, name], problem);
    return problem === null;
  });
  return Object.fromEntries(good);
}

const NAMES_OF_FIELDS = 'want the names of fields: ["event", "level"]';
/** Members that are lists of texts. */
const LISTS_OF_TEXTS: Readonly<Record<string, string>> = {
  order: NAMES_OF_FIELDS,
  filters: NAMES_OF_FIELDS,
  sorts: NAMES_OF_FIELDS,
  search: 'want the names of fields, or false: ["event"]',
  reads: 'want the names of kinds: ["posts"]',
};

function problemOfMember(name: string, value: unknown): Finding | null {
  const hint = LISTS_OF_TEXTS[name];
  if (hint !== undefined) return name === "search" && value === false ? null : problemOfTexts(value, hint);
  if (name === "files") return problemOfFiles([value].flat());
  if (name === "tags" && typeof value !== "boolean")
    return { code: "wrong-type", message: "is not true or false", hint: "write tags: true" };
  return null;
}

function problemOfTexts(value: unknown, hint: string): Finding | null {
  if (!areTexts(value)) return { code: "wrong-type", message: "is not a list of texts", hint };
  const repeated = value.find((one, at) => value.indexOf(one) < at);
  return repeated === undefined ? null : { code: "bad-value", message: `names "${repeated}" twice`, hint: "remove one of the two" };
}

function areTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function problemOfFiles(globs: readonly unknown[]): Finding | null {
  if (!areTexts(globs)) return { code: "wrong-type", message: "is not a glob or a list of globs", hint: 'want "talks/**/*.md"' };
  for (const glob of globs) {
    const problem = problemOfGlob(glob);
    const hint = 'want "talks/**/*.md", in the content folder; `content` may name a folder above it';
    if (problem !== null) return { code: "bad-value", message: `${JSON.stringify(glob)} ${problem}`, hint };
  }
  if (isDataFile(globs)) return null;
  if (globs.some(mayFindEntries)) {
    const hint = 'want Markdown or YAML files, "talks/**/*.{md,yaml}", or one file with all entries: "talks.json"';
    return { code: "bad-value", message: "names JSON or CSV files, but a kind has at most one", hint };
  }
  if (!globs.some((glob) => isDataFile([glob]))) return null;
  const hint = 'want "talks/**/*.md", or one file: "talks.yaml"';
  return { code: "bad-value", message: "names a data file together with other files", hint };
}

const CODE_MEMBERS = ["schema", "computed", "compute", "reads"];
const KIND_MEMBERS = [
  "files",
  "words",
  "fields",
  "names",
  "slugs",
  "order",
  "filters",
  "sorts",
  "tags",
  "search",
  "page",
  "formerPage",
  ...CODE_MEMBERS,
];

function reportUnknown(
  value: Readonly<Record<string, unknown>>,
  members: readonly string[],
  at: FieldPath,
  report: ReportDefinition,
): void {
  for (const name of Object.keys(value).filter((one) => !members.includes(one)))
    report([...at, name], { code: "unknown-key", message: "is not an option of a kind", hint: hintForName(name, members) });
}
